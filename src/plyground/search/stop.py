"""A stop from any thread: it ends the search that is running, as if its time were over."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Halt = Callable[[], None]


class StopSignal:
    """Whether what is running shall end.

    Work that can be stopped runs within `running`, and may itself begin more of it. A stop lasts
    until the outermost of these ends. Where nothing runs, a stop does nothing: none is kept for
    work that begins later.
    """

    def __init__(self) -> None:
        self.is_set = False
        """Whether what is running was stopped."""
        self._running = 0
        self._halts: list[Halt] = []
        self._lock = threading.RLock()  # a signal handler may stop what its own thread does

    def set(self) -> None:
        """Stop what is running."""
        with self._lock:
            if self._running:
                self.is_set = True
                for halt in self._halts:
                    halt()

    def __reduce__(self) -> tuple[type["StopSignal"], tuple[()]]:
        return StopSignal, ()  # nothing runs under a copy

    @contextmanager
    def running(self) -> Iterator[None]:
        """What is done meanwhile can be stopped."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    def begin(self) -> None:
        """From now on there is something to stop, until `end`, which another thread may call."""
        with self._lock:
            self._running += 1

    def end(self) -> None:
        """What `begin` announced is done."""
        with self._lock:
            self._running -= 1
            self.is_set = self.is_set and self._running > 0

    @contextmanager
    def halting(self, halt: Halt) -> Iterator[None]:
        """A stop calls `halt`, even one that came before."""
        with self._lock:
            self._halts.append(halt)
            if self.is_set:
                halt()
        try:
            yield
        finally:
            with self._lock:
                self._halts.remove(halt)

    @contextmanager
    def passed_on(self, other: "StopSignal") -> Iterator[None]:
        """A stop also stops what runs under another signal."""
        with other.running(), self.halting(other.set):
            yield


class Stoppable:
    """Has methods that can be stopped from any thread."""

    stop_signal: StopSignal

    def stop(self) -> None:
        """End what is running now, soon; its result so far stands. May be called at any time, by
        any thread, and again; where nothing is running it does nothing."""
        self.stop_signal.set()


Self = TypeVar("Self", bound=Stoppable)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def can_be_stopped(
    method: Callable[Concatenate[Self, Parameters], Result],
) -> Callable[Concatenate[Self, Parameters], Result]:
    """Make a method one that `stop` ends. It has to look at the signal while it works."""

    @wraps(method)
    def call(self: Self, /, *args: Parameters.args, **kws: Parameters.kwargs) -> Result:
        with self.stop_signal.running():
            return method(self, *args, **kws)

    return call
