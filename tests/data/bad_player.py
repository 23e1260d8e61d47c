"""A player that misbehaves in the way it is told."""

import contextlib
import ctypes
import os
import struct
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground import Record, player


def line() -> int:
    """The open file by which this process talks to its host."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/self/fd/{number}").startswith("socket:"):
                return number
    raise OSError("there is no line to a host")


@player("bad")
@dataclass
class Bad:
    how: str = "well"
    number: int = 999
    """The question that a flood of messages is about."""

    def choose(self, record: Record) -> int:
        chosen = getattr(self, self.how)()
        return chosen if self.how in ANSWERS else next(iter(record.game.moves(record.position)))

    def well(self) -> None:
        """Nothing goes wrong."""

    def sleeps(self) -> None:
        time.sleep(0.3)

    def works(self) -> None:
        """Needs the processor for as long."""
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass

    def raises(self) -> None:
        raise ZeroDivisionError("by nothing")

    def segfaults(self) -> None:
        ctypes.string_at(0)

    def hangs(self) -> None:
        while True:
            time.sleep(1)

    def spins(self) -> None:
        """Python runs nowhere else in this process."""
        ctypes.PyDLL(None).sleep(1000)

    def allocates(self) -> None:
        taken = []
        while True:
            taken.append(bytearray(os.urandom(1 << 10) * (1 << 14)))

    def forks_and_allocates(self) -> None:
        if os.fork() == 0:
            self.allocates()
        self.hangs()

    def exits(self) -> None:
        os._exit(3)

    def hangs_up(self) -> None:
        os.close(line())
        self.hangs()

    def babbles(self) -> None:
        os.write(line(), struct.pack("<I", 5) + b"hello")
        self.hangs()

    def boasts(self) -> None:
        os.write(line(), struct.pack("<I", 1 << 31))
        self.hangs()

    def breaks_off(self) -> None:
        os.write(line(), struct.pack("<I", 1000) + b"only this")
        self.hangs()

    def floods(self) -> None:
        import msgspec

        content = msgspec.msgpack.encode({"type": "Compiling", "number": self.number})
        while True:
            os.write(line(), struct.pack("<I", len(content)) + content)

    def forks(self) -> None:
        """Leaves a child behind that would live on."""
        if os.fork() == 0:
            tell_pid()
            time.sleep(1000)
        self.hangs()

    def sets_free(self) -> None:
        """Leaves a child behind that has a session of its own."""
        if os.fork() == 0:
            os.setsid()
            tell_pid()
            time.sleep(1000)
        self.hangs()

    def forgets(self) -> None:
        """Leaves a child behind that has nothing of its parent, not even its variables."""
        child = subprocess.Popen(["sleep", "1000"], env={}, start_new_session=True)
        tell_pid(child.pid)
        self.hangs()

    def answers_none(self) -> None:
        """No move."""

    def answers_half(self) -> float:
        return 0.5

    def answers_far(self) -> int:
        return 10**30

    def answers_numpy(self) -> Any:
        return np.int8(0)


ANSWERS = ("answers_none", "answers_half", "answers_far", "answers_numpy")
"""What answers by itself."""


def tell_pid(pid: int = 0) -> None:
    """Write down who this is, or another one, if somebody wants to know."""
    if "CHILD" in os.environ:
        Path(os.environ["CHILD"]).write_text(str(pid or os.getpid()))
