"""Tables that are never truncated: on a narrow screen each row becomes several lines."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

_MAX_WIDTH: Final = 10_000


class Column(NamedTuple):
    """A column's heading and alignment; only texts may wrap."""

    heading: str
    justify: Literal["left", "right"] = "left"
    is_text: bool = False


def bare_table() -> Table:
    """An empty table without lines."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))


def numbers(*headings: str) -> list[Column]:
    """Columns of numbers."""
    return [Column(heading, "right") for heading in headings]


def show_table(
    console: Console, columns: Sequence[Column], rows: Iterable[Sequence[Text | str]]
) -> None:
    """Print rows of cells; in a file they have their full width."""
    cells = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    table = plain_table(columns, cells)
    wide = console.options.update(max_width=_MAX_WIDTH)
    least, most = console.measure(table, options=wide)
    if not console.is_terminal:
        console.width = max(console.width, most)
    if least <= console.width:
        console.print(table)
        return
    size = max(len(column.heading) for column in columns)
    for number, row in enumerate(cells):
        if number:
            console.print()
        for column, cell in zip(columns, row, strict=False):
            console.print(Text.assemble(column.heading.ljust(size + 2), cell))


def plain_table(columns: Sequence[Column], cells: Sequence[Sequence[Text]]) -> Table:
    """Rows of cells, for a screen that is wide enough."""
    table = bare_table()
    for heading, justify, is_text in columns:
        table.add_column(heading, justify=justify, no_wrap=not is_text, overflow="fold")
    for row in cells:
        table.add_row(*row)
    return table
