"""A tab of a browser: what it asks for is done, and what happens in its game is sent to it.

A tab that reads slowly gets the newest state only: nothing queues up.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.errors import BadOption, NotNow, PlygroundError
from plyground.core.wire import Message, decode, encode
from plyground.live.events import Thinking
from plyground.live.game import reason_of
from plyground.records.notation import parse_record
from plyground.records.record import Record
from plyground.web.games import ServedGame, ServedGames
from plyground.web.messages import (
    Act,
    Compiling,
    LoadGame,
    NewGame,
    OpenGame,
    PlayMove,
    Refused,
    Request,
    SeatPlayer,
)
from plyground.web.offers import Offers

THINKING_SECONDS: Final = 0.1
"""How long a tab hears nothing more after it was told what a program thinks."""
MAX_RATE: Final = 50
"""A tab that asks for more than this in a second is closed."""
FLOODED: Final = 1008


class Tab:
    """One socket."""

    def __init__(self, socket: WebSocket, games: ServedGames, offers: Offers) -> None:
        self.socket, self.games, self.offers = socket, games, offers
        self.game: ServedGame | None = None
        self._loop = asyncio.get_running_loop()
        self._due = asyncio.Event()
        self._refused: Refused | None = None
        self._is_changed = False
        self._progress: Message | None = None
        self._quiet_until = 0.0
        self._unwatch: Callable[[], None] = lambda: None
        self._second, self._asked = 0.0, 0

    async def run(self) -> None:
        """Until the tab is closed."""
        await self.socket.accept()
        await self._send(await asyncio.to_thread(self.offers.message))
        sender = asyncio.create_task(self._send_what_is_due())
        try:
            while not self._is_flooded():
                await self._receive()
            await self.socket.close(FLOODED)
        except WebSocketDisconnect:
            return
        finally:
            sender.cancel()
            self._unwatch()

    # --- what it asks for ----------------------------------------------------------------------

    async def _receive(self) -> None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        try:
            request = decode(message.get("text") or message.get("bytes") or b"", Request)
            await asyncio.to_thread(self._do, request)
        except Exception as error:  # also one in the rules of somebody's own game
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        self._refused = Refused(reason=" ".join(reason_of(error).split()))
        self._due.set()

    def _do(self, request: Request) -> None:
        """Do what is asked; raises an error that says why not."""
        match request:
            case NewGame(game=text, first=first, second=second, clock=clock):
                players = self.offers.player(first), self.offers.player(second)
                record = Record(self.offers.game(text), game_text=text)
                self._watch(self.games.begin(record, players, clock))
            case LoadGame(record=text):
                self._load(text)
            case OpenGame(id=id):
                self._watch(self.games.find(id))
            case PlayMove(move=move, ply=ply):
                self._watched.submit(move, ply)
            case Act(action=action):
                self._watched.act(action)
            case SeatPlayer(side=side, player=player):
                self._watched.set_player(side, self.offers.player(player))

    @property
    def _watched(self) -> ServedGame:
        if self.game is None:
            raise NotNow("there is no game yet: begin one")
        return self.game

    def _load(self, text: str) -> None:
        """Go on with a saved game; who cannot play here is a person."""
        parsed = parse_record(text, self.offers.game)
        if parsed.record is None or parsed.mistakes:
            raise BadOption(f"the file cannot be loaded: {parsed.mistakes[-1]}")
        first, second = (self._player_or_human(parsed.tags.get(tag, "")) for tag in _PLAYERS)
        self._watch(self.games.begin(parsed.record, (first, second), None))

    def _player_or_human(self, text: str) -> str:
        try:
            return self.offers.player(text)
        except PlygroundError:
            return "human"

    def _watch(self, game: ServedGame) -> None:
        self._unwatch()
        self.game, self._progress = game, game.thinking
        self._unwatch = game.watch(self._hear_in_loop)
        self._loop.call_soon_threadsafe(self._change)

    # --- what it hears -------------------------------------------------------------------------

    def _hear_in_loop(self, message: Message) -> None:
        self._loop.call_soon_threadsafe(self._hear, message)

    def _hear(self, message: Message) -> None:
        if isinstance(message, Thinking | Compiling):
            self._progress = message
            self._due.set()
        else:
            self._progress = None  # what was thought of an earlier position
            self._change()

    def _change(self) -> None:
        self._is_changed = True
        self._due.set()

    async def _send_what_is_due(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the line is gone
            while True:
                await self._due.wait()
                self._due.clear()
                await self._send_once()

    async def _send_once(self) -> None:
        if self._is_changed and self.game:
            self._is_changed = False
            await self._send_state(self.game)
        refused, self._refused = self._refused, None
        if refused:
            await self._send(refused)
        if self._progress:
            await self._send_progress(self._progress)

    async def _send_state(self, game: ServedGame) -> None:
        try:
            state = await asyncio.to_thread(game.state)
        except Exception as error:  # the rules of somebody's own game cannot be shown
            self._refuse(error)
        else:
            await self._send(state)

    async def _send_progress(self, message: Message) -> None:
        """Send what a program thinks, or look again when enough time has passed."""
        wait = self._quiet_until - time.monotonic()
        if wait > 0:
            self._loop.call_later(wait, self._due.set)
            return
        self._progress = None
        self._quiet_until = time.monotonic() + THINKING_SECONDS
        await self._send(message)

    async def _send(self, message: Message) -> None:
        await self.socket.send_text(encode(message).decode())

    def _is_flooded(self) -> bool:
        """Whether there are too many requests; counts one."""
        now = time.monotonic()
        if now - self._second >= 1:
            self._second, self._asked = now, 0
        self._asked += 1
        return self._asked > MAX_RATE


_PLAYERS: Final = ("First", "Second")
