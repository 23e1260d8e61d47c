"""Numbers with their nouns: `1 position`, `1,234 positions`."""


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `one` for 1, else `many`, which is `one` with an s by default."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
