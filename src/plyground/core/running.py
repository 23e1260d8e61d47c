"""Long kernels that a person can stop: they run in threads and look at a flag."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent import futures
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, TypeVar

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
    running = [_started(call) for call in calls]
    wait = first_look
    try:
        while not running[0].done():
            with contextlib.suppress(NotYet):
                running[0].exception(max(wait, 0))
                break
            wait = look()
    except BaseException:
        halt()
        futures.wait(running, GRACE_SECONDS)  # so that nobody else has their memory meanwhile
        raise
    if len(calls) > 1:
        halt()
    return [call.result() for call in running]


def leaving_behind(call: Callable[[], Result]) -> Result:
    """What a call that cannot be stopped gives; whoever is interrupted while waiting goes on at
    once, and the call comes to its end unseen.

    Only the main thread hears interrupts. LLVM would lose one that comes while it is at work.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    return _started(call).result()


def _started(call: Callable[[], Result]) -> "Future[Result]":
    """A call that runs in a thread for which nobody waits at the program's end."""
    running: Future[Result] = Future()

    def fulfil() -> None:
        try:
            running.set_result(call())
        except BaseException as error:
            running.set_exception(error)

    threading.Thread(target=fulfil, daemon=True).start()
    return running
