"""Path games as people write and see them. Spaces are numbered from 1, row by row."""

from math import isqrt
from typing import TYPE_CHECKING

from plyground.core.bits import squares
from plyground.core.errors import BadPosition
from plyground.core.game import examples_text
from plyground.core.plain import plain_picture
from plyground.core.scene import Scene, numbers
from plyground.core.style import FAINT, Colour, Styles
from plyground.games.paths import file
from plyground.games.rows import FIRST, FREE, SECOND, check_lines, side_to_move, symbol_of

if TYPE_CHECKING:
    from plyground.games.paths.rules import Paths, Position

SPACE = "_"
"""A free space in pictures."""
styles: Styles = {
    FIRST: (FIRST, Colour("#ea0c1f", "#ff6b61"), FIRST),
    SECOND: (SECOND, Colour("#0c72e7", "#6ea8ff"), SECOND),
    SPACE: (SPACE, FAINT),
}
MAX_GRIDLINES = 8
"""Boards with more rows are drawn without gridlines, which would take too much room."""
SQUARES = (4, 9, 16, 25, 36)


def sides(game: "Paths") -> tuple[str, str]:
    return ("X", "O") if game.first == "X" else ("O", "X")


def rules_text(game: "Paths") -> str:
    """The rules on this board."""
    if game.misere:
        end = "The first to own every space of a path loses."
    else:
        end = "The first to own every space of a path wins."
    return f"""\
{_board_text(game)} {sides(game)[0]} begins. Take turns to mark a free space.

{_paths_text(game)} {end} If no space is free and nobody has won, the game is a draw.

Type the number of a space, counted from 1, row by row:
{examples_text(dict(map(_mark_example, ((game.spaces + 1) // 2, 1))))}"""


def _board_text(game: "Paths") -> str:
    if not game.row:
        return f"There are {game.spaces} spaces, which are not in rows."
    layers, rows = game.spaces // game.layer, game.layer // game.row
    if layers == 1:
        return f"The board has {rows} rows of {game.row} spaces."
    layer = f"{rows} rows of {game.row} spaces"
    return f"The board has {layers} layers of {layer}, shown one under another."


def _paths_text(game: "Paths") -> str:
    """What the paths are: straight lines on a named board, any spaces in a file."""
    if not game.paths:
        return "There are no paths."
    lengths = sorted({path.bit_count() for path in game.paths})
    sizes = str(lengths[0]) if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
    if game.images:
        return f"A path is a straight line of {sizes} spaces, in any direction."
    return f"There are {len(game.paths)} paths of {sizes} spaces; the game's file lists them."


def _mark_example(space: int) -> tuple[str, str]:
    return str(space), f"marks space {space}"


def row_of(spaces: int) -> int:
    """How many spaces stand in a row of the picture of a file's board; 0 if it has no rows."""
    return isqrt(spaces) if spaces in SQUARES else 0


def move_text(game: "Paths", position: "Position", move: int) -> str:
    """The space, from 1."""
    return str(move + 1)


def position_text(game: "Paths", position: "Position") -> str:
    """The marks of all spaces in order, `/` between rows."""
    return "/".join(_rows(game, position))


def parse_position(game: "Paths", text: str) -> "Position":
    """Marks in order; `_` also stands for a free space, `/` and blanks are ignored."""
    marks = text.upper().replace("_", FREE).replace("/", "").replace(" ", "")
    wrong = [n for n, mark in enumerate(marks) if mark not in (FIRST, SECOND, FREE)]
    if wrong:
        raise BadPosition(
            f"{text!r}: space {wrong[0] + 1} is {marks[wrong[0]]!r}: "
            f"expected {FIRST}, {SECOND} or {FREE}"
        )
    if len(marks) != game.spaces:
        raise BadPosition(f"{text!r} has {len(marks)} spaces: expected {game.spaces}")
    turn = side_to_move(text, *sides(game))
    boards = [sum(1 << n for n, mark in enumerate(marks) if mark == side) for side in sides(game)]
    own, other = boards[turn], boards[1 - turn]
    done = [_complete(game, board) for board in (own, other)]
    check_lines(text, bool(done[0]), bool(done[1]))
    common = -1
    for path in done[1]:
        common &= path
    if not common:
        raise BadPosition(f"{text!r}: no single mark can have completed all these paths")
    return game.start()._replace(own=own, other=other, complete=bool(done[1]))


def scene(game: "Paths", position: "Position") -> Scene | None:
    """The spaces with their numbers, layer under layer; None if the board is not a grid."""
    if not game.row:
        return None
    rows = [row.replace(FREE, SPACE) for row in _rows(game, position)]
    layer, won = game.layer // game.row, _complete(game, position.other)
    for place in reversed(range(layer, len(rows), layer)):
        rows.insert(place, "")
    return Scene(
        tuple(rows),
        names=numbers(game.spaces),
        line=tuple({space for path in won for space in squares(path)}),
        gridlines=len(rows) <= MAX_GRIDLINES and "" not in rows,
    )


def picture(game: "Paths", position: "Position") -> str:
    """Rows with `_` for a free space, or three lists if the board is not a grid."""
    drawn = scene(game, position)
    if drawn:
        return plain_picture(drawn)
    side = game.side(position)
    boards = (position.own, position.other)
    free = game.board & ~(position.own | position.other)
    named = zip(("free", *sides(game)), (free, boards[side], boards[1 - side]), strict=True)
    return "\n".join(f"{name}: {_listed(board)}" for name, board in named)


def file_text(game: "Paths") -> str:
    """The game as a text file."""
    paths = [tuple(squares(path)) for path in game.paths]
    return file.file_text(game.spaces, paths)


def _listed(board: int) -> str:
    return " ".join(str(space + 1) for space in squares(board)) or "none"


def _complete(game: "Paths", board: int) -> list[int]:
    return [path for path in game.paths if board & path == path]


def _rows(game: "Paths", position: "Position") -> list[str]:
    boards = (position.own, position.other)
    side = game.side(position)
    marked = dict(zip((FIRST, SECOND, FREE), (*sides(game), FREE), strict=True))
    marks = "".join(
        marked[symbol_of(n, boards[side], boards[1 - side])] for n in range(game.spaces)
    )
    size = game.row or game.spaces
    return [marks[n : n + size] for n in range(0, game.spaces, size)]
