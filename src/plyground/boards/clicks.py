"""Which squares of a board make which move, for any game with a scene.

A move's way is a list of sets of squares: a person chooses a square of the first set, then one of
the second. It is what the game says (`move_squares`), the column or the square that the move is
named after, the squares of the piece that it places (`placed_squares`), or else what the move
changes on the board. A move without squares, such as a pass, gets a button.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from plyground.boards.changes import Standing, changed_squares
from plyground.core.errors import AmbiguousClicks
from plyground.core.scene import Scene, numbered_rows
from plyground.core.style import style_table
from plyground.core.wire import MoveMap, MoveSquares, MoveVariant

Way = tuple[frozenset[int], ...]


def move_map(standing: Standing) -> MoveMap:
    """How each legal move is made by clicks on the board or by a button, for a page or a program;
    raises AmbiguousClicks if some clicks would make two moves."""
    squares, buttons = [], []
    for move, way in ways_of(standing).items():
        text = standing.game.move_text(standing.position, move)
        steps = tuple(tuple(sorted(step)) for step in way)
        if steps and any(clicks(steps)):
            squares.append(MoveSquares(text, steps))
        else:
            buttons.append(text)
    _check_distinct(standing, squares)
    variants = tuple(_variants(standing, squares, buttons))
    return MoveMap(squares=tuple(squares), buttons=tuple(buttons), variants=variants)


def _variants(
    standing: Standing, plain: Sequence[MoveSquares], buttons: Sequence[str]
) -> Iterator[MoveVariant]:
    """The kinds of moves that the scene tells apart."""
    scene = standing.game.scene(standing.position)
    legal = {*buttons, *(made.move for made in plain)}
    for pattern, name in scene.variants if scene else ():
        moves = (MoveSquares(pattern.replace("_", made.move), made.steps) for made in plain)
        yield MoveVariant(name, tuple(made for made in moves if made.move in legal))


def clicks(steps: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """The squares, one after another, that make a move of a `MoveMap`."""
    for squares in product(*steps):
        if len({*squares}) == len(squares):
            yield squares


def _check_distinct(standing: Standing, moves: Iterable[MoveSquares]) -> None:
    found = {squares: made.move for made in moves for squares in clicks(made.steps)}
    for made in moves:
        for squares in clicks(made.steps):
            for size in range(1, len(squares) + 1):
                other = found.get(squares[:size], made.move)
                if other != made.move:
                    raise _ambiguous(standing, squares[:size], sorted({other, made.move}))


def _ambiguous(
    standing: Standing, squares: tuple[int, ...], moves: Sequence[str]
) -> AmbiguousClicks:
    where = ", ".join(map(str, squares))
    return AmbiguousClicks(
        f"{standing.game.name}: {moves[0]!r} and {moves[1]!r} are made by the same squares of the "
        f"scene ({where}): expected move_squares to tell them apart"
    )


def ways_of(standing: Standing) -> dict[int, Way]:
    """The way of each legal move. Where some are named after columns or squares of the board, the
    others have none: they are asked for in words."""
    game, position = standing.game, standing.position
    scene, moves = game.scene(position), standing.legal_moves
    if scene is None:
        return dict.fromkeys(moves, ())
    chosen = {move: [*game.move_squares(position, move)] for move in moves}
    named = {move: _named(scene, game.move_text(position, move)) for move in moves}
    has_names = any(named.values())
    return {
        move: tuple(frozenset({square}) for square in chosen[move])
        or (named[move] if has_names else _way_of(standing, scene, move))
        for move in moves
    }


def _named(scene: Scene, text: str) -> Way:
    """The way of a move that is named after a column or a square."""
    if text in scene.columns:
        return (_column(scene, scene.columns.index(text)),)
    return (frozenset({scene.names.index(text)}),) if text in scene.names else ()


def _column(scene: Scene, column: int) -> frozenset[int]:
    rows = numbered_rows(scene)
    return frozenset(first + column for _, row, first in rows if column < len(row))


def _way_of(standing: Standing, scene: Scene, move: int) -> Way:
    """The way of a move from what it places or changes on the board; empty if that is nothing."""
    game, position = standing.game, standing.position
    placed_squares = {*game.placed_squares(position, move)}
    if placed_squares:
        return _any_order(placed_squares)
    return _way_of_change(standing, scene, game.play(position, move))


def _way_of_change(standing: Standing, scene: Scene, after: Any) -> Way:
    """The way of a move from what it changes: the mover's pieces leave squares and enter others."""
    game, position = standing.game, standing.position
    then = game.scene(after)
    if then is None or [*map(len, then.rows)] != [*map(len, scene.rows)]:
        return ()
    old, new = "".join(scene.rows), "".join(then.rows)
    styles = style_table(game.styles)
    own = {symbol for symbol, style in styles.items() if style.name == standing.mover}
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
