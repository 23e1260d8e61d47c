"""Dominoes in line as people write and see it. Rows and columns count from 1, from the top left."""

from typing import TYPE_CHECKING

from plyground.core.bits import squares
from plyground.core.errors import BadPosition, IllegalMove, InvalidMove
from plyground.core.game import examples_text, legal_moves
from plyground.core.scene import Scene, numbers
from plyground.core.style import Colour, Style
from plyground.games.rows import (
    FIRST,
    SECOND,
    check_lines,
    parse_rows,
    side_to_move,
    styles_of,
    symbol_of,
)

if TYPE_CHECKING:
    from plyground.games.dominoes.rules import Dominoes, Position

sides = ("player 1", "player 2")
BOARD = Colour("#dfe8dc", "#d3ddd0")
styles = styles_of(sides, ("#b00d28", "#1048b8"), "■□", Style("·", "#5f6f5f"))


def intro(game: "Dominoes") -> str:
    """What a person should know before playing this board."""
    if game.line == 4 and max(game.rows, game.columns) >= 6:
        return (
            "With lines of 4 and a side of six or more the first player wins on ply 3: "
            "try line=5 or line=6."
        )
    return ""


def rules_text(game: "Dominoes") -> str:
    """The rules on this board."""
    return f"""\
The board has {game.rows} rows and {game.columns} columns; {sides[0]} begins. Take turns to lay a
domino on two free squares that share a side. Both squares are yours then.

{game.line} of your squares in a straight line win: across, down or diagonally. Longer lines win
too. If the one to move has no room for a domino, the game is a draw.

Type a direction (1 to the right, 2 down), then the row and the column of the domino's first
square, counted from 1 at the top left. Commas or blanks stand between them:
{examples_text(_examples(game))}""".rstrip()


def _examples(game: "Dominoes") -> dict[str, str]:
    """A domino in the middle and one in the corner, if the board has room for them."""
    row, column = (game.rows + 1) // 2, (game.columns + 1) // 2
    examples = {}
    if game.columns > 1:
        examples[f"1,{row},{column}"] = (
            f"lies on row {row}, column {column} and the square to its right"
        )
    if game.rows > 1:
        examples["2,1,1"] = "lies on row 1, column 1 and the square below it"
    return examples


def move_text(game: "Dominoes", position: "Position", move: int) -> str:
    """Direction (1 right, 2 down), row and column of the first square."""
    row, column = divmod(move >> 1, game.columns)
    return f"{1 + (move & 1)},{row + 1},{column + 1}"


def parse_move(game: "Dominoes", position: "Position", text: str) -> int:
    """`1,3,4`, or with blanks."""
    words = text.replace(",", " ").split()
    if len(words) != 3 or not all(word.isdecimal() and len(word) < 10 for word in words):
        raise InvalidMove(
            f"{text.strip()!r} is not a move: expected direction (1 right, 2 down), row, column, "
            "such as 1,3,4"
        )
    direction, row, column = map(int, words)
    if direction not in (1, 2):
        raise InvalidMove(f"{text.strip()!r}: direction {direction} is not 1 (right) or 2 (down)")
    if not (1 <= row <= game.rows and 1 <= column <= game.columns):
        raise InvalidMove(
            f"{text.strip()!r}: row {row}, column {column} is not on the board of {game.rows} rows "
            f"and {game.columns} columns"
        )
    move = 2 * ((row - 1) * game.columns + column - 1) + direction - 1
    if move not in legal_moves(game, position):
        over = game.outcome(position)
        raise IllegalMove(
            f"{text.strip()!r} cannot be played: "
            + ("the game is over" if over else "both squares must be free and on the board")
        )
    return move


def position_text(game: "Dominoes", position: "Position") -> str:
    """Rows from the top, X for the first player's squares."""
    return "/".join(_rows(game, position))


def parse_position(game: "Dominoes", text: str) -> "Position":
    symbols = "".join(parse_rows(text, game.columns, game.rows))
    turn = side_to_move(text, each=2)
    boards = []
    for mark in (FIRST, SECOND):
        boards.append(sum(1 << n for n, symbol in enumerate(symbols) if symbol == mark))
        if not _is_tiled(boards[-1], game.columns, game.left_of_another):
            raise BadPosition(f"{text!r}: the squares of {mark} are not whole dominoes")
    own, other = boards[turn], boards[1 - turn]
    lines = [{line for line in game.lines if board & line == line} for board in (own, other)]
    check_lines(text, bool(lines[0]), bool(lines[1]))
    if lines[1] and not any(all(line & d for line in lines[1]) for d in _dominoes(game, other)):
        raise BadPosition(f"{text!r}: no single domino can have made all these lines")
    return game.start()._replace(own=own, other=other, won=bool(lines[1]))


def scene(game: "Dominoes", position: "Position") -> Scene:
    won = [line for line in game.lines if position.other & line == line]
    return Scene(
        tuple(_rows(game, position)),
        columns=numbers(game.columns),
        labels=numbers(game.rows),
        line=tuple({square for line in won for square in squares(line)}),
        background=BOARD,
    )


def placed_squares(game: "Dominoes", position: "Position", move: int) -> tuple[int, int]:
    """The two squares of the domino."""
    return game.covered(move)


def _rows(game: "Dominoes", position: "Position") -> list[str]:
    boards = (position.own, position.other)
    side = game.side(position)
    one, two = boards[side], boards[1 - side]
    return [
        "".join(symbol_of(row * game.columns + c, one, two) for c in range(game.columns))
        for row in range(game.rows)
    ]


def _dominoes(game: "Dominoes", board: int) -> list[int]:
    """Every pair of neighbours among these squares."""
    right = board & board >> 1 & game.left_of_another
    down = board & board >> game.columns
    pairs = [3 << square for square in squares(right)]
    return pairs + [(1 << game.columns | 1) << square for square in squares(down)]


def _is_tiled(board: int, columns: int, left_of_another: int) -> bool:
    """Whether dominoes can cover exactly these squares: a perfect matching of a chessboard's
    colours."""
    partner: dict[int, int] = {}

    def neighbours(square: int) -> list[int]:
        near = [square - columns, square + columns]
        near += [square + 1] if left_of_another >> square & 1 else []
        near += [square - 1] if square and left_of_another >> square - 1 & 1 else []
        return [other for other in near if other >= 0 and board >> other & 1]

    def find_partner(square: int, seen: set[int]) -> bool:
        for other in neighbours(square):
            if other not in seen:
                seen.add(other)
                if other not in partner or find_partner(partner[other], seen):
                    partner[other] = square
                    return True
        return False

    taken = [square for square in range(board.bit_length()) if board >> square & 1]
    white = [square for square in taken if sum(divmod(square, columns)) % 2 == 0]
    return 2 * len(white) == len(taken) and all(find_partner(square, set()) for square in white)
