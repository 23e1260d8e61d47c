"""Processes that work for this one: they end when it ends."""

import contextlib
import mmap
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.python_files import SCRIPT

_MARKS: Final = "PLYGROUND_STARTED_BY"
"""The variable that tells which process of ours somebody's program was started by."""
_END_SECONDS: Final = 2.0
"""How long those that are killed are waited for: on a busy machine it takes a moment."""
_LOOK_SECONDS: Final = 0.002


class Descendants:
    """All that a process starts, and what that starts, and so on: they inherit a mark, also where
    they leave the group and the session of the process."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(12)

    @property
    def environment(self) -> dict[str, str]:
        """The variables for the process: ours, and the mark beside those that we have ourselves."""
        return os.environ | {_MARKS: f"{os.environ.get(_MARKS, '')} {self._mark}".strip()}

    def kill(self, known: Iterable[int] = ()) -> None:
        """End them all, where the system tells which they are, and those that are `known`; wait
        until they are gone. Those that they start meanwhile are found when it looks again."""
        deadline, killed = time.monotonic() + _END_SECONDS, {*known}
        _kill(killed)
        while (found := self._alive()) or not all(map(_has_ended, killed)):
            _kill(found)
            killed.update(found)
            if time.monotonic() >= deadline:
                return
            time.sleep(_LOOK_SECONDS)

    def _alive(self) -> list[int]:
        """Those that there are; the variables of one that has ended cannot be read."""
        found, mark = [], self._mark.encode()
        for file in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in file.read_bytes():
                    found.append(int(file.parent.name))
        return found


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def below(pid: int) -> list[int]:
    """The processes that a process has started, what they have started, and so on, where the system
    tells; not those whose parent has ended."""
    found = [pid]
    for parent in found:  # which grows meanwhile
        for file in Path(f"/proc/{parent}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, file.read_text().split())
    return found[1:]


def stat(pid: int) -> list[str]:
    """What the system tells of a process, from its state on; raises OSError if there is none."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def memory(pid: int) -> int:
    """How many bytes a process has in memory; 0 where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * mmap.PAGESIZE
    return 0


def share_of_memory(pid: int) -> int:
    """The same, but of what it shares with others, as it does after a fork, its share only."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
    return memory(pid)


def _has_ended(pid: int) -> bool:
    """Whether a process is gone, or does nothing more than wait for its parent to ask for it. One
    that was killed may still have to give back its memory."""
    with contextlib.suppress(OSError):
        return stat(pid)[0] == "Z"
    return True


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
