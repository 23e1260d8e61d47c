"""What all pools share: tasks wait in one queue, and each worker has a thread that takes them from
there."""

import queue
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Protocol, Self

from plyground.workers.pool import Finished, Task


class AnyWorker(Protocol):
    """Does tasks, one at a time, on this machine or elsewhere."""

    @property
    def is_gone(self) -> bool:
        """Whether it does no more tasks."""

    def get_ready(self) -> None:
        """Wait until it can do a task, or is gone."""

    def do(self, task: Task) -> Finished:
        """Do a task; raises nothing."""

    def stop(self) -> None:
        """Stop the task that it does, if any; any thread may do so."""

    def kill(self) -> None:
        """End it for good, whatever it does; any thread may do so."""


class QueuedPool(ABC):
    """Some workers, which may come and go."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        """What is to be done; None ends a worker."""
        self._finished: queue.SimpleQueue[Finished] = queue.SimpleQueue()
        self._threads: dict[AnyWorker, threading.Thread] = {}

    @property
    @abstractmethod
    def size(self) -> int:
        """How many workers there are, or will be when they are needed."""

    def submit(self, task: Task) -> None:
        """Have a task done."""
        self._tasks.put(task)

    def finished(self, timeout: float) -> list[Finished]:
        """What was finished since the last call."""
        found: list[Finished] = []
        with suppress(queue.Empty):
            found.append(self._finished.get(timeout=timeout))
            while True:
                found.append(self._finished.get_nowait())
        return found

    def stop(self) -> None:
        """Stop what is being done."""
        for worker in [*self._threads]:
            worker.stop()

    def close(self) -> None:
        """End all workers at once."""
        threads = {**self._threads}
        for _ in threads:
            self._tasks.put(None)
        for worker in threads:
            worker.kill()
        for thread in threads.values():
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _add(self, worker: AnyWorker) -> None:
        thread = threading.Thread(target=self._work, args=(worker,), daemon=True)
        self._threads[worker] = thread
        thread.start()

    def _work(self, worker: AnyWorker) -> None:
        """Let a worker do tasks, one after another."""
        while not worker.is_gone:
            worker.get_ready()
            task = None if worker.is_gone else self._tasks.get()
            if task is None:
                break
            if worker.is_gone:
                self._tasks.put(task)  # for another one
            else:
                self._finished.put(worker.do(task))
        worker.kill()
        self._threads.pop(worker, None)
