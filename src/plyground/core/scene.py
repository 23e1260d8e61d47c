"""A board as people see it: squares in rows, what stands on them, and what is said beside it."""

from collections.abc import Iterator
from itertools import pairwise
from reprlib import repr as shown
from typing import Literal, NamedTuple, get_args

from plyground.core.style import PAGE, AnyColour, Style, colour_mistake, style_of

Layout = Literal["squares", "hexagons", "points", "edges"]
"""What the places of a board are.

- `squares` in straight rows.
- `hexagons`: each row lies half a hexagon further right than the one above.
- `points` that lines join: pieces stand where lines meet.
- `edges`: the first, third, fifth, ... row and column are thin. Dots are where two of them cross,
  edges join the dots, and boxes lie between the edges.

A place is called a square on all of them.
"""
SQUARES, HEXAGONS, POINTS, EDGES = get_args(Layout)


class Scene(NamedTuple):
    """Squares count across by row from 0; an empty row is a gap between the layers of a board."""

    rows: tuple[str, ...]
    """A symbol for each square, from the top; a blank where the board has no square."""
    columns: tuple[str, ...] = ()
    """What stands over the columns."""
    labels: tuple[str, ...] = ()
    """What stands beside the rows."""
    names: tuple[str, ...] = ()
    """What each square is called, where moves name squares."""
    line: tuple[int, ...] = ()
    """The squares that decided the game."""
    notes: tuple[str, ...] = ()
    """What is to be said under the board."""
    background: AnyColour = ""
    """The colour of the board itself."""
    gridlines: bool = False
    """Whether a colour screen draws rules between the squares."""
    layout: Layout = "squares"
    links: tuple[tuple[int, ...], ...] = ()
    """The lines of a board of points, each as the points that it joins; if there are none, every
    point is joined to those beside, above and below it."""
    borders: str = ""
    """Two symbols: whose pieces own the board's top and bottom, and whose its left and right."""
    variants: tuple[tuple[str, str], ...] = ()
    """Kinds of moves that the same squares make: how each is written, with `_` for the plain move,
    and what it is called: `("_", "drop"), ("f_", "flip, drop")`."""


def scene_mistake(scene: Scene) -> str:
    """What keeps a scene from being drawn, as part of a sentence; nothing where it can be."""
    for field in ("rows", "columns", "labels", "names", "notes"):
        given = getattr(scene, field)
        if not isinstance(given, tuple | list) or not all(isinstance(text, str) for text in given):
            return f"{field} {shown(given)}: expected a tuple of texts"
    count, widest = sum(map(len, scene.rows)), max(map(len, scene.rows), default=0)
    if not count:
        return "no squares"
    wanted = {"columns": widest, "labels": len(scene.rows), "names": count}
    for field, number in wanted.items():
        if len(getattr(scene, field)) not in (0, number):
            return f"{len(getattr(scene, field))} {field}: expected {number} or none"
    if not isinstance(scene.line, tuple | list | set | frozenset):
        return f"the line {shown(scene.line)}: expected a tuple of squares"
    for square in scene.line:
        if not isinstance(square, int) or not 0 <= square < count:
            return f"the square {square!r} in its line: expected one from 0 to {count - 1}"
    if scene.layout not in get_args(Layout):
        return f"the layout {shown(scene.layout)}: expected one of {', '.join(get_args(Layout))}"
    if not isinstance(scene.borders, str) or len(scene.borders) not in (0, 2):
        return f"the borders {shown(scene.borders)}: expected two symbols or none"
    if not isinstance(scene.variants, tuple | list):
        return f"the variants {shown(scene.variants)}: expected a tuple of variants"
    for variant in scene.variants:
        if not (isinstance(variant, tuple) and [*map(type, variant)] == [str, str]):
            return f"the variant {shown(variant)}: expected how it is written and its name"
        if variant[0].count("_") != 1:
            return f"the variant {variant[0]!r}: expected one _ for the plain move"
    mistake = colour_mistake(scene.background)
    return f"a background of {mistake}" if mistake else _link_mistake(scene, count)


def _link_mistake(scene: Scene, count: int) -> str:
    """What keeps the lines of a board of points from being drawn."""
    if scene.links and scene.layout != POINTS:
        return f"links and the layout {scene.layout}: expected the layout {POINTS}"
    if not isinstance(scene.links, tuple | list):
        return f"the links {shown(scene.links)}: expected a tuple of lines"
    for link in scene.links:
        if not isinstance(link, tuple | list) or len(link) < 2:
            return f"the link {shown(link)}: expected the squares of two points or more"
        for square in link:
            if not isinstance(square, int) or not 0 <= square < count:
                return f"the square {square!r} in a link: expected one from 0 to {count - 1}"
    return ""


def numbers(count: int) -> tuple[str, ...]:
    """`1`, `2`, and so on."""
    return tuple(str(number) for number in range(1, count + 1))


def numbered_rows(scene: Scene) -> Iterator[tuple[int, str, int]]:
    """Each row's number, its symbols, and the number of its first square."""
    first = 0
    for number, row in enumerate(scene.rows):
        yield number, row, first
        first += len(row)


# --- places ------------------------------------------------------------------------------------

Place = tuple[int, int]
"""A row and a column, both from 0."""


def places(scene: Scene) -> dict[int, Place]:
    """Where each square is."""
    return {
        first + column: (number, column)
        for number, row, first in numbered_rows(scene)
        for column in range(len(row))
    }


def real_squares(scene: Scene, styles: dict[str, Style]) -> set[int]:
    """The squares that can be pointed at: neither places where the board has none, nor dots."""
    return {
        first + column
        for number, row, first in numbered_rows(scene)
        for column, symbol in enumerate(row)
        if style_of(styles, symbol).square != PAGE
        and not (scene.layout == EDGES and number % 2 == column % 2 == 0)
    }


def joined_points(scene: Scene) -> list[tuple[int, int]]:
    """The two ends of each piece of a line, on a board of points."""
    if scene.layout != POINTS:
        return []
    if scene.links:
        return [pair for link in scene.links for pair in pairwise(link)]
    symbols = "".join(scene.rows)
    squares = {place: square for square, place in places(scene).items() if symbols[square] != " "}
    return [
        (square, squares[near])
        for (row, column), square in squares.items()
        for near in ((row, column + 1), (row + 1, column))
        if near in squares
    ]


def strokes(scene: Scene) -> dict[Place, set[Place]]:
    """The steps (down, right) by which lines leave each place of a board of points. What does not
    go straight from place to place, such as a knight's move, is not among them."""
    found: dict[Place, set[Place]] = {place: set() for place in places(scene).values()}
    where = places(scene)
    for one, other in joined_points(scene):
        (row, column), (last_row, last_column) = where[one], where[other]
        down, right = last_row - row, last_column - column
        count = max(abs(down), abs(right))
        if count and {abs(down), abs(right)} <= {0, count}:
            down, right = down // count, right // count
            for n in range(count):
                here = (row + n * down, column + n * right)
                found.setdefault(here, set()).add((down, right))
                found.setdefault((here[0] + down, here[1] + right), set()).add((-down, -right))
    return found
