"""A game so far: the position it began from and the moves since."""

import operator
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from plyground.core.bits import bits
from plyground.core.errors import BadPosition, GameOver, IllegalMove
from plyground.core.game import Game, legal_moves, outcome_of, played, side_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN, Outcome
from plyground.core.repetition import is_repetition, repeats, repetition_outcome
from plyground.core.turns import moves_again
from plyground.core.wire import Termination
from plyground.games.registry import AnyGame, game_text as text_of_game, is_game, make_game

if TYPE_CHECKING:
    from plyground.search.clock import ClockState

FIRST, SECOND = 0, 1
"""The two sides: the player who starts the game, and the other."""


class RecordedMove(NamedTuple):
    """One move of a record."""

    ply: int
    """Its number, from 1."""
    side: int
    """Who made it: 0 or 1."""
    move: int
    text: str
    position: Any
    """The position before it."""


class Ending(NamedTuple):
    """How a game ended that did not end by its rules."""

    termination: Termination
    winner: int | None
    """0 or 1, or None for a draw."""

    def text(self, sides: tuple[str, str]) -> str:
        """The ending in words."""
        if self.winner is None:
            return f"a draw ({self.termination})"
        happened = _ENDINGS.get(self.termination)
        loser = f"{sides[1 - self.winner]} {happened}" if happened else self.termination
        return f"{loser}: {sides[self.winner]} wins"


_ENDINGS: Final = {
    Termination.RESIGNED: "resigns",
    Termination.CLOCK: "ran out of time",
    Termination.ILLEGAL_MOVE: "made an illegal move",
    Termination.CRASHED: "failed",
    Termination.STALLED: "did not answer",
}
"""What the loser did."""


