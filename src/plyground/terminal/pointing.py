"""Moves by pointing: a cursor on the board, and the squares that a person has chosen so far."""

from collections.abc import Sequence

from plyground.boards.changes import last_squares
from plyground.boards.clicks import Way, ways_of
from plyground.core.game import Game
from plyground.core.scene import Scene, places, real_squares
from plyground.core.style import style_table
from plyground.records.record import Record
from plyground.terminal.board import Marks
from plyground.terminal.keys import DOWN, LEFT, RIGHT, UP

_STEPS = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}


class Pointer:
    """A cursor on a board, the squares chosen so far, and the moves they can become."""

    def __init__(self, record: Record, home: int | None = None) -> None:
        self.record, self.game, self.position = record, record.game, record.position
        self.home = home
        """Where the cursor appears; None: on the last move, or in the middle."""
        self.scene = self.game.scene(self.position)
        self.squares = _squares_of(self.scene, self.game)
        self.cursor: int | None = None
        self.picked: tuple[int, ...] = ()
        self._ways: dict[int, Way] | None = None

    @property
    def can_point(self) -> bool:
        """Whether there are squares to point at."""
        return bool(self.squares)

    @property
    def ways(self) -> dict[int, Way]:
        """The way of each move, computed when the first square is chosen."""
        if self._ways is None:
            self._ways = ways_of(self.record)
        return self._ways

    def clear(self) -> None:
        """Remove the cursor and the chosen squares."""
        self.cursor, self.picked = None, ()

    def step(self, key: str) -> None:
        """Move the cursor; the first time it only appears."""
        if self.scene is None:
            return
        if self.cursor is None:
            first = _first_cursor(self.record, self.scene, self.squares)
            self.cursor = self.home if self.home in self.squares else first
        else:
            self.cursor = _neighbour(self.scene, self.squares, self.cursor, *_STEPS[key])

    def choose(self, square: int) -> list[int]:
        """Choose a square and return the moves it completes: one if it is decided, several if the
        person must type which, and none if another square must follow or no move goes there."""
        self.cursor = square
        if square in self.picked:
            self.picked = ()
            return []
        for picked in ((*self.picked, square), (square,)):
            found = self._fitting(picked)
            if found:
                whole = [move for move in found if len(self.ways[move]) == len(picked)]
                self.picked = () if whole else picked
                return found if whole else []
        return [move for move in self._fitting(self.picked) if not all(self.ways[move])]

    def marks(self) -> Marks:
        """The marks to draw on the board."""
        targets: set[int] = set()
        if self.picked:
            for move in self._fitting(self.picked):
                targets |= self.ways[move][len(self.picked)]
        return Marks(self.cursor, self.picked, targets - {*self.picked})

    def preview(self) -> str:
        """The text of the move that choosing the cursor's square makes; empty if not just one."""
        if self.cursor is None or self.cursor in self.picked:
            return ""
        picked = (*self.picked, self.cursor)
        found = self._fitting(picked)
        if len(found) != 1 or len(self.ways[found[0]]) != len(picked):
            return ""
        return self.game.move_text(self.position, found[0])

    def _fitting(self, picked: Sequence[int]) -> list[int]:
        """The moves whose ways begin with these squares."""
        return [move for move, way in self.ways.items() if _begins(way, picked)]


def _begins(way: Way, picked: Sequence[int]) -> bool:
    return (
        0 < len(picked) <= len(way)
        and len({*picked}) == len(picked)
        and all(square in squares for square, squares in zip(picked, way, strict=False))
    )


# --- moving the cursor -------------------------------------------------------------------------


def _squares_of(scene: Scene | None, game: Game) -> list[int]:
    return sorted(real_squares(scene, style_table(game.styles))) if scene else []


def _first_cursor(record: Record, scene: Scene, squares: Sequence[int]) -> int:
    """The last move, or else the middle of the middle row."""
    last = sorted(last_squares(record))
    if last:
        return last[0]
    where = places(scene)
    rows = sorted({where[square][0] for square in squares})
    row = [square for square in squares if where[square][0] == rows[len(rows) // 2]]
    return row[len(row) // 2]


def _neighbour(scene: Scene, squares: Sequence[int], square: int, down: int, right: int) -> int:
    """The next square in a direction: straight ahead, or else the nearest of the next row; the same
    square at the edge."""
    where = places(scene)
    row, column = where[square]

    def distance(other: int) -> tuple[bool, int, int]:
        below, beside = where[other][0] - row, where[other][1] - column
        return bool(down and beside), abs(below), abs(beside)

    if right:
        ahead = [n for n in squares if where[n][0] == row and (where[n][1] - column) * right > 0]
    else:
        ahead = [n for n in squares if (where[n][0] - row) * down > 0]
    return min(ahead, key=distance, default=square)
