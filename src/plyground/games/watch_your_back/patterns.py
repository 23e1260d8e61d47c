"""What evaluations of Watch Your Back! look for, each on the whole board at once."""

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
"""The most steps that two squares can be apart."""


def turned(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.other, position.own, position.ply ^ 1, position.ring)


def action_count(game: WatchYourBack, position: Position) -> int:
    """How many placements or moves the side to move has; a forfeit is none."""
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
    """The distances of all pieces from (3.5, 3.5), across and down, added.

    A piece in column 3 or 4 is half a square off across. Each of these areas (#) adds a square to
    the pieces in it, and so do the same areas turned by a quarter:

        ###..###    ##....##    #......#
    """
    distance = board.bit_count()
    distance += (board & 0xE7E7E7E7E7E7E7E7).bit_count() + (board & 0xFFFFFF0000FFFFFF).bit_count()
    distance += (board & 0xC3C3C3C3C3C3C3C3).bit_count() + (board & 0xFFFF00000000FFFF).bit_count()
    distance += (board & 0x8181818181818181).bit_count() + (board & 0xFF000000000000FF).bit_count()
    return distance


def beside(board: Bits) -> Bits:
    """The squares left, right, above and below pieces."""
    return shifted(board, RIGHT) | shifted(board, LEFT) | shifted(board, DOWN) | shifted(board, UP)


def enemy_distance(board: Bits, enemies: Bits) -> int:
    """The steps from each piece to its nearest enemy, added; no enemy is `FARTHEST` away."""
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
    """How often two pieces (P) hold two enemies (E) in a shape from which only one can escape.

    Each P threatens one E, and stands next to the square from which the other E is trapped. The
    eight images of the shape are these four, for a half turn changes none of them:

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
    """The squares that the next shrink clears: the outer ring and the next corners."""
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

    The piece itself is left out of the board: who jumps over it does not trap it.
    """
    without = position._replace(other=position.other & ~prey)
    hostile = position.own | game.corners[position.ring]
    return bool(capturing(hostile, prey) & reached(game, without))
