"""Dots and Boxes: close more boxes. Try `plyground play examples/dots_and_boxes.py:rows=3`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Grid, bit, game, permuted, squares


class Position(NamedTuple):
    lines: Bits  # bit `row * width + column` of a grid in which dots, lines and boxes alternate
    own: Bits  # boxes of the side to move
    other: Bits
    turn: int


@game("dots-and-boxes")
class DotsAndBoxes(NamedTuple):
    """Draw lines between dots. Who closes a box owns it and draws again; who owns more wins."""

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

    def closed(self, lines):
        beside, above = lines << 1 & lines >> 1, lines << self.width & lines >> self.width
        return beside & above & self.boxes

    def play(self, position, move):
        lines, own, other = position.lines | bit(move), position.own, position.other
        closed = self.closed(lines) & ~(own | other)
        if closed:
            return Position(lines, own | closed, other, position.turn)
        return Position(lines, other, own, 1 - position.turn)

    def outcome(self, position):
        if position.lines != self.lines:
            return ONGOING
        lead = position.own.bit_count() - position.other.bit_count()
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def may_win(self, position, mover):  # For speed, from here on.
        against = position.other if mover else position.own
        return 2 * against.bit_count() < self.boxes.bit_count()

    def plies_left(self, position):
        return (self.lines & ~position.lines).bit_count()

    def symmetries(self, position):
        for image in self.images:
            own, other = permuted(position.own, image), permuted(position.other, image)
            yield Position(permuted(position.lines, image), own, other, position.turn)

    def order(self, position, move):
        return 64 * (self.play(position, move).turn == position.turn)  # close boxes first

    sides = ("Red", "Blue")  # For people, from here on.
    styles = {"R": ("■", "red", "Red"), "B": ("□", "blue", "Blue"), "+": ("•", ""), ".": (" ", "")}
    styles |= {"-": ("─", "", "line"), "|": ("│", "", "line")}

    def move_text(self, position, move):
        return Grid(self.height, self.width).name(move)

    def placed_squares(self, position, move):
        return (move,)

    def is_valid(self, position):
        lines, own, other, turn = position
        fits = not lines & ~self.lines and not own & other and turn in (0, 1)
        return fits and own | other == self.closed(lines)

    def scene(self, position):
        lines, own, other, turn = position
        across = sum(1 << n for n in squares(lines) if n // self.width % 2 == 0)
        boards = (across, lines, own, other, ~(self.lines | self.boxes))
        drawn = dict(zip("-|BR+" if turn else "-|RB+", boards))
        return Grid(self.height, self.width).scene(drawn, layout="edges")
