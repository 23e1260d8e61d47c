"""Playing: a game that the server has, watched and played by this tab."""

from collections.abc import Callable
from typing import Final

from plyground.core.errors import BadOption, NotNow, PlygroundError
from plyground.core.wire import Message
from plyground.live.events import Thinking
from plyground.records.notation import parse_record
from plyground.web.games import ServedGame
from plyground.web.messages import (
    Act,
    Compiling,
    LoadGame,
    NewGame,
    OpenGame,
    PlayMove,
    Request,
    SeatPlayer,
)
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles

STATE, PROGRESS = "game-state", "progress"
STATE_SECONDS: Final = 0.05
"""How often a tab gets a game that is played fast."""
_PLAYERS: Final = ("First", "Second")


@handles(NewGame, LoadGame, OpenGame, PlayMove, Act, SeatPlayer)
class PlayView(View):
    """Watches one game at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.game: ServedGame | None = None
        self._unwatch: Callable[[], None] = lambda: None

    def handle(self, request: Request) -> None:
        offers, games = self.services.offers, self.services.games
        match request:
            case NewGame():
                players = offers.player(request.first), offers.player(request.second)
                record = self.services.record(request.game, request.moves, request.start)
                self.watch(games.begin(record, players, request.clock))
            case LoadGame(record=text, clock=clock):
                self._load(text, clock)
            case OpenGame(id=id):
                self.watch(games.find(id))
            case PlayMove(move=move, ply=ply):
                self._watched.submit(move, ply)
            case Act(action=action):
                self._watched.act(action)
            case SeatPlayer(side=side, player=player):
                self._watched.set_player(side, offers.player(player))

    def close(self) -> None:
        self._unwatch()

    def watch(self, game: ServedGame) -> None:
        """Watch this game from now on."""
        self._unwatch()
        self.game = game
        self._unwatch = game.watch(self.hear)
        self.outbox.drop(PROGRESS)
        self.outbox.put(STATE, game.state)
        if game.thinking:
            self.outbox.put_progress(PROGRESS, game.thinking)

    def hear(self, message: Message) -> None:
        """Something happened in the game."""
        assert self.game is not None
        if isinstance(message, Thinking | Compiling):
            self.outbox.put_progress(PROGRESS, message)
        else:
            self.outbox.drop(PROGRESS)  # what was thought of an earlier position
            self.outbox.put(STATE, self.game.state, STATE_SECONDS)

    @property
    def _watched(self) -> ServedGame:
        if self.game is None:
            raise NotNow("there is no game yet: begin one")
        return self.game

    def _load(self, text: str, clock: str | None) -> None:
        """Go on with a saved game; who cannot play here is a person."""
        parsed = parse_record(text, self.services.offers.game)
        if parsed.record is None or parsed.mistakes:
            raise BadOption(f"the file cannot be loaded: {parsed.mistakes[-1]}")
        first, second = (self._player_or_human(parsed.tags.get(tag, "")) for tag in _PLAYERS)
        self.watch(self.services.games.begin(parsed.record, (first, second), clock))

    def _player_or_human(self, text: str) -> str:
        try:
            return self.services.offers.player(text)
        except PlygroundError:
            return "human"
