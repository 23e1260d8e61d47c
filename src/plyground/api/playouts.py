"""`playouts`: random games, played to their end."""

from typing import TYPE_CHECKING

from plyground.api.records import AnyRecord, as_record
from plyground.core.errors import BadOption

if TYPE_CHECKING:
    from plyground.search.playout import Tally


def playouts(record: AnyRecord, games: int = 1000, seed: int = 1) -> "Tally":
    """Play random games to their end and count the results for the side to move.

    >>> playouts("tic-tac-toe", games=100).games
    100
    """
    from plyground.search.playout import playouts as play_out

    if games < 1:
        raise BadOption(f"games={games}: expected 1 or more")
    record = as_record(record)
    return play_out(record.game, record.position, games, seed)
