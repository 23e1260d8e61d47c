"""Long kernels that a person can stop: they run in a thread and look at a flag."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Result = TypeVar("Result")
Stop = NDArray[np.bool_]

_LOOK_SECONDS = 0.05


def stop_flag() -> Stop:
    """What a kernel polls; set its only element to make it return."""
    return np.zeros(1, dtype=np.bool_)


def run(
    kernel: Callable[..., Result],
    *args: Any,
    stop: Stop,
    on_wait: Callable[[], None] = lambda: None,
) -> Result:
    """Call a kernel that takes the flag as its last argument; Ctrl-C sets it and goes on up."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(kernel, *args, stop)
        try:
            while True:
                try:
                    return running.result(_LOOK_SECONDS)
                except NotYet:
                    on_wait()
        except BaseException:
            stop[0] = True
            raise
