"""Actions of Watch Your Back! as the course COMP30024 of 2018 writes them."""

from operator import index
from typing import Any

from plyground.core.errors import IllegalMove
from plyground.games.watch_your_back.rules import FORFEIT, PLACEMENT, PLACING, SHRINKS, Position
from plyground.games.watch_your_back.text import FORFEIT_TEXT

Square = tuple[int, int]
Action = Square | tuple[Square, Square] | None
"""A placement, a move, or a forfeit."""

LAST_PLY = PLACING + SHRINKS[-1]
"""The ply of the last shrink; after it no rule depends on the turn."""


class BadAction(IllegalMove):
    """An illegal action of the opponent, or a call when it is the other side's turn."""


def without_limit(position: Position) -> Position:
    """The same position, in which the draw after many turns stays far away.

    The course does not have that rule. The ply never gets beyond the first turn of either side
    after the last shrink.
    """
    return position._replace(ply=min(position.ply, LAST_PLY + (position.ply & 1)))


def action_of(move: int) -> Action:
    """A move as the course writes it."""
    if move == FORFEIT:
        return None
    target = (move & 7, move >> 3 & 7)
    origin = move >> 6
    return target if move >= PLACEMENT else ((origin & 7, origin >> 3), target)


def text_of(action: Action) -> str:
    """The game's own text for an action of the course."""
    if action is None:
        return FORFEIT_TEXT
    squares: Any = action
    try:
        pairs = squares if any(isinstance(part, tuple | list) for part in squares) else [squares]
        texts = [f"{index(x)},{index(y)}" for x, y in pairs]
    except (TypeError, ValueError):
        raise BadAction("expected (x, y), ((a, b), (c, d)) or None") from None
    return "-".join(texts)
