# ruff: noqa: N802, N803 - the names are the document's
"""The document's `Conniption`: a state of the game as tuples of booleans, over our own rules."""

from collections.abc import Sequence
from typing import Any, Final, TypeGuard

from plyground.core.errors import BadPosition
from plyground.core.game import legal_moves
from plyground.games.conniption import rules
from plyground.games.conniption.text import MAX_FLIPS

Columns = tuple[tuple[bool, ...], ...]
"""Seven columns from the left, each from bottom to top; True is a disc of the AI."""
GAME: Final[Any] = rules.Conniption.create()
AI: Final = 0
"""The AI's side, whoever starts."""


class Conniption:
    """A state: the discs, the side to move, the flips left, and whether a flip is allowed."""

    def __init__(
        self,
        board: Sequence[Sequence[bool]],
        player1Turn: bool = True,
        flipsRem: tuple[int, int] = (4, 4),
        flippable: bool = True,
        parent: "Conniption | None" = None,
        resMove: str | None = None,
    ) -> None:
        self.board = _checked(board)
        self.player1Turn = bool(player1Turn)
        self.flipsRem = _checked_flips(flipsRem)
        self.flippable = bool(flippable)
        self.parent = parent
        self.resMove = resMove
        self.children: set[Conniption] | None = None

    @classmethod
    def of(
        cls,
        position: rules.Position,
        parent: "Conniption | None" = None,
        resMove: str | None = None,
    ) -> "Conniption":
        """The state of a position of our game, with the AI on side 0."""
        own, other = position.own, position.own ^ position.taken
        flips = (position.own_flips, position.other_flips)
        is_ai = position.turn == AI
        board = _columns(own if is_ai else other, position.taken)
        return cls(
            board, is_ai, flips if is_ai else flips[::-1], not position.locked, parent, resMove
        )

    @property
    def position(self) -> rules.Position:
        """This state as a position of our game."""
        ai, opponent = (_discs(self.board, disc) for disc in (True, False))
        own = ai if self.player1Turn else opponent
        flips = self.flipsRem if self.player1Turn else self.flipsRem[::-1]
        turn = AI if self.player1Turn else 1 - AI
        return rules.Position(own, ai | opponent, *flips, not self.flippable, turn)

    def after(self, move: int) -> "Conniption":
        """The state that a legal move of our game leads to."""
        position = self.position
        text = GAME.move_text(position, move)
        return Conniption.of(GAME.play(position, move), self, text)

    def genChildStates(self) -> None:
        """Fill `children`, once: every state after a turn; none if the game is over."""
        if self.children is None:
            self.children = {self.after(move) for move in legal_moves(GAME, self.position)}

    def betterEval(self) -> float:
        """The original program's evaluation of this state, from the AI's side."""
        from plyground.games.conniption.evaluations import better_eval

        return better_eval(GAME, self.position, AI)

    @staticmethod
    def isWin(board: Sequence[Sequence[bool]]) -> tuple[bool, bool]:
        """Whether the AI has a line of four, and whether the opponent has."""
        columns = _checked(board)
        return GAME.has_line(_discs(columns, True)), GAME.has_line(_discs(columns, False))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Conniption) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return "Conniption({}, {}, {}, {})".format(*self._identity())

    def _identity(self) -> tuple[Columns, bool, tuple[int, int], bool]:
        return self.board, self.player1Turn, self.flipsRem, self.flippable


def _discs(board: Columns, wanted: bool) -> int:
    """The discs of one side as our game stores them."""
    return sum(
        1 << number * (GAME.height + 1) + row
        for number, column in enumerate(board)
        for row, disc in enumerate(column)
        if disc == wanted
    )


def _columns(ai: int, taken: int) -> Columns:
    """The columns of a board of our game."""
    board = []
    for number in range(GAME.width):
        lowest = number * (GAME.height + 1)
        height = (taken >> lowest & (1 << GAME.height) - 1).bit_count()
        board.append(tuple(bool(ai >> lowest + row & 1) for row in range(height)))
    return tuple(board)


def _checked(board: Sequence[Sequence[bool]]) -> Columns:
    if not (_is_list(board) and len(board) == GAME.width):
        raise BadPosition(f"the board is not {GAME.width} tuples, one for each column")
    for number, column in enumerate(board, 1):
        if not (_is_list(column) and len(column) <= GAME.height):
            raise BadPosition(f"column {number} is not a tuple of at most {GAME.height} discs")
        if any(disc not in (True, False) for disc in column):
            raise BadPosition(f"column {number} holds something other than True and False")
    return tuple(tuple(bool(disc) for disc in column) for column in board)


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (tuple, list))


def _checked_flips(flips: tuple[int, int]) -> tuple[int, int]:
    if not (_is_list(flips) and len(flips) == 2):
        raise BadPosition("flipsRem is not two numbers, the AI's flips and the opponent's")
    if any(not isinstance(count, int) or not 0 <= count <= MAX_FLIPS for count in flips):
        raise BadPosition(f"flipsRem is {flips}: expected numbers from 0 to {MAX_FLIPS}")
    return flips[0], flips[1]
