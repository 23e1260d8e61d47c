"""A tab of a browser: what it asks for is done by its views, and what they have to say is sent."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.wire import Message, decode, encode
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, view_modules, view_of

MAX_RATE: Final = 50
"""A tab that asks for more than this in a second is closed."""
FLOODED: Final = 1008

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
        await self._send(await asyncio.to_thread(self.services.offers.message))
        sender = asyncio.create_task(self.send_what_is_due())
        try:
            while not self._is_flooded():
                await self._receive()
            await self.socket.close(FLOODED)
        except WebSocketDisconnect:
            return
        finally:
            sender.cancel()
            for view in self.views.values():
                view.close()

    async def send_what_is_due(self) -> None:
        """Send what the views put into the outbox."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the line is gone
            await self.outbox.run(self._send)

    async def _receive(self) -> None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
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
