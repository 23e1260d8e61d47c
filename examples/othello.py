"""Othello: enclose discs to turn them over. Try `plyground play examples/othello.py:size=6`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Scene, bit, game, squares


class Position(NamedTuple):
    """Discs of the side to move and of the other: bit `row * size + column` from the upper left."""

    own: Bits
    other: Bits
    turn: int


@game("othello")
class Othello(NamedTuple):
    """Place a disc so that straight rows of the other side's discs lie between it and discs of
    yours: they turn over. Who cannot do so passes. When neither can, the side with more wins."""

    size: int
    board: Bits
    inner: Bits

    @classmethod
    def create(cls, size: int = 8):
        if size not in range(4, 17, 2):
            raise ValueError(f"size={size}: expected an even number from 4 to 16")
        inner = sum(1 << n for n in range(size * size) if 0 < n % size < size - 1)
        return cls(size, (1 << size * size) - 1, inner)

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

    def row(self, board, discs, way):
        """The discs that follow the squares of a board without a gap, in one of eight ways."""
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

    # For speed and larger boards.

    @property
    def board_bits(self):
        return self.size * self.size

    def symmetries(self, position):
        for image in range(1, 8):
            own, other = self.turned(position.own, image), self.turned(position.other, image)
            yield Position(own, other, position.turn)

    def turned(self, board, image):
        found = board & 0
        for square in squares(board):
            row, column = square // self.size, square % self.size
            row = self.size - 1 - row if image & 1 else row
            column = self.size - 1 - column if image & 2 else column
            found |= bit(column * self.size + row if image & 4 else row * self.size + column)
        return found

    # For people.

    sides = ("Black", "White")
    letters = "abcdefghijklmnop"
    styles = {
        "B": ("●", "#000000", "Black"),
        "W": ("○", "#ffffff", "White"),
        ".": ("·", "#0b3d1c"),
    }

    def side(self, position):
        return position.turn

    alternates = True

    def move_text(self, position, move):
        row, column = divmod(move, self.size)
        return f"{self.letters[column]}{row + 1}" if row < self.size else "pass"

    def is_valid(self, position):
        apart = not position.own & position.other
        return apart and position.own | position.other <= self.board and position.turn in (0, 1)

    def scene(self, position):
        symbols = ""
        for n in range(self.size * self.size):
            own, other = position.own >> n & 1, position.other >> n & 1
            symbols += "BW"[position.turn ^ other] if own or other else "."
        rows = [symbols[n : n + self.size] for n in range(0, len(symbols), self.size)]
        labels = [str(row + 1) for row in range(self.size)]
        return Scene(rows, tuple(self.letters[: self.size]), labels, background="#2e8b57")
