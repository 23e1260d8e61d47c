"""Tournaments: how they stand while another process runs them, and their games."""

from plyground.arena.messages import TournamentGame
from plyground.core.wire import Message
from plyground.web.messages import Request, Wanted
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.tournaments import ServedTournament
from plyground.web.views.view import View, handles


class WatchTournament(Request, frozen=True, kw_only=True):
    """Tell how a tournament stands, and no other from now on."""

    name: str | None
    """Null: none."""


class FindTournamentGames(Request, frozen=True, kw_only=True):
    """List games of a tournament, the newest one first."""

    name: str
    player: str | None
    """Only games of this player."""
    opponent: str | None
    """Only games against this one."""
    wanted: Wanted | None
    """Only games that went this way, for that player or for the one who started the game."""
    start: int
    """How many newer ones are left out."""


class OpenTournamentGame(Request, frozen=True, kw_only=True):
    """Show a game of a tournament."""

    name: str
    number: int


class TournamentGameShown(Message, frozen=True, kw_only=True):
    """The game that was asked for."""

    name: str
    game: TournamentGame


@handles(WatchTournament, FindTournamentGames, OpenTournamentGame)
class TournamentView(View):
    """Follows one tournament at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.watched: ServedTournament | None = None

    def handle(self, request: WatchTournament | FindTournamentGames | OpenTournamentGame) -> None:
        find = self.services.tournaments.find
        match request:
            case WatchTournament(name=name):
                self.close()
                if name is not None:
                    self.watched = find(name)
                    self.watched.watch(self.outbox)
            case FindTournamentGames(name=name):
                found = find(name).find(
                    request.player, request.opponent, request.wanted, request.start
                )
                self.outbox.put("tournament games", found)
            case OpenTournamentGame(name=name, number=number):
                shown = TournamentGameShown(name=name, game=find(name).read(number))
                self.outbox.put("tournament game", shown)

    def close(self) -> None:
        if self.watched:
            self.watched.leave(self.outbox)
            self.watched = None
