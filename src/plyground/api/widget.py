"""Boards in a notebook that can be clicked."""

from typing import TYPE_CHECKING

from plyground.games.registry import AnyGame
from plyground.players.player import AnyPlayer
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.adapters.widget import BoardWidget


def widget(
    record: Record | AnyGame, first: AnyPlayer = "human", second: AnyPlayer = "human"
) -> "BoardWidget":
    """A board to click in a notebook: play against a player, step through a game, take moves back.

    `record` is a game so far or what names a game. The widget's own `record` is the game as it
    goes on; the one that was given stays as it is. Needs the extra `notebook`.
    """
    from plyground.adapters.widget import BoardWidget

    return BoardWidget(record, first, second)
