"""Boards of columns that fill from the bottom, shared by Connect Four and Conniption.

A square is bit `column * (height + 1) + row`. The spare bit above each column is never set, so that
lines cannot continue from one column into the next. On 7x6:

     6 13 20 27 34 41 48   spare
     5 12 19 26 33 40 47   top row
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42   bottom row
"""

from typing import Protocol

from plyground.core.bits import WORD, Bits, squares
from plyground.core.errors import BadOption, BadPosition
from plyground.core.scene import Scene, numbers
from plyground.core.style import Colour, Style, Styles
from plyground.games.rows import FIRST, FREE, SECOND, parse_rows, styles_of, symbol_of
from plyground.games.windows import Tally, covered_by, lacking_after

_COLOURS = {"Red": "#ff6b6b", "Yellow": "#ffd83d"}
_DISCS = {"Red": "●", "Yellow": "○"}
_BOARD = Colour("#0f2a7a", "#173a94")


class ColumnGame(Protocol):
    """A game on such a board. Pass the game rather than its sizes: compiled code then sees them as
    constants."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def connect(self) -> int: ...


def check_size(width: int, height: int, connect: int) -> None:
    """Raise if a board cannot be played on or does not fit in 64 bits."""
    if width < 1 or height < 1:
        raise BadOption(f"width={width}, height={height}: a board has at least 1 column and 1 row")
    if width * (height + 1) > WORD:
        raise BadOption(
            f"width={width}, height={height}: width x (height + 1) is {width * (height + 1)}, "
            f"at most {WORD} fit"
        )
    if not 1 <= connect <= max(width, height):
        raise BadOption(f"connect={connect}: a line is from 1 to {max(width, height)} long here")


def has_line(board: Bits, height: int, connect: int) -> bool:
    """Whether `connect` of these discs stand in a row, in any of the four directions."""
    for step in (1, height, height + 1, height + 2):
        line = board
        for _ in range(connect - 1):
            line &= line >> step
        if line:
            return True
    return False


def mirrored(board: Bits, width: int, height: int) -> Bits:
    """The board with its columns in reverse order."""
    image = board & 0
    for column in range(width):
        discs = board >> column * (height + 1) & ((1 << height) - 1)
        image |= discs << (width - 1 - column) * (height + 1)
    return image


def bottom_row(game: ColumnGame) -> Bits:
    """The lowest square of each column."""
    bottom = 0
    for column in range(game.width):
        bottom |= 1 << column * (game.height + 1)
    return bottom


def whole_board(game: ColumnGame) -> Bits:
    """Every square, without the spare bits."""
    bottom = bottom_row(game)
    return (bottom << game.height) - bottom


def landing_squares(game: ColumnGame, taken: Bits) -> Bits:
    """The square where the next disc lands, for each column that is not full."""
    return taken + bottom_row(game) & whole_board(game)


def tally_columns(game: ColumnGame, own: Bits, room: Bits) -> Tally:
    """Count the windows in `room` (all squares but the opponent's) in all four directions."""
    lack_one = lack_two = lack_three = 0
    gaps = own & 0
    for step in (1, game.height, game.height + 1, game.height + 2):
        windows = room
        for _ in range(game.connect - 1):
            windows = room & windows >> step
        lacking = windows, windows, windows, windows
        for number in range(game.connect):
            lacking = lacking_after(lacking, own >> number * step)
        none, one, two, three = lacking
        lack_one += (one ^ none).bit_count()
        lack_two += (two ^ one).bit_count()
        lack_three += (three ^ two).bit_count()
        for number in range(game.connect):
            gaps |= (one ^ none) << number * step
    return lack_one, lack_two, lack_three, gaps & ~own


def completing_squares(game: ColumnGame, discs: Bits) -> Bits:
    """The squares where one more disc completes a line, upwards or either way in other directions.

    Some of them are taken, and some are not on the board.
    """
    found = discs << 1
    for number in range(2, game.connect):
        found &= discs << number
    for step in (game.height, game.height + 1, game.height + 2):
        before = ~(discs & 0)
        for count in range(game.connect):
            between = before
            for number in range(1, game.connect - count):
                between &= discs >> number * step
            found |= between
            before &= discs << (count + 1) * step
    return found


def winning_drops(game: ColumnGame, own: Bits, taken: Bits) -> Bits:
    """The squares where a disc lands and completes a line."""
    _, _, _, gaps = tally_columns(game, own, whole_board(game) & ~(own ^ taken))
    return gaps & landing_squares(game, taken)


def pushed_lines(game: ColumnGame, discs: Bits, taken: Bits, disc: int) -> Bits:
    """The columns where these discs form a line once another disc is pushed in from below.

    `disc` is 1 if the pushed disc is one of these discs, else 0. Full columns are left out, and a
    column is given by its lowest square.
    """
    if has_line(discs, game.height, game.connect):
        return pushed_one_by_one(game, discs, taken, disc)
    bottom = bottom_row(game)
    open_columns = bottom & ~(taken >> game.height - 1)
    pushed = (discs << 1 | bottom * disc) & (open_columns << game.height) - open_columns
    found = pushed
    for number in range(1, game.connect):
        found &= pushed >> number
    for step in (game.height, game.height + 1, game.height + 2):
        for place in range(game.connect):
            line = pushed
            for number in range(game.connect):
                if number < place:
                    line &= discs << (place - number) * step
                elif number > place:
                    line &= discs >> (number - place) * step
            found |= line
    return found + whole_board(game) >> game.height & bottom


def pushed_one_by_one(game: ColumnGame, discs: Bits, taken: Bits, disc: int) -> Bits:
    """The same if there is a line already, which may or may not go through the column."""
    found = discs & 0
    for column in range(game.width):
        lowest = column * (game.height + 1)
        if not taken >> lowest + game.height - 1 & 1:
            stack = discs & ((1 << game.height) - 1) << lowest
            if has_line(discs ^ stack | stack << 1 | disc << lowest, game.height, game.connect):
                found |= 1 << lowest
    return found


def centrality(column: int, width: int) -> int:
    """How near a column is to the middle; 0 at the edge."""
    return min(column, width - 1 - column)


def board_rows(game: ColumnGame, first: Bits, second: Bits) -> tuple[str, ...]:
    """The rows from the top: X for the first player's discs, O for the second's."""
    spots = range(0, game.width * (game.height + 1), game.height + 1)
    return tuple(
        "".join(symbol_of(spot + row, first, second) for spot in spots)
        for row in reversed(range(game.height))
    )


def board_styles(sides: tuple[str, str]) -> Styles:
    """Discs in the colours that the sides are named after, one filled and one hollow."""
    colours = (_COLOURS[sides[0]], _COLOURS[sides[1]])
    free = Style("·", "#8fb0e0", shape="hole")
    return styles_of(sides, colours, _DISCS[sides[0]] + _DISCS[sides[1]], free)


def board_scene(game: ColumnGame, first: Bits, second: Bits, notes: tuple[str, ...] = ()) -> Scene:
    """The board as it stands on the table, with the winning lines."""
    won = [*squares(whole_lines(game, first)), *squares(whole_lines(game, second))]
    return Scene(
        board_rows(game, first, second),
        columns=numbers(game.width),
        line=tuple(seen_at(game, square) for square in won),
        notes=notes,
        background=_BOARD,
    )


def whole_lines(game: ColumnGame, discs: Bits) -> Bits:
    """The discs that are part of a complete line."""
    found = discs & 0
    for step in (1, game.height, game.height + 1, game.height + 2):
        windows = discs
        for _ in range(game.connect - 1):
            windows &= windows >> step
        found |= covered_by(windows, step, game.connect)
    return found


def seen_at(game: ColumnGame, square: int) -> int:
    """The number of a square in the scene, which counts row by row from the top."""
    column, row = divmod(square, game.height + 1)
    return (game.height - 1 - row) * game.width + column


def parse_board(text: str, width: int, height: int) -> tuple[Bits, Bits]:
    """The first and second player's discs from rows written from the top; raises if one floats."""
    rows = parse_rows(text, width, height)
    boards = {FIRST: 0, SECOND: 0}
    for column in range(width):
        stack = "".join(row[column] for row in reversed(rows)).rstrip(FREE)
        if FREE in stack:
            raise BadPosition(f"{text!r}: a disc floats over a gap in column {column + 1}")
        for row, symbol in enumerate(stack):
            boards[symbol] |= 1 << column * (height + 1) + row
    return boards[FIRST], boards[SECOND]
