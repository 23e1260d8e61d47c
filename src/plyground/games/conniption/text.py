"""Conniption as people write and see it."""

from typing import TYPE_CHECKING

from plyground.core.errors import BadOption, BadPosition
from plyground.core.game import examples_text
from plyground.core.style import Styles
from plyground.games.columns import (
    board_rows,
    board_scene,
    board_styles,
    has_line,
    parse_board,
    seen_at,
)
from plyground.games.rows import FIRST, SECOND, side_to_move

if TYPE_CHECKING:
    from plyground.core.scene import Scene
    from plyground.games.conniption.rules import Conniption, Position

LOCKED = "locked"
MAX_FLIPS = 1000
VARIANTS = (
    ("_", "drop"),
    ("f_", "flip, drop"),
    ("_f", "drop, flip"),
    ("f_f", "flip, drop, flip"),
)


def sides(game: "Conniption") -> tuple[str, str]:
    return ("Red", "Yellow") if game.first == "red" else ("Yellow", "Red")


def styles(game: "Conniption") -> Styles:
    return board_styles(sides(game))


def rules_text(game: "Conniption") -> str:
    """The rules with this game's board and flips."""
    return f"""\
The board has {game.width} columns and {game.height} rows. A turn is one disc, dropped into a
column that is not full, and if you like a flip before it, after it, or both. A flip turns the
board over: columns stay where they are, and every stack of discs is reversed.

{_flips_text(game)} There is always a disc between two flips: if your opponent's turn ended with a
flip, yours cannot begin with one.

{game.connect} discs of one colour in a row win for that colour, whoever made the row: across,
upright or diagonally. {_win_text(game)} If the board is full and nobody has won, the game is a
draw.

Type the number of a column, counted from 1 at the left, with f before or after it for a flip:
{examples_text(_examples(game))}"""


def _flips_text(game: "Conniption") -> str:
    first, second = game.first_flips, game.second_flips
    if first == second:
        return f"Each player has {first} flips for the whole game."
    names = sides(game)
    return f"{names[0]} has {first} flips for the whole game, {names[1]} has {second}."


def _win_text(game: "Conniption") -> str:
    """When a row counts, and who wins if a flip makes two."""
    when = "after every step of a turn" if game.every_step else "at the end of a turn"
    both = "the game is a draw" if game.both_draw else "the one who flipped wins"
    return f"Rows are checked {when}; if a flip gives both colours one, {both}."


def _examples(game: "Conniption") -> dict[str, str]:
    middle = str((game.width + 1) // 2)
    examples = {middle: f"drops a disc into column {middle}"}
    if game.first_flips:
        examples[f"f{middle}"] = "the same, after turning the board over"
    return examples


def parse_flips(text: str) -> tuple[int, int]:
    """`4` for both players, or `2/0` for the first and the second."""
    words = text.split("/")
    counts = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 6]
    if len(counts) != len(words) or len(words) > 2 or max(counts) > MAX_FLIPS:
        raise BadOption(f"flips={text}: expected a number up to {MAX_FLIPS}, or two such as 2/0")
    return counts[0], counts[-1]


def move_text(game: "Conniption", position: "Position", move: int) -> str:
    """The column from 1, with f before or after it for a flip."""
    return "f" * bool(move & 2) + str((move >> 2) + 1) + "f" * (move & 1)


def position_text(game: "Conniption", position: "Position") -> str:
    """Rows from the top, the side to move, flips left (first/second), and `locked` if so."""
    first, second = _flips(position)
    words = ["/".join(board_rows(game, *_boards(position))), (FIRST, SECOND)[position.turn]]
    return " ".join([*words, f"{first}/{second}", *[LOCKED] * position.locked])


def parse_position(game: "Conniption", text: str) -> "Position":
    words = text.split()
    marks = (FIRST, SECOND)
    if len(words) < 3 or words[1].upper() not in marks or words[3:] not in ([], [LOCKED]):
        raise BadPosition(
            f"{text!r} is not a position: expected ROWS, {FIRST} or {SECOND} to move, "
            f"flips left such as 4/3, and {LOCKED!r} after a turn that ended with a flip"
        )
    first, second = parse_board(words[0], game.width, game.height)
    turn = marks.index(words[1].upper())
    flips = _flips_left(game, text, words[2])
    own = second if turn else first
    locked = bool(words[3:])
    _check_reachable(game, text, first, second, turn)
    used = (game.first_flips, game.second_flips)[1 - turn] - flips[1 - turn]
    if locked and not (used and (first, second)[1 - turn]):
        raise BadPosition(f"{text!r}: locked, but the opponent has used no flip")
    return game.start()._replace(
        own=own,
        taken=first | second,
        own_flips=flips[turn],
        other_flips=flips[1 - turn],
        locked=locked,
        turn=turn,
    )


def scene(game: "Conniption", position: "Position") -> "Scene":
    """The board with each side's flips under it, and which way gravity points."""
    left = ", ".join(f"{side} {count}" for side, count in zip(sides(game), _flips(position)))
    lock = "; no flip before this drop" if position.locked else ""
    flipped = game.first_flips + game.second_flips - sum(_flips(position))
    edge = "top" if flipped % 2 else "bottom"
    times = f", turned over {flipped} {'time' if flipped == 1 else 'times'}" if flipped else ""
    notes = (f"flips left: {left}{lock}", f"gravity: down, to the board's own {edge}{times}")
    return board_scene(game, *_boards(position), notes)._replace(variants=VARIANTS)


def placed_squares(game: "Conniption", position: "Position", move: int) -> tuple[int, ...]:
    """The square of the disc, which a flip after the drop moves to the bottom; empty if a flip
    ended the game before the drop."""
    after = game.play(position, move)
    if after.taken == position.taken:
        return ()
    base = (move >> 2) * (game.height + 1)
    discs = (after.taken >> base & (1 << game.height) - 1).bit_count()
    return (seen_at(game, base if after.locked else base + discs - 1),)


def _flips(position: "Position") -> tuple[int, int]:
    """The flips that the first and the second player have left."""
    flips = (position.own_flips, position.other_flips)
    return flips[position.turn], flips[1 - position.turn]


def _boards(position: "Position") -> tuple[int, int]:
    """The first and the second player's discs."""
    boards = (position.own, position.own ^ position.taken)
    return boards[position.turn], boards[1 - position.turn]


def _flips_left(game: "Conniption", text: str, word: str) -> tuple[int, int]:
    try:
        flips = parse_flips(word)
    except BadOption:
        raise BadPosition(f"{text!r}: {word!r} is not two counts of flips such as 4/3") from None
    if flips[0] > game.first_flips or flips[1] > game.second_flips:
        raise BadPosition(
            f"{text!r}: flips left {word}, but the game starts with "
            f"{game.first_flips}/{game.second_flips}"
        )
    return flips


def _check_reachable(game: "Conniption", text: str, first: int, second: int, turn: int) -> None:
    """Raise if the discs do not fit the side to move. A flip before the drop may end the game, so
    a finished board may lack the last disc."""
    lines = [has_line(board, game.height, game.connect) for board in (first, second)]
    expected = side_to_move(text.split()[0])
    if turn != expected and not (any(lines) and game.every_step):
        raise BadPosition(
            f"{text!r}: with these discs it is {(FIRST, SECOND)[expected]}'s turn, "
            f"not {(FIRST, SECOND)[turn]}'s"
        )
