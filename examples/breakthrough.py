"""Breakthrough: bring a piece to the far side.

Play it with `plyground play examples/breakthrough.py:rows=6,columns=6`.
"""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Bits, Scene, bit, evaluation, game, nth_square, squares


class Position(NamedTuple):
    """Pieces as bits, square `row * columns + column`; white starts on row 0 and moves up."""

    white: Bits
    black: Bits
    turn: int


@game("breakthrough")
class Breakthrough(NamedTuple):
    """Step forward, capture diagonally; who reaches the far side wins."""

    rows: int
    columns: int
    board: Bits
    left: Bits

    @classmethod
    def create(cls, rows: int = 8, columns: int = 8):
        if rows < 4 or not 2 <= columns <= 26 or rows * columns > 256:
            raise ValueError("a board has 4 rows or more, 2 to 26 columns, and up to 256 squares")
        left = sum(1 << row * columns for row in range(rows))
        return cls(rows, columns, (1 << rows * columns) - 1, left)

    @property
    def board_bits(self):
        return self.rows * self.columns

    def start(self):
        home = (1 << 2 * self.columns) - 1
        return Position(home, home << (self.rows - 2) * self.columns, 0)

    def targets(self, position, way):
        """Where the side to move can go: way 0 to the left, 1 straight on, 2 to the right."""
        own = position.black if position.turn else position.white
        blocked = position.white | position.black if way == 1 else own
        if way == 0:
            own &= ~self.left
        if way == 2:
            own &= ~(self.left << self.columns - 1)
        ahead = own >> self.columns + 1 - way if position.turn else own << self.columns - 1 + way
        return ahead & self.board & ~blocked

    def moves(self, position):
        for way in range(3):
            for target in squares(self.targets(position, way)):
                yield 256 * way + target  # no board has more squares

    def origin(self, position, move):
        ahead = -self.columns if position.turn else self.columns
        return move % 256 - ahead - move // 256 + 1

    def play(self, position, move):
        origin, target = bit(self.origin(position, move)), bit(move % 256)
        if position.turn:
            return Position(position.white & ~target, position.black ^ origin | target, 0)
        return Position(position.white ^ origin | target, position.black & ~target, 1)

    def outcome(self, position):
        if position.turn:
            lost = position.white >> (self.rows - 1) * self.columns or not position.black
        else:
            lost = position.black & (1 << self.columns) - 1 or not position.white
        return LOSS if lost else ONGOING

    def side(self, position):
        return position.turn

    # For speed: not needed, but makes random games five times as fast.

    def sample(self, position, random):
        left, ahead = self.targets(position, 0), self.targets(position, 1)
        right = self.targets(position, 2)
        chosen = random * (left.bit_count() + ahead.bit_count() + right.bit_count()) >> 32
        if chosen < left.bit_count():
            return nth_square(left, chosen)
        chosen -= left.bit_count()
        if chosen < ahead.bit_count():
            return 256 + nth_square(ahead, chosen)
        return 512 + nth_square(right, chosen - ahead.bit_count())

    # For strength: not needed either. Captures are tried first, and followed to their end.

    alternates = winner_moves_last = True

    def order(self, position, move):
        enemies = position.white if position.turn else position.black
        return 64 if enemies & bit(move % 256) else 0

    def noisy(self, position):
        enemies = position.white if position.turn else position.black
        for way in range(0, 3, 2):
            for target in squares(self.targets(position, way) & enemies):
                yield 256 * way + target

    # For people.

    sides = ("White", "Black")
    letters = "abcdefghijklmnopqrstuvwxyz"
    styles = {
        "W": ("○", "#ffffff", "White"),
        "B": ("●", "#000000", "Black"),
        ".": ("·", "#3f2a12"),
    }

    def square_text(self, square):
        return self.letters[square % self.columns] + str(square // self.columns + 1)

    def move_text(self, position, move):
        origin = self.origin(position, move)
        return self.square_text(origin) + self.square_text(move % 256)

    def is_valid(self, position):
        apart = not position.white & position.black
        on_board = not (position.white | position.black) & ~self.board
        return apart and on_board and position.turn in (0, 1)

    def scene(self, position):
        rows, labels = [], []
        for row in reversed(range(self.rows)):
            symbols = ""
            for square in range(row * self.columns, (row + 1) * self.columns):
                white, black = position.white >> square & 1, position.black >> square & 1
                symbols += "W" if white else "B" if black else "."
            rows.append(symbols)
            labels.append(str(row + 1))
        columns = tuple(self.letters[: self.columns])
        return Scene(tuple(rows), columns, tuple(labels), background="#9c6b3b")


@evaluation("default", game="breakthrough")
class Material(NamedTuple):
    """Pieces, and how far they have come."""

    pieces: int = 100
    advance: int = 2
    tempo: int = 5

    def features(self, game, position):
        lead = position.white.bit_count() - position.black.bit_count()
        steps = 0
        for row in range(game.rows):
            squares_of_row = (1 << game.columns) - 1 << row * game.columns
            steps += row * row * (position.white & squares_of_row).bit_count()
            left = game.rows - 1 - row
            steps -= left * left * (position.black & squares_of_row).bit_count()
        sign = -1 if position.turn else 1
        return sign * lead, sign * steps, 1
