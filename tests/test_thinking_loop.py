"""Thinking in a thread: loops see the newest and at last the result, and leave nothing behind."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from plyground.search.stop import StopSignal
from plyground.search.thinking import Thinking

pytestmark = pytest.mark.slow

LONG = 60.0
"""Seconds that no test takes unless something is wrong."""


class Counting:
    """A search that finds 1, 2, 3, ... and goes on to `last` or until it is stopped."""

    def __init__(self, last: int = 1 << 40, error: Exception | None = None) -> None:
        self.last, self.error = last, error
        self.signal = StopSignal()
        self.go_on = threading.Semaphore(0)
        self.seen = 0

    def search(self, watch: Callable[[int], None]) -> int:
        while self.seen < self.last and not self.signal.is_set:
            self.go_on.acquire(timeout=0.001)
            self.seen += 1
            watch(self.seen)
        if self.error:
            raise self.error
        return -self.seen

    def begin(self) -> Thinking[int]:
        return Thinking(self.search, self.signal, lambda number: number)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    gc.collect()
    end = time.monotonic() + LONG
    while any(thread.name == "thinking" for thread in threading.enumerate()):
        assert time.monotonic() < end, "a thread thinks on"
        time.sleep(0.001)


def assert_ended(counting: Counting) -> None:
    """It is over now: nothing more is found, and no thread thinks."""
    assert not [thread for thread in threading.enumerate() if thread.name == "thinking"]
    seen = counting.seen
    time.sleep(0.005)
    assert counting.seen == seen


def test_a_loop_sees_what_is_found_and_at_last_the_result() -> None:
    thinking = Counting(last=5).begin()
    seen = [*thinking]
    assert seen[-1] == thinking.result == -5 and thinking.is_done
    assert seen[:-1] == sorted({*seen[:-1]})
    assert [*thinking] == []


def test_a_slow_loop_sees_the_newest_alone() -> None:
    counting = Counting()
    least = 0
    for steps, number in enumerate(counting.begin()):
        assert number >= least
        if steps == 2:
            break
        while counting.seen < number + 20:
            time.sleep(0.001)
        least = counting.seen
    assert_ended(counting)


def test_leaving_a_loop_stops_the_search() -> None:
    counting = Counting()
    thinking = counting.begin()
    for _ in thinking:
        break
    assert_ended(counting)
    assert thinking.result == -counting.seen


def test_an_exception_in_the_loop_stops_the_search() -> None:
    counting = Counting()
    with pytest.raises(KeyboardInterrupt):
        for _ in counting.begin():
            raise KeyboardInterrupt
    assert_ended(counting)


def test_leaving_a_with_statement_stops_the_search() -> None:
    counting = Counting()
    with counting.begin():
        pass
    assert_ended(counting)


def test_an_object_that_is_dropped_stops_the_search() -> None:
    counting = Counting()
    thinking = counting.begin()
    del thinking
    gc.collect()
    end = time.monotonic() + LONG
    while any(thread.name == "thinking" for thread in threading.enumerate()):
        assert time.monotonic() < end
    assert_ended(counting)


def test_an_error_of_the_search_reaches_the_loop() -> None:
    thinking = Counting(last=3, error=ValueError("no")).begin()
    with pytest.raises(ValueError, match="no"):
        for _ in thinking:
            pass
    with pytest.raises(ValueError, match="no"):
        _ = thinking.result


def test_a_stop_at_once_is_not_lost() -> None:
    for _ in range(200):
        counting = Counting()
        thinking = counting.begin()
        thinking.stop()
        assert thinking.result == -counting.seen


def test_a_late_stop_does_not_stop_what_follows() -> None:
    counting = Counting(last=2)
    first = counting.begin()
    assert first.result == -2
    counting.last = 30
    second = counting.begin()
    first.stop()
    assert second.result == -30


def test_a_stop_may_come_from_another_thread_while_a_loop_waits() -> None:
    counting = Counting()
    thinking = counting.begin()
    threading.Timer(0.02, thinking.stop).start()
    assert [*thinking][-1] == thinking.result == -counting.seen


# --- asyncio -----------------------------------------------------------------------------------


def test_an_async_loop_sees_the_same() -> None:
    async def loop() -> list[int]:
        return [number async for number in Counting(last=5).begin()]

    seen = asyncio.run(loop())
    assert seen[-1] == -5 and seen[:-1] == sorted({*seen[:-1]})


def test_leaving_an_async_loop_stops_the_search() -> None:
    counting = Counting()

    async def loop() -> None:
        async for _ in counting.begin():
            break

    asyncio.run(loop())
    assert_ended(counting)


def test_a_cancelled_task_stops_the_search() -> None:
    counting = Counting()

    async def loop() -> None:
        async for _ in counting.begin():
            pass

    async def cancel() -> None:
        task = asyncio.create_task(loop())
        while counting.seen < 3:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert_ended(counting)

    asyncio.run(cancel())


def test_an_error_of_the_search_reaches_the_async_loop() -> None:
    async def loop() -> None:
        async for _ in Counting(last=3, error=ValueError("no")).begin():
            pass

    with pytest.raises(ValueError, match="no"):
        asyncio.run(loop())


def test_thinking_can_be_awaited_beside_others() -> None:
    async def both() -> tuple[int, int]:
        one, two = await asyncio.gather(_result(Counting(3)), _result(Counting(4)))
        return one, two

    assert asyncio.run(both()) == (-3, -4)


async def _result(counting: Counting) -> int:
    return await counting.begin()


# --- the signal --------------------------------------------------------------------------------


def test_a_stop_lasts_until_the_outermost_work_ends() -> None:
    signal = StopSignal()
    signal.set()
    with signal.running():
        assert not signal.is_set
        with signal.running():
            signal.set()
        assert signal.is_set
        with signal.running():
            assert signal.is_set
    assert not signal.is_set
    with signal.running():
        assert not signal.is_set


def test_a_stop_halts_what_came_before_and_after_it() -> None:
    signal, other, halted = StopSignal(), StopSignal(), []
    with signal.running(), signal.halting(lambda: halted.append(1)):
        signal.set()
        with signal.halting(lambda: halted.append(2)):
            assert halted == [1, 2]
        with signal.passed_on(other):
            assert other.is_set
        assert not other.is_set
        signal.set()
    assert halted == [1, 2, 1]
