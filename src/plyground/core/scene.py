"""A board as people see it: squares in rows, what stands on them, and what is said beside it."""

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


def plain_picture(scene: Scene) -> str:
    """A scene in plain characters, with the squares' names beside the board."""
    size = max(map(len, scene.columns), default=1) + 1
    edge = max(map(len, scene.labels), default=0)
    name_size = max(map(len, scene.names), default=0) + 1
    lines = [" " * edge + "".join(label.rjust(size) for label in scene.columns)]
    for number, row, first in numbered_rows(scene):
        label = scene.labels[number].rjust(edge) if scene.labels else ""
        names = "".join(name.rjust(name_size) for name in scene.names[first : first + len(row)])
        board = label + "".join(symbol.rjust(size) for symbol in row)
        lines.append(f"{board}    {names}" if names else board)
    return "\n".join([*lines[not scene.columns :], *scene.notes])
