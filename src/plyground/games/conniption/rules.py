"""Conniption: Connect Four in which each player may turn the board over a few times.

Discs always rest on the bottom of our board: turning it over reverses each column's stack.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from plyground.core.bits import Bits, mix
from plyground.core.game import game
from plyground.core.options import one_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.games.columns import check_size, has_line, mirrored
from plyground.games.conniption import text

BEFORE, AFTER = 2, 1
"""A move is `column * 4`, plus these where the player flips before or after the drop."""


class Position(NamedTuple):
    """The discs of the side to move and of both, the flips left, and who is to move.

    `locked`: the opponent's turn ended with a flip, so this one cannot begin with one.
    """

    own: Bits
    taken: Bits
    own_flips: int
    other_flips: int
    locked: bool
    turn: int


@game("conniption", people=text)
class Conniption(NamedTuple):
    """Connect Four in which you may turn the board over."""

    width: int
    height: int
    connect: int
    first_flips: int
    second_flips: int
    every_step: bool
    both_draw: bool
    first: str

    @classmethod
    def create(
        cls,
        width: int = 7,
        height: int = 6,
        connect: int = 4,
        flips: str = "4",
        win_check: str = "step",
        both_lines: str = "mover",
        first: str = "red",
    ) -> Self:
        check_size(width, height, connect)
        one_of("win_check", win_check, ("step", "turn_end"))
        one_of("both_lines", both_lines, ("mover", "draw"))
        one_of("first", first, ("red", "yellow"))
        counts = text.parse_flips(flips)
        by_step, draw = win_check == "step", both_lines == "draw"
        return cls(width, height, connect, *counts, by_step, draw, first)

    def start(self) -> Position:
        return Position(0, 0, self.first_flips, self.second_flips, False, 0)

    def moves(self, position: Position) -> Iterator[int]:
        flips = position.own_flips
        for column in range(self.width):
            if not position.taken >> (column * (self.height + 1) + self.height - 1) & 1:
                yield column * 4
                if flips >= 1:
                    yield column * 4 + AFTER
                if flips >= 1 and not position.locked:
                    yield column * 4 + BEFORE
                if flips >= 2 and not position.locked:
                    yield column * 4 + BEFORE + AFTER

    def play(self, position: Position, move: int) -> Position:
        own, taken, flips = position.own, position.taken, position.own_flips
        over = locked = False
        if move & BEFORE:
            own = self.flipped(own, taken)
            flips -= 1
            over = self.every_step and (self.has_line(own) or self.has_line(own ^ taken))
        if not over:
            after = taken | taken + (1 << (move >> 2) * (self.height + 1))
            own, taken = own | taken ^ after, after
            over = self.every_step and self.has_line(own)
            if move & AFTER and not over:
                own = self.flipped(own, taken)
                flips -= 1
                locked = True
        return Position(own ^ taken, taken, position.other_flips, flips, locked, 1 - position.turn)

    def outcome(self, position: Position) -> int:
        """The colour of a line decides, not who made it; of two, the one who moved wins."""
        lost = self.has_line(position.own ^ position.taken)
        if self.has_line(position.own):
            return WIN if not lost else DRAW if self.both_draw else LOSS
        full = position.taken.bit_count() == self.width * self.height
        return LOSS if lost else DRAW if full else ONGOING

    def has_line(self, board: Bits) -> bool:
        return has_line(board, self.height, self.connect)

    def flipped(self, board: Bits, taken: Bits) -> Bits:
        """The discs after a flip: all rows upside down, then each column falls to the bottom."""
        column, bottom = (1 << self.height) - 1, 0
        for number in range(self.width):
            bottom |= 1 << number * (self.height + 1)
        turned = board & 0
        for row in range(self.height):
            turned |= (board >> row & bottom) << self.height - 1 - row
        fallen = board & 0
        for number in range(self.width):
            shift = number * (self.height + 1)
            gap = self.height - (taken >> shift & column).bit_count()
            fallen |= (turned >> shift & column) >> gap << shift
        return fallen

    def key(self, position: Position) -> Bits:
        rest = position.own_flips << 32 | position.other_flips << 2 | position.turn
        return mix(position.own + position.taken, rest << 1 | position.locked)

    def symmetries(self, position: Position) -> Iterator[Position]:
        own = mirrored(position.own, self.width, self.height)
        taken = mirrored(position.taken, self.width, self.height)
        yield Position(
            own, taken, position.own_flips, position.other_flips, position.locked, position.turn
        )

    def side(self, position: Position) -> int:
        return position.turn
