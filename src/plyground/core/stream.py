"""Items that one thread gives and another thread, or a coroutine, takes one by one."""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Stream(AsyncIterator[Item], Iterator[Item], Generic[Item]):
    """An iterator and an async iterator over what is put into it, until it is closed.

    An item that `replaces` the last one still waiting takes its place: a slow reader gets the
    newest of them, and memory stays bounded.
    """

    def __init__(self, replaces: Callable[[Item, Item], bool] = lambda old, new: False) -> None:
        self._replaces = replaces
        self._waiting: deque[Item] = deque()
        self._closed = False
        self._error: BaseException | None = None
        self._changed = threading.Condition()
        self._wake: Callable[[], object] | None = None
        """Wakes the coroutine that waits, if one does."""

    def put(self, item: Item) -> None:
        """Give an item; after `close` it is dropped."""
        with self._changed:
            if self._closed:
                return
            if self._waiting and self._replaces(self._waiting[-1], item):
                self._waiting.pop()
            self._waiting.append(item)
            self._notify()

    def close(self, error: BaseException | None = None) -> None:
        """No more items: the reader gets those that wait, then the error, or the end."""
        with self._changed:
            if not self._closed:
                self._closed, self._error = True, error
                self._notify()

    def _notify(self) -> None:
        self._changed.notify_all()
        wake, self._wake = self._wake, None
        if wake:
            with contextlib.suppress(RuntimeError):  # the coroutine's loop is closed
                wake()

    @property
    def _is_ready(self) -> bool:
        return bool(self._waiting) or self._closed

    def __next__(self) -> Item:
        with self._changed:
            self._changed.wait_for(lambda: self._is_ready)
            return self._take(StopIteration)

    async def __anext__(self) -> Item:
        loop = asyncio.get_running_loop()
        while True:
            woken = asyncio.Event()
            with self._changed:
                if self._is_ready:
                    return self._take(StopAsyncIteration)
                self._wake = partial(loop.call_soon_threadsafe, woken.set)
            await woken.wait()

    def _take(self, end: type[Exception]) -> Item:
        if self._waiting:
            return self._waiting.popleft()
        error, self._error = self._error, None
        raise error or end
