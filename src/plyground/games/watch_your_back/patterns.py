"""The patterns that evaluations of Watch Your Back! use, each found on the whole board at once."""

from plyground.core.bits import Bits
from plyground.games.watch_your_back.rules import (
    LAST_REACH,
    PLACING,
    Position,
    WatchYourBack,
    capturing,
    shifted,
)

RIGHT, LEFT, DOWN, UP = 0, 1, 2, 3
MIDDLE = 0x0000001818000000
FARTHEST = 14
"""The largest distance between two squares, in steps."""


def turned(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.other, position.own, position.ply ^ 1, position.ring)


def action_count(game: WatchYourBack, position: Position) -> int:
    """How many placements or moves the side to move has; a forfeit does not count."""
    if position.ply < PLACING:
        return game.open_zone(position).bit_count()
    return mobility(game, position)


def mobility(game: WatchYourBack, position: Position) -> int:
    """How many steps and jumps the pieces of the side to move have, in either phase."""
    count = 0
    for reach in range(LAST_REACH + 1):
        count += game.targets(position, reach).bit_count()
    return count


def centre_distance(board: Bits) -> int:
    """The sum of all pieces' distances, across plus down, from the centre (3.5, 3.5).

    A piece in column 3 or 4 is half a square away across. Each of these areas (#) adds one square
    for every piece in it, and so do the same areas turned by 90 degrees:

        ###..###    ##....##    #......#
    """
    distance = board.bit_count()
    distance += (board & 0xE7E7E7E7E7E7E7E7).bit_count() + (board & 0xFFFFFF0000FFFFFF).bit_count()
    distance += (board & 0xC3C3C3C3C3C3C3C3).bit_count() + (board & 0xFFFF00000000FFFF).bit_count()
    distance += (board & 0x8181818181818181).bit_count() + (board & 0xFF000000000000FF).bit_count()
    return distance


def beside(board: Bits) -> Bits:
    """The squares left of, right of, above and below the pieces."""
    return shifted(board, RIGHT) | shifted(board, LEFT) | shifted(board, DOWN) | shifted(board, UP)


def enemy_distance(board: Bits, enemies: Bits) -> int:
    """The sum of the steps from each piece to its nearest enemy; `FARTHEST` if there is none."""
    distance = 0
    for _ in range(FARTHEST):
        board &= ~enemies
        if not board:
            break
        distance += board.bit_count()
        enemies |= beside(enemies)
    return distance


def surrounded(board: Bits, enemies: Bits) -> Bits:
    """The pieces (P) with enemies (E) on all four diagonal neighbours: any step is fatal.

    E - E
    - P -
    E - E
    """
    across = shifted(enemies, RIGHT) & shifted(enemies, LEFT)
    return board & shifted(across, DOWN) & shifted(across, UP)


def blocks(board: Bits) -> Bits:
    """The upper left pieces of all 2x2 blocks; blocks may overlap."""
    pairs = board & shifted(board, LEFT)
    return pairs & shifted(pairs, UP)


def guaranteed_captures(board: Bits, enemies: Bits) -> int:
    """The number of shapes in which two pieces (P) hold two enemies (E) and only one can escape.

    Each P threatens one E, and stands next to the square from which the other E is trapped. The
    eight images of the shape are only these four, since a half turn changes none of them:

        P -    - P    P E -    - E P
        E E    E E    - E P    P E -
        - P    P -
    """
    row, column = enemies & shifted(enemies, LEFT), enemies & shifted(enemies, UP)
    above, below = shifted(board, DOWN), shifted(board, UP)
    before, behind = shifted(board, RIGHT), shifted(board, LEFT)
    count = (row & above & shifted(below, LEFT)).bit_count()
    count += (row & below & shifted(above, LEFT)).bit_count()
    count += (column & before & shifted(behind, UP)).bit_count()
    count += (column & behind & shifted(before, UP)).bit_count()
    return count


def doomed(game: WatchYourBack, position: Position) -> Bits:
    """The squares that the next shrink removes: the outer ring and the next corners."""
    return ~game.inside[min(position.ring + 1, 2)] & game.inside[position.ring]


def reached(game: WatchYourBack, position: Position) -> Bits:
    """Every square that the side to move can place on or move to."""
    if position.ply < PLACING:
        return game.open_zone(position)
    found = position.own & 0
    for reach in range(LAST_REACH + 1):
        found |= game.targets(position, reach)
    return found


def is_takeable(game: WatchYourBack, position: Position, prey: Bits) -> bool:
    """Whether the side to move can take this enemy piece.

    The piece itself is taken off the board first: a piece that jumps over it does not trap it.
    """
    without = position._replace(other=position.other & ~prey)
    hostile = position.own | game.corners[position.ring]
    return bool(capturing(hostile, prey) & reached(game, without))
