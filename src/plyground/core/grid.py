"""A board of squares in rows, for games that need no more than names, a picture and symmetries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from plyground.core.bits import Bits
from plyground.core.lines import symmetries
from plyground.core.scene import Scene, numbers
from plyground.core.types import Square


class Grid(NamedTuple):
    """Squares count from 0 row by row: the first is called `a1`, the one beside it `b1`."""

    rows: int
    columns: int

    def name(self, square: Square) -> str:
        """A square as people write it: its column's letter and its row's number."""
        row, column = divmod(square, self.columns)
        return f"{self._letters()[column]}{row + 1}"

    def holds(self, *boards: Bits) -> bool:
        """Whether all that stands on these boards has a square of its own."""
        covered = 0
        for board in boards:
            if board & covered:
                return False
            covered |= board
        return 0 <= covered < 1 << self.rows * self.columns

    def symmetries(self) -> tuple[tuple[Square, ...], ...]:
        """Every rotation and reflection but the identity, each as a table for `permuted`: the new
        number of square 0, of square 1, and so on."""
        return tuple(symmetries((self.rows, self.columns)))

    def scene(
        self, boards: Mapping[str, Bits], free: str = ".", upward: bool = False, **more: Any
    ) -> Scene:
        """What stands on `boards`, each under its symbol. Row 1 is at the top, or at the bottom if
        rows count upward. `more` are further fields of the scene."""
        rows = [self._row(number, boards, free) for number in range(self.rows)]
        step = -1 if upward else 1
        return Scene(tuple(rows[::step]), self._letters(), numbers(self.rows)[::step], **more)

    def _row(self, number: int, boards: Mapping[str, Bits], free: str) -> str:
        row = range(number * self.columns, (number + 1) * self.columns)
        found = ([symbol for symbol in boards if boards[symbol] >> n & 1] for n in row)
        return "".join((symbols or [free])[0] for symbols in found)

    def _letters(self) -> tuple[str, ...]:
        return tuple(chr(ord("a") + column) for column in range(self.columns))
