"""The plan of a match: game, players, number of games and openings."""

from typing import NamedTuple

from plyground.games.registry import AnyGame, game_text
from plyground.live.clock import TimeControl
from plyground.players.player import AnyPlayer, player_text


class Match(NamedTuple):
    """The plan of a match: game, players, number of games and openings.

    With several processes, game and players must be sent to them: texts always can be, objects only
    if Python can import their classes.
    """

    game: AnyGame
    players: tuple[AnyPlayer, AnyPlayer]
    games: int
    opening_plies: int = 4
    seed: int = 1
    fair: int = 0
    margin: int | None = None
    clock: TimeControl | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players."""
        first, second = map(player_text, self.players)
        return first, second

    @property
    def game_text(self) -> str:
        """The text that names the game."""
        if isinstance(self.game, str):
            return self.game
        return str(self.game.name) if isinstance(self.game, type) else game_text(self.game)  # type: ignore[attr-defined]
