"""What happened in one game so far: what players see when they choose, and what is kept."""

from dataclasses import dataclass, field
from typing import Any

from plyground.core.game import Game, outcome_of, played, side_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN


@dataclass
class Record:
    """A game from its first position on; positions and moves alternate."""

    game: Game
    positions: list[Any]
    moves: list[int] = field(default_factory=list)
    resigned: int | None = None
    """The side that gave the game up, if one did."""
    undone: list[list[int]] = field(default_factory=list, compare=False, repr=False)
    """What was taken back and can be played again, the last of it at the end."""

    @property
    def position(self) -> Any:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def side(self) -> int:
        """Who is to move: 0 the player who starts the game, 1 the other.

        A game that does not tell takes the first position's mover for the one who starts.
        """
        told = hasattr(self.game, "side")
        return side_of(self.game, self.position) if told else len(self.moves) % 2

    @property
    def mover(self) -> str:
        """What the side to move is called."""
        return self.game.sides[self.side]

    @property
    def names(self) -> tuple[str, str]:
        """What the side to move and the other one are called."""
        return self.mover, self.game.sides[1 - self.side]

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or outcome_of(self.game, self.position) != ONGOING

    def play(self, move: int) -> None:
        """Add a legal move."""
        self._add(move)
        self.undone.clear()

    def _add(self, move: int) -> None:
        self.positions.append(played(self.game, self.position, move))
        self.moves.append(move)

    def undo(self, count: int) -> None:
        """Remove the last `count` moves, as far as there are any."""
        kept = max(0, len(self.moves) - count)
        self.undone.append(self.moves[kept:])
        del self.moves[kept:], self.positions[kept + 1 :]

    def redo(self) -> None:
        """Add the moves that were taken back together last."""
        for move in self.undone.pop():
            self._add(move)

    def resign(self) -> None:
        """Let the side to move give the game up."""
        self.resigned = self.side

    @property
    def move_texts(self) -> list[str]:
        pairs = zip(self.positions, self.moves, strict=False)
        return [self.game.move_text(position, move) for position, move in pairs]

    @property
    def winner(self) -> int | None:
        """0 or 1 for the side that won; None for a draw or a game that goes on."""
        if self.resigned is not None:
            return 1 - self.resigned
        outcome = outcome_of(self.game, self.position)
        return {WIN: self.side, LOSS: 1 - self.side}.get(outcome)

    @property
    def result(self) -> str:
        """`first`, `second`, `draw` or `unfinished`."""
        if self.winner is not None:
            return ("first", "second")[self.winner]
        return "draw" if self.game.outcome(self.position) == DRAW else "unfinished"
