"""A run of learning as people see it: how fast it goes, how long it will take, and a curve."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from plyground.core.plurals import counted
from plyground.reports.words import duration_text

if TYPE_CHECKING:
    from rich.console import Console

    from plyground.learning.messages import Learned, LearnProof, LearnReport
    from plyground.learning.run import Progress
    from plyground.matches.sprt import Sprt
    from plyground.reports.messages import ReportCurves

BARS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 48
CURVE: Final = "error"
"""The number whose curve is shown."""


def progress_text(progress: "Progress") -> str:
    """How far a run has come, in one line, and a curve below it."""
    tally, seconds = progress.tally, max(progress.seconds, 1e-6)
    parts = [
        counted(tally.games, "game"),
        f"{tally.games / seconds:,.0f} games and {tally.plies / seconds:,.0f} plies a second",
    ]
    if progress.left is not None:
        parts.append(f"{duration_text(progress.left)} left")
    values = [line.watched[CURVE] for line in progress.lines if CURVE in line.watched][1:]
    drawn = f"\n  {CURVE} {values[-1]:.3f} {curve(values)}" if len(values) > 1 else ""
    return f"{', '.join(parts)}{drawn}"


def curve(values: Sequence[float], low: float | None = None, high: float | None = None) -> str:
    """A small curve in characters, the last values to the right, between bounds if they are
    given."""
    shown = _thinned(values, CURVE_WIDTH)
    low = min(shown) if low is None else low
    high = max(shown) if high is None else high
    span = (high - low) or 1.0
    return "".join(BARS[round((value - low) / span * (len(BARS) - 1))] for value in shown)


def _thinned(values: Sequence[float], count: int) -> list[float]:
    """At most `count` values, evenly spaced, with the last one."""
    if len(values) <= count:
        return [*values]
    step = (len(values) - 1) / (count - 1)
    return [values[round(index * step)] for index in range(count)]


def learned_lines(found: "Learned") -> list[str]:
    """What a run has come to."""
    rate = f"{found.plies_per_second:,.0f} plies a second of processor time"
    learned = f"{found.method} learned {found.game} from {counted(found.games, 'game')}"
    return [
        f"{learned} in {duration_text(found.seconds)} ({rate})",
        f"{found.out} has the result: evaluation={found.out}",
        f"plyground learn --resume {found.folder} --minutes 10 goes on",
    ]


ACCEPTED: Final = {
    0: "no stronger than what was there before",
    1: "stronger than what was there before",
    None: "not decided",
}


def test_text(test: "Sprt") -> str:
    """A test so far, in one line."""
    bounds = f"{test.lower:.2f} to {test.upper:.2f}"
    return f"{counted(test.pairs, 'pair')}, LLR {test.llr:+.2f} ({bounds}), Elo {test.elo:+.0f}"


def proof_lines(proof: "LearnProof", limit: str) -> list[str]:
    """What a test has come to."""
    test, first, second = proof.sprt, proof.as_first, proof.as_second
    found = f"SPRT elo0={test.elo0:g}, elo1={test.elo1:g}: LLR {test.llr:+.2f}; Elo {test.elo:+.0f}"
    return [
        f"{limit}: {ACCEPTED[test.accepted]} ({found})",
        f"    as first {first.wins}-{first.draws}-{first.losses}, as second "
        f"{second.wins}-{second.draws}-{second.losses} (won, drawn, lost)",
    ]


def show_report(console: "Console", found: "LearnReport") -> None:
    """A run in sentences, tables, and small curves."""
    from plyground.learning.report import curves, sentences, tables, title, weight_curves
    from plyground.terminal.table import Column, numbers, show_table
    from plyground.terminal.tournament import show_tables

    console.print(title(found), markup=False)
    for line in sentences(found):
        console.print(line, markup=False)
    console.print()
    show_tables(console, tables(found))
    drawn = [*curves(found), *weight_curves(found)]
    rows = [row for one in drawn for row in _curve_rows(one)]
    if rows:
        columns = [Column("over minutes of learning", is_text=True), *numbers("at first", "now")]
        show_table(console, [*columns, Column("")], rows)


def _curve_rows(found: "ReportCurves") -> list[tuple[str, ...]]:
    from plyground.reports.plots import value_text

    rows = []
    for one in found.curves:
        known = [value for value in one.values if value is not None]
        if len(known) > 1:
            ends = (value_text(found, value) for value in (known[0], known[-1]))
            bounds = (0.0, 1.0) if found.unit == "share" else (None, None)
            name = f"{found.title}: {one.name}" if len(found.curves) > 1 else found.title
            rows.append((name, *ends, curve(known, *bounds)))
    return rows
