"""Jobs in the processes of engines, and who may think when."""

import threading
import time

import pytest

from plyground.core.errors import BadOption
from plyground.live.job import Job, ProcessJob, Tell
from plyground.live.process_pool import ProcessPool
from plyground.records.record import Record
from plyground.web import slots as slots_module
from plyground.web.slots import Slots


class CountingJob(Job):
    """Tells how often it has run, and the moves of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = 0

    def run(self, record: Record, tell: Tell) -> bytes:
        self.runs += 1
        tell(b"begun")
        return f"{self.runs}: {' '.join(record.move_texts)}".encode()


class AnsweringJob(CountingJob):
    """Tells what it is asked, too."""

    def run(self, record: Record, tell: Tell) -> bytes:
        return self.question + super().run(record, tell)


class EndlessJob(Job):
    """Works until it is stopped."""

    def run(self, record: Record, tell: Tell) -> bytes:
        tell(b"begun")
        with self.stop_signal.running():
            while not self.stop_signal.is_set:
                time.sleep(0.01)
        return b"stopped"


class BadJob(Job):
    """Cannot do it."""

    def run(self, record: Record, tell: Tell) -> bytes:
        raise BadOption("expected something else")


@pytest.mark.slow
def test_a_job_is_told_of_remembers_and_answers() -> None:
    heard: list[bytes] = []
    with ProcessPool(size=1) as pool:
        work, job = ProcessJob(pool), CountingJob()
        assert work.run(job, Record("connect-four", moves="4"), heard.append) == b"1: 4"
        assert work.run(job, Record("connect-four", moves="4 4"), heard.append) == b"2: 4 4"
        assert heard == [b"begun", b"begun"]
        assert pool.waiting == 1


@pytest.mark.slow
def test_a_job_that_is_asked_something_else_remembers() -> None:
    with ProcessPool(size=1) as pool:
        work, job, record = ProcessJob(pool), AnsweringJob(), Record("connect-four")
        assert work.run(job, record, lambda told: None, b"one ") == b"one 1: "
        assert work.run(job, record, lambda told: None, b"two ") == b"two 2: "


@pytest.mark.slow
def test_a_job_is_stopped() -> None:
    with ProcessPool(size=1) as pool:
        work = ProcessJob(pool)
        assert (
            work.run(EndlessJob(), Record("connect-four"), lambda told: work.stop()) == b"stopped"
        )


@pytest.mark.slow
def test_an_error_in_a_job_is_raised_here() -> None:
    with ProcessPool(size=1) as pool, pytest.raises(BadOption, match="expected something else"):
        ProcessJob(pool).run(BadJob(), Record("connect-four"), lambda told: None)


def test_no_more_think_than_there_are_slots() -> None:
    slots, most, now = Slots(2), [0], [0]
    lock = threading.Lock()

    def think() -> None:
        with slots.held():
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            time.sleep(0.02)
            with lock:
                now[0] -= 1

    threads = [threading.Thread(target=think) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert most == [2] and not slots.is_crowded


@pytest.mark.parametrize("is_urgent", [True, False])
def test_an_analysis_gives_way(is_urgent: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once to a game, and to another analysis when its time is over."""
    monkeypatch.setattr(slots_module, "SLICE_SECONDS", 1000.0 if is_urgent else 0.05)
    slots, asked, order = Slots(1), threading.Event(), list[str]()

    def wait() -> None:
        with slots.held(None if is_urgent else lambda: None):
            order.append("other")

    with slots.held(asked.set):
        other = threading.Thread(target=wait)
        other.start()
        assert asked.wait(10)
        order.append("first")
    other.join(10)
    assert order == ["first", "other"]
