"""A program of others that is talked to line by line: whatever it does, its host goes on."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from plyground.core.errors import (
    BadOption,
    EngineDied,
    EngineNonsense,
    EngineOverMemory,
    EngineStalled,
)
from plyground.core.files import why
from plyground.core.processes import Descendants, below, memory, stat

MAX_LINE: Final = 1 << 16
"""No line of a program is longer than this, in bytes."""
MAX_RATE: Final = 20_000
"""More lines in a second than this are a flood."""
MAX_WAITING: Final = 4096
"""How many lines wait to be read; a program that writes more has to wait itself."""
LOOK_SECONDS: Final = 0.05
DEATH_SECONDS: Final = 1.0
"""How long a program that has closed its output may take to end."""
LAST_WORDS_SECONDS: Final = 0.2
"""How long what it wrote of its end may take to be read."""
MEMORY_SECONDS: Final = 0.5
"""How often the memory of a program is looked at."""
DEFAULT_MEMORY: Final = 2 << 30
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Program:
    """A running program. It gets a session of its own, all of which ends with it."""

    def __init__(self, command: Sequence[str], max_memory: int = DEFAULT_MEMORY) -> None:
        self.command, self.max_memory = [*command], max_memory
        self._lines: queue.Queue[str | Exception] = queue.Queue(MAX_WAITING)
        self._second, self._heard, self._looked = 0.0, 0, 0.0
        self._last_error = b""
        self._is_over = False
        check_command(command)
        descendants = Descendants()
        try:
            self.process = subprocess.Popen(
                [*_ending_with_us(), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=descendants.environment,
            )
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            raise BadOption(f"{command[0]} cannot be started: {reason}") from None
        self._end = weakref.finalize(self, _kill, self.process, descendants)
        self._readers = [
            threading.Thread(target=read, name=command[0], daemon=True)
            for read in (self._read_lines, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Write a line; raises EngineDied where nobody can read it."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._failed(self._death()) from None

    def next_line(self, seconds: float) -> str | None:
        """The next line that it writes; None if there is none in time. Raises EngineFailed."""
        deadline = time.monotonic() + seconds
        while True:
            self._check_memory()
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, LOOK_SECONDS)))
            except queue.Empty:
                if left <= 0:
                    return None
                continue
            if isinstance(line, Exception):
                raise self._failed(self._death() if isinstance(line, EOFError) else line)
            self._count_line()
            return line

    def expect(
        self, word: str, seconds: float, hear: Callable[[str], object] = lambda line: None
    ) -> str:
        """The rest of the next line that begins with a word; `hear` gets the lines before it.

        Raises EngineStalled if it does not come in time.
        """
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            line = self.next_line(left) if left > 0 else None  # it may go on saying other things
            if line is None:
                raise self._failed(
                    EngineStalled(f"the program did not say {word} within {seconds:g} seconds")
                )
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            hear(line)

    @property
    def cpu_seconds(self) -> float | None:
        """The processor time that it has used, with all that it has started; None where the system
        does not tell."""
        times = [*map(_cpu_seconds, _session(self.process.pid))]
        return sum(times) if times else None

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def close(self, seconds: float = 0.5) -> None:
        """Let it end by itself, if it does so in time; then end it and all that it has started."""
        with contextlib.suppress(OSError, ValueError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End it, and all that it has started, at once. What it said is forgotten."""
        self._is_over = True
        self._end()
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()  # makes room for who reads, to see that it is over
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(EOFError())  # for whoever still waits for a line

    def _failed(self, error: Exception) -> Exception:
        self.kill()
        return error

    def _death(self) -> EngineDied:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(DEATH_SECONDS)
        self._readers[1].join(LAST_WORDS_SECONDS)
        code = self.process.returncode
        if code is None:
            told = "the program closed its output"
        elif code < 0:
            told = f"the program was ended by {signal.Signals(-code).name}"
        else:
            told = f"the program ended with exit code {code}"
        last = self._last_error.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return EngineDied(f"{told}: {last[:200]}" if last else told)

    def _count_line(self) -> None:
        now = time.monotonic()
        if now - self._second >= 1:
            self._second, self._heard = now, 0
        self._heard += 1
        if self._heard > MAX_RATE:
            raise self._failed(
                EngineNonsense(f"the program wrote more than {MAX_RATE:,} lines in a second")
            )

    def _check_memory(self) -> None:
        now = time.monotonic()
        if now - self._looked < MEMORY_SECONDS:
            return
        self._looked = now
        taken = sum(map(memory, _session(self.process.pid)))
        if taken > self.max_memory:
            megabytes = f"{taken >> 20:,} MB of memory: expected at most {self.max_memory >> 20:,}"
            raise self._failed(EngineOverMemory(f"the program took {megabytes}"))

    def _read_lines(self) -> None:
        """Read what it says; a line that never ends is nonsense."""
        stream = self.process.stdout
        assert stream is not None
        try:
            while not self._is_over and (content := stream.readline(MAX_LINE)):
                if len(content) == MAX_LINE:
                    raise EngineNonsense(f"the program wrote a line of over {MAX_LINE:,} bytes")
                self._lines.put(content.decode("utf-8", "replace").rstrip("\r\n"))
            self._lines.put(EOFError())
        except (OSError, ValueError):
            self._lines.put(EOFError())
        except EngineNonsense as error:
            self._lines.put(error)

    def _read_errors(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while content := stream.readline(MAX_LINE):
                self._last_error = (self._last_error + content)[-1000:]


def check_command(command: Sequence[str]) -> None:
    """Refuse a command whose program is not there."""
    if shutil.which(command[0]) is None:
        raise BadOption(f"{command[0]} cannot be started: there is no such program")


def _ending_with_us() -> list[str]:
    """What lets the system end a program when this process ends, however it does."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []


def _kill(process: subprocess.Popen[bytes], descendants: Descendants) -> None:
    """End a program, its session and all that it has started."""
    started = {*_session(process.pid)} - {process.pid}
    if process.poll() is None:
        started.update(below(process.pid))
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    descendants.kill(started)
    for stream in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError, ValueError):
            if stream is process.stdin and stream is not None:
                stream.close()


def _cpu_seconds(pid: int) -> float:
    """The processor time of a process, and of those that it started and that have ended."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return sum(map(int, stat(pid)[11:15])) / _TICKS
    return 0.0


def _session(leader: int) -> list[int]:
    """The processes of a session, where the system tells."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int(folder.name)
            if int(stat(pid)[3]) == leader:
                found.append(pid)
    return found
