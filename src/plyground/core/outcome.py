"""How a game stands, seen by the side to move."""

from enum import IntEnum
from typing import Final

ONGOING: Final = 0
WIN: Final = 1
LOSS: Final = -1
DRAW: Final = 2


class Outcome(IntEnum):
    """The same numbers with names, for people; rules use the plain numbers."""

    ONGOING = ONGOING
    WIN = WIN
    LOSS = LOSS
    DRAW = DRAW


NAMES: Final = {int(outcome): outcome.name.lower() for outcome in Outcome}
