"""Runs long kernels in threads; they poll a flag, so Ctrl-C can stop them."""

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
"""How often a waiting caller looks at the clock."""
GRACE_SECONDS = 0.5
"""How long to wait for kernels that are halted. One that is being compiled takes longer."""


def stop_flag() -> Stop:
    """The flag that a kernel polls; setting its only element makes it return."""
    return np.zeros(1, dtype=np.bool_)


def run(
    kernel: Callable[..., Result],
    *args: Any,
    stop: Stop,
    on_wait: Callable[[], None] = lambda: None,
    grace: float = GRACE_SECONDS,
) -> Result:
    """Call a kernel that takes the flag `stop` as its last argument; Ctrl-C sets the flag.

    While it runs, `on_wait` is called every `LOOK_SECONDS`.
    """

    def halt() -> None:
        stop[0] = True

    def look() -> float:
        on_wait()
        return LOOK_SECONDS

    calls = [lambda: kernel(*args, stop)]
    result: Result = run_together(calls, halt, look, LOOK_SECONDS, grace)[0]
    return result


def run_together(
    calls: Sequence[Callable[[], Any]],
    halt: Callable[[], None],
    look: Callable[[], float],
    first_look: float,
    grace: float = GRACE_SECONDS,
) -> list[Any]:
    """Run several calls at once; when the first of the list is done, the others are halted.

    The caller waits, so Ctrl-C reaches it. It calls `look` after `first_look` seconds, and then
    again after as many seconds as `look` returned. After Ctrl-C it waits at most `grace` seconds.
    """
    running = [_Running(call) for call in calls]
    wait = first_look
    try:
        while not running[0].wait(max(wait, 0)):
            wait = look()
    except BaseException:
        halt()
        end = time.monotonic() + grace
        for call in running:  # until then they use their memory
            call.wait(max(end - time.monotonic(), 0))
        raise
    if len(calls) > 1:
        halt()
    return [call.result() for call in running]


def leaving_behind(call: Callable[[], Result]) -> Result:
    """Wait for a call that cannot be stopped, such as compiling, and return its result. On Ctrl-C
    the caller goes on at once, and the call runs to its end in the background.

    Only the main thread gets interrupts. One that came while LLVM runs there would be lost.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    return _Running(call).result()


class _Running(Generic[Result]):
    """A call in a thread that the program does not wait for when it ends.

    Waiting uses a plain lock: an interrupt during `Thread.join` can leave its state broken.
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
        """Wait for the call; returns its result, or raises its error."""
        self.wait()
        if self._error:
            raise self._error
        return self._result
