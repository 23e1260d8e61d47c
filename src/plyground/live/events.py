"""What happens in a live game, as those who listen to it hear it."""

from collections.abc import Callable
from typing import Final

from plyground.core.wire import Info, Message, Termination


class Event(Message, frozen=True, kw_only=True):
    """Something that happened. Sides are 0 and 1; moves and positions are texts of the game."""


class TurnBegan(Event, frozen=True, kw_only=True):
    """A seat is asked for a move."""

    side: int
    name: str
    left: tuple[float | None, float | None]
    """The seconds left to either side, where there is a clock."""


class Thinking(Event, frozen=True, kw_only=True):
    """What a program that is to move has found out so far."""

    side: int
    info: Info


class Moved(Event, frozen=True, kw_only=True):
    """A move was played."""

    side: int
    move: str
    ply: int
    """Its number, from 1."""
    position: str
    """The position after it."""
    seconds: float
    """How long it took."""
    info: Info | None
    """What a program found out that chose it, if it tells."""


class TakenBack(Event, frozen=True, kw_only=True):
    """The last moves were taken back."""

    moves: tuple[str, ...]
    ply: int
    """How many moves are left."""


class PlayedAgain(Event, frozen=True, kw_only=True):
    """Moves that were taken back were played again."""

    moves: tuple[str, ...]
    ply: int


class SeatChanged(Event, frozen=True, kw_only=True):
    """Somebody else plays a side now."""

    side: int
    name: str


class Loaded(Event, frozen=True, kw_only=True):
    """Another game took the place of this one."""

    game: str
    position: str
    ply: int


class ClockRanOut(Event, frozen=True, kw_only=True):
    """A side has no time left, and so loses; `Ended` follows."""

    side: int


class SeatFailed(Event, frozen=True, kw_only=True):
    """A program did not choose a legal move, and so loses; `Ended` follows."""

    side: int
    name: str
    termination: Termination
    reason: str


class Ended(Event, frozen=True, kw_only=True):
    """The game is over, or was left."""

    termination: Termination
    winner: int | None
    """0 or 1; None for a draw, and for a game that was left."""
    status: str
    """The same in words."""


BOARD_CHANGES: Final = (Moved, TakenBack, PlayedAgain, Loaded)
"""The events after which another position is on the board."""

Listener = Callable[[Event], None]
