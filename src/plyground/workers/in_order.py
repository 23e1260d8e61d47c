"""Many questions to one job, answered by a pool; the answers come in the order of the questions."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from plyground.core.errors import PlygroundError
from plyground.live.job import Job
from plyground.workers.pool import Done, Failed, Pool, Task

AHEAD: Final = 4
"""How many tasks per worker are under way: none is idle while another has a long one."""
MAX_LOSSES: Final = 3
"""A task that was lost this often is given up."""
LOOK_SECONDS: Final = 0.5


def in_order(pool: Pool, game: Any, job: Job, questions: Iterator[bytes]) -> Iterator[bytes]:
    """The answers; what is lost with a worker is asked again. Raises what a job raises."""
    waiting: dict[int, Task] = {}
    answers: dict[int, bytes] = {}
    losses: Counter[int] = Counter()
    numbered = enumerate(questions)
    next_number = 0

    def submit(most: int) -> None:
        for number, question in islice(numbered, most):
            waiting[number] = Task(number, game, job, question)
            pool.submit(waiting[number])

    submit(AHEAD * pool.size)
    while waiting or answers:
        while next_number in answers:
            yield answers.pop(next_number)
            next_number += 1
        for one in pool.finished(LOOK_SECONDS) if waiting else ():
            if isinstance(one, Failed):
                raise one.error
            if isinstance(one, Done):
                answers[one.number] = one.content
                del waiting[one.number]
                submit(1)
                continue
            losses[one.number] += 1
            if losses[one.number] == MAX_LOSSES:
                raise PlygroundError(f"a process died {MAX_LOSSES} times: {one.reason}")
            pool.submit(waiting[one.number])
