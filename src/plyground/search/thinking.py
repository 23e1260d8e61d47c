"""Thinking in a thread of its own, seen from outside: a loop over what is found on the way."""

import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Generic, TypeVar

from plyground.core.threads import GRACE_SECONDS
from plyground.search.stop import StopSignal
from plyground.search.thought import Thought, Watch

Seen = TypeVar("Seen")
Found = TypeVar("Found")
Search = Callable[[Callable[[Found], None]], Found]
"""Searches until it is stopped; what it is given hears of everything found on the way."""


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
        return self._run.is_done

    @property
    def result(self) -> Seen:
        """What was found in the end: waits for it, or raises the error of the search."""
        return self._tell(self._run.future.result())

    def __iter__(self) -> Iterator[Seen]:
        run, news = self._run, threading.Event()
        try:
            with run.waking(news.set):
                while not run.is_told:
                    news.wait()
                    news.clear()
                    for found in run.take():
                        yield self._tell(found)
        finally:
            self.close()

    async def __aiter__(self) -> AsyncIterator[Seen]:
        import asyncio  # late: most programs do without it

        run, news, loop = self._run, asyncio.Event(), asyncio.get_running_loop()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
                loop.call_soon_threadsafe(news.set)

        with run.waking(wake):
            try:
                while not run.is_told:
                    await news.wait()
                    news.clear()
                    for found in run.take():
                        yield self._tell(found)
            finally:
                self.stop()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(GRACE_SECONDS):
                        while not run.is_done:
                            await news.wait()
                            news.clear()
                        run.thread.join()  # it has nothing left to do

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
    """The thread, and what it has found."""

    def __init__(self, search: Search[Found], stop: StopSignal) -> None:
        self.search, self.stop_signal = search, stop
        self.newest: list[Found] = []
        self.is_done = self.is_told = False
        self.wakers: list[Callable[[], None]] = []
        self.lock = threading.RLock()
        self.future: Future[Found] = Future()
        stop.begin()  # now: a stop that comes before the thread begins is not lost
        self.thread = threading.Thread(target=self.run, name="thinking", daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            result = self.search(self.see)
        except BaseException as error:
            self.end([], lambda: self.future.set_exception(error))
        else:
            self.end([result], lambda: self.future.set_result(result))

    def see(self, found: Found) -> None:
        """Keep the newest alone: a loop that is slow misses what came before it."""
        with self.lock:
            self.newest = [found]
            self.wake()

    def end(self, last: list[Found], settle: Callable[[], None]) -> None:
        with self.lock:
            self.newest, self.is_done = last, True
            self.stop_signal.end()
            settle()
            self.wake()

    def wake(self) -> None:
        for waker in self.wakers:
            waker()

    def stop(self) -> None:
        """Never stops what another run does under the same signal."""
        with self.lock:
            if not self.is_done:
                self.stop_signal.set()

    def take(self) -> list[Found]:
        """The newest, if it was not taken before; raises the error that ended the search."""
        with self.lock:
            found, self.newest = self.newest, []
            self.is_told = self.is_done
        if self.is_told:
            self.future.result()
        return found

    @contextlib.contextmanager
    def waking(self, waker: Callable[[], None]) -> Iterator[None]:
        """Call this whenever there is something to take, and once to begin with."""
        with self.lock:
            self.wakers.append(waker)
            waker()
        try:
            yield
        finally:
            with self.lock:
                self.wakers.remove(waker)


def thinking(search: Callable[[Watch], Thought], stop: StopSignal) -> Thinking[Thought]:
    """Begin to think: `search` is called in a thread of its own, and `stop` ends it."""
    return Thinking(search, stop, lambda thought: thought)
