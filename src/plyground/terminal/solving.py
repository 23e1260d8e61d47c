"""What a solver knows and is searching for, as a person reads it."""

from collections.abc import Callable
from typing import Protocol

from rich.text import Text

from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.plurals import counted
from plyground.search.solution import Bounds, Progress, Question

Sides = tuple[str, str]
"""The names of the side to move and of the other one."""


class Working(Protocol):
    """A solver that reports its progress."""

    @property
    def progress(self) -> Progress: ...


def bounds_text(bounds: Bounds, sides: Sides) -> str:
    """What is known, in a sentence; empty if nothing is."""
    mover, other = sides
    if bounds.least == bounds.most == DRAW:
        return f"{mover} draws"
    if bounds.least == WIN:
        return _won(mover, bounds.latest, bounds.no_win)
    if bounds.most == LOSS:
        return _won(other, bounds.latest, bounds.no_loss)
    if bounds.no_win == bounds.no_loss > 0 and (bounds.least, bounds.most) == (LOSS, WIN):
        return f"nobody can force a win{_within(bounds.no_win)}"
    known = [
        _not_won(mover, bounds.most == DRAW, bounds.no_win),
        _not_won(other, bounds.least == DRAW, bounds.no_loss),
    ]
    return ", ".join(filter(None, known))


def _won(winner: str, latest: int | None, not_within: int) -> str:
    if latest == not_within + 1:
        return f"{winner} wins in {_plies(latest)}"
    sooner = f", but not within {_plies(not_within)}" if not_within else ""
    return f"{winner} wins{_within(latest)}{sooner}"


def _not_won(side: str, never: bool, plies: int) -> str:
    if never:
        return f"{side} cannot force a win"
    return f"{side} cannot force a win{_within(plies)}" if plies else ""


def question_text(question: Question, sides: Sides) -> str:
    """The solver's current question."""
    side = sides[not question.by_mover]
    return f"{side} wins{_within(question.plies)}?"


def _within(plies: int | None) -> str:
    return "" if plies is None else f" within {_plies(plies)}"


def _plies(count: int) -> str:
    return counted(count, "ply", "plies")


class Replaying(Protocol):
    """A solver that plays a win out."""

    @property
    def played(self) -> int: ...


class ReplayLine:
    """A status line that shows how many moves of a win have been played out."""

    def __init__(self, solver: Replaying) -> None:
        self.solver = solver

    def __rich__(self) -> Text:
        return Text(f"playing it out: {counted(self.solver.played, 'move')}")


class SolverLine:
    """A status line that shows a solver's current question and progress."""

    def __init__(
        self, solver: Working, sides: Sides, before: Callable[[], str] = lambda: ""
    ) -> None:
        self.solver, self.sides, self.before = solver, sides, before

    def __rich__(self) -> Text:
        progress = self.solver.progress
        question = question_text(progress.question, self.sides) if progress.question else ""
        speed = progress.nodes / progress.seconds / 1e6 if progress.seconds else 0.0
        spent = (
            f"{progress.nodes:,} nodes in {progress.seconds:.0f} s, {speed:.1f} M a second, "
            f"table {progress.hashfull:.0%} full"
        )
        parts = [self.before(), question, spent]
        return Text("  ".join(filter(None, parts)), no_wrap=True, overflow="ellipsis")
