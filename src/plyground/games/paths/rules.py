"""Path games: mark a free space; owning every space of a path wins."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple, Self

from plyground.core.bits import Bits, bit, nth_square, squares
from plyground.core.errors import BadOption
from plyground.core.game import game, mix_fields
from plyground.core.lines import as_board, completes, lines_through, permuted
from plyground.core.options import one_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.games.paths import text as display
from plyground.games.paths.boards import board_images, board_paths, parse_sides
from plyground.games.paths.file import of_one_line, read_paths
from plyground.games.windows import (
    Tally,
    may_complete_line,
    square_potential,
    tally_lines,
    tally_rows,
)


class Position(NamedTuple):
    """The spaces of the side to move and of the other; `complete`: the last mark made a path."""

    own: Bits
    other: Bits
    complete: bool


@game("paths", display=display)
class Paths(NamedTuple):
    """Tic-tac-toe on any board: own every space of a path."""

    spaces: int
    misere: bool
    board: Bits
    paths: tuple[Bits, ...]
    crossing: tuple[Bits, ...]
    through: tuple[int, ...]
    images: tuple[tuple[int, ...], ...]
    row: int
    layer: int
    first: str

    @classmethod
    def create(
        cls,
        file: str = "",
        board: str = "",
        line: int = 0,
        misere: bool = False,
        first: str = "X",
        text: str = "",
    ) -> Self:
        one_of("first", first, ("X", "O"))
        if file or text:
            if file and text:
                raise BadOption("file= and text= are two boards: leave out one")
            if board or line:
                given = "file" if file else "text"
                raise BadOption(f"a {given} brings its own board: leave out board= and line=")
            spaces, paths = read_paths(file) if file else of_one_line(text)
            images: tuple[tuple[int, ...], ...] = ()
            row, layer = display.row_of(spaces), spaces
        else:
            sides = parse_sides(board or "3x3")
            paths = board_paths(sides, line)
            spaces = prod(sides)
            images, row, layer = tuple(board_images(sides, line)), sides[-1], prod(sides[-2:])
        tables = tuple(map(as_board, paths)), *lines_through(spaces, paths)
        return cls(spaces, misere, (1 << spaces) - 1, *tables, images, row, layer, first)

    @property
    def winner_moves_last(self) -> bool:
        return not self.misere

    @property
    def board_bits(self) -> int:
        return self.spaces

    def start(self) -> Position:
        return Position(0, 0, False)

    def moves(self, position: Position) -> Iterator[int]:
        for space in squares(self.board & ~(position.own | position.other)):
            yield space

    def play(self, position: Position, move: int) -> Position:
        own = position.own | bit(move)
        return Position(position.other, own, completes(own, move, self.crossing, self.through))

    def outcome(self, position: Position) -> int:
        if position.complete:
            return WIN if self.misere else LOSS
        return DRAW if position.own | position.other == self.board else ONGOING

    def key(self, position: Position) -> Bits:
        """Exact up to 32 spaces."""
        if self.spaces <= 32:
            return position.own | position.other << 32
        return mix_fields(self, position)

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in self.images:
            own, other = permuted(position.own, image), permuted(position.other, image)
            yield Position(own, other, position.complete)

    def sample(self, position: Position, random: int) -> int:
        free = self.board & ~(position.own | position.other)
        return nth_square(free, random * free.bit_count() >> 32)

    def order(self, position: Position, move: int) -> int:
        """Spaces on many paths first; in misere play, where a path loses, last."""
        paths = min(self.through[move + 1] - self.through[move], 64)
        return -paths if self.misere else paths

    def noisy(self, position: Position) -> Iterator[int]:
        """The marks that win at once; there are none in misere play."""
        _, _, _, gaps = self.tally(position.own, position.other)
        for space in squares(gaps if not self.misere else gaps & 0):
            yield space

    def tally(self, own: Bits, other: Bits) -> Tally:
        """Count what the open paths lack; on a flat board all of them together, by shifts."""
        if len(self.images) and self.layer == self.spaces and len(self.paths):
            length = self.paths[0].bit_count()
            return tally_rows(own, self.board & ~other, self.left_of_another(), self.row, length)
        return tally_lines(own, other, self.paths)

    def left_of_another(self) -> Bits:
        """On a flat board, the spaces that have another one to their right."""
        edge = self.board & 0
        for _ in range(self.spaces // self.row):
            edge = (edge << 1 | 1) << self.row - 1
        return self.board & ~edge

    def non_losing_moves(self, position: Position) -> Iterator[int]:
        """A single threat must be blocked, and several cannot be. In misere play: the marks that
        complete no path."""
        free = self.board & ~(position.own | position.other)
        own, other = position.own, position.other
        _, _, _, gaps = self.tally(own, other) if self.misere else self.tally(other, own)
        if self.misere:
            free &= ~gaps
        elif gaps:
            free = gaps if gaps & gaps - 1 == 0 else gaps & 0
        for space in squares(free):
            yield space

    def threats(self, position: Position) -> Iterator[int]:
        """The spaces that leave a path one short, so that the other side must take the last one."""
        own, other = position.own, position.other
        _, _, _, gaps = self.tally(other, own)
        pairs = self.board & 0
        if not self.misere and gaps & gaps - 1 == 0:
            for number in range(len(self.paths)):
                missing = self.paths[number] & ~own
                if missing & other == 0 and missing.bit_count() == 2:
                    pairs |= missing
        for space in squares(pairs & gaps if gaps else pairs):
            yield space

    def solver_order(self, position: Position, move: int) -> int:
        """Spaces with the largest Erdos-Selfridge potential first."""
        if self.misere:
            return self.order(position, move)
        return square_potential(
            position.own, position.other, move, self.crossing, self.through, 0, 0
        )

    def may_win(self, position: Position, mover: bool) -> bool:
        """False where the Erdos-Selfridge criterion proves that every path can be stopped."""
        own, other = position.own, position.other
        return self.misere or may_complete_line(own, other, mover, self.paths, 0, 0)

    def plies_left(self, position: Position) -> int:
        return self.spaces - (position.own | position.other).bit_count()

    def side(self, position: Position) -> int:
        return (position.own | position.other).bit_count() & 1

    @property
    def alternates(self) -> bool:
        return True
