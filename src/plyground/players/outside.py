"""What players share that are programs of others: they are waited for, but not for ever."""

import contextlib
import math
import shlex
import time
from collections.abc import Callable
from typing import Final, TypeVar

from plyground.core.errors import BadOption, EngineFailed, EngineStalled
from plyground.protocol.program import DEFAULT_MEMORY, Program
from plyground.records.record import Record
from plyground.search.clock import CPU_PATIENCE
from plyground.search.stop import Stoppable, StopSignal

GRACE_SECONDS: Final = 10.0
"""How much longer than it may think a program is waited for; a game's clock ends a game sooner."""
STOP_SECONDS: Final = 2.0
"""How long it may still take after a stop."""
LOOK_SECONDS: Final = 0.05

Answer = TypeVar("Answer")


class OutsidePlayer(Stoppable):
    """A player that is somebody else's program. All that follows its name says which."""

    name: str
    takes_text = True

    def __init__(self) -> None:
        self.max_memory = DEFAULT_MEMORY
        """How many bytes the program may take."""
        self.stop_signal = StopSignal()
        self._program: Program | None = None

    @property
    def cpu_elsewhere(self) -> float | None:
        """The processor time that the program has used; None where the system does not tell."""
        return self._program.cpu_seconds if self._program else 0.0

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program and program.is_alive:
            with contextlib.suppress(EngineFailed):
                self.farewell(program)
            program.close()

    def farewell(self, program: Program) -> None:
        """Say what lets the program end by itself; it also does when its input ends."""

    def wait_for(
        self, program: Program, seconds: float, read: Callable[[str], Answer | None]
    ) -> Answer:
        """What `read` makes of the first line that it does not pass over with None. Who does not
        answer in time, or does not obey a stop, is ended: raises EngineStalled."""
        began = time.monotonic()
        while True:
            line = program.next_line(LOOK_SECONDS)
            found = None if line is None else read(line)
            if found is not None:
                return found
            waited = time.monotonic() - began
            if self.stop_signal.is_set:
                seconds = min(seconds, waited + STOP_SECONDS)
            if waited >= seconds:
                program.kill()
                raise EngineStalled(f"the program did not move within {seconds:.3g} seconds")


def words_of(player: str, command: str) -> list[str]:
    """The words of a command that starts a program; raises BadOption."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"{player}:{command}: {error}") from None
    if not words:
        raise BadOption(f"{player}: expected a command after it, as in {player}:./engine")
    return words


def time_left(record: Record) -> float:
    """The seconds on the game's clock; without one, infinitely many."""
    return record.clock.left if record.clock else math.inf


def patience(record: Record, seconds: float) -> float:
    """How long a program is waited for, by the clock on the wall, that may think for some time by
    the game's clock."""
    is_cpu = record.clock is not None and record.clock.is_cpu
    return (CPU_PATIENCE if is_cpu else 1) * seconds + GRACE_SECONDS
