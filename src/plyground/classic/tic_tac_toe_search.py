"""The document's own search: minimax with alpha-beta in plain Python, with its objective function.

A complete path counts only 10,000, so many incomplete paths can count more than a win.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from plyground.core.outcome import ONGOING
from plyground.search.limits import Stopped

_INFINITE: Final = 10**9

Objective = Callable[[Any], int]
"""The score of a position for the side to move."""


class DocumentSearch:
    """Iterative deepening as far as time allows."""

    def __init__(self, game: Any, objective: Objective, seconds: float, any_win: bool) -> None:
        self.game, self.objective, self.seconds, self.any_win = game, objective, seconds, any_win
        self.end = 0.0

    def best(self, position: Any, depth: int) -> tuple[int, int]:
        """The first of the best moves, and the depth that was reached."""
        self.end = time.monotonic() + self.seconds
        move, reached = next(iter(self.game.moves(position))), 0
        try:
            for reached in range(1, depth + 1):
                move = self._best(position, reached)
        except Stopped:
            return move, reached - 1
        return move, reached

    def _best(self, position: Any, depth: int) -> int:
        found, best = -1, -_INFINITE
        for move in self.game.moves(position):
            value = -self._value(self.game.play(position, move), depth - 1, -_INFINITE, -best, 1)
            if value > best:
                found, best = move, value
        return found

    def _value(self, position: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        if time.monotonic() > self.end:
            raise Stopped
        is_over = self.game.outcome(position) != ONGOING
        if is_over or depth == 0:
            value = self.objective(position)
            return value + ply if is_over and value and not self.any_win else value
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            alpha = max(alpha, -self._value(child, depth - 1, -beta, -alpha, ply + 1))
            if alpha >= beta:
                break
        return alpha
