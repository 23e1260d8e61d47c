"""Watch Your Back! as people write and see it. Squares are `x,y` from 0,0 at the top left."""

import re
from typing import TYPE_CHECKING

from plyground.core.errors import BadPosition, IllegalMove, InvalidMove
from plyground.core.game import examples_text, legal_moves
from plyground.core.scene import Scene
from plyground.core.style import PAGE, Style, Styles

if TYPE_CHECKING:
    from plyground.games.watch_your_back.rules import Position, WatchYourBack

sides = ("White", "Black")
strongest = "negascout:lmr=1,futility=400"
WHITE, BLACK, CORNER, FREE, GONE = "O", "@", "X", "-", "."
CLOSED = "~"
"""In pictures: a free square where the side to move may not place a piece."""
styles: Styles = {
    WHITE: ("○", "#ffffff", sides[0]),
    BLACK: ("●", "#000000", sides[1]),
    CORNER: Style("×", "#000000", "corner", "block"),
    FREE: ("·", "#3f2a12"),
    CLOSED: Style(" ", square="#7a5230"),
    GONE: Style(" ", square=PAGE),
}
FORFEIT_TEXT = "forfeit"
PLACING_TEXT = "placing"
PIECES = 12
_PLACEMENTS = 24
_SHRINKS = (128, 192)
WHITE_ZONE, BLACK_ZONE = 0x0000FFFFFFFFFFFF, 0xFFFFFFFFFFFF0000
_ZONE_ROWS = ("0 to 5", "2 to 7")
_MOVE = re.compile(r"\(?\(?([0-7]),\s*([0-7])\)?(?:\s*(?:-|->|,)\s*\(?([0-7]),\s*([0-7])\)?\)?)?")


def rules_text(game: "WatchYourBack") -> str:
    """The rules, with the turn limit if there is one."""
    limit = game.turn_limit
    drawn = f" After {limit} turns of moving the game is a draw (our own rule)." if limit else ""
    return f"""\
Placing: {sides[0]} and {sides[1]} take turns to place {PIECES} pieces each, {sides[0]} in rows
{_ZONE_ROWS[0]}, {sides[1]} in rows {_ZONE_ROWS[1]}, never on a corner. Then they take turns to
move: a piece steps to a free square beside it, or jumps over one piece of either side to the free
square behind it. Never diagonally.

A piece dies between two hostile squares, left and right of it or above and below it: an enemy
piece or a corner is hostile. The piece that arrives kills first; if it still stands between two,
it dies.

After {_SHRINKS[0]} and {_SHRINKS[1]} turns of moving the board shrinks: the outer ring and what
stands there are gone, and there are new corners. When placing is over, a side with fewer than 2
pieces loses; if both have fewer than 2, the game is a draw.{drawn}

Type the square x,y to place, and two squares to move. x counts from 0 at the left, y from 0 at the
top:
{examples_text(_EXAMPLES)}
If you have no legal move, type {FORFEIT_TEXT}."""


_EXAMPLES = {
    "3,4": "places a piece on column 3, row 4",
    "4,4-4,3": "moves the piece on column 4, row 4 one square up",
}


def move_text(game: "WatchYourBack", position: "Position", move: int) -> str:
    """`3,4` places a piece, `4,4-4,3` moves one, `forfeit` is the move if there is no other."""
    origin, target = move >> 6, _square_text(move & 63)
    if origin > 64:
        return FORFEIT_TEXT
    return target if origin == 64 else f"{_square_text(origin)}-{target}"


