"""Numbers as the tables show them."""

from benchmarks.measure import Goal, Spread


def significant(number: float) -> str:
    """Three significant digits: more would not be repeatable."""
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 100 else f"{number:.3g}"


def duration(seconds: float) -> str:
    """Seconds, milliseconds or microseconds."""
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{significant(seconds / size)} {unit}"
    return f"{significant(seconds * 1e6)} µs"


def ranged(spread: Spread, form: str, unit: str = "") -> str:
    return f"{spread.median:{form}}{unit} ({spread.low:{form}} to {spread.high:{form}})"


def significant_range(spread: Spread, unit: str = "") -> str:
    low, high = significant(spread.low), significant(spread.high)
    return f"{significant(spread.median)}{unit} ({low} to {high})"


def goal_text(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    aim = f", aim {goal.aim:,g}{unit}" if goal.aim is not None else ""
    return f"{'≤' if goal.at_most else '≥'} {goal.value:,g}{unit}{aim}"
