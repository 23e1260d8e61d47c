"""Long kernels that a person can stop: they run in threads and look at a flag."""

import _thread
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Result = TypeVar("Result")
Stop = NDArray[np.bool_]

LOOK_SECONDS = 0.05
"""How often a waiting caller looks up."""
GRACE_SECONDS = 0.5
"""How long a kernel may take to see that it is halted; one that is being compiled takes longer."""


def stop_flag() -> Stop:
    """What a kernel polls; set its only element to make it return."""
    return np.zeros(1, dtype=np.bool_)


def run(
    kernel: Callable[..., Result],
    *args: Any,
    stop: Stop,
    on_wait: Callable[[], None] = lambda: None,
) -> Result:
    """Call a kernel that takes the flag as its last argument; Ctrl-C sets it and goes on up.

    While it runs, `on_wait` is called many times a second.
    """

    def halt() -> None:
        stop[0] = True

    def look() -> float:
        on_wait()
        return LOOK_SECONDS

    result: Result = run_together([lambda: kernel(*args, stop)], halt, look, LOOK_SECONDS)[0]
    return result


def run_together(
    calls: Sequence[Callable[[], Any]],
    halt: Callable[[], None],
    look: Callable[[], float],
    first_look: float,
) -> list[Any]:
    """Run several calls at once; when the first of them is done the others are halted.

    The caller waits, so that it hears Ctrl-C, and calls `look` after `first_look` seconds and then
    after as many as `look` says.
    """
    running = [_Running(call) for call in calls]
    wait = first_look
    try:
        while not running[0].wait(max(wait, 0)):
            wait = look()
    except BaseException:
        halt()
        end = time.monotonic() + GRACE_SECONDS
        for call in running:  # so that nobody else has their memory meanwhile
            call.wait(max(end - time.monotonic(), 0))
        raise
    if len(calls) > 1:
        halt()
    return [call.result() for call in running]


def leaving_behind(call: Callable[[], Result]) -> Result:
    """Wait for a call that cannot be stopped, such as compiling, and return its result. On Ctrl-C
    the caller goes on at once, and the call runs to its end in the background.

    Only the main thread hears interrupts. LLVM would lose one that comes while it is at work.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    return _Running(call).result()


class _Running(Generic[Result]):
    """A call in a thread for which nobody waits at the program's end.

    It is waited for by a plain lock: an interrupt that comes in the midst of Python's own waiting
    for threads would leave that in disorder.
    """

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._is_done = False
        self._error: BaseException | None = None
        self._lock = _thread.allocate_lock()
        self._lock.acquire()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        try:
            self._result = self._call()
        except BaseException as error:
            self._error = error
        self._is_done = True
        self._lock.release()

    def wait(self, seconds: float = -1) -> bool:
        """Wait at most `seconds` seconds, or for ever if -1; returns whether the call is done."""
        if not self._is_done and self._lock.acquire(timeout=seconds):
            self._lock.release()
        return self._is_done

    def result(self) -> Result:
        """What the call gives, once it is done; raises what it raised."""
        self.wait()
        if self._error:
            raise self._error
        return self._result
