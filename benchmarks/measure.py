"""How fast a piece of work runs in processor time, in turns with a peer's."""

import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

REPEATS = 5

Work = Callable[[int], int]
"""Does a piece of work with a seed and returns how much it was."""


@dataclass(frozen=True)
class Spread:
    """What several measurements of the same thing gave."""

    median: float
    least: float
    most: float


@dataclass(frozen=True)
class Goal:
    """What a measurement should reach, and what would be better still."""

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
    """How much of the work is done in a second of processor time."""
    began = time.process_time()
    done = work(seed)
    return done / (time.process_time() - began)


def rates_in_turns(works: Sequence[Work]) -> list[list[float]]:
    """The rates of several works that take turns, so that a slow minute slows all of them."""
    for work in works:
        work(0)  # compiles, loads and warms up
    with one_core():
        rounds = [[rate(work, seed) for work in works] for seed in range(1, REPEATS + 1)]
    return [list(rates) for rates in zip(*rounds)]


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core where the system lets us choose, so that both sides get the same one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
