"""Watch Your Back!: place twelve pieces each, then move; a piece between hostile squares dies.

A square is `8 * y + x`, x from the left and y from the top. The corners (C) are hostile to both
sides and move inward when the board shrinks:

    C  1  2  3  4  5  6  C
    8  9 10 11 12 13 14 15      after the first shrink the corners are 9, 14, 49, 54,
    ..                          after the second 18, 21, 42, 45
    48 49 50 51 52 53 54 55
    C 57 58 59 60 61 62  C
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from plyground.core.bits import Bits, bits, mix, nth_square
from plyground.core.errors import BadOption
from plyground.core.game import game
from plyground.core.lines import permuted, symmetries
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.games.watch_your_back import text
from plyground.games.watch_your_back.text import BLACK_ZONE, WHITE_ZONE

PLACING = 24
"""The number of placements before the first move; `ply` counts placements and moves."""
SHRINKS = (128, 192)
"""The board shrinks after this many turns of moving."""
NEAR_SHRINK = 32
"""For this many turns before the last shrink, positions have no images: see `symmetries`."""
LAST_REACH = 7
"""Steps are reaches 0 to 3, jumps 4 to 7: right, left, down, up."""
PLACEMENT, FORFEIT = 64 << 6, 65 << 6
"""A move is `origin << 6 | target`; a placement has no origin, a forfeit neither."""
CAPTURE, DEATH, CENTRE = 400, 2000, 4
"""A captured piece and each step towards the centre add to a move's order; dying subtracts."""

LEFT_EDGE, RIGHT_EDGE = 0x0101010101010101, 0x8080808080808080
EVERYWHERE = 0xFFFFFFFFFFFFFFFF


def ring_mask(ring: int) -> int:
    """The squares that are left after `ring` shrinks, corners included."""
    inside = range(ring, 8 - ring)
    return sum(1 << 8 * y + x for y in inside for x in inside)


def corner_squares(ring: int) -> tuple[int, int, int, int]:
    """The corners after `ring` shrinks, in the order in which they appear."""
    low, high = ring, 7 - ring
    return (9 * low, 8 * high + low, 9 * high, 8 * low + high)


class Position(NamedTuple):
    """The pieces of the side to move and of the other, the plies so far, and the shrinks so far."""

    own: Bits
    other: Bits
    ply: int
    ring: int


