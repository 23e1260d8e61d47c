"""Moves by pointing: which squares of a board make which move, for any game with a scene.

A move's way is a list of sets of squares: the person chooses a square of the first set, then one of
the second. It comes from what the move changes on the board, or from the game's `placed_squares`.
"""

from collections.abc import Collection, Sequence
from typing import Any

from plyground.core.game import Game, legal_moves
from plyground.core.scene import Scene, numbered_rows
from plyground.records.record import Record
from plyground.terminal.board import Marks, changed_squares, last_squares
from plyground.terminal.keys import DOWN, LEFT, RIGHT, UP

Way = tuple[frozenset[int], ...]
_STEPS = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}


class Pointer:
    """A cursor on a board, the squares chosen so far, and the moves they can become."""

    def __init__(self, record: Record, home: int | None = None) -> None:
        self.record, self.game, self.position = record, record.game, record.position
        self.home = home
        """Where the cursor appears; None: on the last move, or in the middle."""
        self.scene = self.game.scene(self.position)
        self.cursor: int | None = None
        self.picked: tuple[int, ...] = ()
        self._ways: dict[int, Way] | None = None

    @property
    def can_point(self) -> bool:
        """Whether there are squares to point at."""
        return bool(self.scene and any(self.scene.rows))

    @property
    def ways(self) -> dict[int, Way]:
        """The way of each move, computed when the first square is chosen."""
        if self._ways is None:
            moves = legal_moves(self.game, self.position)
            self._ways = {move: way_of(self.record, move) for move in moves}
        return self._ways

    def clear(self) -> None:
        """Remove the cursor and the chosen squares."""
        self.cursor, self.picked = None, ()

    def step(self, key: str) -> None:
        """Move the cursor; the first time it only appears."""
        if self.scene is None:
            return
        if self.cursor is None:
            squares = sum(map(len, self.scene.rows))
            is_there = self.home is not None and self.home < squares
            self.cursor = self.home if is_there else _first_cursor(self.record, self.scene)
        else:
            self.cursor = _neighbour(self.scene, self.cursor, *_STEPS[key])

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
        """The moves whose ways begin with these squares; moves named after a column go first."""
        found = [move for move, way in self.ways.items() if _begins(way, picked)]
        named = [move for move in found if _is_column(self.game, self.scene, self.position, move)]
        return named or found


def _begins(way: Way, picked: Sequence[int]) -> bool:
    return (
        0 < len(picked) <= len(way)
        and len({*picked}) == len(picked)
        and all(square in squares for square, squares in zip(picked, way, strict=False))
    )


def way_of(record: Record, move: int) -> Way:
    """The way of a move; empty if it changes nothing on the board."""
    game, position = record.game, record.position
    scene = game.scene(position)
    if scene is None:
        return ()
    text = game.move_text(position, move)
    if text in scene.columns:
        return (_column(scene, scene.columns.index(text)),)
    if text in scene.names:
        return (frozenset({scene.names.index(text)}),)
    placed_squares = {*game.placed_squares(position, move)}
    if placed_squares:
        return _any_order(placed_squares)
    return _way_of_change(record, scene, game.play(position, move))


def _way_of_change(record: Record, scene: Scene, after: Any) -> Way:
    """The way of a move from what it changes: the mover's pieces leave squares and enter others."""
    game, position = record.game, record.position
    then = game.scene(after)
    if then is None or [*map(len, then.rows)] != [*map(len, scene.rows)]:
        return ()
    old, new = "".join(scene.rows), "".join(then.rows)
    own = {symbol for symbol, entry in game.styles.items() if entry[2:] == (record.mover,)}
    free = {symbol for symbol, entry in game.styles.items() if not entry[2:]}
    pairs = [*enumerate(zip(old, new, strict=True))]
    left = {n for n, (was, now) in pairs if was in own and now not in own}
    entered = {n for n, (was, now) in pairs if was not in own and now in own}
    entered = {n for n in entered if old[n] in free} or entered  # without pieces that were flipped
    if left:
        return frozenset(left), frozenset(entered)
    changed = entered or changed_squares(game, position, after)
    return _any_order(changed or {n for n, (was, now) in pairs if was != now and not game.styles})


def _any_order(squares: Collection[int]) -> Way:
    """One square, or any two of several."""
    return (frozenset(squares),) * min(2, len(squares))


def _is_column(game: Game, scene: Scene | None, position: Any, move: int) -> bool:
    return bool(scene and game.move_text(position, move) in scene.columns)


def _column(scene: Scene, column: int) -> frozenset[int]:
    rows = numbered_rows(scene)
    return frozenset(first + column for _, row, first in rows if column < len(row))


# --- moving the cursor -------------------------------------------------------------------------


def _first_cursor(record: Record, scene: Scene) -> int:
    last = sorted(last_squares(record))
    if last:
        return last[0]
    rows = [(row, first) for _, row, first in numbered_rows(scene) if row]
    row, first = rows[len(rows) // 2]
    return first + len(row) // 2


def _neighbour(scene: Scene, square: int, down: int, right: int) -> int:
    """The next square in a direction, across gaps; the same square at the edge."""
    rows = [(row, first) for _, row, first in numbered_rows(scene) if row]
    place = max(n for n, (_, first) in enumerate(rows) if first <= square)
    column = square - rows[place][1] + right
    row, first = rows[min(max(place + down, 0), len(rows) - 1)]
    return first + min(max(column, 0), len(row) - 1)
