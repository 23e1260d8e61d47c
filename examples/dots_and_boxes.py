"""Dots and Boxes: close boxes. Try `plyground play examples/dots_and_boxes.py:rows=3,columns=3`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Grid, bit, evaluation, game, permuted, squares


class Position(NamedTuple):
    lines: Bits  # bit `row * width + column` on a grid of dots, lines and boxes
    own: Bits  # boxes of the side to move
    other: Bits
    turn: int


@game("dots-and-boxes")
class DotsAndBoxes(NamedTuple):
    """Draw a line between two dots that are side by side. Who closes a box owns it and draws again.
    When all lines are drawn, the side with more boxes wins."""

    width: int
    height: int
    lines: Bits
    boxes: Bits
    images: tuple[tuple[int, ...], ...]

    @classmethod
    def create(cls, rows: int = 4, columns: int = 4):
        if not (1 <= rows <= 7 and 1 <= columns <= 7):
            raise ValueError(f"rows={rows}, columns={columns}: expected numbers from 1 to 7")
        width, height = 2 * columns + 1, 2 * rows + 1
        lines = sum(1 << n for n in range(1, width * height, 2))
        boxes = sum(1 << n for n in range(width * height) if n // width % 2 and n % width % 2)
        return cls(width, height, lines, boxes, Grid(height, width).symmetries())

    def board_bits(self):
        return self.width * self.height

    def start(self):
        return Position(0, 0, 0, 0)

    def side(self, position):
        return position.turn

    def moves(self, position):
        for line in squares(self.lines & ~position.lines):
            yield line

    def play(self, position, move):
        lines = position.lines | bit(move)
        beside = lines << 1 & lines >> 1 & lines << self.width & lines >> self.width
        closed = beside & self.boxes & ~(position.own | position.other)
        if closed:
            return Position(lines, position.own | closed, position.other, position.turn)
        return Position(lines, position.other, position.own, 1 - position.turn)

    def outcome(self, position):
        if position.lines != self.lines:
            return ONGOING
        lead = position.own.bit_count() - position.other.bit_count()
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def may_win(self, position, mover):
        """Not once the other side has half of all boxes."""
        against = position.other if mover else position.own
        return 2 * against.bit_count() < self.boxes.bit_count()

    def plies_left(self, position):
        return (self.lines & ~position.lines).bit_count()
