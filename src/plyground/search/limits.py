"""How long a search may think, in any combination of time, depth, nodes and simulations."""

import math
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.threads import LOOK_SECONDS
from plyground.search.workspace import MAX_PLY

UNLIMITED: Final = 1 << 62
MAX_DEPTH: Final = MAX_PLY - 2


class Limits(NamedTuple):
    """A search stops at whichever comes first."""

    seconds: float = math.inf
    cpu_seconds: float = math.inf
    depth: int = MAX_DEPTH
    nodes: int = UNLIMITED
    simulations: int = UNLIMITED

    def check(self) -> None:
        """Refuse what leaves nothing to do."""
        for name, value in self._asdict().items():
            if not value > 0:
                raise BadOption(f"the limit {name} is {value}: expected more than 0")
        if self.depth > MAX_DEPTH:
            raise BadOption(f"the limit depth is {self.depth}: expected at most {MAX_DEPTH}")


NO_LIMITS: Final = Limits()


class Stopped(Exception):
    """A limit was met before a search was complete."""


class Clock:
    """Tells a waiting caller how much time is left, by the wall and by the processor."""

    def __init__(self, limits: Limits, threads: int = 1) -> None:
        self.limits = limits
        self.threads = threads
        self.wall, self.cpu = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.wall

    @property
    def cpu_seconds(self) -> float:
        return time.process_time() - self.cpu

    @property
    def left(self) -> float:
        """No limit can be reached sooner than this."""
        cpu_left = self.limits.cpu_seconds - self.cpu_seconds
        return min(self.limits.seconds - self.seconds, cpu_left / self.threads)

    @property
    def next_look(self) -> float:
        return min(max(self.left, 0.0), LOOK_SECONDS)

    def watch(self, halt: Callable[[], None]) -> Callable[[], float]:
        """What a waiting caller does when it looks up: halt if time is over; when to look next."""

        def look() -> float:
            if self.left <= 0:
                halt()
            return self.next_look or LOOK_SECONDS

        return look
