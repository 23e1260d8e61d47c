"""Nine Men's Morris. Try `plyground play examples/nine_mens_morris.py`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, Bits, Grid, bit, game, squares

ROWS = "#  #  # # # #   ###  ### ###  ###   # # # #  #  #"
POINTS = [n for n, symbol in enumerate(ROWS) if symbol == "#"]  # of 7 rows from the upper left
BY_COLUMNS = sorted(range(24), key=lambda point: POINTS[point] % 7)
LINES = [points[n : n + 3] for points in (range(24), BY_COLUMNS) for n in range(0, 24, 3)]
STEPS = [step for a, b, c in LINES for step in ((a, b), (b, a), (b, c), (c, b))]
MILLS = tuple(sum(1 << n for n in line) for line in LINES)
BESIDE = tuple(sum(1 << to for at, to in STEPS if at == n) for n in range(24))
NONE = 24


class Position(NamedTuple):
    own: Bits  # men of the side to move, on points that count from the upper left
    other: Bits
    placed: int  # how many men both sides have placed
    turn: int


@game("nine-mens-morris")
class NineMensMorris(NamedTuple):
    """Place men, then move them along lines to the next point; with three left, to any. Three on a
    line, a mill, take a man, if possible one outside of mills. With two or no move you lose."""

    men: int

    @classmethod
    def create(cls, men: int = 9):
        if not 3 <= men <= 9:
            raise ValueError(f"men={men}: expected a number from 3 to 9")
        return cls(men)

    def start(self):
        return Position(0, 0, 0, 0)

    def moves(self, position):
        takable = position.other & ~self.in_mills(position.other) or position.other
        for origin in squares(position.own if position.placed == 2 * self.men else bit(NONE)):
            for target in squares(self.targets(position, origin)):
                if self.in_mills(position.own & ~bit(origin) | bit(target)) >> target & 1:
                    for taken in squares(takable):
                        yield origin + 25 * target + 625 * taken
                else:
                    yield origin + 25 * target + 625 * NONE  # which stands for no point

    def targets(self, position, origin):
        free = bit(24) - 1 & ~(position.own | position.other)
        flies = origin == NONE or position.own.bit_count() == 3
        return free if flies else free & BESIDE[origin]

    def in_mills(self, men):
        found = men & 0
        for mill in MILLS:
            found |= mill if men & mill == mill else men & 0
        return found

    def play(self, position, move):
        own = (position.own | bit(move // 25 % 25)) & ~bit(move % 25)
        placed = position.placed + (move % 25 == NONE)
        return Position(position.other & ~bit(move // 625), own, placed, 1 - position.turn)

    def outcome(self, position):
        if position.placed < 2 * self.men:
            return ONGOING
        for origin in squares(position.own):
            if self.targets(position, origin) and position.own.bit_count() >= 3:
                return ONGOING
        return LOSS

    def side(self, position):  # For people and for speed, from here on.
        return position.turn

    alternates = winner_moves_last = True
    repetition = 3, DRAW
    sides = ("White", "Black")
    styles = {"W": ("○", "white", "White"), "B": ("●", "black", "Black"), ".": ("·", "#5a4a2f")}

    def move_squares(self, position, move):
        return [POINTS[n] for n in (move % 25, move // 25 % 25, move // 625) if n != NONE]

    def move_text(self, position, move):
        names = [f"{'abcdefg'[n % 7]}{7 - n // 7}" for n in self.move_squares(position, move)]
        taken = f"x{names.pop()}" if move // 625 != NONE else ""
        return "-".join(names) + taken

    def is_valid(self, position):
        own, other, placed, turn = position
        fits = Grid(4, 6).holds(own, other) and own.bit_count() + other.bit_count() <= placed
        return fits and placed <= 2 * self.men and turn in (0, 1)

    def scene(self, position):
        boards = [sum(1 << POINTS[n] for n in squares(men)) for men in (*position[:2], bit(24) - 1)]
        scene = Grid(7, 7).scene(dict(zip("BW." if position.turn else "WB.", boards)), free=" ")
        links, labels = [[POINTS[n] for n in line] for line in LINES], tuple("7654321")
        return scene._replace(labels=labels, layout="points", links=links, background="#d8c39a")
