"""Boards written as rows of X, O and dots from the top: what the games on a grid share."""

from plyground.core.errors import BadPosition
from plyground.core.game import Styles

FIRST, SECOND, FREE = "X", "O", "."


def styles_of(
    sides: tuple[str, str], colours: tuple[str, str], pieces: str, free: tuple[str, str]
) -> Styles:
    """Each side's pieces in its shape and colour, and how a free square looks."""
    return {
        FIRST: (pieces[0], f"bold {colours[0]}", sides[0]),
        SECOND: (pieces[1], f"bold {colours[1]}", sides[1]),
        FREE: free,
    }


def symbol_of(square: int, first: int, second: int) -> str:
    """What stands on a square."""
    return FIRST if first >> square & 1 else SECOND if second >> square & 1 else FREE


def parse_rows(text: str, width: int, height: int) -> list[str]:
    """The rows of a board text, checked for number, length and symbols."""
    rows = text.strip().upper().split("/")
    if len(rows) != height:
        raise BadPosition(f"{text!r} has {len(rows)} rows: expected {height} with '/' between them")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BadPosition(f"{text!r}: row {number} has {len(row)} squares, expected {width}")
        for column, symbol in enumerate(row, 1):
            if symbol not in (FIRST, SECOND, FREE):
                raise BadPosition(
                    f"{text!r}: row {number}, column {column} is {symbol!r}: "
                    f"expected {FIRST}, {SECOND} or {FREE}"
                )
    return rows


def side_to_move(text: str, first: str = FIRST, second: str = SECOND, each: int = 1) -> int:
    """Who is to move by the number of squares taken, `each` a move; refuses impossible numbers."""
    counts = {symbol: text.upper().count(symbol) for symbol in (FIRST, SECOND)}
    ahead = counts[first] - counts[second]
    if any(count % each for count in counts.values()) or ahead not in (0, each):
        shown = " and ".join(f"{count} {symbol}" for symbol, count in counts.items())
        raise BadPosition(f"{text!r} has {shown}: {first} starts, so it has as many or {each} more")
    return ahead // each


def check_lines(text: str, own: bool, other: bool) -> None:
    """Refuse a line of the side to move: the game would have ended before."""
    if own:
        which = "both sides have" if other else "the side to move has"
        raise BadPosition(f"{text!r}: {which} a line already")
