"""The evaluation and the move ordering of the document that describes the game."""

from typing import NamedTuple

from plyground.core.bits import Bits, bits
from plyground.core.evaluation import evaluation
from plyground.games.watch_your_back.patterns import (
    FARTHEST,
    MIDDLE,
    action_count,
    beside,
    blocks,
    centre_distance,
    doomed,
    enemy_distance,
    guaranteed_captures,
    is_takeable,
    surrounded,
    turned,
)
from plyground.games.watch_your_back.rules import (
    FORFEIT,
    PLACEMENT,
    PLACING,
    SHRINKS,
    Position,
    WatchYourBack,
    edge_distance,
)

LATE = PLACING + SHRINKS[0]
"""The ply from which pieces should be near enemies; the document says only `towards the end`."""


@evaluation("document", game="watch-your-back")
class Document(NamedTuple):
    """Eleven features in the document's order.

    The document gives no weights except 10 and 20 for the middle, which are part of that feature.
    The others are ours: a piece is worth 1,000, and what the document calls bad is negative.
    """

    pieces: float = 1000.0
    centre: float = 5000.0
    actions: float = 10.0
    own_surrounded: float = -50.0
    enemies_surrounded: float = 50.0
    middle: float = 5.0
    blocks: float = 30.0
    edge: float = -200.0
    corners: float = 25.0
    distance: float = -10.0
    captures: float = 100.0

    def features(self, game: WatchYourBack, position: Position) -> tuple[float, ...]:
        own, other = position.own, position.other
        return (
            own.bit_count() - other.bit_count(),
            1.0 / (1 + centre_distance(own)),
            action_count(game, position) - action_count(game, turned(position)),
            surrounded(own, other).bit_count(),
            surrounded(other, own).bit_count(),
            10 * (own & MIDDLE).bit_count() - 20 * (other & MIDDLE).bit_count(),
            blocks(own).bit_count(),
            edge_pieces(game, position),
            corner_pieces(game, position),
            enemy_distance(own, other) if position.ply >= LATE else 0,
            guaranteed_captures(own, other) - guaranteed_captures(other, own),
        )

    def order(self, game: WatchYourBack, position: Position, move: int) -> int:
        if move == FORFEIT:
            return 0
        own, other = game.fought(position, move)
        arrived = own & bits(1) << (move & 63)
        return (
            nearness(position, move)
            - 50 * (7 - edge_distance(move & 63))
            + (10_500 if other != position.other else 0)
            - (0 if arrived else 4_000)
            + shape(own, other, arrived)
            + middle(position, move, arrived)
            - risk(game, Position(other, own, position.ply + 1, position.ring), arrived)
        )


def edge_pieces(game: WatchYourBack, position: Position) -> int:
    """In the last turns before a shrink: own pieces on the squares that it removes."""
    turn = position.ply - PLACING
    if 96 <= turn < 128 or 156 <= turn < 192:
        return (position.own & doomed(game, position)).bit_count()
    return 0


def corner_pieces(game: WatchYourBack, position: Position) -> int:
    """Enemy pieces next to a corner minus own ones."""
    near = beside(game.corners[position.ring])
    return (position.other & near).bit_count() - (position.own & near).bit_count()


def nearness(position: Position, move: int) -> int:
    """How near the moving piece, or the square of a placement, is to an enemy."""
    placing = move >= PLACEMENT
    piece = bits(1) << (move & 63 if placing else move >> 6)
    return (FARTHEST - enemy_distance(piece, position.other)) * (10 if placing else 25)


def shape(own: Bits, other: Bits, arrived: Bits) -> int:
    """Points for what the arrived piece completes: a surround, a block, a guaranteed capture."""
    rest = own & ~arrived
    surrounds = surrounded(other, own) != surrounded(other, rest)
    captures = guaranteed_captures(own, other) > guaranteed_captures(rest, other)
    return 300 * surrounds + 750 * (blocks(own) != blocks(rest)) + 800 * captures


def middle(position: Position, move: int, arrived: Bits) -> int:
    """Points for a piece that enters the middle, and against one that leaves a square there."""
    value = 0
    if arrived & MIDDLE:
        value += 500 if position.ply & 1 else 1000
    if move < PLACEMENT and MIDDLE >> (move >> 6) & 1:
        value -= 700
    return value


def risk(game: WatchYourBack, position: Position, arrived: Bits) -> int:
    """The cost of a piece that arrived where the enemy, now to move, can take it."""
    if not is_takeable(game, position, arrived):
        return 0
    return 350 if position.ply & 1 else 450
