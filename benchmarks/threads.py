"""What a second thread gains, in wall time since both cores are used."""

import os
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from benchmarks import depth, ours
from benchmarks.findings import Step
from benchmarks.measure import Effort, Spread, spread
from benchmarks.words import ranged
from plyground import Game
from plyground.core.score import plies_to_end
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import MAX_DEPTH, Limits
from plyground.search.thought import Thought

POSITIONS = 6
SECONDS = 1.0
"""The time in which one thread must complete the depth that both race to."""
HARD_SECONDS = 0.5
"""Positions that one thread solves sooner are left out."""
MAX_SECONDS = 10.0
SOLVED = "connect-four"
OPENINGS = range(8, 15)
TABLE = 64 << 20
QUIET = 1.8
"""On a quiet machine two threads use at least this many cores."""
PLIES = {
    "connect-four": range(17),
    depth.GAME: depth.MOVING,
    "examples/breakthrough.py": range(4, 25),
}


class Run(NamedTuple):
    """What one run took."""

    nodes: int
    seconds: float
    cpu_seconds: float


Racer = Callable[[int], Run]
"""Runs with this many threads and a new table."""


class Gain(NamedTuple):
    """How two threads compare with one at a position."""

    speed: float
    time: float
    cores: float


@dataclass(frozen=True)
class Doubling:
    """How two threads compare with one at several positions."""

    TITLE: ClassVar = "Two threads"
    HEADINGS: ClassVar = [
        "search",
        "positions",
        "nodes per second",
        "time to the same result",
        "cores used",
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
    searches = [_step(f"negascout, {text}", partial(_searches, text), effort) for text in PLIES]
    return [*searches, _step(f"exact solver, {SOLVED}", _solves, effort)]


def _step(what: str, racers: Callable[[Effort], Iterator[Racer]], effort: Effort) -> Step:
    return Step(f"{what}, two threads", lambda: [_doubling(what, racers(effort), effort)])


def _doubling(what: str, racers: Iterator[Racer], effort: Effort) -> Doubling:
    load = os.getloadavg()[0]
    gains = [_gain(racer, effort.repeats) for racer in islice(racers, effort.of(POSITIONS))]
    speed, time, cores = (spread(values) for values in zip(*gains))
    return Doubling(what, len(gains), speed, time, cores, load)


def _gain(racer: Racer, repeats: int) -> Gain:
    """The median of several turns of one thread and two."""
    turns = [_turn(racer(1), racer(2)) for _ in range(repeats)]
    return Gain(*(statistics.median(values) for values in zip(*turns)))


def _turn(one: Run, two: Run) -> Gain:
    speeds = [run.nodes / run.seconds for run in (one, two)]
    return Gain(speeds[1] / speeds[0], one.seconds / two.seconds, two.cpu_seconds / two.seconds)


# --- what is raced -----------------------------------------------------------------------------


def _searches(text: str, effort: Effort) -> Iterator[Racer]:
    """Undecided positions, searched to the depth that one thread completes in time."""
    game = ours.load(text)
    wanted = depth.is_balanced if text == depth.GAME else lambda position: True
    for position in ours.random_positions(game, PLIES[text], wanted):
        thought = _think(game, position, f"time={effort.seconds(SECONDS)}", 1)
        if plies_to_end(thought.score) is None and thought.depth < MAX_DEPTH:
            yield partial(_search, game, position, thought.depth)


def _search(game: Game, position: Any, plies: int, threads: int) -> Run:
    thought = _think(game, position, f"depth={plies}", threads)
    return Run(thought.nodes, thought.seconds, thought.cpu_seconds)


def _think(game: Game, position: Any, limit: str, threads: int) -> Thought:
    player = make_engine_player(f"negascout:threads={threads},{limit}")
    return player.think(Record(game, position))


def _solves(effort: Effort) -> Iterator[Racer]:
    """Hard openings, solved to the end."""
    game, min_seconds = ours.load(SOLVED), effort.seconds(HARD_SECONDS)
    for position in ours.random_positions(game, OPENINGS, lambda position: True):
        run = _solve(game, position, 1)
        if min_seconds <= run.seconds < MAX_SECONDS:
            yield partial(_solve, game, position)


def _solve(game: Game, position: Any, threads: int) -> Run:
    solver = ExactSolver(game, TABLE, threads)
    solver.solve(position, Limits(time=MAX_SECONDS))
    return Run(solver.nodes, solver.seconds, solver.cpu_seconds)
