"""Processes that work for this one: they end when it ends."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

from plyground.core.errors import BadOption
from plyground.core.python_files import SCRIPT


def end_with(pipe: int) -> None:
    """End this process when the other end of a pipe is closed, as it is when its owner ends.

    A signal does so even while other code never lets Python run; the thread is for systems that
    send none.
    """
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends a process
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    end_after(lambda: os.read(pipe, 1))


def end_after(wait: Callable[[], object]) -> None:
    """End this process at once when a call returns."""

    def end() -> None:
        wait()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def check_sendable(what: str, *given: Any) -> None:
    """Refuse games and players that other processes cannot import; `what` begins the message."""
    for thing in given:
        module = getattr(thing, "__module__", "") or type(thing).__module__
        if not isinstance(thing, str) and module.startswith((SCRIPT, "plyground_file_")):
            raise BadOption(
                f"{what}: other processes cannot import {thing!r}: write it to a file "
                "and give the file's name, such as 'mine.py'"
            )
