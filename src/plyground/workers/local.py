"""Processes of this machine: each one does a task at a time, and is replaced when it dies."""

import os
import queue
import threading
from contextlib import suppress
from typing import Final

from plyground.core.errors import EngineFailed, EngineRaised, PlygroundError
from plyground.live.job import asking
from plyground.live.process import DEFAULT_MEMORY, EngineProcess
from plyground.search.stop import StopSignal
from plyground.workers.pool import Done, Failed, Finished, Lost, Task

_END: Final = None


class LocalPool:
    """`jobs` processes that stay warm: what one task compiled, the next one finds."""

    def __init__(
        self, jobs: int, max_memory: int = DEFAULT_MEMORY, has_affinity: bool = False
    ) -> None:
        self.size, self.max_memory, self.has_affinity = jobs, max_memory, has_affinity
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._finished: queue.SimpleQueue[Finished] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._processes: dict[int, EngineProcess] = {}
        self._is_closed = False

    def submit(self, task: Task) -> None:
        """Have a task done. Processes begin when they are needed."""
        self._tasks.put(task)
        if len(self._threads) < self.size:
            place = len(self._threads)
            thread = threading.Thread(target=self._work, args=(place,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def finished(self, timeout: float) -> list[Finished]:
        """What was finished since the last call."""
        found: list[Finished] = []
        with suppress(queue.Empty):
            found.append(self._finished.get(timeout=timeout))
            while True:
                found.append(self._finished.get_nowait())
        return found

    def close(self) -> None:
        """End all processes at once."""
        self._is_closed = True
        for _ in self._threads:
            self._tasks.put(_END)
        for process in [*self._processes.values()]:
            process.kill()
        for thread in self._threads:
            thread.join()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that there are."""
        return [process.pid for process in [*self._processes.values()] if process.is_alive]

    def __enter__(self) -> "LocalPool":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _work(self, place: int) -> None:
        """Let one process do tasks, one after another."""
        while (task := self._tasks.get()) is not _END and not self._is_closed:
            self._finished.put(self._do(place, task))
        if place in self._processes:
            self._processes[place].kill()

    def _do(self, place: int, task: Task) -> Finished:
        try:
            process = self._process(place)
            process.set_up(task.game, task.job)
            ask, stop = asking(task.question), StopSignal()
            return Done(task.number, process.ask(ask, _ignore, stop, task.max_seconds).content)
        except EngineRaised as error:
            return Failed(task.number, error)
        except EngineFailed as error:
            return Lost(task.number, str(error))
        except PlygroundError as error:
            return Failed(task.number, error)

    def _process(self, place: int) -> EngineProcess:
        process = self._processes.get(place)
        if process is None or not process.is_alive:
            if process:
                process.kill()  # what is left of it
            process = self._processes[place] = EngineProcess(self.max_memory)
            if self.has_affinity:
                _pin(process.pid, place)
            if self._is_closed:
                process.kill()
        return process


def _ignore(message: object) -> None:
    """Nobody hears what a job finds on the way."""


def _pin(pid: int, place: int) -> None:
    """Keep a process on one processor, where the system can."""
    with suppress(AttributeError, OSError):
        usable = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, {usable[place % len(usable)]})
