"""A process that does tasks one after another, and is replaced when it dies: the same in every
pool, on whatever machine."""

import os
import threading
from contextlib import suppress

from plyground.core.errors import EngineFailed, EngineRaised, PlygroundError
from plyground.live.job import asking
from plyground.live.process import DEFAULT_MEMORY, EngineProcess
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.workers.pool import Done, Failed, Finished, Lost, Task


class Worker(Stoppable):
    """Stays warm: what one task compiled, the next one finds. Its process begins when it is first
    needed, and is kept on the processor `place` if that is given."""

    is_gone = False

    def __init__(self, max_memory: int = DEFAULT_MEMORY, place: int | None = None) -> None:
        self.max_memory, self.place = max_memory, place
        self.stop_signal = StopSignal()
        self._process: EngineProcess | None = None
        self._lock = threading.Lock()

    def get_ready(self) -> None:
        """There is nothing to wait for."""

    @can_be_stopped
    def do(self, task: Task) -> Finished:
        """Do a task, within its limits of time and memory; returns what became of it."""
        try:
            process = self._living()
            process.set_up(task.game, task.job)
            ask, stop = asking(task.question), self.stop_signal
            return Done(task.number, process.ask(ask, _ignore, stop, task.max_seconds).content)
        except EngineRaised as error:
            return Failed(task.number, error)
        except EngineFailed as error:
            return Lost(task.number, str(error))
        except PlygroundError as error:
            return Failed(task.number, error)

    def kill(self) -> None:
        """End the process for good; any thread may do so."""
        with self._lock:
            self.is_gone = True
            if self._process:
                self._process.kill()

    @property
    def pid(self) -> int | None:
        """The number of its process, if there is one."""
        process = self._process
        return process.pid if process and process.is_alive else None

    def _living(self) -> EngineProcess:
        process = self._process
        if process and process.is_alive:
            return process
        with self._lock:
            if process:
                process.kill()  # what is left of it
            # Players have processes of their own, with limits of their own.
            process = self._process = EngineProcess(self.max_memory, is_alone=False)
            if self.place is not None:
                _pin(process.pid, self.place)
            if self.is_gone:
                process.kill()
        return process


def _ignore(message: object) -> None:
    """Nobody hears what a job finds on the way."""


def _pin(pid: int, place: int) -> None:
    """Keep a process on one processor, where the system can."""
    with suppress(AttributeError, OSError):
        usable = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, {usable[place % len(usable)]})
