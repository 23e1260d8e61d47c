"""Connect Four as people write and see it."""

from typing import TYPE_CHECKING, cast

from plyground.core.errors import BadPosition, IllegalMove
from plyground.core.game import examples_text, play_text
from plyground.games.columns import board_rows, board_scene, board_styles, has_line, parse_board
from plyground.games.rows import check_lines, side_to_move

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.core.scene import Scene
    from plyground.games.connect_four.rules import ConnectFour, Position

sides = ("Red", "Yellow")
styles = board_styles(sides)
strongest = "solver"


def rules_text(game: "ConnectFour") -> str:
    """The rules on this board."""
    return f"""\
The board has {game.width} columns and {game.height} rows. Take turns to drop a disc into a column
that is not full; it falls to the lowest free square.

{game.connect} of your discs in a row win: across, upright or diagonally. If the board is full and
nobody has won, the game is a draw.

Type the number of a column, counted from 1 at the left:
{examples_text(dict(map(_drop_example, (1, (game.width + 1) // 2))))}"""


def _drop_example(column: int) -> tuple[str, str]:
    return str(column), f"drops a disc into column {column}"


def move_text(game: "ConnectFour", position: "Position", move: int) -> str:
    """The column, from 1."""
    return str(move + 1)


def position_text(game: "ConnectFour", position: "Position") -> str:
    """The rows from the top, X for the first player."""
    return "/".join(board_rows(game, *_boards(game, position)))


def scene(game: "ConnectFour", position: "Position") -> "Scene":
    return board_scene(game, *_boards(game, position))


def parse_position(game: "ConnectFour", text: str) -> "Position":
    """Rows from the top, or the columns that were played, as digits."""
    if text.strip().isdigit() or not text.strip():
        return _play_columns(game, text.strip())
    first, second = parse_board(text, game.width, game.height)
    side = side_to_move(text)
    own = second if side else first
    _check_line(game, text, own, first ^ second ^ own)
    return game.start()._replace(own=own, taken=first | second)


def _boards(game: "ConnectFour", position: "Position") -> tuple[int, int]:
    """The first and the second player's discs."""
    boards = (position.own, position.own ^ position.taken)
    side = game.side(position)
    return boards[side], boards[1 - side]


def _play_columns(game: "ConnectFour", columns: str) -> "Position":
    position = game.start()
    for number, column in enumerate(columns, 1):
        try:
            position = play_text(cast("Game", game), position, column)
        except IllegalMove as error:
            raise BadPosition(f"{columns!r}: move {number}: {error}") from None
    return position


def _check_line(game: "ConnectFour", text: str, own: int, other: int) -> None:
    """Raise unless every line can have been completed by the last disc."""
    lost = has_line(other, game.height, game.connect)
    check_lines(text, has_line(own, game.height, game.connect), lost)
    before = [other ^ disc for disc in _top_discs(game, own | other) if disc & other]
    if lost and all(has_line(discs, game.height, game.connect) for discs in before):
        raise BadPosition(f"{text!r}: no single disc can have made all these lines")


def _top_discs(game: "ConnectFour", taken: int) -> list[int]:
    column = (1 << game.height + 1) - 1
    bases = range(0, game.width * (game.height + 1), game.height + 1)
    heights = [(base, (taken >> base & column).bit_length()) for base in bases]
    return [1 << base + height - 1 for base, height in heights if height]
