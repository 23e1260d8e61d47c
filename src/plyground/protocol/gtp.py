"""The Go Text Protocol, version 2, for games in which a move is one square of a square board.

Black moves first. A vertex is a column's letter, without I, and a row's number, counted from the
bottom: `A1`, `T19`. A move without a square is a `pass`.
"""

import re
from random import Random
from typing import Final, NamedTuple

from plyground.boards.clicks import ways_of
from plyground.core.errors import BadMessage, BadOption
from plyground.core.scene import EDGES
from plyground.records.record import Record

LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIZE: Final = len(LETTERS)
PASS, RESIGN = "pass", "resign"
SIDES: Final = {"b": 0, "black": 0, "w": 1, "white": 1}
COLOURS: Final = ("black", "white")
MAX_LINE: Final = 1 << 12
SAMPLES: Final = 5
"""In how many positions of a random game it is tried whether a game fits."""
MAX_PLIES: Final = 1000


class Command(NamedTuple):
    """A line of a host."""

    number: str
    """Its identity, which is said again in the answer; may be empty."""
    name: str
    args: tuple[str, ...]


def parse_command(line: str) -> Command | None:
    """The command in a line; None if there is none."""
    line = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line).partition("#")[0]
    words = line.split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdecimal() else ""
    return Command(number, words[0] if words else "", tuple(words[1:]))


def format_answer(number: str, text: str, is_good: bool = True) -> str:
    """An answer, which ends with an empty line; there is none within it."""
    first, *rest = [line.rstrip() for line in text.splitlines()] or [""]
    lines = [f"{'=' if is_good else '?'}{number} {first}".rstrip(), *(line or "." for line in rest)]
    return "\n".join(lines) + "\n\n"


def parse_side(text: str) -> int:
    """The side that a colour names; raises BadMessage."""
    if text.lower() not in SIDES:
        raise BadMessage(f"{text[:20]}: expected black or white")
    return SIDES[text.lower()]


def format_vertex(square: int, size: int) -> str:
    """A square, counted from 0 by row from the top, as a vertex."""
    row, column = divmod(square, size)
    return f"{LETTERS[column]}{size - row}"


def parse_vertex(text: str, size: int) -> int | None:
    """The square of a vertex; None for a pass. Raises BadMessage."""
    if text.lower() == PASS:
        return None
    found = re.fullmatch(r"([A-HJ-Z])([1-9][0-9]?)", text.upper(), re.ASCII)
    column = LETTERS.index(found[1]) if found else size
    row = size - int(found[2]) if found else -1
    if column >= size or row < 0:
        last = format_vertex(size - 1, size)
        raise BadMessage(f"{text[:20]}: expected a vertex from A1 to {last}, or pass")
    return row * size + column


def board_size(record: Record) -> int:
    """How many rows and columns the board of a game has; raises BadOption if it does not fit."""
    scene = record.game.scene(record.game.start())
    rows = [len(row) for row in scene.rows] if scene else []
    if scene is None or scene.layout == EDGES or {*rows} != {len(rows)} or len(rows) > MAX_SIZE:
        raise BadOption(f"{record.game_text} does not fit GTP: {_EXPECTED}")
    return len(rows)


def check_game(record: Record) -> int:
    """The size of a game's board; raises BadOption unless each move of a game is one square of it,
    as far as one random game tells."""
    size, tried, random = board_size(record), Record(record.game), Random(1)
    while not tried.is_over and len(tried) < MAX_PLIES:
        tried.push(random.choice(tried.legal_moves))
    moves = tried.moves
    for sample in range(SAMPLES):
        played = moves[: sample * (len(moves) - 1) // max(SAMPLES - 1, 1)] if moves else []
        moves_by_square(Record(record.game, moves=played, game_text=record.game_text))
    return size


_EXPECTED: Final = f"expected moves that are squares of a square board of up to {MAX_SIZE} rows"


def moves_by_square(record: Record) -> dict[int | None, int]:
    """The legal moves by their squares, a pass by None; raises BadOption if they are not such."""
    found: dict[int | None, int] = {}
    for move, way in ways_of(record).items():
        squares = [*way[0]] if len(way) == 1 else []
        square = squares[0] if len(squares) == 1 else None
        if square in found or len(way) > 1 or len(squares) > 1:
            raise BadOption(f"{record.game_text} does not fit GTP: {_EXPECTED}")
        found[square] = move
    return found


def move_vertex(record: Record, move: int, size: int) -> str:
    """A legal move as a vertex."""
    for square, other in moves_by_square(record).items():
        if other == move:
            return PASS if square is None else format_vertex(square, size)
    raise BadOption(f"{record.game_text} does not fit GTP: {_EXPECTED}")


def vertex_move(record: Record, text: str, size: int) -> int:
    """The legal move that a vertex means; raises BadMessage."""
    move = moves_by_square(record).get(parse_vertex(text, size))
    if move is None:
        raise BadMessage(f"{text[:20]} is not a legal move here")
    return move