@game("watch-your-back", display=text)
class WatchYourBack(NamedTuple):
    """Place, then move; trap enemies on a shrinking board."""

    turn_limit: int
    inside: tuple[Bits, ...]
    corners: tuple[Bits, ...]
    corner_order: tuple[tuple[int, ...], ...]
    images: tuple[tuple[int, ...], ...]
    centrality: tuple[int, ...]

    @classmethod
    def create(cls, turn_limit: int = 400) -> Self:
        if turn_limit and turn_limit <= SHRINKS[-1]:
            raise BadOption(
                f"turn_limit={turn_limit}: expected more than {SHRINKS[-1]}, or 0 for no limit"
            )
        rings = range(3)
        order = tuple(corner_squares(ring) for ring in rings)
        corners = tuple(sum(1 << square for square in order[ring]) for ring in rings)
        inside = tuple(ring_mask(ring) ^ corners[ring] for ring in rings)
        centrality = (*map(edge_distance, range(64)), 0, 0)  # a placement comes from the edge
        images = tuple(symmetries((8, 8)))
        return cls(turn_limit, inside, corners, order, images, centrality)

    def start(self) -> Position:
        return Position(0, 0, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        placing = position.ply < PLACING
        reach = LAST_REACH if placing else 0
        targets = self.open_zone(position) if placing else self.targets(position, 0)
        found = False
        # One flat loop: compiled, it takes half the time of a loop within a loop.
        while targets or reach < LAST_REACH:
            if targets:
                yield move_to(nth_square(targets, 0), reach, placing)
                targets &= targets - 1
                found = True
            else:
                reach += 1
                targets = self.targets(position, reach)
        if not found:
            yield FORFEIT

    def noisy(self, position: Position) -> Iterator[int]:
        """The moves that capture and survive, in the same kind of loop as `moves`."""
        goals = capturing(position.own | self.corners[position.ring], position.other)
        placing = position.ply < PLACING
        reach = LAST_REACH if placing or not goals else 0
        targets = goals & (self.open_zone(position) if placing else self.targets(position, 0))
        while targets or reach < LAST_REACH:
            if targets:
                move = move_to(nth_square(targets, 0), reach, placing)
                targets &= targets - 1
                own, other = self.fought(position, move)
                if other != position.other and own >> (move & 63) & 1:
                    yield move
            else:
                reach += 1
                targets = goals & self.targets(position, reach)

    def open_zone(self, position: Position) -> Bits:
        """Where the side to move may place a piece."""
        zone = BLACK_ZONE if position.ply & 1 else WHITE_ZONE
        return self.inside[position.ring] & ~(position.own | position.other) & zone

    def targets(self, position: Position, reach: int) -> Bits:
        """The squares that own pieces reach by a step (reach 0 to 3) or a jump (4 to 7)."""
        taken = position.own | position.other
        near = shifted(position.own, reach & 3)
        if reach >= 4:
            near = shifted(near & taken, reach & 3)
        return near & self.inside[position.ring] & ~taken

    def sample(self, position: Position, random: int) -> int:
        if position.ply < PLACING:
            zone = self.open_zone(position)
            return PLACEMENT | nth_square(zone, random * zone.bit_count() >> 32)
        count = 0
        for reach in range(8):
            count += self.targets(position, reach).bit_count()
        left = random * count >> 32
        for reach in range(8):
            targets = self.targets(position, reach)
            if left < targets.bit_count():
                target = nth_square(targets, left)
                return target - step_of(reach) << 6 | target
            left -= targets.bit_count()
        return FORFEIT

    def order(self, position: Position, move: int) -> int:
        """Captures first, moves that die last; the others by how far they go to the centre."""
        # Compiled code computes what depends on the position alone once for all its moves.
        corners = self.corners[position.ring]
        deadly = between(position.other | corners)
        goals = capturing(position.own | corners, position.other)
        value = CENTRE * (self.centrality[move & 63] - self.centrality[move >> 6])
        arrived = bits(1) << (move & 63)
        if move == FORFEIT:
            return 0
        if arrived & goals:
            own, other = self.fought(position, move)
            value += CAPTURE * (position.other.bit_count() - other.bit_count())
            return value if own & arrived else value - DEATH
        return value - DEATH if arrived & deadly else value

    def fought(self, position: Position, move: int) -> tuple[Bits, Bits]:
        """Both sides' pieces after a piece has arrived, has captured and possibly died."""
        own, other = position.own, position.other
        arrived = bits(1) << (move & 63)
        own |= arrived
        if move < PLACEMENT:
            own ^= bits(1) << (move >> 6)
        corners = self.corners[position.ring]
        other &= ~caught(arrived, other, own | corners)
        own &= ~(arrived & between(other | corners))
        return own, other

    def play(self, position: Position, move: int) -> Position:
        own, other = position.own, position.other
        if move != FORFEIT:
            own, other = self.fought(position, move)
        ply, ring = position.ply + 1, position.ring
        due = ring < 2 and turns_to_shrink(position) == 1
        if due and own.bit_count() >= 2 and other.bit_count() >= 2:
            ring += 1
            own, other = self.shrunk(own, other, ring)
        return Position(other, own, ply, ring)

    def shrunk(self, own: Bits, other: Bits, ring: int) -> tuple[Bits, Bits]:
        """Both sides' pieces once the outer ring is gone and each new corner has killed in turn."""
        left = self.inside[ring] | self.corners[ring]
        own &= left
        other &= left
        corners = bits(0)
        for square in self.corner_order[ring]:
            corner = bits(1) << square
            own &= ~corner
            other &= ~corner
            corners |= corner
            dead = caught(corner, own, other | corners)
            other &= ~caught(corner, other, own | corners)
            own &= ~dead
        return own, other

    def outcome(self, position: Position) -> int:
        if position.ply < PLACING:
            return ONGOING
        own, other = position.own.bit_count() >= 2, position.other.bit_count() >= 2
        if own and other:
            limit = self.turn_limit
            return DRAW if limit and position.ply - PLACING >= limit else ONGOING
        return WIN if own else LOSS if other else DRAW

    def key(self, position: Position) -> Bits:
        """The ply gives the phase and the turns left before the next shrink and the limit."""
        return mix(mix(position.own, position.other), position.ply << 2 | position.ring)

    def symmetries(self, position: Position) -> Iterator[Position]:
        """While placing, only left and right can be exchanged; later all rotations and reflections.

        The corners of the last shrink kill one after another, which is not symmetric. So near that
        shrink there are no images: a search would look past it.
        """
        ahead = PLACING + SHRINKS[1] - position.ply
        if ahead <= 0 or ahead > NEAR_SHRINK:
            for image in self.images:
                if position.ply >= PLACING or (image[0] == 7 and image[7] == 0):
                    own, other = permuted(position.own, image), permuted(position.other, image)
                    yield Position(own, other, position.ply, position.ring)

    def side(self, position: Position) -> int:
        return position.ply & 1

    @property
    def alternates(self) -> bool:
        return True


def turns_to_shrink(position: Position) -> int:
    """How many turns are left before the next shrink; 0 or less after the last one."""
    return (SHRINKS[0] if position.ring == 0 else SHRINKS[1]) + PLACING - position.ply


def step_of(reach: int) -> int:
    """How much a step or jump right, left, down or up adds to the number of a square."""
    step = 1 if reach & 2 == 0 else 8
    return (-step if reach & 1 else step) * (2 if reach >= 4 else 1)


def move_to(target: int, reach: int, placing: bool) -> int:
    """The move that places a piece on `target`, or moves one there by `reach`."""
    return PLACEMENT | target if placing else target - step_of(reach) << 6 | target


def shifted(board: Bits, direction: int) -> Bits:
    """All pieces one square right, left, down or up; those that leave the board are lost."""
    if direction == 0:
        return (board & ~RIGHT_EDGE) << 1
    if direction == 1:
        return (board & ~LEFT_EDGE) >> 1
    if direction == 2:
        return board << 8 & EVERYWHERE
    return board >> 8


def caught(arrived: Bits, prey: Bits, hostile: Bits) -> Bits:
    """The prey next to the arrived piece with a hostile square right behind it."""
    dead = arrived & 0
    for direction in range(4):
        dead |= shifted(arrived, direction) & prey & shifted(hostile, direction ^ 1)
    return dead


def between(hostile: Bits) -> Bits:
    """The squares with hostile squares left and right of them, or above and below."""
    across = shifted(hostile, 0) & shifted(hostile, 1)
    return across | shifted(hostile, 2) & shifted(hostile, 3)


def capturing(hostile: Bits, prey: Bits) -> Bits:
    """The squares from which an arriving piece would trap prey against a hostile square."""
    goals = prey & 0
    for direction in range(4):
        goals |= shifted(shifted(hostile, direction) & prey, direction)
    return goals


def edge_distance(square: int) -> int:
    """The steps to the nearer of left and right edge plus the nearer of top and bottom: 0 to 6."""
    x, y = square & 7, square >> 3
    return min(x, 7 - x) + min(y, 7 - y)
