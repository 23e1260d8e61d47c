"""Looking at positions: the board after any moves, for any part of the page that shows one."""

from typing import Final, Literal

from plyground.boards.remarks import COLOURS, Remark, Remarks, trips
from plyground.core.errors import BadOption
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.wire import Message, Part
from plyground.records.record import Record
from plyground.web.messages import BoardState, Request
from plyground.web.pictures import board_state
from plyground.web.views.view import View, handles

Manner = Literal["good", "bad", "plain"]
_COLOURS: Final = {"good": COLOURS[WIN], "bad": COLOURS[LOSS], "plain": COLOURS[DRAW]}


class Mark(Part, frozen=True, kw_only=True):
    """What is said of a move on the board, in a few letters."""

    move: str
    text: str
    manner: Manner


class ShowPosition(Request, frozen=True, kw_only=True):
    """Show the board after some moves."""

    name: str
    """Which part of the page asks; a newer question of the same name replaces an older one."""
    game: str
    """The text that names the game."""
    moves: tuple[str, ...]
    start: str | None
    """The position that the moves are played from; null: where the game starts."""
    is_turned: bool = False
    """Whether to show it from the other side; a board of hexagons cannot be turned."""
    marks: tuple[Mark, ...] = ()
    """Moves to mark on the board; an arrow shows those that are good."""
    marked_ply: int | None = None
    """After how many moves these could be made; null: after the last."""


class PositionShown(Message, frozen=True, kw_only=True):
    """The board that was asked for."""

    name: str
    state: BoardState


@handles(ShowPosition)
class PositionView(View):
    """Answers any number of parts of the page."""

    def handle(self, request: ShowPosition) -> None:
        record = self.services.record(request.game, request.moves, request.start)
        state = board_state(record, _remarks(record, request), request.is_turned)
        shown = PositionShown(name=request.name, state=state)
        self.outbox.put(f"position {request.name}", shown)


def _remarks(record: Record, request: ShowPosition) -> Remarks:
    """What is marked on the board; moves that no squares show are left out."""
    ply = len(record.moves) if request.marked_ply is None else request.marked_ply
    if not 0 <= ply <= len(record.moves):
        raise BadOption(f"ply {ply} cannot be marked: expected from 0 to {len(record.moves)}")
    earlier = record.before(ply)
    marked = [(earlier.parse_move(mark.move), mark) for mark in request.marks]
    found = trips(earlier, [move for move, _ in marked])
    shown = [(found[move], mark) for move, mark in marked if move in found]
    return Remarks(
        moves=tuple(Remark(trip, mark.text, _COLOURS[mark.manner]) for trip, mark in shown),
        arrows=tuple(trip for trip, mark in shown if mark.manner == "good"),
    )