class Record:
    """A game: its first position and the moves since. Moves can be played and taken back.

    >>> record = Record("connect-four", moves="4 4 3")
    >>> record.push("3")
    >>> record.move_texts
    ['4', '4', '3', '3']
    >>> record.pop()
    2

    Iterating gives each move as a `RecordedMove`. Two records are equal if the games, the first
    positions, the moves and the results are.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Any = None,
        moves: str | Iterable[int | str] = (),
        game_text: str | None = None,
    ) -> None:
        """Begin at the start, or at `position` (a position or its text), and play `moves`.

        `game_text` is the text that names the game, if `game` is an object.
        """
        self.game: Game = game if is_game(game) else make_game(game)  # type: ignore[assignment]
        self.game_text = game if isinstance(game, str) else game_text or text_of_game(self.game)
        """The text that names the game: `connect-four:width=8`."""
        self.positions: list[Any] = [self._first(position)]
        self.moves: list[int] = []
        self.ending: Ending | None = None
        """How the game ended, if it did not end by its rules."""
        self.clock: ClockState | None = None
        """What the clock leaves the side to move, if the game has a clock."""
        self.undone: list[list[int]] = []
        """Moves that were taken back and can be played again, the latest group last."""
        for number, move in enumerate(moves.split() if isinstance(moves, str) else moves, 1):
            try:
                self.push(move)
            except (IllegalMove, GameOver) as error:
                raise type(error)(f"move {number}: {error}") from None

    def _first(self, position: Any) -> Any:
        if position is None:
            return self.game.start()
        if isinstance(position, str):
            return self.game.parse_position(position)
        if type(position) is not type(self.game.start()):
            raise BadPosition(f"{position!r} is not a position of {self.game.name}")
        return position

    # --- state of the game ---------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def position_text(self) -> str:
        """The position as text."""
        return self.game.position_text(self.position)

    @property
    def turn(self) -> int:
        """The side to move: 0 for the player who starts the game, 1 for the other.

        If the game has no `side`, side 0 is the mover of the first position.
        """
        return self._turn_at(len(self.moves))

    def _turn_at(self, ply: int) -> int:
        """The side that was to move after `ply` moves."""
        has_side = hasattr(self.game, "side")
        return side_of(self.game, self.positions[ply]) if has_side else ply % 2

    @property
    def last_side(self) -> int:
        """The side that made the last move; raises IllegalMove if there is none."""
        if not self.moves:
            raise IllegalMove("there is no last move")
        return self._turn_at(len(self.moves) - 1)

    @property
    def mover(self) -> str:
        """The name of the side to move."""
        return self.game.sides[self.turn]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the side to move and of the other side."""
        return self.mover, self.game.sides[1 - self.turn]

    @property
    def history(self) -> list[int]:
        """The keys of all positions before this one, if a repetition can end the game."""
        if not repeats(self.game):
            return []
        return [bits(self.game.key(position)) for position in self.positions[:-1]]

    @property
    def is_repetition(self) -> bool:
        """Whether the position stands there so often that this ends the game."""
        return is_repetition(self.game, self.positions)

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves; empty if the game is over."""
        over = self.ending or self.is_repetition
        return [] if over else legal_moves(self.game, self.position)

    @property
    def legal_move_texts(self) -> list[str]:
        """The legal moves as people write them."""
        return [self.game.move_text(self.position, move) for move in self.legal_moves]

    @property
    def move_texts(self) -> list[str]:
        """The moves played so far, as people write them."""
        return [recorded.text for recorded in self]

    @property
    def outcome(self) -> Outcome:
        """ONGOING, or WIN, LOSS or DRAW for the side to move."""
        if self.ending:
            winner = self.ending.winner
            return Outcome(DRAW if winner is None else WIN if winner == self.turn else LOSS)
        outcome = outcome_of(self.game, self.position)
        if outcome == ONGOING and self.is_repetition:
            before, now = self.positions[-2:]
            outcome = repetition_outcome(self.game, moves_again(self.game, before, now))
        return Outcome(outcome)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.outcome != ONGOING

    @property
    def termination(self) -> Termination | None:
        """Why the game ended; None if it goes on."""
        if self.ending:
            return self.ending.termination
        return Termination.NORMAL if self.is_over else None

    @property
    def winner(self) -> int | None:
        """0 or 1 for the side that won; None for a draw or an unfinished game."""
        return {WIN: self.turn, LOSS: 1 - self.turn}.get(self.outcome)

    @property
    def result(self) -> str:
        """`first`, `second`, `draw` or `unfinished`."""
        if self.winner is not None:
            return ("first", "second")[self.winner]
        return "draw" if self.outcome == DRAW else "unfinished"

    @property
    def status(self) -> str:
        """Who is to move, or how the game ended, in words."""
        sides = self.game.sides
        if self.ending:
            return self.ending.text(sides)
        how = " by repetition" if self.is_repetition else ""
        if self.winner is not None:
            return f"{sides[self.winner]} wins{how}"
        return f"a draw{how}" if self.is_over else f"{self.mover} to move"

    # --- moves ---------------------------------------------------------------------------------

    def push(self, move: int | str) -> None:
        """Play a move: a legal move, or its text.

        Raises GameOver, IllegalMove, InvalidMove or AmbiguousMove.
        """
        self._add(self.parse_move(move))
        self.undone.clear()

    def parse_move(self, move: int | str) -> int:
        """The legal move that a number or a text means; raises what `push` raises."""
        if self.is_over:
            raise GameOver(f"{move!r} cannot be played: the game is over")
        if isinstance(move, str):
            return self.game.parse_move(self.position, move)
        try:
            number = operator.index(move)
        except TypeError:
            raise IllegalMove(f"{move!r} is not a move: expected a number or a text") from None
        if number not in self.legal_moves:
            raise IllegalMove(f"{number} is not a legal move here")
        return number

    def _add(self, move: int) -> None:
        self.positions.append(played(self.game, self.position, move))
        self.moves.append(move)

    def pop(self) -> int:
        """Take the last move back and return it; raises IllegalMove if there is none."""
        if not self.moves:
            raise IllegalMove("there is no move to take back")
        move = self.moves[-1]
        self.undo(1)
        return move

    def undo(self, count: int) -> None:
        """Take back the last `count` moves, or as many as there are; a game that was ended so goes
        on."""
        self.ending = None
        kept = max(0, len(self.moves) - count)
        self.undone.append(self.moves[kept:])
        del self.moves[kept:], self.positions[kept + 1 :]

    def redo(self) -> None:
        """Play the moves that were last taken back again."""
        for move in self.undone.pop():
            self._add(move)

    def resign(self) -> None:
        """Let the side to move resign."""
        self.end(Termination.RESIGNED, 1 - self.turn)

    def end(self, termination: Termination, winner: int | None) -> None:
        """End the game otherwise than by its rules; raises GameOver if it is over."""
        if self.is_over:
            raise GameOver(f"the game is over already: {self.status}")
        self.ending = Ending(termination, winner)

    # --- as a value ----------------------------------------------------------------------------

    def copy(self) -> "Record":
        """A copy: moves played in one do not appear in the other."""
        return self.before(len(self.moves), self.ending)

    __copy__ = copy

    def before(self, ply: int, ending: Ending | None = None) -> "Record":
        """The game as it was after `ply` moves."""
        earlier = Record(self.game, self.positions[0], game_text=self.game_text)
        earlier.positions, earlier.moves = self.positions[: ply + 1], self.moves[:ply]
        earlier.ending = ending
        return earlier

    def __iter__(self) -> Iterator[RecordedMove]:
        for ply, (position, move) in enumerate(zip(self.positions, self.moves, strict=False)):
            text = self.game.move_text(position, move)
            yield RecordedMove(ply + 1, self._turn_at(ply), move, text, position)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (type(self.game), self._content) == (type(other.game), other._content)

    __hash__ = None  # type: ignore[assignment]

    @property
    def _content(self) -> tuple[Any, ...]:
        return self.game, self.positions[0], self.moves, self.ending

    def __repr__(self) -> str:
        start = self.positions[0]
        given = [repr(self.game_text)]
        if start != self.game.start():
            given.append(f"position={self.game.position_text(start)!r}")
        if self.moves:
            given.append(f"moves={' '.join(self.move_texts)!r}")
        return f"Record({', '.join(given)})"

    def _repr_svg_(self) -> str | None:
        """The board in a notebook; None if the game has no scene."""
        from plyground.boards.svg import board_svg

        return board_svg(self) or None

    def __str__(self) -> str:
        return f"{self.game.picture(self.position)}\n{self.status}"
