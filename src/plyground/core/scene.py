"""A board as people see it: squares in rows, what stands on them, and what is said beside it."""

import math
from collections.abc import Iterator
from reprlib import repr as shown
from typing import NamedTuple

from plyground.core.style import AnyColour, colour_mistake


class Scene(NamedTuple):
    """Squares count across by row from 0; an empty row is a gap between the layers of a board."""

    rows: tuple[str, ...]
    """A symbol for each square, from the top."""
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
    mistake = colour_mistake(scene.background)
    return f"a background of {mistake}" if mistake else ""


def numbers(count: int) -> tuple[str, ...]:
    """`1`, `2`, and so on."""
    return tuple(str(number) for number in range(1, count + 1))


def numbered_rows(scene: Scene) -> Iterator[tuple[int, str, int]]:
    """Each row's number, its symbols, and the number of its first square."""
    first = 0
    for number, row in enumerate(scene.rows):
        yield number, row, first
        first += len(row)


def plain_picture(scene: Scene, columns: float = math.inf) -> str:
    """A scene in plain characters, as roomy as `columns` allow; with the squares' names
    beside the board if they do."""
    longest, narrow = max(map(len, scene.columns), default=1), narrowed(scene)
    for layout, size in ((scene, longest + 1), (narrow, 2), (narrow, 1)):
        board = [*_plain_lines(layout, size)]
        if max(map(len, board)) <= columns:
            return "\n".join([*board, *scene.notes])
    return "\n".join([too_wide(scene, columns), *scene.notes])


def _plain_lines(scene: Scene, size: int) -> Iterator[str]:
    """The lines of a board whose squares take `size` characters."""
    edge, gap = max(map(len, scene.labels), default=0), " " * (size == 1)
    name_size = max(map(len, scene.names), default=0) + 1
    if scene.columns:
        labels = column_labels(scene, size)
        yield " " * edge + gap + "".join(label.rjust(size) for label in labels)
    for number, row, first in numbered_rows(scene):
        label = scene.labels[number].rjust(edge) if scene.labels else ""
        names = "".join(name.rjust(name_size) for name in scene.names[first : first + len(row)])
        board = label + gap + "".join(symbol.rjust(size) for symbol in row)
        yield f"{board}    {names}" if names else board


def column_labels(scene: Scene, size: int) -> list[str]:
    """What stands over the columns if a square takes `size` characters: the ends of the labels."""
    room = max(size - 1, 1)
    return [label[-room:] for label in scene.columns]


def narrowed(scene: Scene) -> Scene:
    """A scene that needs less room: no rules, and the name of a square only where a row begins."""
    if not scene.names:
        return scene._replace(gridlines=False)
    firsts = (scene.names[first] if row else "" for _, row, first in numbered_rows(scene))
    columns = scene.columns or numbers(max(map(len, scene.rows)))
    return scene._replace(
        columns=columns, labels=scene.labels or (*firsts,), names=(), gridlines=False
    )


def too_wide(scene: Scene, columns: float) -> str:
    """What is said instead of a board that no screen of `columns` columns can hold."""
    squares = max(map(len, scene.rows))
    return (
        f"the board is {squares} squares wide and the screen has {columns} columns: "
        f"widen the screen, or send the output to a file"
    )
