"""The server: runs in a thread until it is closed."""

import os
import secrets
import threading
import time
from collections.abc import Sequence
from typing import Final

import uvicorn

from plyground.web.address import Address, bind
from plyground.web.app import guarded_app
from plyground.web.games import ServedGames
from plyground.web.line import Line
from plyground.web.offers import Offers
from plyground.web.runs import ServedRuns
from plyground.web.services import Services
from plyground.web.tournaments import ServedTournaments

MAX_MESSAGE: Final = 65536
"""The bytes of a message from a page."""
PING_SECONDS: Final = 20.0
"""How often a tab is asked whether it is there, and how long it may take to answer."""
CLOSE_SECONDS: Final = 2


class PageServer:
    """Serves the page, by default to this machine alone. A game that is named is offered first;
    tournaments and runs of learning that are named can be followed."""

    def __init__(
        self,
        named: str | None = None,
        address: Address | None = None,
        tournaments: Sequence[str] = (),
        runs: Sequence[str] = (),
    ) -> None:
        self.tournaments, self.runs = ServedTournaments(tournaments), ServedRuns(runs)
        self.offers = Offers(named, self.tournaments.games, self.runs.names)
        self.offers.message()  # raises if there is no such game
        self.address = address or bind()
        self.port = self.address.port
        self.host = self.address.hosts[0]
        self.token = secrets.token_urlsafe(24)
        followed = self.tournaments.address or self.runs.address
        self.url = f"http://{self.host}/?token={self.token}{followed}"
        self.games = ServedGames()
        self._server = uvicorn.Server(self._config())
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def start(self) -> None:
        """Begin to serve; returns when the page can be opened."""
        self._thread.start()
        self.games.pool.start_spare()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.01)

    def wait(self) -> None:
        """Until the server ends, or the calling thread is interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.2)

    def close(self) -> None:
        """End the server, all games and all engines."""
        self._server.should_exit = True
        self.games.close()
        self.tournaments.close()
        self.runs.close()
        if self._thread.is_alive():
            self._thread.join(2 * CLOSE_SECONDS)
        self.address.socket.close()

    def __enter__(self) -> "PageServer":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _run(self) -> None:
        self._server.run(sockets=[self.address.socket])

    def _config(self) -> uvicorn.Config:
        return uvicorn.Config(
            guarded_app(
                Services(self.games, self.offers, self.tournaments, self.runs),
                self.address.hosts,
                self.port,
                self.token,
            ),
            ws=Line,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="error" if os.environ.get("PLYGROUND_DEBUG") else "critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=CLOSE_SECONDS,
        )
