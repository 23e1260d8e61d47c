"""A pattern network and all that it learns with."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.compile import native
from plyground.core.game import MAX_MOVES, Game, declares
from plyground.core.numbers import Ints
from plyground.core.repetition import ENTRY, MAX_PAST, repeats
from plyground.core.threads import LOOK_SECONDS, Stop, run_together, stop_flag
from plyground.core.words import to_words
from plyground.evaluations.patterns.network import IMAGES
from plyground.evaluations.patterns.plan import Plan
from plyground.learning.method import State
from plyground.learning.network_weights import NetworkWeights
from plyground.learning.pattern_kernel import PLIES, self_play
from plyground.search.playout import random_state

MAX_PLIES: Final = 512
"""A game that is longer counts as drawn."""


class Settings(NamedTuple):
    """What can be chosen."""

    rate: float = 4.0
    lambda_: float = 0.1
    exploration: float = 0.1
    openings: float = 0.0
    """The share of games that begin with random moves."""


DEFAULTS: Final = Settings()


class Worker:
    """The memory of one thread, its random numbers and what it has counted."""

    def __init__(self, game: Game, images: int, max_plies: int) -> None:
        self.indices, self.tried, self.values = (Ints.new(images + 1) for _ in range(3))
        self.history = Ints.new(1 + max_plies * images)
        self.notes = np.zeros((max_plies, 2), dtype=np.int64)
        self.moves = np.zeros(MAX_MOVES, dtype=np.int64)
        self.path = np.zeros(ENTRY * (MAX_PAST if repeats(game) else 1), dtype=np.int64)
        self.random = np.zeros(1, dtype=np.int64)
        self.tally = np.zeros(6, dtype=np.int64)


class PatternLearner(NetworkWeights):
    """A network that learns by playing against itself, in one thread or in several that share its
    weights without waiting for each other (Hogwild; then no two runs are alike)."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        settings: Settings = DEFAULTS,
        seed: int = 1,
        threads: int = 1,
        max_plies: int = MAX_PLIES,
    ) -> None:
        super().__init__(game, plan)
        self.settings = np.array(settings, dtype=np.float64)
        images = self.network.layout[IMAGES]
        most = min(max_plies, MAX_PAST - 2) if repeats(game) else max_plies
        self.workers = [Worker(game, images, most) for _ in range(threads)]
        self.reseed(seed)
        self.arguments = (native(game), to_words(game, game.start()))
        self.careful = declares(game, "non_losing_moves")

    def learn(self, games: int, stop: Stop) -> int:
        """Learn from at most this many games, until `stop` is set; returns how many there were.
        Where one of several threads has played its share the others stop, too."""
        share, rest = divmod(games, len(self.workers))
        own_stop = stop_flag()
        calls = [self._call(w, share + (n < rest), own_stop) for n, w in enumerate(self.workers)]

        def halt() -> None:
            own_stop[0] = True

        def look() -> float:
            if stop[0]:
                halt()
            return LOOK_SECONDS / 5

        return sum(run_together(calls, halt, look, 0))

    def _call(self, worker: Worker, games: int, stop: Stop) -> Callable[[], int]:
        w = worker
        memory = (w.indices, w.tried, w.values, w.history, w.notes, w.moves, w.path)
        return lambda: self_play(
            *self.arguments, self.evaluation, self.coherence, self.factors, *memory, self.settings,
            w.random, self.careful, games, w.tally, stop,
        )  # fmt: skip

    def reseed(self, seed: int) -> None:
        """Begin other random numbers."""
        for number, worker in enumerate(self.workers):
            worker.random[0] = random_state(seed + 1000 * number)

    @property
    def tally(self) -> NDArray[np.int64]:
        """What all threads have counted, by the names of the kernel."""
        total: NDArray[np.int64] = np.sum([worker.tally for worker in self.workers], axis=0)
        return total

    @property
    def plies(self) -> int:
        return int(self.tally[PLIES])

    def state(self) -> State:
        return super().state() | {
            "random": np.array([worker.random[0] for worker in self.workers]),
            "tally": np.array([worker.tally for worker in self.workers]),
        }

    def restore(self, state: State) -> None:
        super().restore(state)
        for number, worker in enumerate(self.workers):
            worker.random[0] = state["random"][number]
            worker.tally[:] = state["tally"][number]
