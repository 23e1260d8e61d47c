"""Domineering: lay dominoes your way. Try `plyground play examples/domineering.py:rows=6`."""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Bits, Grid, bit, evaluation, game, permuted, squares


class Position(NamedTuple):
    vertical: Bits  # squares under Vertical's dominoes: bit `row * columns + column`
    horizontal: Bits


@game("domineering")
class Domineering(NamedTuple):
    """Cover two squares with a domino, Vertical upright, Horizontal across. Who cannot, loses."""

    rows: int
    columns: int
    board: Bits
    left: Bits
    images: tuple[tuple[int, ...], ...]

    @classmethod
    def create(cls, rows: int = 8, columns: int = 8):
        if not (2 <= rows <= 16 and 2 <= columns <= 16):
            raise ValueError(f"rows={rows}, columns={columns}: expected numbers from 2 to 16")
        left = sum(1 << columns * row for row in range(rows))
        images = [n for n in Grid(rows, columns).symmetries() if abs(n[1] - n[0]) == 1]  # keep rows
        return cls(rows, columns, (1 << rows * columns) - 1, left, tuple(images))

    def board_bits(self):
        return self.rows * self.columns

    def start(self):
        return Position(0, 0)

    def side(self, position):
        return (position.vertical | position.horizontal).bit_count() // 2 & 1

    def places(self, position, side):
        """The upper or left squares of the dominoes that a side can lay."""
        free = self.board & ~(position.vertical | position.horizontal)
        return free & (free & ~self.left) >> 1 if side else free & free >> self.columns

    def moves(self, position):
        for square in squares(self.places(position, self.side(position))):
            yield square

    def play(self, position, move):
        if self.side(position):
            return position._replace(horizontal=position.horizontal | bit(move) | bit(move + 1))
        return position._replace(vertical=position.vertical | bit(move) | bit(move + self.columns))

    def outcome(self, position):
        return ONGOING if self.places(position, self.side(position)) else LOSS

    alternates = winner_moves_last = True

    def plies_left(self, position):  # For speed, from here on.
        return (self.board & ~(position.vertical | position.horizontal)).bit_count() // 2

    def order(self, position, move):
        """Moves that leave the mover more places than the other side."""
        after, side = self.play(position, move), self.side(position)
        return 8 * (self.places(after, side).bit_count() - self.places(after, 1 - side).bit_count())

    def symmetries(self, position):
        for image in self.images:
            yield Position(permuted(position.vertical, image), permuted(position.horizontal, image))

    sides = ("Vertical", "Horizontal")  # For people, from here on.
    styles = {"V": ("█", "#b0121b", "Vertical"), ".": ("·", "brown")}
    styles |= {"H": ("█", "#1446a0", "Horizontal")}

    def placed_squares(self, position, move):
        return move, move + (1 if self.side(position) else self.columns)

    def move_text(self, position, move):
        return "".join(map(Grid(self.rows, self.columns).name, self.placed_squares(position, move)))

    def is_valid(self, position):
        counts = [board.bit_count() for board in position]
        return Grid(self.rows, self.columns).holds(*position) and counts[0] - counts[1] in (0, 2)

    def scene(self, position):
        boards = dict(zip("VH", position))
        return Grid(self.rows, self.columns).scene(boards, background="#d8c39a")


@evaluation("default", game="domineering")
class Places(NamedTuple):
    """Where each side can lay a domino."""

    places: int = 10

    def features(self, game, position):
        side = game.side(position)
        own, other = game.places(position, side), game.places(position, 1 - side)
        return (own.bit_count() - other.bit_count(),)
