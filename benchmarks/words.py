"""Numbers as the tables show them."""

from benchmarks.measure import Goal, Spread


def significant(number: float) -> str:
    """Three digits: more would not repeat."""
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 100 else f"{number:.3g}"


def duration(seconds: float) -> str:
    """In the unit that needs the fewest zeros."""
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{significant(seconds / size)} {unit}"
    return f"{significant(seconds * 1e6)} µs"


def ranged(spread: Spread, form: str, unit: str = "") -> str:
    return f"{spread.median:{form}}{unit} ({spread.least:{form}} to {spread.most:{form}})"


def significant_range(spread: Spread, unit: str = "") -> str:
    low, high = significant(spread.least), significant(spread.most)
    return f"{significant(spread.median)}{unit} ({low} to {high})"


def goal_text(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    aim = f", aim {goal.aim:,g}{unit}" if goal.aim is not None else ""
    return f"{'≤' if goal.at_most else '≥'} {goal.value:,g}{unit}{aim}"
