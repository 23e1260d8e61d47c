"""A board as people see it: squares in rows, what stands on them, and what is said beside it."""

import math
from collections.abc import Iterator
from typing import NamedTuple


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
    ground: str = ""
    """The style of the board itself on a colour screen, such as `on blue`."""
    ruled: bool = False
    """Whether a colour screen draws rules between the squares."""


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
    """A scene in plain characters, as roomy as so many columns allow; with the squares' names
    beside the board if they do."""
    longest, narrow = max(map(len, scene.columns), default=1), narrowed(scene)
    for shown, size in ((scene, longest + 1), (narrow, 2), (narrow, 1)):
        board = [*_plain_lines(shown, size)]
        if max(map(len, board)) <= columns:
            return "\n".join([*board, *scene.notes])
    return "\n".join([too_wide(scene, columns), *scene.notes])


def _plain_lines(scene: Scene, size: int) -> Iterator[str]:
    """The lines of a board whose squares take so many characters."""
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
    """What stands over the columns if a square takes so many characters: the ends of the labels."""
    room = max(size - 1, 1)
    return [label[-room:] for label in scene.columns]


def narrowed(scene: Scene) -> Scene:
    """A scene that needs less room: no rules, and the name of a square only where a row begins."""
    if not scene.names:
        return scene._replace(ruled=False)
    firsts = (scene.names[first] if row else "" for _, row, first in numbered_rows(scene))
    columns = scene.columns or numbers(max(map(len, scene.rows)))
    return scene._replace(columns=columns, labels=scene.labels or (*firsts,), names=(), ruled=False)


def too_wide(scene: Scene, columns: float) -> str:
    """What is said instead of a board that no screen of so many columns can hold."""
    squares = max(map(len, scene.rows))
    return (
        f"the board is {squares} squares wide and the screen has {columns} columns: "
        f"widen the screen, or send the output to a file"
    )
