"""What a game's clock leaves the side to move. Whoever keeps the clock tells it to the player."""

import math
from typing import Final, NamedTuple

from plyground.search.limits import MAX_DEPTH, UNLIMITED

CPU_PATIENCE: Final = 10.0
"""How many times as long, by the clock on the wall, a player may take whose processor time counts:
other programs may need the processor, too."""


class ClockState(NamedTuple):
    """What is left for this move and those after it. A player divides it as it likes."""

    left: float = math.inf
    """Seconds; to use more loses the game."""
    increment: float = 0.0
    """Seconds that are added after each move."""
    moves_to_go: int | None = None
    """How many moves `left` has to last for; None: the rest of the game."""
    is_cpu: bool = False
    """Whether processor time is counted, not time by the clock on the wall."""
    nodes: int = UNLIMITED
    """How many nodes a move may take."""
    depth: int = MAX_DEPTH
    """How deep it may be searched."""
