"""What perfect play leads to, and what finds it out."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.plurals import counted
from plyground.search.limits import Limits

SYMMETRY_PLIES: Final = 14
"""For this many plies from the start, images of a position share an entry of a solver's table."""


class Verdict(NamedTuple):
    """How a game ends for the side to move if nobody errs."""

    outcome: int
    """WIN, LOSS or DRAW."""
    plies: int | None = None
    """When: the winner hurries and the loser delays. None for a draw, or where only who wins is
    known."""

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        if self.outcome == DRAW:
            return "draws"
        when = "" if self.plies is None else f" in {counted(self.plies, 'ply', 'plies')}"
        return f"{'wins' if self.outcome == WIN else 'loses'}{when}"

    def before(self, again: bool = False) -> "Verdict":
        """The verdict one ply before, for the side that moved here, which may be to move `again`
        (negamax)."""
        turned = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[self.outcome]
        plies = None if self.plies is None else self.plies + 1
        return Verdict(self.outcome if again else turned, plies)

    @property
    def sort_key(self) -> tuple[int, int]:
        """Greater is better for the side to move: a win, the sooner; a draw; a loss, the later."""
        plies = self.plies or 0
        return {WIN: (1, -plies), DRAW: (0, 0), LOSS: (-1, plies)}[self.outcome]


class Bounds(NamedTuple):
    """What is known for the side to move of a position that is not solved, or not yet."""

    least: int = LOSS
    """The least outcome that is still possible."""
    most: int = WIN
    """The greatest outcome that is still possible."""
    no_win: int = 0
    """The side to move cannot force a win within this many plies."""
    no_loss: int = 0
    """The other side cannot force a win within this many plies."""
    latest: int | None = None
    """Within how many plies the winner wins, where it is known who that is."""

    def narrowed(self, other: "Bounds") -> "Bounds":
        """The bounds that follow from both."""
        latest = [plies for plies in (self.latest, other.latest) if plies is not None]
        return Bounds(
            max(self.least, other.least, key=_GOOD.index),
            min(self.most, other.most, key=_GOOD.index),
            max(self.no_win, other.no_win),
            max(self.no_loss, other.no_loss),
            min(latest, default=None),
        )


_GOOD: Final = (LOSS, DRAW, WIN)
NOTHING_KNOWN: Final = Bounds()


class Question(NamedTuple):
    """What a solver asks at the moment: does this side win, within `plies` plies or at all?"""

    by_mover: bool
    plies: int | None


class Progress(NamedTuple):
    """How far a solver has come."""

    bounds: Bounds
    question: Question | None
    nodes: int
    seconds: float
    hashfull: float
    """The share of the table in use."""


class Solution(NamedTuple):
    """What a solver found out about a position that is not over."""

    verdict: Verdict | None
    """None where a limit was met first, or where no question is long enough."""
    best: int | None
    """A move that keeps the verdict."""
    nodes: int
    seconds: float
    bounds: Bounds = NOTHING_KNOWN
    """What is known without a verdict."""
    horizon: int | None = None
    """Where no limit was met and there is no verdict: the solver looks no further than that."""


def best_of(verdicts: Mapping[int, Verdict | None]) -> int | None:
    """The move that leads to the best verdict; None where one that is not known could be better."""
    known = {move: verdict for move, verdict in verdicts.items() if verdict}
    best = max(known, key=lambda move: known[move].sort_key, default=None)
    sure = len(known) == len(verdicts) or (best is not None and known[best].plies == 1)
    return best if sure else None


class Solver(Protocol):
    """Finds out how a position ends; keeps what it learns from one question to the next."""

    def solve(self, position: Any, limits: Limits = ..., weak: bool = False) -> Solution:
        """The verdict of a position that is not over; weak: who wins is enough."""
