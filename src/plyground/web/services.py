"""What all tabs of a server share."""

from plyground.core.errors import PlygroundError
from plyground.records.record import Record
from plyground.web.games import ServedGames
from plyground.web.offers import Offers
from plyground.web.runs import ServedRuns
from plyground.web.tournaments import ServedTournaments


class Services:
    """The games that are played, what can be chosen, tournaments, runs of learning, and engines to
    think."""

    def __init__(
        self,
        games: ServedGames,
        offers: Offers,
        tournaments: ServedTournaments | None = None,
        runs: ServedRuns | None = None,
    ) -> None:
        self.games, self.offers = games, offers
        self.tournaments = tournaments or ServedTournaments(())
        self.runs = runs or ServedRuns(())
        self.pool, self.slots = games.pool, games.slots

    def record(self, game: str, moves: tuple[str, ...], start: str | None = None) -> Record:
        """The game that an address names: its game, the moves and the position it starts from."""
        made = self.offers.game(game)
        position = made.parse_position(start) if start else None
        record = Record(made, position, game_text=game)
        for ply, move in enumerate(moves, 1):
            try:
                record.push(move)
            except PlygroundError as error:
                raise type(error)(f"move {ply}, {move}: {error}") from None
        return record
