"""The time manager: how long to think about a move, by what the game's clock leaves.

The time that is left is divided among the moves that are still to come. Of each move's part some is
kept for what no search can help: to be woken late, to hand the move over. Nobody who needs no more
than that runs out of time, as long as the game is no longer than expected and the clock leaves
OVERHEAD seconds a move at all.
"""

from typing import Final

from plyground.search.clock import ClockState
from plyground.search.limits import Limits

OVERHEAD: Final = 0.01
"""How many seconds of a move are not for thinking."""
HORIZON: Final = 40
"""How many moves are expected where nobody knows. Among more than these no time is shared out: few
games are as long as they can be."""
PATIENCE: Final = 4.0
"""How many times as long as was meant for it a move may take, rather than to break off a depth."""
MIN_SECONDS: Final = 0.001
"""A move has to be found in any case; this is a part of OVERHEAD."""


def limits_by(clock: ClockState, plies_left: int = -1, overhead: float = OVERHEAD) -> Limits:
    """The limits for this move. At most `plies_left` plies can follow; below 0: nobody knows."""
    longest = moves_to_come(clock, plies_left)
    moves, gain = min(longest, HORIZON), clock.increment - overhead
    to_share = clock.left - overhead + gain * ((moves if gain > 0 else longest) - 1)
    soft = max(to_share / moves, MIN_SECONDS)
    kept = overhead if moves == 1 else 2 * overhead - clock.increment  # for this move and the next
    most = min(PATIENCE * soft, to_share, clock.left - max(kept, overhead))
    hard = max(most, MIN_SECONDS)
    limits = Limits(nodes=clock.nodes, depth=clock.depth)
    if moves > 1:  # else there is nothing to save time for
        limits = limits._replace(soft=min(soft, hard))
    return limits._replace(cpu=hard) if clock.is_cpu else limits._replace(time=hard)


def moves_to_come(clock: ClockState, plies_left: int) -> int:
    """How many moves the time has to last for at most, this one included."""
    known = [plies_left // 2 + 1] if plies_left >= 0 else []
    known += [] if clock.moves_to_go is None else [clock.moves_to_go]
    return max(min(known, default=HORIZON), 1)
