"""TreeStrap and RootStrap of a pattern network: searches with it refine what a file holds."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from plyground.core.compile import native
from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, declares
from plyground.core.options import one_of
from plyground.core.score import BAND, WIN_SCORE
from plyground.evaluations.patterns.file import read_head, read_network
from plyground.evaluations.patterns.network import POINTS
from plyground.evaluations.shipped import NETWORK
from plyground.learning.by_play import ByPlay
from plyground.learning.method import State, method
from plyground.learning.network_weights import NetworkWeights
from plyground.learning.pattern_kernel import LATE, LATEST, WON
from plyground.learning.pattern_strap import ERRORS, TAUGHT, strap
from plyground.learning.self_play import ALL, ROOT, Board, Played

STARTS: Final = ("given",)
TOLD: Final = ("method", "seed", "games", "refined")
"""What a network's file tells of those that it was refined from."""
MAX_SUM: Final = float(np.arctanh(WON))
"""No sum of weights counts more: it means a win at once."""


@method("treestrap", refines=True)
@dataclass
class NetworkTreeStrap(ByPlay):
    """TreeStrap: a network learns from every node of the search whose moves were searched."""

    LEARNS_BY_PLY: ClassVar = True
    LESSONS: ClassVar = ALL
    """Which nodes of a search are learned from."""
    name: ClassVar[str]
    ENDINGS: ClassVar[tuple[str, ...]] = (NETWORK,)

    depth: int = 3
    """How deep games are searched."""
    exploration: float = 0.1
    """The chance of a random move."""
    opening: int = 0
    """Random moves at the start of each game."""
    start: str = "given"
    """The weights to begin with: those `given` by the file."""
    rate: float = 0.01
    """How far all weights of a position move together, with temporal coherence."""

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("start", self.start, STARTS)
        if not 0 < self.rate <= 100:
            raise BadOption(f"rate={self.rate:g}: expected more than 0, to 100")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        head, network = read_head(self.evaluation), read_network(self.evaluation, game)
        self.weights = NetworkWeights(game, head.plan, network)
        self.refined = f"{Path(self.evaluation).name} ({_told(head.origin)})"
        self.tally, self.seen = np.zeros(2), np.zeros(2)
        super().begin(game, seed, threads)

    def player(self) -> Evaluation:
        network: Any = self.weights.network
        return network  # type: ignore[no-any-return]

    def take(self, played: Played) -> None:
        self.games += 1

    def take_search(self, board: Board, turn: int) -> None:
        lessons, weights = board.lessons(self.LESSONS), self.weights
        values = sums_of(lessons.values, board.ply - 1)
        with self.lock:
            strap(
                native(self.game), lessons.rows, values, lessons.bounds, weights.evaluation,
                weights.coherence, weights.factors, self.rate, MAX_SUM,
                declares(self.game, "non_losing_moves"), self.tally,
            )  # fmt: skip

    def write(self, path: Path) -> None:
        origin = {"method": self.name, "seed": self.seed, "games": int(self.games)}
        told = {name: str(value) for name, value in origin.items()}
        self.weights.write(path, told | {"refined": self.refined})

    def watched(self) -> dict[str, float]:
        """The root of the mean squared error since it was asked last, and the weights in use."""
        since, self.seen = self.tally - self.seen, self.tally.copy()
        error = float(np.sqrt(since[ERRORS] / max(since[TAUGHT], 1)))
        return {"error": error, "used": self.weights.used}

    def check(self) -> None:
        self.weights.check()

    def state(self) -> State:
        with self.lock:
            counters = np.array([self.games, *self.tally])
            return {**self.weights.state(), "counters": counters}

    def restore(self, state: State) -> None:
        self.weights.restore(state)
        self.games, self.tally[:] = float(state["counters"][0]), state["counters"][1:]

    def merged(self, before: State, after: Iterable[State]) -> State:
        return self.weights.merged(before, after, "counters")


@method("rootstrap", refines=True)
@dataclass
class NetworkRootStrap(NetworkTreeStrap):
    """RootStrap: a network learns from the root of each search only."""

    LESSONS: ClassVar = ROOT


def sums_of(values: NDArray[np.int64], ply: int) -> NDArray[np.float64]:
    """What a search's values mean as sums of weights, if its root is so many plies from the start.
    A win is what it is to networks that learn from nothing: less the later it comes."""
    ends = np.clip(ply + WIN_SCORE - np.abs(values), 0, LATEST)
    wins = np.sign(values) * np.arctanh(WON - LATE * ends)
    return np.where(np.abs(values) >= BAND, wins, np.clip(values / POINTS, -MAX_SUM, MAX_SUM))


def _told(origin: dict[str, str]) -> str:
    """How a network was learned, in one line."""
    known = {name: value for name, value in origin.items() if name in TOLD}
    return ", ".join(f"{name} {value}" for name, value in known.items())
