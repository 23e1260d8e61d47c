"""Which squares of a board make which move, for any game with a scene.

A move's way is a list of sets of squares: a person chooses a square of the first set, then one of
the second. It is the column or the square that the move is named after, what the game says
(`move_squares`, `placed_squares`), or else what the move changes on the board.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from plyground.boards.changes import Played, changed_squares
from plyground.core.errors import AmbiguousClicks
from plyground.core.game import legal_moves
from plyground.core.scene import Scene, numbered_rows
from plyground.core.style import style_table

Way = tuple[frozenset[int], ...]
Squares = tuple[int, ...]


class Clicks(NamedTuple):
    """How every legal move of a position is made on a screen."""

    squares: dict[Squares, int]
    """The move that is made by these squares, clicked one after another. None begins another."""
    buttons: dict[str, int]
    """The moves that no squares show, such as a pass, by what stands on their buttons."""


def clicks(played: Played) -> Clicks:
    """The clicks for every legal move; raises AmbiguousClicks if some would make two."""
    found: dict[Squares, int] = {}
    buttons = {}
    for move, way in ways_of(played).items():
        if not way or not all(way):
            buttons[played.game.move_text(played.position, move)] = move
            continue
        for squares in _sequences(way):
            if found.setdefault(squares, move) != move:
                raise _ambiguous(played, squares, (found[squares], move))
    for squares in found:
        for size in range(1, len(squares)):
            if squares[:size] in found:
                moves = (found[squares[:size]], found[squares])
                raise _ambiguous(played, squares[:size], moves)
    return Clicks(found, buttons)


def _sequences(way: Way) -> Iterator[Squares]:
    for squares in product(*map(sorted, way)):
        if len({*squares}) == len(squares) or len({*way}) == len(way):
            yield squares


def _ambiguous(played: Played, squares: Squares, moves: Iterable[int]) -> AmbiguousClicks:
    one, other = (repr(played.game.move_text(played.position, move)) for move in moves)
    where = ", ".join(map(str, squares))
    return AmbiguousClicks(
        f"{played.game.name}: {one} and {other} are made by the same squares of the scene "
        f"({where}): expected move_squares to tell them apart"
    )


def ways_of(played: Played) -> dict[int, Way]:
    """The way of each legal move. Where some are named after columns or squares of the board, the
    others have none: they are asked for in words."""
    game, position = played.game, played.position
    scene, moves = game.scene(position), legal_moves(game, position)
    if scene is None:
        return dict.fromkeys(moves, ())
    named = {move: _named(scene, game.move_text(position, move)) for move in moves}
    return named if any(named.values()) else {move: way_of(played, move) for move in moves}


def _named(scene: Scene, text: str) -> Way:
    """The way of a move that is named after a column or a square."""
    if text in scene.columns:
        return (_column(scene, scene.columns.index(text)),)
    return (frozenset({scene.names.index(text)}),) if text in scene.names else ()


def _column(scene: Scene, column: int) -> frozenset[int]:
    rows = numbered_rows(scene)
    return frozenset(first + column for _, row, first in rows if column < len(row))


def way_of(played: Played, move: int) -> Way:
    """The way of a move; empty if it changes nothing on the board."""
    game, position = played.game, played.position
    scene = game.scene(position)
    if scene is None:
        return ()
    named = _named(scene, game.move_text(position, move))
    if named:
        return named
    chosen = [*game.move_squares(position, move)]
    if chosen:
        return tuple(frozenset({square}) for square in chosen)
    placed_squares = {*game.placed_squares(position, move)}
    if placed_squares:
        return _any_order(placed_squares)
    return _way_of_change(played, scene, game.play(position, move))


def _way_of_change(played: Played, scene: Scene, after: Any) -> Way:
    """The way of a move from what it changes: the mover's pieces leave squares and enter others."""
    game, position = played.game, played.position
    then = game.scene(after)
    if then is None or [*map(len, then.rows)] != [*map(len, scene.rows)]:
        return ()
    old, new = "".join(scene.rows), "".join(then.rows)
    styles = style_table(game.styles)
    own = {symbol for symbol, style in styles.items() if style.name == played.mover}
    free = {symbol for symbol, style in styles.items() if not style.name}
    pairs = [*enumerate(zip(old, new, strict=True))]
    left = {n for n, (was, now) in pairs if was in own and now not in own}
    entered = {n for n, (was, now) in pairs if was not in own and now in own}
    entered = {n for n in entered if old[n] in free} or entered  # without pieces that were flipped
    if left:
        return frozenset(left), frozenset(entered)
    changed = entered or changed_squares(game, position, after)
    return _any_order(changed or {n for n, (was, now) in pairs if was != now and not styles})


def _any_order(squares: Collection[int]) -> Way:
    """One square, or any two of several."""
    return (frozenset(squares),) * min(2, len(squares))
