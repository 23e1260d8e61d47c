"""Long kernels that a person can stop: they run in a thread and look at a flag."""

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Result = TypeVar("Result")
Stop = NDArray[np.bool_]

_LOOK_SECONDS = 0.05


def stop_flag() -> Stop:
    """What a kernel polls; set its only element to make it return."""
    return np.zeros(1, dtype=np.bool_)


@cache
def _worker() -> ThreadPoolExecutor:
    """One thread for all kernels of the main thread, which waits for each before the next."""
    return ThreadPoolExecutor(1)


def run(
    kernel: Callable[..., Result],
    *args: Any,
    stop: Stop,
    on_wait: Callable[[], None] = lambda: None,
) -> Result:
    """Call a kernel that takes the flag as its last argument; Ctrl-C sets it and goes on up.

    Only the main thread hears Ctrl-C: elsewhere the kernel is simply called. While it runs,
    `on_wait` is called many times a second.
    """
    if threading.current_thread() is not threading.main_thread():
        return kernel(*args, stop)
    running = _worker().submit(kernel, *args, stop)
    try:
        while True:
            with contextlib.suppress(NotYet):
                return running.result(_LOOK_SECONDS)
            on_wait()
    except BaseException:
        stop[0] = True
        raise
