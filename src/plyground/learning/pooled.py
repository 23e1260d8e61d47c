"""Learning in many processes, on this machine or on others.

In each round every worker of a pool gets the state of the method, plays games of its own from there
and sends back what has changed; the method merges what they have learned and goes on from there
(parameter averaging). A round lasts some seconds, the longer the more time is lost between two.
"""

import secrets
import time
from collections.abc import Iterator
from itertools import count, islice
from typing import Final, NamedTuple

import msgspec

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.threads import LOOK_SECONDS, Stop, stop_flag
from plyground.learning.errors import CannotLearn
from plyground.learning.method import Poolable, Tally, next_chunk
from plyground.learning.packing import PackedState, pack, unpack
from plyground.live.job import Job, Tell
from plyground.records.record import Record
from plyground.workers.in_order import in_order
from plyground.workers.pool import Done, Failed, Finished, Lost, Pool, Task

MIN_SECONDS: Final = 3.0
MAX_SECONDS: Final = 30.0
"""How long workers learn in a round."""
TIMES: Final = 9.0
"""They learn for so many times as long as was spent on all else in the round before."""
STOP_SECONDS: Final = 3.0
"""How long a round may take to end after a stop."""
LATE: Final = 4.0
PATIENCE_SECONDS: Final = 10.0
"""Who takes so many times as long as the first one, and so many seconds more, is not waited for: a
machine that has just come may have to compile."""
MAX_LOSSES: Final = 3
"""After so many rounds in which all workers were lost the run ends."""


class Question(NamedTuple):
    """What a worker is asked for."""

    games: int
    seconds: float
    """How long it learns at most; a game that was begun is played to its end."""
    state: PackedState


class Answer(NamedTuple):
    """What it has learned."""

    tally: Tally
    state: PackedState
    """What differs from the state in the question."""
    failure: str = ""
    """Why it could not learn anything."""


class LearnJob(Job):
    """Learns from games of its own, beginning with the state that it is sent."""

    def __init__(self, method: Poolable, seed: int, threads: int) -> None:
        super().__init__()
        self.method, self.seed, self.threads = method, seed, threads
        self._is_begun, self._chunk = False, 1

    def run(self, record: Record, tell: Tell) -> bytes:
        """An answer to a question; one without a question only begins the method."""
        try:
            answer = self._answer(record.game)
        except PlygroundError as error:
            answer = Answer(Tally(), {}, str(error))
        return msgspec.msgpack.encode(answer)

    def _answer(self, game: Game) -> Answer:
        began = time.process_time()
        if not self._is_begun:
            self.method.begin(game, self.seed, self.threads)
            self._is_begun = True
        if not self.question:
            return Answer(Tally(), {})
        question = msgspec.msgpack.decode(self.question, type=Question)
        before = unpack(question.state)
        self.method.restore(before)
        self.method.reseed(secrets.randbits(62))  # no two workers play the same games
        tally = self._learn(question.games, question.seconds)
        state = pack(self.method.state(), before)
        plain = Tally(*map(int, tally))._replace(cpu_seconds=time.process_time() - began)
        return Answer(plain, state)

    def _learn(self, games: int, seconds: float) -> Tally:
        """Learn chunk by chunk until enough games are played or the time is over."""
        tally, stop, end = Tally(), stop_flag(), time.monotonic() + seconds

        def halt() -> None:
            stop[0] = True

        with self.stop_signal.halting(halt):
            while tally.games < games and not stop[0] and (began := time.monotonic()) < end:
                try:
                    played = self.method.learn(min(self._chunk, games - tally.games), stop)
                except PlygroundError:
                    if not tally.games:
                        raise
                    break
                if not played.games:
                    break
                tally += played
                self._chunk = next_chunk(self._chunk, played.games, time.monotonic() - began)
        return tally


class Pooled:
    """Learns with a method in all processes of a pool."""

    def __init__(self, method: Poolable, game: str, job: LearnJob, pool: Pool) -> None:
        self.method, self.game, self.job, self.pool = method, game, job, pool
        self.seconds = MIN_SECONDS
        self._numbers = count(1)
        self._late: set[int] = set()
        """Tasks of earlier rounds that are not done yet."""

    def begin(self) -> None:
        """Wait until processes have begun; the method here has, so that all is compiled."""
        for content in in_order(self.pool, self.game, self.job, iter([b""] * self.pool.size)):
            _raise_failure(_answer(content))

    def learn(self, games: int, stop: Stop) -> Tally:
        """A round: learn from at most this many games, for some seconds. What is lost with a worker
        does not count; whoever needs as many games asks again, and others play them."""
        for _ in range(MAX_LOSSES):
            began = time.monotonic()
            finished = [*self._finished(self._submit(games), stop)]
            tally = self._merge(finished)
            between = time.monotonic() - began - self.seconds
            self.seconds = min(max(TIMES * between, MIN_SECONDS), MAX_SECONDS)
            reasons = [one.reason for one in finished if isinstance(one, Lost)]
            if tally.games or stop[0] or not reasons:
                return tally
        raise PlygroundError(f"all processes that were to learn were lost: {reasons[-1]}")

    def _submit(self, games: int) -> set[int]:
        """Ask each worker that is not busy for its share of the games; returns the tasks."""
        places = min(max(1, self.pool.size - len(self._late)), games)
        share, rest = divmod(games, places)
        state = pack(self.method.state())
        asked = [
            msgspec.msgpack.encode(Question(share + more, self.seconds, state))
            for more in ((0, 1) if rest else (0,))
        ]
        numbers = [*islice(self._numbers, places)]
        for place, number in enumerate(numbers):
            self.pool.submit(Task(number, self.game, self.job, asked[place < rest]))
        return {*numbers}

    def _finished(self, waiting: set[int], stop: Stop) -> Iterator[Finished]:
        """What becomes of tasks; those that take too long are left for later."""
        began, end = time.monotonic(), float("inf")
        while waiting and time.monotonic() < end:
            for one in self.pool.finished(LOOK_SECONDS):
                self._late.discard(one.number)
                if one.number in waiting:
                    waiting.remove(one.number)
                    yield one
                    took = time.monotonic() - began
                    end = min(end, began + LATE * took + PATIENCE_SECONDS)
            if stop[0]:
                self.pool.stop()
                end = min(end, time.monotonic() + STOP_SECONDS)
        self._late |= waiting

    def _merge(self, finished: list[Finished]) -> Tally:
        """Go on from all that was learned. An error is raised where nothing was."""
        answers = [_answer(one.content) for one in finished if isinstance(one, Done)]
        found = [answer for answer in answers if answer.tally.games]
        if found:
            before = self.method.state()
            after = (unpack(answer.state, before) for answer in found)
            self.method.restore(self.method.merged(before, after))
        else:
            for one in finished:
                if isinstance(one, Failed):
                    raise one.error
            for answer in answers:
                _raise_failure(answer)
        return sum((answer.tally for answer in found), Tally())


def _answer(content: bytes) -> Answer:
    return msgspec.msgpack.decode(content, type=Answer)


def _raise_failure(answer: Answer) -> None:
    if answer.failure:
        raise CannotLearn(answer.failure)
