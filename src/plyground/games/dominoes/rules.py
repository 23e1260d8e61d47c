"""Dominoes in line: lay dominoes of your own mark; `line` squares in a row win."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from plyground.core.bits import WIDTHS, Bits, bit, nth_square, squares
from plyground.core.errors import BadOption
from plyground.core.game import game
from plyground.core.lines import (
    as_board,
    completes,
    lines_through,
    permuted,
    straight_lines,
    symmetries,
)
from plyground.core.outcome import DRAW, LOSS, ONGOING
from plyground.games.dominoes import text
from plyground.games.windows import may_complete_line, paired_gaps, square_potential, tally_rows


class Position(NamedTuple):
    """The squares of the side to move and of the other; `won`: the last domino made a line."""

    own: Bits
    other: Bits
    won: bool


@game("dominoes", display=text)
class Dominoes(NamedTuple):
    """Lay dominoes; a line of your own squares wins."""

    rows: int
    columns: int
    line: int
    board: Bits
    left_of_another: Bits
    lines: tuple[Bits, ...]
    crossing: tuple[Bits, ...]
    first: tuple[int, ...]
    images: tuple[tuple[int, ...], ...]

    @classmethod
    def create(cls, rows: int = 6, columns: int = 7, line: int = 4) -> Self:
        if rows < 1 or columns < 1:
            raise BadOption(f"rows={rows}, columns={columns}: a board has at least 1 of each")
        if rows * columns > WIDTHS[-1]:
            raise BadOption(f"rows={rows}, columns={columns}: at most {WIDTHS[-1]} squares fit")
        if not 1 <= line <= max(rows, columns):
            raise BadOption(f"line={line}: a line is from 1 to {max(rows, columns)} long here")
        sides, size = (rows, columns), rows * columns
        lines = straight_lines(sides, line)
        tables = tuple(map(as_board, lines)), *lines_through(size, lines)
        inner = sum(1 << square for square in range(size) if (square + 1) % columns)
        images = tuple(symmetries(sides))
        return cls(rows, columns, line, (1 << size) - 1, inner, *tables, images)

    @property
    def winner_moves_last(self) -> bool:
        return True

    @property
    def board_bits(self) -> int:
        return self.rows * self.columns

    def start(self) -> Position:
        return Position(0, 0, False)

    def moves(self, position: Position) -> Iterator[int]:
        """`2 * square`, plus 1 for a domino that reaches down instead of right."""
        across, down = self.places(position)
        for square in squares(across | down):
            if across >> square & 1:
                yield 2 * square
            if down >> square & 1:
                yield 2 * square + 1

    def places(self, position: Position) -> tuple[Bits, Bits]:
        """The squares from which a domino can reach right, and down."""
        free = self.board & ~(position.own | position.other)
        return free & free >> 1 & self.left_of_another, free & free >> self.columns

    def play(self, position: Position, move: int) -> Position:
        one, two = self.covered(move)
        own = position.own | bit(one) | bit(two)
        return Position(position.other, own, self.has_line(own, one) or self.has_line(own, two))

    def covered(self, move: int) -> tuple[int, int]:
        """The squares of a domino."""
        return move >> 1, (move >> 1) + (self.columns if move & 1 else 1)

    def has_line(self, board: Bits, square: int) -> bool:
        return completes(board, square, self.crossing, self.first)

    def outcome(self, position: Position) -> int:
        if position.won:
            return LOSS
        across, down = self.places(position)
        return ONGOING if across | down else DRAW

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in self.images:
            yield Position(
                permuted(position.own, image), permuted(position.other, image), position.won
            )

    def sample(self, position: Position, random: int) -> int:
        across, down = self.places(position)
        count = across.bit_count()
        chosen = random * (count + down.bit_count()) >> 32
        if chosen < count:
            return 2 * nth_square(across, chosen)
        return 2 * nth_square(down, chosen - count) + 1

    def order(self, position: Position, move: int) -> int:
        """Squares on many lines first."""
        one, two = self.covered(move)
        lines = self.first[one + 1] - self.first[one] + self.first[two + 1] - self.first[two]
        return min(lines, 64)

    def noisy(self, position: Position) -> Iterator[int]:
        """The dominoes that win at once."""
        own, room = position.own, self.board & ~position.other
        _, _, _, gaps = tally_rows(own, room, self.left_of_another, self.columns, self.line)
        across, down = self.winning_places(own, room, gaps)
        for square in squares(across | down):
            if across >> square & 1:
                yield 2 * square
            if down >> square & 1:
                yield 2 * square + 1

    def winning_places(self, own: Bits, room: Bits, gaps: Bits) -> tuple[Bits, Bits]:
        """The squares from which a domino that reaches right, or down, completes a line.

        It covers the only square that a window lacks (a gap), or the last two, side by side.
        """
        free = room & ~own
        across = paired_gaps(own, room, self.left_of_another, 1, self.line)
        across |= (gaps | gaps >> 1) & free & free >> 1 & self.left_of_another
        down = paired_gaps(own, room, room, self.columns, self.line)
        down |= (gaps | gaps >> self.columns) & free & free >> self.columns
        return across, down

    def non_losing_moves(self, position: Position) -> Iterator[int]:
        """The dominoes that block every domino with which the other side threatens to win."""
        other, room = position.other, self.board & ~position.own
        _, _, _, gaps = tally_rows(other, room, self.left_of_another, self.columns, self.line)
        wins_across, wins_down = self.winning_places(other, room, gaps)
        across, down = self.places(position)
        across, down = self.touching(across, down, wins_across, 1)
        across, down = self.touching(across, down, wins_down, self.columns)
        for square in squares(across | down if not position.won else across & 0):
            if across >> square & 1:
                yield 2 * square
            if down >> square & 1:
                yield 2 * square + 1

    def touching(self, across: Bits, down: Bits, others: Bits, step: int) -> tuple[Bits, Bits]:
        """The dominoes that share a square with each domino of `others`."""
        while others and across | down:
            first = others & -others
            domino = first | first << step
            across &= domino | domino >> 1
            down &= domino | domino >> self.columns
            others &= others - 1
        return across, down

    def solver_order(self, position: Position, move: int) -> int:
        """Squares with the largest Erdos-Selfridge potential first."""
        one, two = self.covered(move)
        return self.potential_at(position, one) + self.potential_at(position, two)

    def potential_at(self, position: Position, square: int) -> int:
        own, other = position.own, position.other
        return square_potential(own, other, square, self.crossing, self.first, 1, self.columns)

    def may_win(self, position: Position, mover: bool) -> bool:
        """False where the Erdos-Selfridge criterion proves that every line can be stopped."""
        own, other = position.own, position.other
        return may_complete_line(own, other, mover, self.lines, 1, self.columns)

    def plies_left(self, position: Position) -> int:
        return (self.rows * self.columns - (position.own | position.other).bit_count()) // 2

    def side(self, position: Position) -> int:
        return (position.own | position.other).bit_count() // 2 & 1

    @property
    def alternates(self) -> bool:
        return True
