"""Nine Men's Morris: three in a row take a man. Try `plyground play examples/nine_mens_morris.py`."""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Bits, Scene, bit, evaluation, game, permuted, squares

# Points of three squares, each with 8 points clockwise from its upper left corner: 8 * square + n.
NAMES = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
CORNERS = [(8 * n + a, 8 * n + a + 1, 8 * n + (a + 2) % 8) for n in range(3) for a in (0, 2, 4, 6)]
LINES = CORNERS + [(n, n + 8, n + 16) for n in (1, 3, 5, 7)]
NONE = 24


class Position(NamedTuple):
    own: Bits  # men of the side to move
    other: Bits
    placed: int  # how many men were placed by both

    turn: int


@game("nine-mens-morris")
class NineMensMorris(NamedTuple):
    """Place nine men each, then move them along lines; with three men left, anywhere. Three men on
    a line are a mill: it takes a man of the other side's, none of a mill if there are others. Who
    has two men left or cannot move loses."""

    men: int
    mills: tuple[Bits, ...]
    beside: tuple[Bits, ...]

    @classmethod
    def create(cls, men: int = 9):
        if not 3 <= men <= 9:
            raise ValueError(f"men={men}: expected a number from 3 to 9")
        beside = [0] * 24
        for a, b, c in LINES:
            for one, two in ((a, b), (b, c), (b, a), (c, b)):
                beside[one] |= 1 << two
        return cls(men, tuple(sum(1 << n for n in line) for line in LINES), tuple(beside))

    def start(self):
        return Position(0, 0, 0, 0)

    def side(self, position):
        return position.turn

    def moves(self, position):
        """`from + 25 * to + 625 * taken`, with 24 for none."""
        own, other = position.own, position.other
        free = bit(24) - 1 & ~(own | other)
        origins = own if position.placed == 2 * self.men else bit(NONE)
        takable = other & ~self.in_mills(other)
        takable = takable if takable else other
        for origin in squares(origins):
            for target in squares(free & self.reach(position, origin)):
                if self.in_mills(own & ~bit(origin) | bit(target)) >> target & 1:
                    for taken in squares(takable):
                        yield origin + 25 * target + 625 * taken
                else:
                    yield origin + 25 * target + 625 * NONE

    def reach(self, position, origin):
        """Where a man can go, or a new one be placed."""
        if origin == NONE or position.own.bit_count() == 3:
            return bit(24) - 1
        return self.beside[origin]

    def in_mills(self, men):
        found = men & 0
        for mill in self.mills:
            if men & mill == mill:
                found |= mill
        return found

    def play(self, position, move):
        own, other = position.own, position.other
        origin, target, taken = move % 25, move // 25 % 25, move // 625
        own = (own | bit(target)) & ~bit(origin)
        other = other & ~bit(taken)
        placed = position.placed + (origin == NONE)
        return Position(other, own, placed, 1 - position.turn)

    def outcome(self, position):
        if position.placed < 2 * self.men:
            return ONGOING
        if position.own.bit_count() < 3:
            return LOSS
        free = bit(24) - 1 & ~(position.own | position.other)
        for origin in squares(position.own):
            if free & self.reach(position, origin):
                return ONGOING
        return LOSS
