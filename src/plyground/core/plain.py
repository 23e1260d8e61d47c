"""A scene in plain characters, and how many of them its squares take."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plyground.core.scene import (
    EDGES,
    HEXAGONS,
    SQUARES,
    Place,
    Scene,
    numbered_rows,
    numbers,
    strokes,
)

Strokes = dict[Place, set[Place]]


def plain_picture(scene: Scene, columns: float = math.inf) -> str:
    """A scene in plain characters, as roomy as `columns` allow; with the squares' names
    beside the board if they do."""
    narrow = narrowed(scene)
    for shown, size in ((scene, _roomy(scene)), (narrow, 2), (narrow, 1)):
        board = [*_plain_lines(shown, size)]
        if max(map(len, board)) <= columns:
            return "\n".join([*board, *scene.notes])
    return "\n".join([too_wide(scene, columns), *scene.notes])


def _roomy(scene: Scene) -> int:
    """The characters for a square where there is room enough."""
    longest = max(map(len, scene.columns), default=1)
    return {EDGES: 3, HEXAGONS: 2 + longest // 2 * 2}.get(scene.layout, longest + 1)


def _plain_lines(scene: Scene, size: int) -> Iterator[str]:
    """The lines of a board whose squares take `size` characters."""
    edge, gap = max(map(len, scene.labels), default=0), " " * (size == 1 or scene.layout == EDGES)
    name_size = max(map(len, scene.names), default=0) + 1
    lines = strokes(scene) if scene.links else {}
    if scene.columns:
        yield " " * edge + gap + _plain_row(scene, column_labels(scene, size), size)
    for number, row, first in numbered_rows(scene):
        if number and lines:
            yield " " * edge + strokes_below(lines, number - 1, len(row), PLAIN_PEN)
        label = scene.labels[number].rjust(edge) if scene.labels else ""
        names = "".join(name.rjust(name_size) for name in scene.names[first : first + len(row)])
        drawn = _plain_points(lines, number, row) if lines else _plain_row(scene, row, size)
        board = " " * indent(scene, number, size) + label + gap + drawn
        yield f"{board}    {names}" if names else board


def _plain_row(scene: Scene, texts: Sequence[str], size: int) -> str:
    if scene.links:
        return "".join(f" {text.center(3)}" for text in texts).rstrip()
    if scene.layout != EDGES:
        return "".join(text.rjust(size) for text in texts)
    widths = [column_width(scene, column, size) for column in range(len(texts))]
    return "".join(map(stretched, texts, widths)).rstrip()


def _plain_points(lines: Strokes, row: int, symbols: str) -> str:
    drawn = ""
    for column, symbol in enumerate(symbols):
        before, junction, after = point_parts(lines[row, column], PLAIN_PEN)
        drawn += before + before + (junction if symbol == " " else symbol) + after
    return drawn.rstrip()


# --- how many characters ------------------------------------------------------------------------


def column_width(scene: Scene, column: int, size: int) -> int:
    """How many characters a column takes in which squares take `size`."""
    return 1 if scene.layout == EDGES and column % 2 == 0 else size


def indent(scene: Scene, row: int, pitch: int) -> int:
    """How many characters further right than the first one a row begins, if there are `pitch`
    from square to square."""
    return row * (pitch // 2) if scene.layout == HEXAGONS else 0


def board_width(scene: Scene, size: int, gap: int = 0) -> int:
    """How many characters the squares take, with `gap` more after each."""
    return max(
        indent(scene, number, size + gap)
        + sum(column_width(scene, column, size) + gap for column in range(len(row)))
        for number, row, _ in numbered_rows(scene)
    )


def stretched(symbol: str, width: int) -> str:
    """A symbol in the middle of `width` characters; an edge from dot to dot fills them."""
    return symbol * width if symbol in ("-", "─") else symbol.center(width)


def column_labels(scene: Scene, size: int) -> list[str]:
    """What stands over the columns if a square takes `size` characters: the ends of the labels."""
    room = max(size - 1, 1)
    return [label[-room:] for label in scene.columns]


def narrowed(scene: Scene) -> Scene:
    """A scene that needs less room: no rules or lines, and the name of a square only where a row
    begins."""
    layout = SQUARES if scene.links else scene.layout
    scene = scene._replace(gridlines=False, layout=layout, links=())
    if not scene.names:
        return scene
    firsts = (scene.names[first] if row else "" for _, row, first in numbered_rows(scene))
    columns = scene.columns or numbers(max(map(len, scene.rows)))
    return scene._replace(columns=columns, labels=scene.labels or (*firsts,), names=())


def too_wide(scene: Scene, columns: float) -> str:
    """What is said instead of a board that no screen of `columns` columns can hold."""
    squares = max(map(len, scene.rows))
    return (
        f"the board is {squares} squares wide and the screen has {columns} columns: "
        f"widen the screen, or send the output to a file"
    )


# --- lines between points ----------------------------------------------------------------------


class Pen(NamedTuple):
    """The characters of lines."""

    ways: str
    """One for each sum of the ways it goes: up 1, right 2, down 4, left 8."""
    falling: str
    rising: str
    crossing: str


BOX_PEN: Final = Pen(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", "╲", "╱", "╳")
PLAIN_PEN: Final = Pen(" |-+||++-+-+++++", "\\", "/", "X")
_WAYS: Final = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_ACROSS, _UPRIGHT = 10, 5


def point_parts(steps: set[Place], pen: Pen) -> tuple[str, str, str]:
    """The line before a point, the lines that meet in it, and the line after it."""
    before, after = (pen.ways[_ACROSS] if step in steps else " " for step in ((0, -1), (0, 1)))
    straight = pen.ways[sum(way for step, way in _WAYS.items() if step in steps)]
    slanted = _slanted((1, 1) in steps, (1, -1) in steps, pen)
    return before, straight if straight != " " else slanted, after


def strokes_below(lines: Strokes, row: int, count: int, pen: Pen) -> str:
    """What stands between a row of `count` points and the next, four characters for each column:
    slanted lines from the column before, a blank, an upright line, a blank."""
    drawn = ""
    for column in range(count):
        here, before = lines[row, column], lines.get((row, column - 1), set())
        upright = pen.ways[_UPRIGHT] if (1, 0) in here else " "
        drawn += f"{_slanted((1, 1) in before, (1, -1) in here, pen)} {upright} "
    return drawn.rstrip()


def _slanted(falls: bool, rises: bool, pen: Pen) -> str:
    if falls and rises:
        return pen.crossing
    return pen.falling if falls else pen.rising if rises else " "
