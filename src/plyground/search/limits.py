"""How long a search may think, in any combination of time, depth, nodes and simulations."""

import math
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.threads import LOOK_SECONDS
from plyground.search.stop import StopSignal
from plyground.search.workspace import MAX_PLY

UNLIMITED: Final = 1 << 62
MAX_DEPTH: Final = MAX_PLY - 2


class Limits(NamedTuple):
    """A search stops at whichever comes first."""

    time: float = math.inf
    """Seconds by the clock."""
    cpu: float = math.inf
    """Seconds of processor time, of all threads together."""
    depth: int = MAX_DEPTH
    nodes: int = UNLIMITED
    simulations: int = UNLIMITED
    soft: float = math.inf
    """Seconds that are meant for the search, of processor time where that is limited: no iteration
    begins that would take much longer."""

    @property
    def softened(self) -> "Limits":
        """The same for work that cannot know how long it takes: the soft limit is a hard one."""
        if self.cpu < math.inf:
            return self._replace(cpu=min(self.cpu, self.soft), soft=math.inf)
        return self._replace(time=min(self.time, self.soft), soft=math.inf)

    def within(self, other: "Limits") -> "Limits":
        """Both limits at once."""
        return Limits(
            min(self.time, other.time),
            min(self.cpu, other.cpu),
            min(self.depth, other.depth),
            min(self.nodes, other.nodes),
            min(self.simulations, other.simulations),
            min(self.soft, other.soft),
        )

    def check(self) -> None:
        """Refuse limits within which no search can do anything."""
        for name, value in self._asdict().items():
            if not value > 0:
                raise BadOption(f"the limit {name} is {value}: expected more than 0")
        if self.depth > MAX_DEPTH:
            raise BadOption(f"the limit depth is {self.depth}: expected at most {MAX_DEPTH}")


NO_LIMITS: Final = Limits()


class Stopped(Exception):
    """A limit was met before a search was complete."""


class Clock:
    """How much time is left, by the clock on the wall and by the processor's: none after a stop."""

    def __init__(self, limits: Limits, stop: StopSignal, threads: int = 1) -> None:
        self.limits = limits
        self.stop = stop
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
        """The seconds before which no limit of time can be reached."""
        if self.stop.is_set:
            return 0.0
        cpu_left = self.limits.cpu - self.cpu_seconds
        return min(self.limits.time - self.seconds, cpu_left / self.threads)

    @property
    def soft_share(self) -> float:
        """How much of the time that is meant for the search has been used, as a share."""
        limits = self.limits
        return (self.cpu_seconds if limits.cpu < math.inf else self.seconds) / limits.soft

    @property
    def next_look(self) -> float:
        return min(max(self.left, 0.0), LOOK_SECONDS)

    def watch(self, halt: Callable[[], None]) -> Callable[[], float]:
        """A function for a waiting caller: calls `halt` if time is over, and returns in how many
        seconds to call it again."""

        def look() -> float:
            if self.left <= 0:
                halt()
            return self.next_look or LOOK_SECONDS

        return look
