"""The socket of a tab, as uvicorn serves it, but for tabs that no longer read."""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

GOODBYE_SECONDS: Final = 5.0
"""How long a tab may take to read what was sent before its line was closed."""


class Line(WebSocketsSansIOProtocol):
    """Ends for good when it is closed. Otherwise a line whose other end reads nothing would stay,
    since what was sent before its end could never be delivered."""

    def keepalive_timeout(self) -> None:
        """The tab did not answer: whatever it has not read is lost."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """The tab broke the rules, as with too long a message."""
        super().handle_parser_exception()
        self._end_soon()

    async def send(self, message: Any) -> None:
        """Send, or close."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._end_soon()

    def _end_soon(self) -> None:
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)
