"""The board of the documented Connect Four: its picture, its cells, and the win check.

A board is a position of our Connect Four. The player to move is needed to know whose discs are
whose.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from plyground.core.lines import straight_lines

if TYPE_CHECKING:
    from rich.text import Text

    from plyground.games.connect_four.rules import Position

RED: Final = "RED"
YELLOW: Final = "YELLOW"
ROWS, COLUMNS, CONNECT = 6, 7, 4
TOKEN: Final = "█"
Direction = tuple[int, int]

HEADER: Final = r"\\\\ " + r" \\ ".join(map(str, range(1, COLUMNS + 1))) + r" \\ "
SPACER: Final = rf" \\{' ' * 5 * COLUMNS}\\"
FLOOR: Final = "  " + "\\" * 39


@cache
def game() -> Any:
    """The rules on the documented board."""
    from plyground.games.connect_four.rules import ConnectFour

    return ConnectFour.create(COLUMNS, ROWS, CONNECT)


def other(player: str) -> str:
    """The player who moves next."""
    return YELLOW if player == RED else RED


def red_side(board: "Position", player: str) -> int:
    """RED's side: 0 if RED started the game, else 1."""
    side: int = game().side(board)
    return side if player == RED else 1 - side


# --- cells -------------------------------------------------------------------------------------


@dataclass(eq=False)
class Cell:
    """A place for a token; rows count from the top, rows and columns from 0."""

    row: int
    column: int
    colour: str
    related: dict[Direction, tuple["Cell", ...]] = field(default_factory=dict, repr=False)
    """The next three cells, for each direction in which there are three."""


def cells(board: "Position", player: str) -> list[Cell]:
    """Every cell, row by row from the top."""
    players = (RED, YELLOW) if red_side(board, player) == 0 else (YELLOW, RED)
    colours = dict(zip("XO.", (*players, ""), strict=True))
    marks = game().position_text(board).replace("/", "")
    made = [Cell(*divmod(n, COLUMNS), colours[mark]) for n, mark in enumerate(marks)]
    for line in straight_lines((ROWS, COLUMNS), CONNECT):
        for way in (line, line[::-1]):
            cell, *others = (made[number] for number in way)
            direction = others[0].row - cell.row, others[0].column - cell.column
            cell.related[direction] = tuple(others)
    return made


def winner(cells: list[Cell]) -> str | None:
    """The player with four tokens in a row, checked from each cell in each direction."""
    for cell in filter(lambda cell: cell.colour, cells):
        for others in cell.related.values():
            if all(another.colour == cell.colour for another in others):
                return cell.colour
    return None


def is_draw(cells: list[Cell]) -> bool:
    """Whether the board is full and nobody has won."""
    return all(cell.colour for cell in cells) and winner(cells) is None


# --- the picture -------------------------------------------------------------------------------


def picture(cells: list[Cell]) -> str:
    """The documented picture in 13 lines, with the letters R and Y for tokens."""
    letters = [cell.colour[:1] or " " for cell in cells]
    rows = [letters[start : start + COLUMNS] for start in range(0, len(letters), COLUMNS)]
    drawn = [rf" \\ {'  '.join(f'[{letter}]' for letter in row)} \\" for row in rows]
    return "\n".join([HEADER, f"\n{SPACER}\n".join(drawn), FLOOR])


def coloured(picture: str) -> "Text":
    """The same picture with tokens in their players' colours."""
    from rich.text import Text

    styles = {player[0]: f"bold {player.lower()}" for player in (RED, YELLOW)}
    text = Text()
    for sign in picture:
        text.append(TOKEN if sign in styles else sign, styles.get(sign, ""))
    return text
