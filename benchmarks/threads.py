"""What a second thread brings, by the clock on the wall as both cores are at work."""

import os
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from benchmarks import depth, ours
from benchmarks.findings import Step
from benchmarks.measure import Effort, Spread, spread
from benchmarks.words import ranged
from plyground import Game
from plyground.core.record import Record
from plyground.core.score import plies_to_end
from plyground.players.engine import make_thinker
from plyground.search.limits import DEEPEST
from plyground.search.thought import Thought

POSITIONS = 6
SECONDS = 1.0
"""One thread's, in which it must complete the depth that is raced to."""
QUIET = 1.8
"""With two threads and a quiet machine, so many cores or more are at work."""
PLIES = {
    "connect-four": range(17),
    depth.GAME: depth.MOVING,
    "examples/breakthrough.py": range(4, 25),
}


class Gain(NamedTuple):
    """How two threads did beside one at a position."""

    speed: float
    time: float
    cores: float


@dataclass(frozen=True)
class Doubling:
    """How two threads did beside one at several positions."""

    TITLE: ClassVar = "Two threads"
    HEADINGS: ClassVar = [
        "negascout",
        "positions",
        "nodes a second",
        "time to the same depth",
        "cores at work",
        "load",
        "machine",
    ]

    what: str
    positions: int
    speed: Spread
    time: Spread
    cores: Spread
    load: float

    @property
    def verdict(self) -> str:
        return "quiet" if self.cores.median >= QUIET else "busy"

    def row(self) -> list[str]:
        return [
            self.what,
            str(self.positions),
            ranged(self.speed, ".2f", "x"),
            ranged(self.time, ".2f", "x"),
            ranged(self.cores, ".2f"),
            f"{self.load:.1f}",
            self.verdict,
        ]


def steps(effort: Effort) -> list[Step]:
    return [_step(text, effort) for text in PLIES]


def _step(text: str, effort: Effort) -> Step:
    return Step(f"{text}, two threads", lambda: [_doubling(text, effort)])


def _doubling(text: str, effort: Effort) -> Doubling:
    load = os.getloadavg()[0]
    game = ours.load(text)
    tasks = islice(_tasks(game, text, effort), effort.of(POSITIONS))
    gains = [_gain(game, position, plies, effort.repeats) for position, plies in tasks]
    speed, time, cores = (spread(values) for values in zip(*gains))
    return Doubling(text, len(gains), speed, time, cores, load)


def _tasks(game: Game, text: str, effort: Effort) -> Iterator[tuple[Any, int]]:
    """Positions whose result is open, each with the depth that one thread completes in time."""
    wanted = depth.is_balanced if text == depth.GAME else lambda position: True
    for position in ours.random_positions(game, PLIES[text], wanted):
        thought = _think(game, position, 1, f"time={effort.seconds(SECONDS)}")
        if plies_to_end(thought.score) is None and thought.depth < DEEPEST:
            yield position, thought.depth


def _gain(game: Game, position: Any, plies: int, repeats: int) -> Gain:
    """The middle of several turns of one thread and two."""
    turns = [_turn(game, position, plies) for _ in range(repeats)]
    return Gain(*(statistics.median(values) for values in zip(*turns)))


def _turn(game: Game, position: Any, plies: int) -> Gain:
    one, two = (_think(game, position, threads, f"depth={plies}") for threads in (1, 2))
    speeds = [thought.nodes / thought.seconds for thought in (one, two)]
    return Gain(speeds[1] / speeds[0], one.seconds / two.seconds, two.cpu_seconds / two.seconds)


def _think(game: Game, position: Any, threads: int, limit: str) -> Thought:
    """With a new table each time."""
    player = make_thinker(f"negascout:threads={threads},{limit}")
    return player.think(Record(game, [position]))