def parse_move(game: "WatchYourBack", position: "Position", text: str) -> int:
    """Also accepts brackets around coordinates: `(3, 4)`, `(4,4)->(4,3)`."""
    match = _MOVE.fullmatch(text.strip())
    if text.strip().lower() == FORFEIT_TEXT:
        wanted = FORFEIT_TEXT
    elif match:
        numbers = [number for number in match.groups() if number]
        wanted = "-".join(",".join(numbers[n : n + 2]) for n in range(0, len(numbers), 2))
    else:
        raise InvalidMove(
            f"{text.strip()!r} is not a move: expected x,y to place, x,y-x,y to move (0 to 7), "
            f"or {FORFEIT_TEXT}"
        )
    for move in legal_moves(game, position):
        if move_text(game, position, move) == wanted:
            return move
    raise IllegalMove(f"{text.strip()!r} cannot be played: {_reason(game, position, wanted)}")


def position_text(game: "WatchYourBack", position: "Position") -> str:
    """64 squares row by row, the side to move, the turn, and `placing` in the placing phase."""
    placing = position.ply < _PLACEMENTS
    turn = position.ply if placing else position.ply - _PLACEMENTS
    side = (WHITE, BLACK)[position.ply & 1]
    return f"{_board(game, position)} {side} {turn}" + f" {PLACING_TEXT}" * placing


def parse_position(game: "WatchYourBack", text: str) -> "Position":
    words = text.split()
    if len(words) < 3 or words[3:] not in ([], [PLACING_TEXT]):
        raise BadPosition(
            f"{text!r} is not a position: expected 64 squares, {WHITE} or {BLACK}, the turn, "
            f"and {PLACING_TEXT!r} in the placing phase"
        )
    board, side, turn, placing = words[0], words[1], words[2], bool(words[3:])
    ply = _parse_ply(text, side, turn, placing)
    ring = _parse_ring(game, text, board)
    colours = [sum(1 << n for n, s in enumerate(board) if s == mark) for mark in (WHITE, BLACK)]
    position = game.start()._replace(
        own=colours[ply & 1], other=colours[1 - (ply & 1)], ply=ply, ring=ring
    )
    _check_reachable(game, text, position)
    return position


def scene(game: "WatchYourBack", position: "Position") -> Scene:
    """The board with its coordinates, the squares closed to the mover, and the phase below it."""
    board = _board(game, position)
    if position.ply < _PLACEMENTS:
        zone = (WHITE_ZONE, BLACK_ZONE)[position.ply & 1]
        closed = [symbol == FREE and not zone >> n & 1 for n, symbol in enumerate(board)]
        board = "".join(CLOSED if shut else symbol for shut, symbol in zip(closed, board))
    rows = tuple(board[n : n + 8] for n in range(0, 64, 8))
    digits = tuple("01234567")
    return Scene(rows, digits, digits, notes=(_phase(position),), background="#9c6b3b")


def move_squares(game: "WatchYourBack", position: "Position", move: int) -> tuple[int, ...]:
    """Where a piece is placed, or from where and to where it moves; none for a forfeit."""
    origin, target = move >> 6, move & 63
    return () if origin > 64 else (target,) if origin == 64 else (origin, target)


def _phase(position: "Position") -> str:
    """The phase and turn, and when the board shrinks next."""
    if position.ply < _PLACEMENTS:
        side = position.ply & 1
        where = f"{sides[side]} places in rows {_ZONE_ROWS[side]}"
        return f"placing, turn {position.ply} of {_PLACEMENTS}: {where}"
    turn = position.ply - _PLACEMENTS
    ahead = [shrink - turn for shrink in _SHRINKS if shrink > turn]
    coming = f"the board shrinks in {ahead[0]}" if ahead else "the board shrinks no more"
    board = f" on squares {position.ring} to {7 - position.ring}" if position.ring else ""
    return f"moving, turn {turn}{board}: {coming}"


def _square_text(square: int) -> str:
    return f"{square & 7},{square >> 3}"


def _board(game: "WatchYourBack", position: "Position") -> str:
    boards = (position.own, position.other)
    side = position.ply & 1
    layers = (
        (boards[side], WHITE),
        (boards[1 - side], BLACK),
        (game.corners[position.ring], CORNER),
        (game.inside[position.ring], FREE),
    )
    return "".join(
        next((symbol for board, symbol in layers if board >> square & 1), GONE)
        for square in range(64)
    )


