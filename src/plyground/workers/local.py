"""Processes of this machine: each one does a task at a time, and is replaced when it dies."""

from plyground.live.process import DEFAULT_MEMORY
from plyground.workers.pool import Task
from plyground.workers.queued import QueuedPool
from plyground.workers.worker import Worker


class LocalPool(QueuedPool):
    """`jobs` processes, which begin when they are needed."""

    def __init__(
        self, jobs: int, max_memory: int = DEFAULT_MEMORY, has_affinity: bool = False
    ) -> None:
        super().__init__()
        self.jobs, self.max_memory, self.has_affinity = jobs, max_memory, has_affinity
        self._workers: list[Worker] = []

    @property
    def size(self) -> int:
        return self.jobs

    def submit(self, task: Task) -> None:
        """Have a task done."""
        super().submit(task)
        if len(self._workers) < self.jobs:
            place = len(self._workers) if self.has_affinity else None
            self._workers.append(Worker(self.max_memory, place))
            self._add(self._workers[-1])

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that there are."""
        return [pid for worker in self._workers if (pid := worker.pid)]
