"""What a player is, and players by the names people type."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import plyground.players as room
from plyground.core.names import make_named, modules_of
from plyground.core.record import Record
from plyground.core.settings import settings


def usual_players() -> tuple[str, str]:
    """Who sits at a board where nobody is named."""
    return "human", settings().opponent


class Player(Protocol):
    """Chooses moves. Made once a game; asked for a move whenever it is its turn."""

    name: str

    def choose(self, record: Record) -> int:
        """A legal move for the side to move; the game is not over."""


class Undo(Exception):
    """Raised by a player who wants the last own move back."""


class Redo(Exception):
    """Raised by a player who wants what was taken back played again."""


class Resign(Exception):
    """Raised by a player who gives the game up."""


class Leave(Exception):
    """Raised by a player who stops playing."""


PlayerClass = TypeVar("PlayerClass", bound=type)

_players: dict[str, type] = {}


def player(name: str) -> Callable[[PlayerClass], PlayerClass]:
    """Make a class a player that people know by `name`."""

    def register(cls: PlayerClass) -> PlayerClass:
        cls.name = name  # type: ignore[attr-defined]
        _players[name] = cls
        return cls

    return register


def make_player(text: str) -> Player:
    """The player that a text names: `human`, `random:seed=3`."""
    made: Player = make_named("player", all_players(), text)
    return made


def all_players() -> dict[str, type]:
    """Every kind of player by name."""
    modules_of(room)
    return dict(sorted(_players.items()))
