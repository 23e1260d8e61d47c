"""What is lost with a worker is submitted again: the one place that counts losses."""

from collections import Counter
from collections.abc import Callable

from plyground.core.errors import PlygroundError
from plyground.workers.pool import Failed, Finished, Lost, Pool, Task

Remake = Callable[[Task, int], Task]
"""Makes the task that is submitted in place of one that was lost some times."""


class Resubmitting:
    """A pool that does not give up: what it tells as lost, it has submitted again. A task that was
    lost `max_losses` times has failed."""

    def __init__(
        self, pool: Pool, max_losses: int, remake: Remake = lambda task, losses: task
    ) -> None:
        self.pool, self.max_losses, self.remake = pool, max_losses, remake
        self.waiting: dict[int, Task] = {}
        """The tasks that are not done yet, by number."""
        self._losses: Counter[int] = Counter()

    @property
    def size(self) -> int:
        return self.pool.size

    def submit(self, task: Task) -> None:
        """Have a task done."""
        self.waiting[task.number] = task
        self.pool.submit(task)

    def finished(self, timeout: float) -> list[Finished]:
        """What was finished since the last call, and what was lost meanwhile."""
        return [self._seen_to(one) for one in self.pool.finished(timeout)]

    def close(self) -> None:
        self.pool.close()

    def _seen_to(self, one: Finished) -> Finished:
        if not isinstance(one, Lost):
            del self.waiting[one.number]
            return one
        self._losses[one.number] += 1
        losses = self._losses[one.number]
        if losses >= self.max_losses:
            del self.waiting[one.number]
            reason = f"task {one.number} was lost {losses} times: {one.reason}"
            return Failed(one.number, PlygroundError(reason))
        self.submit(self.remake(self.waiting[one.number], losses))
        return one
