"""A board as a page shows it: a picture, and where its squares are in it."""

from plyground.boards.cells import board_cells, clickable_moves
from plyground.boards.remarks import NO_REMARKS, Remarks
from plyground.boards.speech import line_words, position_words
from plyground.boards.svg import board_frame, board_svg
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
        cells=tuple(Cell(**cell._asdict()) for cell in board_cells(record, is_turned)),
        words=tuple(filter(None, (*position_words(record), line_words(record)))),
    )
