"""Boards written as rows of X, O and dots from the top, shared by the games on a grid."""

from plyground.core.errors import BadPosition
from plyground.core.style import Style, Styles

FIRST, SECOND, FREE = "X", "O", "."


def styles_of(sides: tuple[str, str], colours: tuple[str, str], pieces: str, free: Style) -> Styles:
    """The style of each side's pieces (shape and colour) and of a free square."""
    return {
        FIRST: (pieces[0], colours[0], sides[0]),
        SECOND: (pieces[1], colours[1], sides[1]),
        FREE: free,
    }


def symbol_of(square: int, first: int, second: int) -> str:
    """The symbol of a square."""
    return FIRST if first >> square & 1 else SECOND if second >> square & 1 else FREE


def parse_rows(text: str, width: int, height: int) -> list[str]:
    """The rows of a board text; their number, lengths and symbols are checked."""
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
    """The side to move, from the squares taken, `each` per move; raises if the numbers are
    impossible."""
    counts = {symbol: text.upper().count(symbol) for symbol in (FIRST, SECOND)}
    ahead = counts[first] - counts[second]
    if any(count % each for count in counts.values()) or ahead not in (0, each):
        shown = " and ".join(f"{count} {symbol}" for symbol, count in counts.items())
        raise BadPosition(
            f"{text!r} has {shown}: {first} starts, so it has the same number or {each} more"
        )
    return ahead // each


def check_lines(text: str, own: bool, other: bool) -> None:
    """Raise if the side to move has a line: the game would have ended earlier."""
    if own:
        which = "both sides have" if other else "the side to move has"
        raise BadPosition(f"{text!r}: {which} a line already")
