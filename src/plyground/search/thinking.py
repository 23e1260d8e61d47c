"""Thinking in a thread of its own, seen from outside: a loop over what is found on the way."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Generic, TypeVar

from plyground.core.stream import Stream
from plyground.core.threads import GRACE_SECONDS
from plyground.search.stop import StopSignal

Seen = TypeVar("Seen")
Found = TypeVar("Found")
Search = Callable[[Callable[[Found], None]], Found]
"""Searches until it is done or stopped; what it is given hears of everything found on the way."""


class Thinking(Generic[Seen]):
    """A search that has begun. `for` and `async for` give what it finds: each time the newest, and
    at last the result.

    A loop that is left early stops the search, whether by `break`, by an exception or because its
    task is cancelled; so does dropping the object. An error in the search is raised in the loop.
    """

    def __init__(
        self, search: Search[Found], stop: StopSignal, tell: Callable[[Found], Seen]
    ) -> None:
        self._tell = tell
        self._run: _Run[Any] = _Run(search, stop)  # the thread knows this alone, and not us

    def stop(self) -> None:
        """End the search, from any thread; the result so far stands. After its end: nothing."""
        self._run.stop()

    def close(self) -> None:
        """Stop, and wait until the thread has ended; one that is compiling ends by itself later."""
        self.stop()
        self._run.thread.join(GRACE_SECONDS)

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._run.future.done()

    @property
    def result(self) -> Seen:
        """What was found in the end: waits for it, or raises the error of the search."""
        return self._tell(self._run.future.result())

    def __iter__(self) -> Iterator[Seen]:
        try:
            for found in self._run.stream:
                yield self._tell(found)
        finally:
            self.close()

    async def __aiter__(self) -> AsyncIterator[Seen]:
        try:
            async for found in self._run.stream:
                yield self._tell(found)
        finally:
            self.stop()
            await self._left()

    async def _left(self) -> None:
        """Wait until the thread has ended, or is seen to be compiling."""
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                async for _ in self._run.stream:
                    pass
        except asyncio.CancelledError:
            self.close()  # the loop itself is ending
            raise
        except Exception:  # what went wrong since, `result` tells
            return
        self._run.thread.join()  # it has nothing left to do

    def __await__(self) -> Generator[Any, None, Seen]:
        return self._ended().__await__()

    async def _ended(self) -> Seen:
        async for _ in self:
            pass
        return self.result

    def __enter__(self) -> "Thinking[Seen]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.stop()


class _Run(Generic[Found]):
    """The thread, and what it finds: the newest takes the place of what nobody has seen yet."""

    def __init__(self, search: Search[Found], stop: StopSignal) -> None:
        self.search, self.stop_signal = search, stop
        self.stream: Stream[Found] = Stream(replaces=lambda old, new: True)
        self.future: Future[Found] = Future()
        self.lock = threading.RLock()
        stop.begin()  # now: a stop that comes before the thread begins is not lost
        self.thread = threading.Thread(target=self.run, name="thinking", daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            result = self.search(self.stream.put)
        except BaseException as error:
            with self.ending():
                self.future.set_exception(error)
            self.stream.close(error)
        else:
            with self.ending():
                self.future.set_result(result)
            self.stream.put(result)
            self.stream.close()

    @contextlib.contextmanager
    def ending(self) -> Iterator[None]:
        with self.lock:
            self.stop_signal.end()
            yield

    def stop(self) -> None:
        """Never stops what another run does later under the same signal."""
        with self.lock:
            if not self.future.done():
                self.stop_signal.set()
