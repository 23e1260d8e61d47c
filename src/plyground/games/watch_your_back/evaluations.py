"""Evaluations of Watch Your Back!: `default` here, and the document's own in `document.py`."""

from typing import NamedTuple

from plyground.core.bits import Bits
from plyground.core.evaluation import evaluation
from plyground.games.watch_your_back.document import Document
from plyground.games.watch_your_back.patterns import (
    DOWN,
    LEFT,
    MIDDLE,
    RIGHT,
    UP,
    doomed,
    guaranteed_captures,
    mobility,
    turned,
)
from plyground.games.watch_your_back.rules import (
    PLACING,
    Position,
    WatchYourBack,
    shifted,
    turns_to_shrink,
)

__all__ = ["Default", "Document"]

CORE, CORE_CORNERS = 0x00003C3C3C3C0000, 0x0000240000240000
"""The 4x4 squares that remain to the end, and those of them that the last shrink makes corners."""
NEAR = 16
"""The urgency of a shrink is a half when it is this many turns away."""


@evaluation("default", game="watch-your-back")
class Default(NamedTuple):
    """Pieces first; then squares that survive the shrinks, threats and mobility.

    The weights are fitted to the results of games. All features but the tempo and the threats are
    own minus enemy. A piece counts more when fewer are left. The tempo counts more while pieces are
    being placed.
    """

    tempo: float = 70.0
    tempo_placing: float = 950.0
    pieces: float = 1000.0
    doomed: float = -1600.0
    core: float = 550.0
    middle: float = 530.0
    core_corners: float = -475.0
    threatened: float = -340.0
    threatened_placing: float = -600.0
    threatened_more: float = -510.0
    mobility: float = 115.0
    captures: float = 300.0

    def features(self, game: WatchYourBack, position: Position) -> tuple[float, ...]:
        own, other = position.own, position.other
        enemy = turned(position)
        placing = 1 if position.ply < PLACING else 0
        all_pieces = own.bit_count() + other.bit_count() + max(PLACING - position.ply, 0)
        threats = takeable(game, enemy).bit_count()
        return (
            1,
            placing,
            lead(position, own | other) * PLACING / max(all_pieces, 1),
            lead(position, doomed(game, position)) * shrink_urgency(position),
            lead(position, CORE),
            lead(position, MIDDLE),
            lead(position, CORE_CORNERS),
            min(threats, 1),
            placing * min(threats, 1),
            max(threats - 1, 0),
            mobility(game, position) - mobility(game, enemy),
            guaranteed_captures(own, other) - guaranteed_captures(other, own),
        )


def lead(position: Position, area: Bits) -> int:
    """Own pieces minus enemies in an area."""
    return (position.own & area).bit_count() - (position.other & area).bit_count()


def shrink_urgency(position: Position) -> float:
    """How soon the board shrinks: near 0 long before it, near 1 right before it."""
    return NEAR / (NEAR + max(turns_to_shrink(position), 0))


def takeable(game: WatchYourBack, position: Position) -> Bits:
    """The enemies that the side to move can take with one move.

    A piece that jumps over an enemy leaves the square on its other side, so it cannot trap that
    enemy.
    """
    if position.ply < PLACING:
        zone = game.open_zone(position)
        return trapped(game, position, zone, zone, zone, zone)
    steps = position.own & 0
    for reach in range(4):
        steps |= game.targets(position, reach)
    right, left = game.targets(position, 4), game.targets(position, 5)
    down, up = game.targets(position, 6), game.targets(position, 7)
    across, along = steps | right | left, steps | down | up
    return trapped(game, position, along | left, along | right, across | up, across | down)


def trapped(
    game: WatchYourBack, position: Position, right: Bits, left: Bits, down: Bits, up: Bits
) -> Bits:
    """The enemies with a hostile square on one side and a reachable one on the other.

    `right`, `left`, `down` and `up` hold the squares that can be reached on that side of an enemy.
    """
    hostile = position.own | game.corners[position.ring]
    across = shifted(hostile, RIGHT) & shifted(right, LEFT)
    across |= shifted(hostile, LEFT) & shifted(left, RIGHT)
    along = shifted(hostile, DOWN) & shifted(down, UP) | shifted(hostile, UP) & shifted(up, DOWN)
    return position.other & (across | along)
