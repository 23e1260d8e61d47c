"""A pattern network learns a game from nothing, by playing against itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from plyground import __version__
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.threads import Stop, stop_flag
from plyground.evaluations.patterns.file import write_network
from plyground.evaluations.patterns.plan import make_plan
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.method import State, Tally, is_finite, method
from plyground.learning.pattern_kernel import (
    DRAWS,
    ERROR,
    FIRST_WINS,
    MAX_WEIGHT,
    PLIES,
    SECOND_WINS,
    TAUGHT,
)
from plyground.learning.pattern_learner import PatternLearner, Settings

LICENCE: Final = "learned in games against itself: there is nothing of others in it"
"""What a file says of whose its weights are."""
WALKED: Final = np.s_[2::2]
"""Where in the coherence the sum of a weight's absolute errors is."""
LEAST: Final = np.float32(1e-9)
"""A weight that has moved has learned at least so much, however far its sums are."""


@method("patterns")
@dataclass
class Patterns:
    """TD(lambda) with temporal coherence: a network of patterns learns from nothing."""

    name: ClassVar[str]
    POOLABLE: ClassVar = True

    count: int = 160
    """Random walks among the patterns, beside straight lines."""
    length: int = 9
    """Squares of each walk."""
    rate: float = 4.0
    """How far weights move, all that a position has together."""
    lambda_: float = 0.1
    """How much of what came later reaches a position, beside the value of the next one."""
    exploration: float = 0.1
    """The chance of a random move."""
    openings: float = 0.1
    """The share of games that begin with up to 12 random moves."""

    def __post_init__(self) -> None:
        if not (0 <= self.count <= 1000 and 1 <= self.length <= 16):
            raise BadOption("expected count=0 to 1000 and length=1 to 16")
        shares = self.lambda_, self.exploration, self.openings
        if not all(0 <= share <= 1 for share in shares):
            raise BadOption("lambda, exploration and openings: expected numbers from 0 to 1")
        if not 0 < self.rate <= 100:
            raise BadOption(f"rate={self.rate:g}: expected more than 0, to 100")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        plan = make_plan(game, self.count, self.length, seed)
        settings = Settings(self.rate, self.lambda_, self.exploration, self.openings)
        self.learner = PatternLearner(game, plan, settings, seed, threads)
        self.origin = {
            "method": self.name,
            "seed": str(seed),
            "made_with": f"Plyground {__version__}",
            "licence": LICENCE,
        }
        self.seen = self.learner.tally
        self.learner.learn(0, stop_flag())  # compiles

    def learn(self, games: int, stop: Stop) -> Tally:
        before = self.learner.tally
        played = self.learner.learn(games, stop)
        after = self.learner.tally - before
        results = (after[each] for each in (PLIES, FIRST_WINS, DRAWS, SECOND_WINS))
        return Tally(played, *map(int, results))

    def state(self) -> State:
        learner = self.learner
        return {
            "weights": learner.network.weights.array[1:],
            "coherence": learner.coherence.array[1:],
            "random": np.array([worker.random[0] for worker in learner.workers]),
            "tally": np.array([worker.tally for worker in learner.workers]),
        }

    def restore(self, state: State) -> None:
        current = self.state()
        for name, array in current.items():
            found = state[name]
            if found.shape != array.shape or found.dtype != array.dtype:
                raise BadRun(f"a checkpoint's {name} do not fit this network")
        self.learner.network.weights.array[1:] = state["weights"]
        self.learner.coherence.array[1:] = state["coherence"]
        for number, worker in enumerate(self.learner.workers):
            worker.random[0] = state["random"][number]
            worker.tally[:] = state["tally"][number]

    def reseed(self, number: int) -> None:
        self.learner.reseed(number)

    def merged(self, before: State, after: Iterable[State]) -> State:
        """Sums of errors and counters add up. Each weight moves by the mean of its moves, in which
        each process counts by how much it has learned about this weight."""
        states = iter(after)
        first = next(states, before)
        coherence, tally = first["coherence"].copy(), first["tally"].copy()
        moved, learned = np.zeros((2, len(before["weights"])))
        for number, state in enumerate(chain([first], states)):
            more = state["coherence"] - before["coherence"]
            move = np.subtract(state["weights"], before["weights"], dtype=np.float64)
            amount = more[WALKED] + LEAST * (move != 0)
            moved += amount * move
            learned += amount
            if number > 0:
                coherence += more
                tally += state["tally"] - before["tally"]
        moved /= np.maximum(learned, LEAST)
        weights = before["weights"] + np.rint(moved).astype(np.int32)
        return {**first, "weights": weights, "coherence": coherence, "tally": tally}

    def write(self, path: Path) -> None:
        learner = self.learner
        games = int(learner.tally[[FIRST_WINS, DRAWS, SECOND_WINS]].sum())
        origin: dict[str, Any] = {**self.origin, "games": str(games)}
        write_network(path, learner.game, learner.plan, learner.network, origin)

    def watched(self) -> dict[str, float]:
        tally = self.learner.tally
        since, self.seen = tally - self.seen, tally
        used = np.count_nonzero(self.learner.network.weights.array[1:])
        error = float(since[ERROR]) / 1e6 / max(1, int(since[TAUGHT]))
        return {"error": error, "used": float(used)}

    def check(self) -> None:
        weights = self.learner.network.weights.array[1:]
        if max(-int(weights.min()), int(weights.max())) >= MAX_WEIGHT:
            raise RanAway("a weight is as large as it can be")
        if not is_finite(self.learner.coherence.array[1:]):
            raise RanAway("a weight's errors are no numbers any more")
