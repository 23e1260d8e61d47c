"""The class `Player` that the referee of the course COMP30024 (2018, Watch Your Back!) asks for.

Loading compiled code takes about a second of its budget. Compiling takes about fifteen, the first
time on a machine; `plyground warm watch-your-back` compiles beforehand. The page of protocols
(`plyground docs protocols`) has the memory it needs.
"""

from typing import TYPE_CHECKING, Final

from plyground.adapters.course import CoursePlayer
from plyground.protocol.comp30024 import LAST_PLY, without_limit

if TYPE_CHECKING:
    from plyground.players.player import NamedPlayer

TABLE: Final = "16MB"
LIKELY_LENGTH: Final = LAST_PLY + 40
"""The budget is spread over this many plies; after them, each turn gets a share of the rest."""


class Player(CoursePlayer):
    """The strongest player within a budget of processor time for a whole game."""

    game_text = "watch-your-back"
    player_text = ""

    def make_player(self) -> "NamedPlayer":
        from plyground.players.player import make_player

        own = f"{self.game.strongest},book=own,table={TABLE}"
        return make_player(self.player_text or own)

    def turns_left(self) -> int:
        return int(LIKELY_LENGTH - self.position.ply) // 2

    def _play(self, move: int) -> None:
        self.position = without_limit(self.game.play(self.position, move))
