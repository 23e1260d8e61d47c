"""A tab of a browser: what it asks for is done by its views, and what they have to say is sent."""

import asyncio
import time
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.wire import Message, decode, encode
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, view_modules, view_of

MAX_RATE: Final = 50
"""A tab that asks for more than this in a second is closed."""
FLOODED: Final = 1008
BROKEN: Final = 1011

view_modules()  # so that all requests are known


class Tab:
    """One socket."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self.socket, self.services = socket, services
        self.outbox = Outbox()
        self.views: dict[type[View], View] = {}
        self._second, self._asked = 0.0, 0

    async def run(self) -> None:
        """Until the tab is closed."""
        await self.socket.accept()
        self.outbox.put("offer", self.services.offers.message)
        sender = asyncio.create_task(self.send_what_is_due())
        try:
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                if self._is_flooded():
                    reason = f"a page may ask for {MAX_RATE} things a second, and this one did more"
                    await self.socket.close(FLOODED, reason)
                    return
                await self._handle(message)
        finally:
            sender.cancel()
            for view in self.views.values():
                with suppress(Exception):  # the others are closed in any case
                    view.close()

    async def send_what_is_due(self) -> None:
        """Send what the views put into the outbox."""
        try:
            await self.outbox.run(self._send)
        except (WebSocketDisconnect, RuntimeError, OSError):  # the line is gone
            return
        except Exception as error:  # a bug: a tab that hears nothing more is better closed
            await self.socket.close(BROKEN, f"a bug in Plyground: {type(error).__name__}")

    async def _handle(self, message: MutableMapping[str, Any]) -> None:
        try:
            request = decode(message.get("text") or message.get("bytes") or b"", Request)
            await asyncio.to_thread(self.view(view_of(request)).handle, request)
        except Exception as error:  # also one in the rules of somebody's own game
            self.outbox.refuse(error)

    def view(self, cls: type[View]) -> View:
        """The tab's view of a kind."""
        if cls not in self.views:
            self.views[cls] = cls(self.services, self.outbox)
        return self.views[cls]

    async def _send(self, message: Message) -> None:
        await self.socket.send_text(encode(message).decode())

    def _is_flooded(self) -> bool:
        """Whether there are too many requests; counts one."""
        now = time.monotonic()
        if now - self._second >= 1:
            self._second, self._asked = now, 0
        self._asked += 1
        return self._asked > MAX_RATE
