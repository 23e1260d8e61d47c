"""The same class within the course's 100 MB of memory: plain Python, no compiled code.

The libraries of the compiler alone take more than 100 MB.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from plyground.adapters import comp30024
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import INFINITE, plies_to_end
from plyground.players.engine import EnginePlayer
from plyground.search.engine import Engine
from plyground.search.limits import NO_LIMITS, Clock, Limits, Stopped
from plyground.search.reference import alphabeta
from plyground.search.solution import Solution
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Thought, Watch, ignore, line_of


class Player(comp30024.Player):
    """Alpha-beta in plain Python, as deep as the budget allows."""

    def make_engine_player(self) -> EnginePlayer:
        return PlainPlayer(book="own")


class PlainPlayer(EnginePlayer):
    """A player that searches without compiled code."""

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        return PlainEngine(game, evaluation)


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
        evaluation = TimedEvaluation(self.evaluation, Clock(limits, self.stop_signal))
        moves = OrderedGame(self.game).moves(position)
        score = done = 0
        with suppress(Stopped):
            for depth in range(1, limits.depth + 1):
                move, score = self.best(evaluation, position, moves, depth)
                moves = [move, *(other for other in moves if other != move)]
                done = depth
                if plies_to_end(score) is not None:
                    break
        line = line_of(self.game, position, moves[:1], score)
        clock = evaluation.clock
        spent = clock.seconds, clock.cpu_seconds
        return Thought((line,), done, done, evaluation.count, *spent, 0.0)

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """Who wins and when, if that is found within the limits."""
        return self.think(position, limits).solution

    def best(
        self, evaluation: "TimedEvaluation", position: Any, moves: list[int], depth: int
    ) -> tuple[int, int]:
        """The best move at a depth and its score."""
        game: Any = OrderedGame(self.game)
        best, most = moves[0], -INFINITE
        for move in moves:
            child = self.game.play(position, move)
            score = -alphabeta(game, evaluation, child, depth - 1, -INFINITE, -most, 1, quiet=True)
            if score > most:
                best, most = move, score
        return best, most


class OrderedGame:
    """A game whose moves are sorted by its own move ordering."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def moves(self, position: Any) -> list[int]:
        return sorted(self.game.moves(position), key=lambda move: -self.game.order(position, move))


class TimedEvaluation:
    """An evaluation that stops the search when the time is up, and counts its calls."""

    def __init__(self, evaluation: Evaluation, clock: Clock) -> None:
        self.name, self.order, self.features = "timed", evaluation.order, evaluation.features
        self.evaluation, self.clock, self.count = evaluation, clock, 0

    def score(self, game: Any, position: Any) -> float:
        if self.clock.left <= 0:
            raise Stopped
        self.count += 1
        return self.evaluation.score(game, position)
