"""What waits to be sent to a tab: a slow one gets the newest of everything; nothing queues up."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Final

from plyground.core.wire import Message
from plyground.live.game import reason_of
from plyground.web.messages import Refused

PROGRESS_SECONDS: Final = 0.1
"""How often a tab hears what an engine thinks."""
MAX_WAITING: Final = 64
"""How many things wait; for more, the oldest is dropped."""
MAX_REASON: Final = 600
"""The characters of a sentence that says why something cannot be done."""

Content = Message | Callable[[], Message]
"""A message, or what makes it when it is sent."""
Send = Callable[[Message], Awaitable[None]]


class Outbox:
    """Things to say by their names: what is said anew takes the place of what nobody has heard.
    May be used from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._due = asyncio.Event()
        self._lock = threading.Lock()
        self._is_awake = False
        """Whether the loop knows, or soon will, that something waits: told once, however often
        things change before it looks."""
        self._waiting: dict[str, tuple[Content, float]] = {}
        self._quiet_until: dict[str, float] = {}

    def put(self, name: str, content: Content, every: float = 0.0) -> None:
        """Say something, but nothing of this name more often than `every` so many seconds."""
        with self._lock:
            self._waiting.pop(name, None)  # it takes its place behind what was said before
            self._waiting[name] = content, every
            if len(self._waiting) > MAX_WAITING:
                del self._waiting[next(iter(self._waiting))]
            is_awake, self._is_awake = self._is_awake, True
        if not is_awake and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._due.set)

    def put_progress(self, name: str, content: Content) -> None:
        """Say how far an engine has come."""
        self.put(name, content, PROGRESS_SECONDS)

    def drop(self, name: str) -> None:
        """Do not say it: it is no longer so."""
        with self._lock:
            self._waiting.pop(name, None)

    def refuse(self, error: Exception) -> None:
        """Say in one sentence why something cannot be done."""
        reason = " ".join(reason_of(error).split())
        cut = reason if len(reason) <= MAX_REASON else f"{reason[:MAX_REASON]}..."
        self.put("refused", Refused(reason=cut))

    async def run(self, send: Send) -> None:
        """Send what is due, until the task is cancelled."""
        while True:
            await self._due.wait()
            self._due.clear()
            with self._lock:
                self._is_awake = False
                names = [*self._waiting]
            for name in names:
                await self._send_one(name, send)

    async def _send_one(self, name: str, send: Send) -> None:
        now = time.monotonic()
        wait = self._quiet_until.get(name, 0.0) - now
        if wait > 0:
            self._loop.call_later(wait, self._due.set)
            return
        self._quiet_until.pop(name, None)
        with self._lock:
            content, every = self._waiting.pop(name, (None, 0.0))
        if content is None:  # dropped meanwhile
            return
        if every:
            self._quiet_until[name] = now + every
        if not isinstance(content, Message):
            try:
                content = await asyncio.to_thread(content)
            except Exception as error:  # the rules of somebody's own game cannot be shown
                self.refuse(error)
                return
        await send(content)
