"""Placing on the points of a mill board; the first three in a line win."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, Scene, game

BOARD = "#  #  # # # #   ###  ### ###  ###   # # # #  #  #"
POINTS = tuple(n for n, mark in enumerate(BOARD) if mark == "#")
LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20)),
    *((21, 22, 23), (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17)),
    *((5, 13, 20), (2, 14, 23)),
)
MILLS = tuple(sum(1 << point for point in line) for line in LINES)
LINKS = tuple(tuple(POINTS[point] for point in line) for line in LINES)


class Position(NamedTuple):
    own: int
    other: int


@game("points")
class Points(NamedTuple):
    """Place a piece on a free point; the first to have three in a line wins."""

    mills: tuple[int, ...] = MILLS

    def start(self):
        return Position(0, 0)

    def side(self, position):
        return (position.own | position.other).bit_count() & 1

    def moves(self, position):
        for point in range(24):
            if not (position.own | position.other) >> point & 1:
                yield point

    def play(self, position, move):
        return Position(position.other, position.own | 1 << move)

    def outcome(self, position):
        for mill in self.mills:
            if position.other & mill == mill:
                return LOSS
        return ONGOING if (position.own | position.other) + 1 < 1 << 24 else DRAW

    sides = ("White", "Black")
    styles = {
        "W": ("○", "#ffffff", "White"),
        "B": ("●", "#101010", "Black"),
        ".": ("·", "#5a4a2f"),
    }

    def move_text(self, position, move):
        return f"{chr(97 + POINTS[move] % 7)}{7 - POINTS[move] // 7}"

    def scene(self, position):
        side = self.side(position)
        white, black = (position[side], position[1 - side])
        board = [" "] * 49
        for n, square in enumerate(POINTS):
            board[square] = "W" if white >> n & 1 else "B" if black >> n & 1 else "."
        rows = tuple("".join(board[n : n + 7]) for n in range(0, 49, 7))
        won = [link for link, mill in zip(LINKS, MILLS) if position.other & mill == mill]
        return Scene(
            rows,
            tuple("abcdefg"),
            tuple("7654321"),
            line=tuple(square for link in won for square in link),
            background="#9c6b3b",
            layout="points",
            links=LINKS,
        )
