"""How long the program takes to answer, by the clock on the wall, each time as a new process."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Goal, Spread, spread

REPEATS = 3
HELP_GOAL = Goal(0.4, at_most=True)
COLD_GOAL = Goal(10, at_most=True)
WARM_GOAL = Goal(1.5, at_most=True)


@dataclass(frozen=True)
class Start:
    """A command line; with a game, it compiles."""

    what: str
    compiles: bool = True


@dataclass(frozen=True)
class Answer:
    """How long a person waits; the processor's time tells what a busy machine adds to that."""

    what: str
    seconds: Spread
    processor_seconds: Spread
    goal: Goal

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.seconds.median)


class Took(NamedTuple):
    """One run of the program."""

    seconds: float
    processor_seconds: float


STARTS = [
    Start("--help", compiles=False),
    Start("perft connect-four 3"),
    Start("perft conniption 3"),
    Start("perft dominoes 3"),
    Start("perft paths 3"),
    Start("perft watch-your-back 3"),
]


def run_start(start: Start) -> list[Answer]:
    if not start.compiles:
        return [_answer(start.what, (_run(start) for _ in range(REPEATS)), HELP_GOAL)]
    cold, warm = zip(*(_cold_and_warm(start) for _ in range(REPEATS)))
    return [
        _answer(f"{start.what}, cold", cold, COLD_GOAL),
        _answer(f"{start.what}, warm", warm, WARM_GOAL),
    ]


def _answer(what: str, runs: Iterable[Took], goal: Goal) -> Answer:
    seconds, processor_seconds = zip(*runs)
    return Answer(what, spread(seconds), spread(processor_seconds), goal)


def _cold_and_warm(start: Start) -> tuple[Took, Took]:
    """With no compiled code at first, then with what the first run left."""
    with tempfile.TemporaryDirectory() as cache:
        return _run(start, cache), _run(start, cache)


def _run(start: Start, cache: str = "") -> Took:
    program = str(Path(sys.executable).with_name("plyground"))
    environment = os.environ | {"PLYGROUND_CACHE": cache}
    command = [program, *start.what.split()]
    used, began = _used_by_children(), time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return Took(time.perf_counter() - began, _used_by_children() - used)


def _used_by_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
