"""Jobs of a view: one at a time, in the process of an engine; a new one ends the one before."""

import threading
from collections.abc import Callable
from typing import NamedTuple

from plyground.live.compile_progress import CompileProgress
from plyground.live.job import Job, ProcessJob
from plyground.records.record import Record
from plyground.web.messages import State, WorkState
from plyground.web.outbox import Outbox
from plyground.web.services import Services

Hear = Callable[[bytes], None]


class Task(NamedTuple):
    """What is to be done, and who hears of it."""

    job: Job
    record: Record
    hear: Hear
    """Gets what is found on the way."""
    done: Hear
    """Gets what is found in the end, also after a stop."""
    question: bytes = b""
    """What the job is asked, beside the game. A job that differs in nothing else keeps what it has
    found out."""


class Work:
    """Does what a view asks for in the background. All may be called from any thread.

    A task waits until it may think. When others wait, it gives way after some seconds and goes on
    later. The job then still knows what it had found out, unless others needed its process.
    """

    def __init__(self, services: Services, outbox: Outbox, name: str) -> None:
        self.slots, self.outbox, self.name = services.slots, outbox, name
        self.process_job = ProcessJob(services.pool)
        self.process_job.on_compile = self._hear_compiling
        self._task: Task | None = None
        """The newest one, until it is done."""
        self._gives_way = self._is_thinking = False
        self._compiling: CompileProgress | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def begin(self, task: Task) -> None:
        """Do this, and nothing else from now on."""
        with self._lock:
            self._task, self._is_thinking = task, False
            self.process_job.stop()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End what is done now; what it has found so far stands. A task that waits is dropped."""
        with self._lock:
            self._gives_way = False
            if not self._is_thinking:
                self._task = None
                self._tell("idle")
        self.process_job.stop()

    def close(self) -> None:
        """End it; nobody hears of it any more."""
        with self._lock:
            self._task = None
        self.stop()

    def _run(self) -> None:
        while task := self._next():
            try:
                self._do(task)
            except Exception as error:  # also one in the rules of somebody's own game
                self._finish(task)
                self.outbox.refuse(error)

    def _next(self) -> Task | None:
        with self._lock:
            if self._task is None:
                self._thread = None
            return self._task

    def _do(self, task: Task) -> None:
        self._tell("waiting")
        with (
            self.slots.held(self._give_way, self.outbox),
            self.process_job.stop_signal.running(),
        ):
            with self._lock:
                self._gives_way, self._compiling = False, CompileProgress(task.record.game)
                self._is_thinking = task is self._task
            if not self._is_thinking:
                return
            self._tell("thinking")
            try:
                found = self.process_job.run(task.job, task.record, task.hear, task.question)
            finally:
                self._is_thinking = False
                self._compiling.remember()
        if task is self._task and not self._gives_way:
            self._finish(task)
            task.done(found)

    def _finish(self, task: Task) -> None:
        with self._lock:
            if task is self._task:
                self._task = None
        self._tell("idle")

    def _give_way(self) -> None:
        self._gives_way = True
        self.process_job.stop()

    def _hear_compiling(self, kernel: str, starts: bool) -> None:
        if self._compiling:
            self._compiling.listen(kernel, starts)
        self._tell("compiling" if starts else "thinking")

    def _tell(self, state: State) -> None:
        progress = self._compiling
        message = WorkState(
            name=self.name,
            state=state,
            kernels=progress.kernels if progress else 0,
            seconds=round(progress.seconds, 1) if progress else 0.0,
            expected=progress.expected.seconds if progress and progress.expected else None,
        )
        self.outbox.put(f"work {self.name}", message)
