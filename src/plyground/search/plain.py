"""Alpha-beta in plain Python: for games whose rules cannot be compiled, and where memory is scarce.

It is the textbook's search with iterative deepening, move ordering and limits.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import INFINITE, plies_to_end
from plyground.core.turns import moves_again, value_before, window_below
from plyground.search.limits import NO_LIMITS, Clock, Limits, Stopped
from plyground.search.reference import alphabeta
from plyground.search.solution import Solution
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Thought, Watch, ignore, line_of


class PlainEngine(Stoppable):
    """Alpha-beta with iterative deepening; returns the result of the last completed depth."""

    score_scale = 0

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self.game, self.evaluation = game, evaluation
        self.stop_signal = StopSignal()

    @can_be_stopped
    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        clock = Clock(limits, self.stop_signal)
        game = _TimedGame(self.game, clock)
        moves, done = game.moves(position), 0
        ranked = [(0, moves[0])]
        longest = self.game.plies_left(position)

        def thought() -> Thought:
            found = (line_of(self.game, position, [move], score) for score, move in ranked)
            spent = clock.seconds, clock.cpu_seconds
            return Thought(tuple(found), done, done, game.count, *spent, 0.0)

        with suppress(Stopped):
            for depth in range(1, limits.depth + 1):
                ranked, done = self._ranked(game, position, moves, depth, lines), depth
                best = [move for _, move in ranked]
                moves = [*best, *(move for move in moves if move not in best)]
                watch(thought())
                is_decided = plies_to_end(ranked[-1][0]) is not None
                if is_decided or depth == longest or clock.soft_share >= 1:
                    break
        return thought()

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """Who wins and when, if that is found within the limits."""
        return self.think(position, limits).solution

    def _ranked(
        self, game: "_TimedGame", position: Any, moves: list[int], depth: int, lines: int
    ) -> list[tuple[int, int]]:
        """The best moves at a depth with their scores, as many as there are lines."""
        timed: Any = game
        ranked: list[tuple[int, int]] = []
        for move in moves:
            least = ranked[-1][0] if len(ranked) == lines else -INFINITE
            child = self.game.play(position, move)
            again = moves_again(self.game, position, child)
            window = window_below(least, INFINITE, again)
            found = alphabeta(timed, self.evaluation, child, depth - 1, *window, 1, quiet=True)
            score = value_before(found, again)
            if score > least:
                place = sum(other >= score for other, _ in ranked)
                ranked = [*ranked[:place], (score, move), *ranked[place:]][:lines]
        return ranked


class _TimedGame:
    """A game whose moves come in its own order, and whose rules end the search when the limits are
    met. It counts the positions that are looked at."""

    def __init__(self, game: Game, clock: Clock) -> None:
        self.game, self.clock, self.count = game, clock, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def moves(self, position: Any) -> list[int]:
        return sorted(self.game.moves(position), key=lambda move: -self.game.order(position, move))

    def outcome(self, position: Any) -> int:
        if self.clock.left <= 0 or self.count >= self.clock.limits.nodes:
            raise Stopped
        self.count += 1
        return self.game.outcome(position)
