"""What perfect play leads to, and what finds it out."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.search.limits import Limits

FOLD_PLIES: Final = 14
"""So many plies from the start on, images of a position share an entry of a solver's table."""


class Verdict(NamedTuple):
    """How a game ends for the side to move if nobody errs."""

    outcome: int
    """WIN, LOSS or DRAW."""
    plies: int | None = None
    """When: the winner hurries and the loser delays. None for a draw, or where only who wins is
    known."""

    def __str__(self) -> str:
        if self.outcome == DRAW:
            return "draws"
        when = "" if self.plies is None else f" in {self.plies} {_plies(self.plies)}"
        return f"{'wins' if self.outcome == WIN else 'loses'}{when}"

    @property
    def above(self) -> "Verdict":
        """The same one ply earlier: what a move is worth that leads here."""
        turned = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[self.outcome]
        return Verdict(turned, None if self.plies is None else self.plies + 1)

    @property
    def worth(self) -> tuple[int, int]:
        """Greater is better for the side to move: a win, the sooner; a draw; a loss, the later."""
        plies = self.plies or 0
        return {WIN: (1, -plies), DRAW: (0, 0), LOSS: (-1, plies)}[self.outcome]


def _plies(count: int) -> str:
    return "ply" if count == 1 else "plies"


class Solution(NamedTuple):
    """What a solver found out about a position that is not over."""

    verdict: Verdict | None
    """None where a limit was met first."""
    best: int | None
    """A move that keeps the verdict."""
    nodes: int
    seconds: float


def best_of(verdicts: Mapping[int, Verdict | None]) -> int | None:
    """The move that leads to the best verdict; None where one that is not known could be better."""
    known = {move: verdict for move, verdict in verdicts.items() if verdict}
    best = max(known, key=lambda move: known[move].worth, default=None)
    sure = len(known) == len(verdicts) or (best is not None and known[best].plies == 1)
    return best if sure else None


class Solver(Protocol):
    """Finds out how a position ends; keeps what it learns from one question to the next."""

    def solve(self, position: Any, limits: Limits = ..., weak: bool = False) -> Solution:
        """The verdict of a position that is not over; weak: who wins is enough."""
