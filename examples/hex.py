"""Hex: join your two edges of the board. Try `plyground play examples/hex.py:size=7`."""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Bits, Grid, bit, game, squares


class Position(NamedTuple):
    red: Bits  # stones: bit `row * size + column` from the upper left
    blue: Bits


@game("hex")
class Hex(NamedTuple):
    """Place stones on free cells: Red joins top and bottom, Blue joins left and right."""

    size: int
    board: Bits
    left: Bits

    @classmethod
    def create(cls, size: int = 11):
        if not 2 <= size <= 16:
            raise ValueError(f"size={size}: expected a number from 2 to 16")
        return cls(size, (1 << size * size) - 1, sum(1 << size * row for row in range(size)))

    def board_bits(self):
        return self.size * self.size

    def start(self):
        return Position(0, 0)

    def side(self, position):
        return (position.red | position.blue).bit_count() & 1

    def moves(self, position):
        for cell in squares(self.board & ~(position.red | position.blue)):
            yield cell

    def play(self, position, move):
        if self.side(position):
            return Position(position.red, position.blue | bit(move))
        return Position(position.red | bit(move), position.blue)

    def outcome(self, position):
        stones, first, last = self.goal(position, 1 - self.side(position))
        return LOSS if self.chain(stones & first, stones) & last else ONGOING

    def goal(self, position, side):
        if side:
            return position.blue, self.left, self.left << self.size - 1
        return position.red, bit(self.size) - 1, self.board & ~(self.board >> self.size)

    def chain(self, cells, stones):
        while stones & self.neighbours(cells) & ~cells:
            cells |= stones & self.neighbours(cells)
        return cells

    def neighbours(self, cells):
        to_left, to_right = cells & ~self.left, cells & ~(self.left << self.size - 1)
        near = to_left >> 1 | to_right << 1 | cells << self.size | cells >> self.size
        return near | to_left << self.size - 1 | to_right >> self.size - 1

    def plies_left(self, position):  # For speed, from here on.
        return self.size * self.size - (position.red | position.blue).bit_count()

    def solver_order(self, position, move):
        after, side = self.play(position, move), self.side(position)
        row, column, last = move // self.size, move % self.size, self.size - 1
        aside = abs(2 * row - last) + abs(2 * column - last)
        return 8 * (self.lacks(after, 1 - side) - self.lacks(after, side)) - aside

    def lacks(self, position, side):
        """How many stones a side needs to join its edges if the other passes; 256: it cannot."""
        stones, first, last = self.goal(position, side)
        cells, free = self.chain(stones & first, stones), ~(position.red | position.blue)
        for count in range(256):
            if cells & last:
                return count
            cells = self.chain(cells | free & (first | self.neighbours(cells)) & self.board, stones)
        return 256

    alternates = winner_moves_last = True
    sides = ("Red", "Blue")  # For people, from here on.
    styles = {"R": ("●", "#d7191c", "Red"), "B": ("◆", "#1446a0", "Blue"), ".": ("·", "#5a4a2f")}

    def move_text(self, position, move):
        return Grid(self.size, self.size).name(move)

    def is_valid(self, position):
        lead = position.red.bit_count() - position.blue.bit_count()
        return Grid(self.size, self.size).holds(*position) and lead in (0, 1)

    def scene(self, position):
        stones, first, _ = self.goal(position, 1 - self.side(position))
        line = self.chain(stones & first, stones) if self.outcome(position) == LOSS else 0
        look = {"line": [*squares(line)], "layout": "hexagons", "borders": "RB"}
        stones = dict(zip("RB", position))
        return Grid(self.size, self.size).scene(stones, background="#d8c39a", **look)
