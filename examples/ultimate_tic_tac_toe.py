"""Ultimate tic-tac-toe. Try `plyground play examples/ultimate_tic_tac_toe.py`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, Bits, Grid, Scene, bit, game, squares

# The squares of the large board are numbered row by row, 9 in a row, and so are those of the small
# board in its corner: 0 1 2, 9 10 11, 18 19 20. Small board n begins on square 3 * n.
COLUMN = 1 | 1 << 9 | 1 << 18
BOARD = 7 * COLUMN
LINES = (7, 7 << 9, 7 << 18, COLUMN, COLUMN << 1, COLUMN << 2, 0x100401, 0x40404)
ANY = 3


class Position(NamedTuple):
    own: Bits  # marks of the side to move
    other: Bits
    own_boards: int  # the small boards that the side to move has won
    other_boards: int
    next: int  # the small board to play on, or ANY


@game("ultimate-tic-tac-toe")
class UltimateTicTacToe(NamedTuple):
    """Nine boards of tic-tac-toe make a large one. The square that you mark says on which board the
    other side plays next: the one in that place, or any if it is won or full. Three boards in a row
    win."""

    board_bits = 81
    alternates = winner_moves_last = True

    def start(self):
        return Position(0, 0, 0, 0, ANY)

    def side(self, position):
        return (position.own | position.other).bit_count() & 1

    def moves(self, position):
        free = ~(position.own | position.other)
        for board in squares(BOARD):
            if (position.next == ANY or position.next == board) and self.is_open(position, board):
                for square in squares(free & BOARD * bit(3 * board)):
                    yield square

    def is_open(self, position, board):
        won = (position.own_boards | position.other_boards) >> board & 1
        return not won and (position.own | position.other) >> 3 * board & BOARD != BOARD

    def play(self, position, move):
        board = move // 27 * 9 + move % 9 // 3
        own, won = position.own | bit(move), position.own_boards
        if has_line(own >> 3 * board):
            won |= 1 << board
        after = Position(position.other, own, position.other_boards, won, move - 3 * board)
        return after if self.is_open(after, move - 3 * board) else after._replace(next=ANY)

    def outcome(self, position):
        if has_line(position.other_boards):
            return LOSS
        for board in squares(BOARD):
            if self.is_open(position, board):
                return ONGOING
        return DRAW

    sides = ("X", "O")  # For people, from here on.
    styles = {"X": ("X", "red", "X"), "x": ("x", "red"), "+": ("•", "green"), ".": ("·", "faint")}
    styles |= {"O": ("O", "blue", "O"), "o": ("o", "blue")}

    def move_text(self, position, move):
        return Grid(9, 9).name(move)

    def is_valid(self, position):
        own, other, *won, board = position
        lines = [sum(1 << n for n in squares(BOARD) if has_line(m >> 3 * n)) for m in (own, other)]
        fits = Grid(9, 9).holds(own, other) and other.bit_count() - own.bit_count() in (0, 1)
        can_play = board == ANY or (board in squares(BOARD) and self.is_open(position, board))
        return fits and won == lines and can_play

    def scene(self, position):
        """Small letters fill boards that are won; a `+` is where the side to move may play."""
        ongoing = self.outcome(position) == ONGOING
        to_play = sum(1 << move for move in self.moves(position)) if ongoing else 0
        won = [sum(BOARD << 3 * n for n in squares(boards)) for boards in position[2:4]]
        boards = (*position[:2], *won, to_play)
        grid = Grid(9, 9).scene(dict(zip("OXox+" if self.side(position) else "XOxo+", boards)))
        rows = tuple("".join(in_threes(row, " ")) for row in grid.rows)
        return Scene(in_threes(rows, ""), in_threes(grid.columns, ""), in_threes(grid.labels, ""))


def has_line(board):
    for line in LINES:  # noqa: SIM110 - any() is not compiled
        if board & line == line:
            return True
    return False


def in_threes(parts, gap):
    return (*parts[:3], gap, *parts[3:6], gap, *parts[6:])
