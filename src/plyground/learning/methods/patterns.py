"""A pattern network learns a game from nothing, by playing against itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.threads import Stop, stop_flag
from plyground.evaluations.patterns.plan import LINE, make_plan
from plyground.evaluations.shipped import NETWORK
from plyground.learning.method import State, Tally, method
from plyground.learning.pattern_kernel import (
    DRAWS,
    ERROR,
    FIRST_WINS,
    PLIES,
    SECOND_WINS,
    TAUGHT,
)
from plyground.learning.pattern_learner import PatternLearner, Settings


@method("patterns")
@dataclass
class Patterns:
    """TD(lambda) with temporal coherence: a network of patterns learns from nothing."""

    name: ClassVar[str]
    ENDINGS: ClassVar[tuple[str, ...]] = (NETWORK,)
    POOLABLE: ClassVar = True

    count: int = 160
    """Random walks among the patterns, beside straight lines."""
    length: int = 9
    """Squares of each walk."""
    line: int = LINE
    """Squares of each straight line."""
    rate: float = 4.0
    """How far weights move, all that a position has together."""
    lambda_: float = 0.1
    """How much of what came later reaches a position, beside the value of the next one."""
    exploration: float = 0.1
    """The chance of a random move."""
    openings: float = 0.1
    """The share of games that begin with up to 12 random moves."""

    def __post_init__(self) -> None:
        if not (0 <= self.count <= 1000 and 1 <= self.length <= 16 and 1 <= self.line <= 16):
            raise BadOption("expected count=0 to 1000, length=1 to 16 and line=1 to 16")
        shares = self.lambda_, self.exploration, self.openings
        if not all(0 <= share <= 1 for share in shares):
            raise BadOption("lambda, exploration and openings: expected numbers from 0 to 1")
        if not 0 < self.rate <= 100:
            raise BadOption(f"rate={self.rate:g}: expected more than 0, to 100")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        plan = make_plan(game, self.count, self.length, self.line, seed)
        settings = Settings(self.rate, self.lambda_, self.exploration, self.openings)
        self.learner = PatternLearner(game, plan, settings, seed, threads)
        self.origin = {"method": self.name, "seed": str(seed)}
        self.seen = self.learner.tally
        self.learner.learn(0, stop_flag())  # compiles

    def learn(self, games: int, stop: Stop) -> Tally:
        before = self.learner.tally
        played = self.learner.learn(games, stop)
        after = self.learner.tally - before
        results = (after[each] for each in (PLIES, FIRST_WINS, DRAWS, SECOND_WINS))
        return Tally(played, *map(int, results))

    def state(self) -> State:
        return self.learner.state()

    def restore(self, state: State) -> None:
        self.learner.restore(state)

    def reseed(self, number: int) -> None:
        self.learner.reseed(number)

    def merged(self, before: State, after: Iterable[State]) -> State:
        return self.learner.merged(before, after, "tally")

    def write(self, path: Path) -> None:
        games = int(self.learner.tally[[FIRST_WINS, DRAWS, SECOND_WINS]].sum())
        self.learner.write(path, {**self.origin, "games": str(games)})

    def watched(self) -> dict[str, float]:
        tally = self.learner.tally
        since, self.seen = tally - self.seen, tally
        error = float(since[ERROR]) / 1e6 / max(1, int(since[TAUGHT]))
        return {"error": error, "used": self.learner.used}

    def check(self) -> None:
        self.learner.check()
