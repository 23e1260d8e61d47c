"""A board in words, line by line, for screen readers."""

from collections.abc import Collection, Iterator
from itertools import groupby

from plyground.boards.changes import Played
from plyground.core.game import Game
from plyground.core.scene import Scene, numbered_rows
from plyground.core.style import Style, style_of, style_table


def board_words(game: Game, scene: Scene) -> Iterator[str]:
    """The pieces of each row, equal rows together; rows without labels are counted from the top.
    Who owns the borders comes first."""
    styles = style_table(game.styles)
    if scene.borders:
        first, second = (style_of(styles, symbol).name for symbol in scene.borders)
        yield f"top and bottom: {first}; left and right: {second}"
    described = [
        (label, _row_words(styles, scene, row, first))
        for label, row, first in _labelled_rows(scene)
    ]
    for words, group in groupby(described, key=lambda row: row[1]):
        labels = [label for label, _ in group]
        rows = f"row {labels[0]}" if len(labels) == 1 else f"rows {labels[0]} to {labels[-1]}"
        yield f"{rows}: {words}"
    yield from scene.notes


def _labelled_rows(scene: Scene) -> Iterator[tuple[str, str, int]]:
    """Each row that is not a gap: its label, its symbols, and its first square."""
    rows = [(number, row, first) for number, row, first in numbered_rows(scene) if row]
    for place, (number, row, first) in enumerate(rows, 1):
        yield scene.labels[number] if scene.labels else str(place), row, first


def _row_words(styles: dict[str, Style], scene: Scene, row: str, first: int) -> str:
    places: dict[str, list[str]] = {}
    for column, symbol in enumerate(row):
        if symbol in styles and styles[symbol].name:
            square = _square_name(scene, first + column, column)
            places.setdefault(styles[symbol].name, []).append(square)
    pieces = [f"{name} at {', '.join(found)}" for name, found in places.items()]
    return "; ".join(pieces) if pieces else "empty"


def _square_name(scene: Scene, square: int, column: int) -> str:
    if scene.names:
        return scene.names[square]
    return scene.columns[column] if scene.columns else str(column + 1)


def square_words(game: Game, scene: Scene) -> dict[int, str]:
    """Each square: its column and row, or its name, and what stands on it."""
    styles, found = style_table(game.styles), {}
    for label, row, first in _labelled_rows(scene):
        for column, symbol in enumerate(row):
            square = first + column
            name = _square_name(scene, square, column)
            place = name if scene.names else f"column {name}, row {label}"
            found[square] = f"{place}: {style_of(styles, symbol).name or 'empty'}"
    return found


def position_words(played: Played) -> Iterator[str]:
    """A position for a screen reader: the board row by row, or else its picture."""
    game, scene = played.game, played.game.scene(played.position)
    named = any(style.name for style in style_table(game.styles).values())
    yield from board_words(game, scene) if scene and named else [game.picture(played.position)]


def line_words(played: Played) -> str:
    """The squares of the winning line; empty if there is none."""
    scene = played.game.scene(played.position)
    return f"the line: {squares_words(scene, scene.line)}" if scene and scene.line else ""


def squares_words(scene: Scene, squares: Collection[int]) -> str:
    """Where squares are: their names, or row by row their columns."""
    if scene.names:
        return ", ".join(scene.names[square] for square in sorted(squares))
    found = []
    for label, row, first in _labelled_rows(scene):
        columns = [n for n in range(len(row)) if first + n in squares]
        places = ", ".join(_square_name(scene, first + column, column) for column in columns)
        found += [f"row {label} at {places}"] if columns else []
    return "; ".join(found)
