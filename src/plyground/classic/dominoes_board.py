"""Boards of the documented dominoes: lists, converted to our game's positions, and their picture.

A board is a list of rows of `'o'`, 1 and 2; a move is `(direction, row, column)`, counted from 0.
"""

from collections.abc import Sequence
from functools import cache
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any, Final

from plyground.core.errors import BadOption, BadPosition
from plyground.core.plain import plain_picture
from plyground.core.scene import Scene, numbers

if TYPE_CHECKING:
    from rich.text import Text

    from plyground.games.dominoes.rules import Position

EMPTY: Final = "o"
ACROSS, DOWN = 1, 2
COLOURS: Final = {"1": "bold red", "2": "bold blue"}

Board = list[list[Any]]
Move = tuple[int, int, int]


@cache
def game_of(rows: int, columns: int, line: int) -> Any:
    """The rules on a board of this size."""
    from plyground.games.dominoes.rules import Dominoes

    return Dominoes.create(rows, columns, line)


def converted(board: Board, player: int, line: int) -> "tuple[Any, Position]":
    """Our game and position for a board of lists, with `player` to move."""
    from plyground.games.dominoes.evaluations import whole_lines
    from plyground.games.dominoes.rules import Position

    _check_player(player)
    marks = _marks(board)
    game = game_of(len(board), len(board[0]), line)
    own, other = (
        sum(1 << square for square, mark in enumerate(marks) if mark == owner)
        for owner in (player, 3 - player)
    )
    return game, Position(own, other, whole_lines(game, other) > 0)


def listed(game: Any, position: "Position", player: int) -> Board:
    """The board of lists for our position, with `player` to move."""
    marks = [
        player
        if position.own >> square & 1
        else 3 - player
        if position.other >> square & 1
        else EMPTY
        for square in range(game.rows * game.columns)
    ]
    return [marks[n : n + game.columns] for n in range(0, len(marks), game.columns)]


def _marks(board: Board) -> list[Any]:
    """All squares of a board in one list; raises if it is not a board."""
    if not (_is_list(board) and board and all(map(_is_list, board)) and board[0]):
        raise BadPosition("a board is a list of rows, each a list of 'o', 1 and 2")
    for number, row in enumerate(board):
        if len(row) != len(board[0]):
            raise BadPosition(f"row {number} has {len(row)} squares, expected {len(board[0])}")
        for column, mark in enumerate(row):
            if not (mark == EMPTY or _is_player(mark)):
                raise BadPosition(
                    f"row {number}, column {column} is {shown(mark)}: expected 'o', 1, 2"
                )
    return [mark for row in board for mark in row]


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_player(value: Any) -> bool:
    return is_whole(value) and value in (1, 2)


def _check_player(player: int) -> None:
    if not _is_player(player):
        raise BadOption(f"player {shown(player)}: expected 1 or 2")


def number_of(game: Any, move: Move) -> int:
    """The number of a move in our game, or -1."""
    if not (isinstance(move, tuple) and len(move) == 3 and all(map(is_whole, move))):
        return -1
    direction, row, column = move
    if direction not in (ACROSS, DOWN) or column not in range(game.columns):
        return -1
    square: int = row * game.columns + column
    return 2 * square + direction - ACROSS


def move_of(game: Any, number: int) -> Move:
    """A move of our game as the document writes it."""
    return ACROSS + number % 2, *divmod(number // 2, game.columns)


def picture(board: Board) -> str:
    """The board with its numbers."""
    rows = tuple("".join(map(str, row)) for row in board)
    return plain_picture(Scene(rows, numbers(len(rows[0])), numbers(len(rows))))


def coloured(picture: str, edge: int) -> "Text":
    """The same picture with the players' marks, which are right of `edge`, in their colours."""
    from rich.text import Text

    head, *rows = picture.split("\n")
    text = Text(head)
    for row in rows:
        text.append(f"\n{row[:edge]}")
        for sign in row[edge:]:
            text.append(sign, COLOURS.get(sign, ""))
    return text
