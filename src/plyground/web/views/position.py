"""Looking at positions: the board after any moves, for any part of the page that shows one."""

from plyground.core.wire import Message
from plyground.web.messages import BoardState, Request
from plyground.web.pictures import board_state
from plyground.web.views.view import View, handles


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


class PositionShown(Message, frozen=True, kw_only=True):
    """The board that was asked for."""

    name: str
    state: BoardState


@handles(ShowPosition)
class PositionView(View):
    """Answers any number of parts of the page."""

    def handle(self, request: ShowPosition) -> None:
        record = self.services.record(request.game, request.moves, request.start)
        shown = PositionShown(name=request.name, state=board_state(record, request.is_turned))
        self.outbox.put(f"position {request.name}", shown)
