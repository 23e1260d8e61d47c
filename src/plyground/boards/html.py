"""A board with what was found out about it, as a notebook shows it."""

from collections.abc import Iterable, Sequence
from html import escape

from plyground.boards.changes import Played
from plyground.boards.remarks import NO_REMARKS, Remarks
from plyground.boards.svg import board_svg


def board_html(
    played: Played,
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    remarks: Remarks = NO_REMARKS,
) -> str:
    """The board, a sentence and a table beside it; a game without a scene shows its picture."""
    board = board_svg(played, remarks=remarks)
    if not board:
        board = f"<pre>{escape(played.game.picture(played.position))}</pre>"
    table = [_row("th", headings), *(_row("td", row) for row in rows)]
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">\n'
        f"<div>{board}</div>\n<div><p>{escape(caption)}</p>\n"
        f"<table>\n{''.join(table)}</table></div>\n</div>\n"
    )


def _row(tag: str, cells: Sequence[str]) -> str:
    shown = "".join(
        f'<{tag} style="text-align:left;padding:0 .7em 0 0">{escape(cell)}</{tag}>'
        for cell in cells
    )
    return f"<tr>{shown}</tr>\n"
