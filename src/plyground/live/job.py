"""Work that is not a move, done in the process of an engine: analyses, verdicts, recorded searches.

A job takes the place of a player: it is sent there once, keeps what it likes from one position to
the next, and can be stopped like a search.
"""

import threading
from collections.abc import Callable

import msgspec

from plyground.live.process_messages import Ask, Found, Kernel, Told
from plyground.live.process_player import game_to_send
from plyground.live.process_pool import ProcessPool
from plyground.records.record import Record
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped

Tell = Callable[[bytes], None]
"""Hears what a job has found out so far."""


class Job(Stoppable):
    """What is done with a position. It travels as a pickle, so its class stands in a module."""

    question = b""
    """What it is asked, beside the game; its process sets it before each run."""

    def __init__(self) -> None:
        self.stop_signal = StopSignal()

    def run(self, record: Record, tell: Tell) -> bytes:
        """Do it for the last position of a game; a stop ends it soon, and what it has so far
        stands."""
        raise NotImplementedError


class ProcessJob(Stoppable):
    """Runs jobs in processes of a pool, one at a time. Between two it holds no process, but gets
    the same one again, with all it remembers, unless somebody else has needed it since."""

    def __init__(self, pool: ProcessPool) -> None:
        self.pool, self.stop_signal = pool, StopSignal()
        self.on_compile: Callable[[str, bool], object] = lambda kernel, starts: None
        """Called with a kernel's name when it starts and ends compiling in the process."""
        self._lock = threading.Lock()

    @can_be_stopped
    def run(self, job: Job, record: Record, hear: Tell, question: bytes = b"") -> bytes:
        """What a job finds out in the end; `hear` gets what it finds on the way."""
        with self._lock:
            process = self.pool.take(game_to_send(record), job, anew=False)
            try:
                asked = _about(record, question)
                return process.ask(asked, self._heard(hear), self.stop_signal).content
            finally:
                self.pool.give_back(process)

    def _heard(self, hear: Tell) -> Callable[[Found | Kernel | Told], None]:
        def heard(message: Found | Kernel | Told) -> None:
            if isinstance(message, Kernel):
                self.on_compile(message.name, message.starts)
            elif isinstance(message, Told):
                hear(message.content)

        return heard


def _about(record: Record, question: bytes) -> Ask:
    """The message that asks a job about the last position of a game."""
    start, moves = record.game.position_text(record.positions[0]), [*record.moves]
    return msgspec.structs.replace(asking(question), start=start, moves=moves)


def asking(question: bytes) -> Ask:
    """The message that asks a job something about a game that has not begun."""
    return Ask(number=0, start="", moves=[], lines=0, limits=None, clock=None, question=question)
