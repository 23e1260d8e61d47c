"""Where a person clicks on the picture of a board: its squares in hundredths of its width and
height, and how each legal move is made with them."""

from collections.abc import Iterator
from typing import NamedTuple

from plyground.boards.areas import areas
from plyground.boards.changes import Played, Standing
from plyground.boards.clicks import move_map
from plyground.boards.speech import square_words
from plyground.boards.svg import board_frame, can_be_turned
from plyground.core.errors import AmbiguousClicks
from plyground.core.scene import places, real_squares
from plyground.core.style import style_table
from plyground.core.wire import MoveMap


class BoardCell(NamedTuple):
    """A square in the picture of a board, in hundredths of its width and height."""

    square: int
    row: int
    left: float
    top: float
    width: float
    height: float
    words: str
    """Where it is and what stands there."""


def board_cells(played: Played, is_turned: bool = False) -> Iterator[BoardCell]:
    """The squares that can be pointed at, row by row; none if the game has no scene."""
    scene, frame = played.game.scene(played.position), board_frame(played)
    if scene is None or frame is None:
        return
    words, where = square_words(played.game, scene), places(scene)
    found = areas(scene, is_turned and can_be_turned(scene))
    for square in sorted(real_squares(scene, style_table(played.game.styles))):
        area = found[square]
        yield BoardCell(
            square=square,
            row=where[square][0],
            left=_share(area.left - frame.left, frame.width),
            top=_share(area.top - frame.top, frame.height),
            width=_share(area.width, frame.width),
            height=_share(area.height, frame.height),
            words=words[square],
        )


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 3)


def clickable_moves(standing: Standing) -> MoveMap:
    """How each legal move is made; by buttons alone where clicks could mean two moves."""
    try:
        return move_map(standing)
    except AmbiguousClicks:
        game, position = standing.game, standing.position
        texts = (game.move_text(position, move) for move in standing.legal_moves)
        return MoveMap(squares=(), buttons=tuple(texts), variants=())
