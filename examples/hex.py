"""Hex: join your two edges of the board. Try `plyground play examples/hex.py:size=7`."""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Bits, Scene, bit, game, squares


class Position(NamedTuple):
    """Stones as bits, cell `row * size + column` from the upper left; red moves first."""

    red: Bits
    blue: Bits


@game("hex")
class Hex(NamedTuple):
    """Join top and bottom (red) or left and right (blue). A cell touches those beside, above and
    below it, the one to the right of that above, and the one to the left of that below."""

    size: int
    board: Bits
    left: Bits

    @classmethod
    def create(cls, size: int = 11):
        if not 2 <= size <= 16:
            raise ValueError(f"size={size}: expected a number from 2 to 16")
        return cls(size, (1 << size * size) - 1, sum(1 << size * row for row in range(size)))

    def start(self):
        return Position(0, 0)

    def side(self, position):
        return (position.red | position.blue).bit_count() & 1

    alternates = True

    def moves(self, position):
        for cell in squares(self.board & ~(position.red | position.blue)):
            yield cell

    def play(self, position, move):
        if self.side(position):
            return Position(position.red, position.blue | bit(move))
        return Position(position.red | bit(move), position.blue)

    def outcome(self, position):
        return LOSS if self.joined(position, 1 - self.side(position)) else ONGOING

    def joined(self, position, side):
        """The stones that are joined to a side's first edge, if they reach the last one."""
        stones, first, last = self.goal(position, side)
        chain = self.chain(stones & first, stones)
        return chain if chain & last else chain & 0

    def goal(self, position, side):
        if side:
            return position.blue, self.left, self.left << self.size - 1
        return position.red, bit(self.size) - 1, self.board & ~(self.board >> self.size)

    def chain(self, cells, stones):
        before = cells & 0
        while cells != before:
            before = cells
            cells |= stones & self.neighbours(cells)
        return cells

    def neighbours(self, cells):
        to_left, to_right = cells & ~self.left, cells & ~(self.left << self.size - 1)
        near = to_left >> 1 | to_right << 1 | cells << self.size | cells >> self.size
        return near | to_left << self.size - 1 | to_right >> self.size - 1

    # For speed and larger boards.

    winner_moves_last = True

    @property
    def board_bits(self):
        return self.size * self.size

    def plies_left(self, position):
        return self.size * self.size - (position.red | position.blue).bit_count()

    def solver_order(self, position, move):
        after, side = self.play(position, move), self.side(position)
        row, column = 2 * (move // self.size) + 1, 2 * (move % self.size) + 1
        lead = self.lacks(after, 1 - side) - self.lacks(after, side)
        return 8 * lead - abs(row - self.size) - abs(column - self.size)

    def lacks(self, position, side):
        """How many stones a side needs to win if the other passes; size squared: it cannot."""
        stones, first, last = self.goal(position, side)
        free = self.board & ~(position.red | position.blue)
        cells = self.chain(stones & first, stones)
        for count in range(self.size * self.size):
            if cells & last:
                return count
            cells = self.chain(cells | free & (first | self.neighbours(cells)), stones)
        return self.size * self.size

    def symmetries(self, position):
        red, blue, last = position.red & 0, position.red & 0, self.size * self.size - 1
        for cell in squares(self.board):
            red |= (position.red >> cell & 1) << last - cell
            blue |= (position.blue >> cell & 1) << last - cell
        yield Position(red, blue)

    # For people.

    sides = ("Red", "Blue")
    styles = {
        "R": ("●", "#d7191c", "Red"),
        "B": ("◆", "#1446a0", "Blue"),
        ".": ("·", "#5a4a2f"),
    }

    def move_text(self, position, move):
        return f"{chr(97 + move % self.size)}{move // self.size + 1}"

    def is_valid(self, position):
        apart = not position.red & position.blue and position.red | position.blue <= self.board
        return apart and position.red.bit_count() - position.blue.bit_count() in (0, 1)

    def scene(self, position):
        symbols = ""
        for n in range(self.size * self.size):
            symbols += "R" if position.red >> n & 1 else "B" if position.blue >> n & 1 else "."
        rows = [symbols[n : n + self.size] for n in range(0, len(symbols), self.size)]
        columns, labels = zip(*[(chr(97 + n), str(n + 1)) for n in range(self.size)])
        line, wood = [*squares(self.joined(position, 1 - self.side(position)))], "#d8c39a"
        look = {"background": wood, "layout": "hexagons", "borders": "RB"}
        return Scene(rows, columns, labels, line=line, **look)
