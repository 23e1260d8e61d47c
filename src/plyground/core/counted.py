"""Numbers with what they count: `1 position`, `1,234 positions`."""


def counted(number: int, one: str, many: str = "") -> str:
    """A number of something; many of it are called `one` with an s where nothing else is said."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
