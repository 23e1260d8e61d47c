"""Many questions to one job, answered by a pool; the answers come in the order of the questions."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from plyground.live.job import Job
from plyground.workers.pool import Done, Failed, Pool, Task
from plyground.workers.resubmitting import Resubmitting

AHEAD: Final = 4
"""How many tasks per worker are under way: none is idle while another has a long one."""
MAX_LOSSES: Final = 3
"""A task that was lost this often is given up."""
LOOK_SECONDS: Final = 0.5


def in_order(
    pool: Pool,
    game: Any,
    job: Job,
    questions: Iterator[bytes],
    max_seconds: float = float("inf"),
    answers: dict[int, bytes] | None = None,
) -> Iterator[bytes]:
    """The answers; what is lost with a worker is asked again. Raises what a job raises. After
    `max_seconds` there are no more. `answers`, if given, holds those whose turn has not come, by
    the numbers of the questions, which begin with 1."""
    deadline = time.monotonic() + max_seconds
    patient = Resubmitting(pool, MAX_LOSSES)
    answers = {} if answers is None else answers
    numbered = enumerate(questions, 1)
    next_number = 1

    def submit() -> None:
        room = AHEAD * patient.size - len(patient.waiting)
        for number, question in islice(numbered, max(0, room)):
            patient.submit(Task(number, game, job, question))

    submit()
    while patient.waiting or answers:
        while next_number in answers:
            yield answers.pop(next_number)
            next_number += 1
        left = deadline - time.monotonic()
        if left <= 0:
            return
        for one in patient.finished(min(left, LOOK_SECONDS)) if patient.waiting else ():
            if isinstance(one, Failed):
                raise one.error
            if isinstance(one, Done):
                answers[one.number] = one.content
        submit()
