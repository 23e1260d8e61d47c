"""What tests share that wait for other processes and threads: they take a moment on a busy
machine."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE = 120.0


def wait_until(happened: Callable[[], object]) -> None:
    """Wait for something that is sure to happen."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def state(pid: int) -> str:
    """A letter for what a process does; empty if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def has_ended(pid: int) -> bool:
    """Whether a process does nothing any more, though its parent may not have asked for its end."""
    return state(pid) in ("", "Z")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, file.read_text().split())
    return found
