"""What a pool is: it does tasks in other processes, and tells which are done and which are lost."""

from typing import Any, NamedTuple, Protocol

from plyground.live.job import Job


class Task(NamedTuple):
    """A job's question, which some process answers. Tasks with the same game and job share what the
    process has made for them."""

    number: int
    game: Any
    """A text that names the game, or a game that other processes can import."""
    job: Job
    question: bytes
    max_seconds: float = float("inf")
    """After this time the job is stopped; if it does not stop, the task is lost."""


class Done(NamedTuple):
    """A task with its answer."""

    number: int
    content: bytes


class Lost(NamedTuple):
    """A task without an answer: its process died, was killed, or grew too large. It may be
    submitted again."""

    number: int
    reason: str


class Failed(NamedTuple):
    """A task in which an error was raised; it would be raised again."""

    number: int
    error: Exception


Finished = Done | Lost | Failed


class Pool(Protocol):
    """Some processes. Tasks are submitted and finished by one thread, the owner of the pool."""

    @property
    def size(self) -> int:
        """How many tasks are done at a time; some more may wait in the pool."""

    def submit(self, task: Task) -> None:
        """Have a task done; returns at once."""

    def finished(self, timeout: float) -> list[Finished]:
        """What was finished since the last call; waits for something until the time is over."""

    def stop(self) -> None:
        """Stop the tasks that are being done now: they are finished soon, with what they have."""

    def close(self) -> None:
        """End all processes at once; what was not finished is forgotten."""
