"""How fast a piece of work runs in processor time, measured in turns with a peer's."""

import contextlib
import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

Work = Callable[[int], int]
"""Does a piece of work with a seed and returns its amount."""


class Effort(NamedTuple):
    """How thoroughly a run measures: how often, and what share of each work."""

    repeats: int
    share: float
    plies_less: int
    sets: Path | None = None
    """A folder of positions with their scores that are not part of the project."""
    table_bytes: int = 0
    """The table size of the search that solves the empty board."""
    minutes: float | None = None
    """How long tabs watch a busy page, or a network learns; None: as long as the part says."""
    keep: Path | None = None
    """A folder that keeps the networks that were learned."""

    @property
    def options(self) -> str:
        """The options that repeat this run; the path of the folder is not recorded."""
        minutes = "" if self.minutes is None else f" --minutes {self.minutes:g}"
        return (" --sets FOLDER" if self.sets else "") + minutes

    def of(self, count: int) -> int:
        """`count`, or the share of it in a quick run, but at least 2."""
        return count if self.share == 1 else max(2, round(count * self.share))

    def seconds(self, full: float) -> float:
        """`full` seconds, or a tenth of them in a quick run."""
        return full if self.share == 1 else full / 10


FULL = Effort(repeats=5, share=1.0, plies_less=0)
QUICK = Effort(repeats=1, share=0.02, plies_less=2)
"""Enough to see that all parts work; the numbers mean nothing."""


@dataclass(frozen=True)
class Spread:
    """The median and the range of several measurements of the same thing."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Goal:
    """What a measurement should reach, and what would be even better."""

    value: float
    aim: float | None = None
    at_most: bool = False

    def verdict(self, seen: float) -> str:
        if self.aim is not None and self._reached(seen, self.aim):
            return "aim met"
        return "met" if self._reached(seen, self.value) else "missed"

    def _reached(self, seen: float, wanted: float) -> bool:
        return seen <= wanted if self.at_most else seen >= wanted


def spread(values: Sequence[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))


def rate(work: Work, seed: int) -> float:
    """The amount of work done per second of processor time."""
    began = time.process_time()
    done = work(seed)
    return done / (time.process_time() - began)


def rates_in_turns(
    works: Sequence[Work], repeats: int, prepare: Callable[[], None] = lambda: None
) -> list[list[float]]:
    """The rates of several works that take turns, so that a slow minute slows all of them.

    `prepare` is called before each round and is not timed.
    """
    prepare()
    for work in works:
        work(0)  # compiles, loads and warms up
    return rates_when_warm(works, repeats, prepare)


def rates_when_warm(
    works: Sequence[Work], repeats: int, prepare: Callable[[], None]
) -> list[list[float]]:
    """The same for works that need no round to warm up."""
    rounds = []
    with one_core():
        for seed in range(1, repeats + 1):
            prepare()
            rounds.append([rate(work, seed) for work in works])
    return [list(rates) for rates in zip(*rounds)]


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core if the system allows it, so that both sides use the same one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    _use_cores({max(before)})
    try:
        yield
    finally:
        _use_cores(before)


def _use_cores(cores: set[int]) -> None:
    """Set the cores of all threads: Linux has them per thread, and searches run in threads."""
    for thread in threading.enumerate():
        if thread.native_id is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.sched_setaffinity(thread.native_id, cores)
