"""What tests of the page and its server share."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import ClientConnection, connect

from plyground.core.wire import VERSION
from plyground.web.server import PageServer

SECONDS = 60
MAX_BYTES = 1 << 23
"""No message to a page is longer than this."""


def cookie(server: PageServer) -> str:
    return f"plyground-{server.port}={server.token}"


def asked(
    server: PageServer, path: str, method: str = "GET", **headers: str | None
) -> http.client.HTTPResponse:
    """The answer to a request as the page sends it; a header that is None is left out."""
    ip = server.address.socket.getsockname()[0]
    line = http.client.HTTPConnection(ip, server.port, timeout=SECONDS)
    line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in {"host": server.host, "cookie": cookie(server), **headers}.items():
        if value is not None:
            line.putheader(name, value.encode("latin-1"))
    line.endheaders()
    return line.getresponse()


class Page:
    """A page as the server sees it."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.offer = self.heard("offer")

    def say(self, kind: str, **fields: Any) -> None:
        self.line.send(json.dumps({"kind": kind, "version": VERSION, **fields}))

    def heard(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.line.recv(SECONDS))
            if message["kind"] in kinds:
                return message

    def refusal(self, kind: str, **fields: Any) -> str:
        """The sentence with which a request is refused."""
        self.say(kind, **fields)
        return str(self.heard("refused")["reason"])

    def state(self, plies: int, **wanted: Any) -> dict[str, Any]:
        """The next state with so many moves."""
        while True:
            state = self.heard("game-state")
            if len(state["moves"]) == plies and wanted.items() <= state.items():
                return state

    def begin(
        self, game: str, first: str = "human", second: str = "human", clock: str | None = None
    ) -> dict[str, Any]:
        self.say("new-game", game=game, first=first, second=second, clock=clock)
        return self.heard("game-state")

    def answered(self, move: str) -> dict[str, Any]:
        """Play a first move that a program answers at once: the state after it may never be sent,
        since a page gets the newest one only."""
        self.say("play-move", move=move, ply=0)
        return self.state(2)

    def play(self, *moves: str, after: int = 0) -> dict[str, Any]:
        """Play moves for both sides."""
        for ply, move in enumerate(moves, after):
            self.say("play-move", move=move, ply=ply)
            state = self.state(ply + 1)
        return state


@contextmanager
def opened_at(url: str) -> Iterator[Page]:
    """A page at the address that a server has told."""
    parts = urlsplit(url)
    token = parse_qs(parts.query)["token"][0]
    origin: Any = f"http://{parts.netloc}"
    headers = {"Cookie": f"plyground-{parts.port}={token}"}
    with connect(
        f"ws://{parts.netloc}/socket",
        origin=origin,
        additional_headers=headers,
        max_size=MAX_BYTES,
    ) as line:
        yield Page(line)


@contextmanager
def opened(server: PageServer) -> Iterator[Page]:
    with opened_at(server.url) as page:
        yield page
