"""What a view has done in the background: the newest task counts, and others get their turn."""

import queue
from typing import Any, cast

import pytest

from plyground.core.wire import Message
from plyground.live.process_pool import ProcessPool
from plyground.records.record import Record
from plyground.web import slots as slots_module
from plyground.web.messages import WorkState
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.slots import Slots
from plyground.web.work import Task, Work
from tests.test_jobs import BadJob, CountingJob, EndlessJob

RECORD = Record("connect-four", moves="4")
SECONDS = 60


class Heard:
    """Keeps what a tab would be sent, what was found, and what went wrong."""

    def __init__(self) -> None:
        self.states: list[str] = []
        self.found: queue.Queue[bytes] = queue.Queue()
        self.begun: queue.Queue[bytes] = queue.Queue()
        self.refused: queue.Queue[Exception] = queue.Queue()

    def put(self, name: str, message: Message) -> None:
        assert isinstance(message, WorkState) and name == f"work {message.name}"
        self.states.append(message.state)

    def refuse(self, error: Exception) -> None:
        self.refused.put(error)

    def task(self, job: Any) -> Task:
        return Task(job, RECORD, self.begun.put, self.found.put)


class Shared:
    """The services that work needs."""

    def __init__(self) -> None:
        self.pool, self.slots = ProcessPool(size=1), Slots(1)


def make_work(shared: Shared) -> tuple[Work, Heard]:
    heard = Heard()
    return Work(cast(Services, shared), cast(Outbox, heard), "work"), heard


@pytest.fixture
def shared() -> Any:
    made = Shared()
    yield made
    made.pool.close()


def test_work_is_told_of_and_done(shared: Shared) -> None:
    work, heard = make_work(shared)
    work.begin(heard.task(CountingJob()))
    assert heard.found.get(timeout=SECONDS) == b"1: 4"
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    assert heard.states == ["waiting", "thinking", "idle"]
    work.begin(heard.task(EndlessJob()))
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    work.stop()
    assert heard.found.get(timeout=SECONDS) == b"stopped"


@pytest.mark.slow
def test_new_work_ends_the_work_before(shared: Shared) -> None:
    work, heard = make_work(shared)
    work.begin(heard.task(EndlessJob()))
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    work.begin(heard.task(CountingJob()))
    assert heard.found.get(timeout=SECONDS) == b"1: 4"
    assert heard.found.empty()


def test_work_that_fails_says_why_and_can_begin_again(shared: Shared) -> None:
    work, heard = make_work(shared)
    work.begin(heard.task(BadJob()))
    assert str(heard.refused.get(timeout=SECONDS)) == "expected something else"
    work.begin(heard.task(CountingJob()))
    assert heard.found.get(timeout=SECONDS) == b"1: 4"


@pytest.mark.slow
def test_endless_work_gives_way_and_goes_on(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots_module, "SLICE_SECONDS", 0.1)
    work, heard = make_work(shared)
    other, heard_of_other = make_work(shared)
    work.begin(heard.task(EndlessJob()))
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    other.begin(heard_of_other.task(CountingJob()))
    assert heard_of_other.found.get(timeout=SECONDS) == b"1: 4"
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    assert heard.found.empty()
    work.close()


@pytest.mark.slow
def test_new_work_that_waits_for_the_work_before_can_be_stopped(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, heard = make_work(shared)
    work.begin(heard.task(EndlessJob()))
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    with monkeypatch.context() as patched:
        patched.setattr(work.process_job, "stop", lambda: None)
        work.begin(heard.task(CountingJob()))
    thread = work._thread
    work.stop()
    assert thread
    thread.join(SECONDS)
    assert heard.found.empty() and heard.states[-1] == "idle"


def test_work_that_waits_can_be_stopped(shared: Shared) -> None:
    work, heard = make_work(shared)
    with shared.slots.held():
        work.begin(heard.task(CountingJob()))
        work.stop()
    work.begin(heard.task(EndlessJob()))
    assert heard.begun.get(timeout=SECONDS) == b"begun"
    assert heard.found.empty()
    work.close()
