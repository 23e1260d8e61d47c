"""A board as a page shows it: a picture, and where its squares are in it."""

from collections.abc import Iterator

from plyground.boards.areas import areas
from plyground.boards.clicks import move_map
from plyground.boards.remarks import NO_REMARKS, Remarks
from plyground.boards.speech import line_words, position_words, square_words
from plyground.boards.svg import Frame, board_frame, board_svg, can_be_turned
from plyground.core.errors import AmbiguousClicks
from plyground.core.scene import Scene, places, real_squares
from plyground.core.style import style_table
from plyground.core.wire import MoveMap
from plyground.records.record import Record
from plyground.web.messages import BoardPicture, BoardState, Cell, PlayedMove


def board_state(
    record: Record, remarks: Remarks = NO_REMARKS, is_turned: bool = False
) -> BoardState:
    """The position after the last move, to look at and to go on from."""
    return BoardState(
        game=record.game_text,
        start=start_text(record),
        moves=tuple(PlayedMove(step.side, step.text) for step in record),
        position=record.position_text,
        sides=record.game.sides,
        turn=record.turn,
        status=record.status,
        is_over=record.is_over,
        board=board_picture(record, remarks, is_turned),
        move_map=None if record.is_over else clickable_moves(record),
    )


def start_text(record: Record) -> str | None:
    """The position that a game began from, unless it is where the game starts."""
    start = record.positions[0]
    return None if start == record.game.start() else record.game.position_text(start)


def board_picture(
    record: Record, remarks: Remarks = NO_REMARKS, is_turned: bool = False
) -> BoardPicture:
    """The board after the last move, seen from the other side if it is turned and can be."""
    scene, frame = record.game.scene(record.position), board_frame(record)
    if scene is None or frame is None:
        text = record.game.picture(record.position)
        words = (text,)
        return BoardPicture(svg="", text=text, width=0, height=0, layout="", cells=(), words=words)
    return BoardPicture(
        svg=board_svg(record, remarks=remarks, is_turned=is_turned),
        text="",
        width=frame.width,
        height=frame.height,
        layout=scene.layout,
        cells=tuple(_cells(record, scene, frame, is_turned and can_be_turned(scene))),
        words=tuple(filter(None, (*position_words(record), line_words(record)))),
    )


def _cells(record: Record, scene: Scene, frame: Frame, is_turned: bool) -> Iterator[Cell]:
    """The squares that can be pointed at, row by row."""
    real = real_squares(scene, style_table(record.game.styles))
    words, where = square_words(record.game, scene), places(scene)
    found = areas(scene, is_turned)
    for square in sorted(real):
        area = found[square]
        yield Cell(
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


def clickable_moves(record: Record) -> MoveMap:
    """How each legal move is made; by buttons alone where clicks could mean two moves."""
    try:
        return move_map(record)
    except AmbiguousClicks:
        return MoveMap(squares=(), buttons=tuple(record.legal_move_texts), variants=())
