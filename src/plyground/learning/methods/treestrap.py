"""TreeStrap and RootStrap (Veness, Silver, Uther and Blair): after each search, the scores of its
nodes move towards the values that the search found."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plyground.core.errors import BadOption
from plyground.learning.by_play import LinearByPlay
from plyground.learning.method import method
from plyground.learning.self_play import ALL, ROOT, Board
from plyground.learning.updates import strap_change


@method("treestrap")
@dataclass
class TreeStrap(LinearByPlay):
    """TreeStrap: learns from every node of the search whose moves were searched."""

    LEARNS_BY_PLY: ClassVar = True
    LESSONS: ClassVar = ALL
    """Which nodes of a search are learned from."""

    win: float = 3.0
    """What a win counts, in units; no value counts more."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.win <= 100:
            raise BadOption(f"win={self.win:g}: expected more than 0, to 100")

    def take_search(self, board: Board, turn: int) -> None:
        lessons = board.lessons(self.LESSONS)
        features = self.scaled(lessons.rows, np.full(len(lessons.rows), turn))
        values = np.clip(lessons.values / self.points, -self.win, self.win)
        with self.lock:
            change = np.zeros(len(self.weights))
            errors = strap_change(features, values, lessons.bounds, self.weights, change)
            self.move_weights(change / len(values), errors / len(values), 1)


@method("rootstrap")
@dataclass
class RootStrap(TreeStrap):
    """RootStrap: learns from the root of each search only."""

    LESSONS: ClassVar = ROOT
