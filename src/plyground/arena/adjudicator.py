"""Ends games whose result is known, by the rules that a plan switches on."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from plyground.arena.plan import Adjudication
from plyground.core.outcome import DRAW, WIN
from plyground.core.plurals import counted
from plyground.live.events import Moved
from plyground.live.game import LiveGame
from plyground.search.limits import Limits

if TYPE_CHECKING:
    from plyground.search.exact.driver import ExactSolver

TABLE_BYTES: Final = 1 << 24
PROVEN_SCORE: Final = 1 << 29
"""What a proven win counts for rules by score."""


class Adjudicator:
    """Looks at a game after every move."""

    def __init__(self, rules: Adjudication, live: LiveGame) -> None:
        self.rules, self.live = rules, live
        self.reason: str | None = None
        """Why it ended the game, if it did."""
        self._scores: tuple[list[int | None], list[int | None]] = ([], [])
        """What each side found of its own chances after each of its moves."""

    def look(self, moved: Moved) -> None:
        """A move was played: end the game if a rule says so."""
        if self.live.record.is_over:
            return
        self._scores[moved.side].append(_score(moved))
        for rule in (self._exact, self._resign, self._draw):
            found = rule()
            if found:
                winner, self.reason = found
                self.live.adjudicate(winner)
                return

    def _exact(self) -> tuple[int | None, str] | None:
        """The exact solver knows the result."""
        if not self.rules.exact:
            return None
        record = self.live.record
        verdict = self._solver.solve(record.position, Limits(time=self.rules.exact), True).verdict
        if verdict is None:
            return None
        if verdict.outcome == DRAW:
            return None, "solved: a draw"
        winner = record.turn if verdict.outcome == WIN else 1 - record.turn
        return winner, f"solved: {record.game.sides[winner]} wins"

    @cached_property
    def _solver(self) -> "ExactSolver":
        from plyground.search.exact.driver import ExactSolver

        return ExactSolver(self.live.record.game, TABLE_BYTES)

    def _resign(self) -> tuple[int | None, str] | None:
        """One side knows that it loses, and the other that it wins, if it is asked."""
        least, count = self.rules.resign_score, self.rules.resign_moves
        if not least:
            return None
        for side in (0, 1):
            if not self._are(side, lambda score: score <= -least, count):
                continue
            if not self.rules.resign_both:
                name = self.live.record.game.sides[side]
                return 1 - side, f"{name} scored it beyond -{least} for {counted(count, 'move')}"
            if self._are(1 - side, lambda score: score >= least, count):
                return 1 - side, f"both sides scored it beyond {least} for {counted(count, 'move')}"
        return None

    def _are(self, side: int, is_so: Callable[[int], bool], count: int) -> bool:
        """Whether something holds for the last scores of a side."""
        last = self._scores[side][-count:]
        return len(last) == count and all(score is not None and is_so(score) for score in last)

    def _draw(self) -> tuple[int | None, str] | None:
        """Both sides see no winner."""
        most, count = self.rules.draw_score, self.rules.draw_moves
        if most < 0 or len(self.live.record.moves) < self.rules.draw_from:
            return None
        if all(self._are(side, lambda score: abs(score) <= most, count) for side in (0, 1)):
            return None, f"both sides scored it within {most} for {counted(count, 'move')}"
        return None


def _score(moved: Moved) -> int | None:
    """What the side that moved found of its chances."""
    line = moved.info.lines[0] if moved.info and moved.info.lines else None
    if line is None:
        return None
    if line.verdict:
        return {"win": PROVEN_SCORE, "loss": -PROVEN_SCORE, "draw": 0}[line.verdict.outcome]
    return line.score
