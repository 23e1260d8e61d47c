"""A moment of a search that is followed: a line before it is executed, or a call that ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.game import Game
from plyground.search.trace.texts import score_words, window_text


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What can be said of it is all known here."""

    game: Game
    code: str
    """The line, without the blanks before it."""
    local: Mapping[str, Any]
    mover: int
    """The side to move at the node: 0 or 1."""
    last_move: str
    """The move that led to the node; empty at the root."""
    moves: list[int]
    """The moves at the node."""
    tried: int
    """How many of them were tried."""
    floor: int | None
    """What alpha was when the call began."""
    spared: int | None
    """How many nodes minimax has below the moves that were not."""
    value: Any = None
    """What is returned."""

    def score(self, name: str) -> str:
        """A variable that holds a score."""
        return score_words(self.local[name])

    @property
    def side(self) -> str:
        return self.game.sides[self.mover]

    @property
    def other(self) -> str:
        return self.game.sides[1 - self.mover]

    @property
    def next_side(self) -> str:
        """The side to move after the move that is tried."""
        return self.side if self.local.get("again") else self.other

    @property
    def window(self) -> str:
        return window_text(self.local["alpha"], self.local["beta"])

    @property
    def move(self) -> str:
        """The move that is tried."""
        return self.text(self.local["move"])

    @property
    def left(self) -> list[str]:
        """The moves that were not tried."""
        return [self.text(move) for move in self.moves[self.tried :]]

    def text(self, move: int) -> str:
        return self.game.move_text(self.local["position"], move)
