"""Streams: what one thread puts, another thread or a coroutine takes, in order and to the end."""

import asyncio
import threading
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from plyground.core.stream import Stream


def put_in_a_thread(stream: Stream[int], items: list[int], error: Exception | None = None) -> None:
    def run() -> None:
        for item in items:
            stream.put(item)
        stream.close(error)

    threading.Thread(target=run).start()


@given(st.lists(st.integers()))
def test_a_reader_gets_all_items_in_order(items: list[int]) -> None:
    stream: Stream[int] = Stream()
    put_in_a_thread(stream, items)
    assert [*stream] == items and [*stream] == []


@given(st.lists(st.integers()))
def test_a_coroutine_gets_all_items_in_order(items: list[int]) -> None:
    async def read() -> list[int]:
        stream: Stream[int] = Stream()
        put_in_a_thread(stream, items)
        return [item async for item in stream]

    assert asyncio.run(read()) == items


@given(st.lists(st.integers()))
def test_a_newer_item_takes_the_place_of_one_that_waits(items: list[int]) -> None:
    stream: Stream[int] = Stream(replaces=lambda old, new: old % 2 == new % 2)
    for item in items:
        stream.put(item)
    stream.close()
    taken = [*stream]
    assert all(one % 2 != other % 2 for one, other in pairwise(taken))
    assert taken[-1:] == items[-1:]


def test_a_waiting_coroutine_lets_others_run_and_can_be_cancelled() -> None:
    async def read() -> None:
        stream: Stream[int] = Stream()
        task = asyncio.create_task(anext(stream))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        stream.put(1)
        assert await anext(stream) == 1

    asyncio.run(read())


def test_an_error_reaches_the_reader_after_the_items_and_once() -> None:
    stream: Stream[int] = Stream()
    put_in_a_thread(stream, [1, 2], KeyError("three"))
    assert next(stream) == 1 and next(stream) == 2
    with pytest.raises(KeyError, match="three"):
        next(stream)
    assert [*stream] == []


def test_what_comes_after_the_end_is_dropped() -> None:
    stream: Stream[int] = Stream()
    stream.close()
    stream.put(1)
    assert [*stream] == []
