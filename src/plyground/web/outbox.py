"""What waits to be sent to a tab: a slow one gets the newest of everything; nothing queues up."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from plyground.core.wire import Message
from plyground.live.game import reason_of
from plyground.web.messages import Refused

PROGRESS_SECONDS: Final = 0.1
"""How often a tab hears what an engine thinks."""

Content = Message | Callable[[], Message]
"""A message, or what makes it when it is sent."""
Send = Callable[[Message], Awaitable[None]]


class Outbox:
    """Things to say by their names: what is said anew takes the place of what nobody has heard.
    May be used from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._due = asyncio.Event()
        self._waiting: dict[str, tuple[Content, float]] = {}
        self._quiet_until: dict[str, float] = {}

    def put(self, name: str, content: Content, every: float = 0.0) -> None:
        """Say something, but nothing of this name more often than `every` so many seconds."""
        self._call(self._put, name, content, every)

    def put_progress(self, name: str, content: Content) -> None:
        """Say how far an engine has come."""
        self.put(name, content, PROGRESS_SECONDS)

    def drop(self, name: str) -> None:
        """Do not say it: it is no longer so."""
        self._call(self._drop, name)

    def refuse(self, error: Exception) -> None:
        """Say in one sentence why something cannot be done."""
        self.put("refused", Refused(reason=" ".join(reason_of(error).split())))

    async def run(self, send: Send) -> None:
        """Send what is due, until the task is cancelled."""
        while True:
            await self._due.wait()
            self._due.clear()
            for name in [*self._waiting]:
                await self._send_one(name, send)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _put(self, name: str, content: Content, every: float) -> None:
        self._waiting.pop(name, None)  # it takes its place behind what was said before
        self._waiting[name] = content, every
        self._due.set()

    def _drop(self, name: str) -> None:
        self._waiting.pop(name, None)

    async def _send_one(self, name: str, send: Send) -> None:
        if name not in self._waiting:  # dropped meanwhile
            return
        wait = self._quiet_until.get(name, 0.0) - time.monotonic()
        if wait > 0:
            self._loop.call_later(wait, self._due.set)
            return
        content, every = self._waiting.pop(name)
        if every:
            self._quiet_until[name] = time.monotonic() + every
        if not isinstance(content, Message):
            try:
                content = await asyncio.to_thread(content)
            except Exception as error:  # the rules of somebody's own game cannot be shown
                self.refuse(error)
                return
        await send(content)
