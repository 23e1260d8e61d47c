"""How long the program takes to answer, in wall time, each time as a new process."""

import os
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from benchmarks.command import plyground
from benchmarks.findings import Step
from benchmarks.measure import Effort, Goal, Spread, spread
from benchmarks.words import goal_text, ranged

REPEATS = 3
HELP_GOAL = Goal(0.4, at_most=True)
COLD_GOAL = Goal(10, at_most=True)
WARM_GOAL = Goal(1.5, at_most=True)
FIRST_MOVE_GOAL = Goal(20, at_most=True)


@dataclass(frozen=True)
class Start:
    """A command line, with what it should reach without and with compiled code."""

    what: str
    cold: Goal | None
    warm: Goal | None


@dataclass(frozen=True)
class Answer:
    """How long a person waits; the processor time shows what a busy machine adds."""

    TITLE: ClassVar = "Starts"
    HEADINGS: ClassVar = ["plyground", "time", "processor time", "goal", "verdict"]

    what: str
    seconds: Spread
    processor_seconds: Spread
    goal: Goal | None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.seconds.median) if self.goal else ""

    def row(self) -> list[str]:
        return [
            self.what,
            ranged(self.seconds, ".2f", " s"),
            ranged(self.processor_seconds, ".2f", " s"),
            goal_text(self.goal, " s"),
            self.verdict,
        ]


class Took(NamedTuple):
    """One run of the program."""

    seconds: float
    processor_seconds: float


GAMES = ["connect-four", "conniption", "dominoes", "paths", "watch-your-back"]
HELP = "--help"
STARTS = [Start(f"perft {game} 3", COLD_GOAL, WARM_GOAL) for game in GAMES]
THINKING = "nodes=10000"
"""Enough to solve what `best` solves, in a hundredth of a second."""
FIRST_MOVES = [
    Start(f"play {game} --first {player}:{THINKING} --second human", FIRST_MOVE_GOAL, WARM_GOAL)
    for game in [*GAMES, "examples/breakthrough.py"]
    for player in ("best", "mcts")
]


def steps(effort: Effort) -> list[Step]:
    repeats = min(effort.repeats, REPEATS)
    return [
        Step(HELP, lambda: [_answer(HELP, (_run(HELP) for _ in range(repeats)), HELP_GOAL)]),
        *(_step(start, repeats) for start in STARTS + FIRST_MOVES),
    ]


def _step(start: Start, repeats: int) -> Step:
    return Step(start.what, lambda: _run_start(start, repeats))


def _run_start(start: Start, repeats: int) -> list[Answer]:
    cold, warm = zip(*(_cold_and_warm(start.what) for _ in range(repeats)))
    return [
        _answer(f"{start.what}, cold", cold, start.cold),
        _answer(f"{start.what}, warm", warm, start.warm),
    ]


def _answer(what: str, runs: Iterable[Took], goal: Goal | None) -> Answer:
    seconds, processor_seconds = zip(*runs)
    return Answer(what, spread(seconds), spread(processor_seconds), goal)


def _cold_and_warm(line: str) -> tuple[Took, Took]:
    """With no compiled code at first, then with what the first run left."""
    with tempfile.TemporaryDirectory() as cache:
        return _run(line, cache), _run(line, cache)


def _run(line: str, cache: str = "") -> Took:
    used, began = _used_by_children(), time.perf_counter()
    plyground(line, {"PLYGROUND_CACHE": cache})
    return Took(time.perf_counter() - began, _used_by_children() - used)


def _used_by_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
