"""`review`: a coach grades every move of a game."""

from collections.abc import Callable

from plyground.core.settings import Settings
from plyground.players.engine import make_engine_player
from plyground.players.player import AnyPlayer
from plyground.records.record import Record
from plyground.reviews.coach import Review, review as review_by


def review(
    record: Record,
    coach: AnyPlayer = Settings.coach,
    progress: Callable[[float], None] = lambda share: None,
) -> Review:
    """Grade every move of a game (best, fine, mistake, blunder) and find the turning point.

    `progress` is called with the share of positions that the coach has searched.
    """
    return review_by(record, make_engine_player(coach), progress)
