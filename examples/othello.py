"""Othello: enclose discs to turn them over. Try `plyground play examples/othello.py:size=6`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Grid, bit, game, permuted, squares


class Position(NamedTuple):
    own: Bits  # discs of the side to move: bit `row * size + column` from the upper left
    other: Bits
    turn: int


@game("othello")
class Othello(NamedTuple):
    """Place a disc so that straight rows of the other side's discs lie between it and discs of
    yours: they turn over. Who cannot do so passes. When neither can, the side with more wins."""

    size: int
    board: Bits
    inner: Bits
    images: tuple[tuple[int, ...], ...]

    @classmethod
    def create(cls, size: int = 8):
        if size not in range(4, 17, 2):
            raise ValueError(f"size={size}: expected an even number from 4 to 16")
        inner = sum(1 << n for n in range(size * size) if 0 < n % size < size - 1)
        return cls(size, (1 << size * size) - 1, inner, Grid(size, size).symmetries())

    def start(self):
        one, two = (self.size // 2 - 1) * (self.size + 1), self.size // 2 * (self.size + 1)
        return Position(bit(one + 1) | bit(two - 1), bit(one) | bit(two), 0)

    def moves(self, position):
        targets = self.targets(position.own, position.other)
        for square in squares(targets):
            yield square
        if not targets:
            yield self.size * self.size  # a pass

    def targets(self, own, other):
        found = own & 0
        for way in range(8):
            found |= self.step(self.row(own, other, way), way)
        return found & self.board & ~(own | other)

    def step(self, board, way):
        distance = self.size - 2 + way % 4 if way % 4 else 1
        return board << distance if way < 4 else board >> distance

    def row(self, board, discs, way):  # discs that follow a board's squares without a gap
        through = discs if way % 4 == 2 else discs & self.inner  # rows end at the edges
        found = self.step(board, way) & through
        for _ in range(self.size - 3):
            found |= self.step(found, way) & through
        return found

    def play(self, position, move):
        own, other = position.own, position.other
        if move < self.size * self.size:
            own |= bit(move)
            for way in range(8):
                row = self.row(bit(move), position.other, way)
                if self.step(row, way) & position.own:
                    own, other = own | row, other & ~row
        return Position(other, own, 1 - position.turn)

    def outcome(self, position):
        if self.targets(position.own, position.other) or self.targets(position.other, position.own):
            return ONGOING
        lead = position.own.bit_count() - position.other.bit_count()
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def side(self, position):  # For speed and larger boards, from here on.
        return position.turn

    def board_bits(self):
        return self.size * self.size

    def symmetries(self, position):
        for image in self.images:
            own, other = permuted(position.own, image), permuted(position.other, image)
            yield Position(own, other, position.turn)

    alternates = True
    sides = ("Black", "White")  # For people, from here on.
    styles = {"B": ("●", "black", "Black"), "W": ("○", "white", "White"), ".": ("·", "#0b3d1c")}

    def move_text(self, position, move):
        return Grid(self.size, self.size).name(move) if move < self.size * self.size else "pass"

    def is_valid(self, position):
        return Grid(self.size, self.size).holds(*position[:2]) and position.turn in (0, 1)

    def scene(self, position):
        discs = dict(zip("WB" if position.turn else "BW", position))
        return Grid(self.size, self.size).scene(discs, background="#2e8b57")