def _reason(game: "WatchYourBack", position: "Position", wanted: str) -> str:
    if game.outcome(position):
        return "the game is over"
    if position.ply < _PLACEMENTS:
        side = position.ply & 1
        return f"{sides[side]} places on a free square in rows {_ZONE_ROWS[side]}, no corner"
    if wanted == FORFEIT_TEXT:
        return "there are legal moves"
    if "-" not in wanted:
        return "all pieces are placed, so a move is written x,y-x,y"
    return "a piece steps to a free square beside it, or jumps over one piece to a free square"


def _parse_ply(text: str, side: str, turn: str, placing: bool) -> int:
    if side not in (WHITE, BLACK):
        raise BadPosition(f"{text!r}: the side is {side!r}, expected {WHITE} or {BLACK}")
    if not (turn.isascii() and turn.isdecimal() and len(turn) < 7):
        raise BadPosition(f"{text!r}: the turn is {turn!r}, expected a number from 0")
    if placing and int(turn) >= _PLACEMENTS:
        raise BadPosition(f"{text!r}: placing turns are 0 to {_PLACEMENTS - 1}")
    if int(turn) & 1 != (side == BLACK):
        raise BadPosition(f"{text!r}: in turn {turn} it is {(WHITE, BLACK)[int(turn) & 1]}'s move")
    return int(turn) if placing else int(turn) + _PLACEMENTS


def _parse_ring(game: "WatchYourBack", text: str, board: str) -> int:
    """How often the board has shrunk, from where its corners are."""
    if len(board) != 64:
        raise BadPosition(f"{text!r}: the board has {len(board)} squares, expected 64")
    for square, symbol in enumerate(board):
        if symbol not in (WHITE, BLACK, CORNER, FREE, GONE):
            raise BadPosition(
                f"{text!r}: square {_square_text(square)} is {symbol!r}, "
                f"expected {WHITE} {BLACK} {CORNER} {FREE} or {GONE}"
            )
    for ring, (corners, inside) in enumerate(zip(game.corners, game.inside, strict=True)):
        shape = [
            (symbol == CORNER, symbol == GONE)
            == (bool(corners >> n & 1), not (corners | inside) >> n & 1)
            for n, symbol in enumerate(board)
        ]
        if all(shape):
            return ring
    raise BadPosition(
        f"{text!r}: corners ({CORNER}) and removed squares ({GONE}) are not those of a board of "
        "8, 6 or 4 squares a side (a piece cannot stand on a corner)"
    )


def _check_reachable(game: "WatchYourBack", text: str, position: "Position") -> None:
    placed = position.ply if position.ply < _PLACEMENTS else _PLACEMENTS
    boards = (position.own, position.other)
    side = position.ply & 1
    zones = WHITE_ZONE, BLACK_ZONE
    for colour in (0, 1):
        board = boards[side if colour == 0 else 1 - side]
        most = (placed + 1 - colour) // 2
        if board.bit_count() > most:
            raise BadPosition(
                f"{text!r}: {sides[colour]} has {board.bit_count()} pieces, at most {most} by now"
            )
        if position.ply < _PLACEMENTS and board & ~zones[colour]:
            raise BadPosition(f"{text!r}: {sides[colour]} has a piece outside its placing zone")
    turn = position.ply - _PLACEMENTS
    due = sum(turn >= shrink for shrink in _SHRINKS)
    finished = game.outcome(position._replace(ply=max(position.ply, _PLACEMENTS)))
    on_time = position.ring == due or (turn in _SHRINKS and finished and position.ring == due - 1)
    if (turn >= 0 and not on_time) or (turn < 0 and position.ring):
        raise BadPosition(
            f"{text!r}: in this turn the board has shrunk {due} times, not {position.ring}"
        )
