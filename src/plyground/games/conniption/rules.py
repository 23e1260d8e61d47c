"""Conniption: Connect Four in which each player may turn the board over a few times.

Discs always rest on the bottom of our board: turning it over reverses each column's stack.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from plyground.core.bits import Bits, mix
from plyground.core.game import game
from plyground.core.options import one_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.games.columns import (
    centrality,
    check_size,
    has_line,
    landing_squares,
    mirrored,
    pushed_lines,
    winning_drops,
)
from plyground.games.conniption import text

BEFORE, AFTER = 2, 1
"""A move is `column * 4`, plus these where the player flips before or after the drop."""


class Position(NamedTuple):
    """The discs of the side to move and of both, the flips left, and who is to move.

    `locked`: the opponent's turn ended with a flip, so this turn cannot begin with one.
    """

    own: Bits
    taken: Bits
    own_flips: int
    other_flips: int
    locked: bool
    turn: int


@game("conniption", display=text)
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
        """A line wins for its colour, whoever made it; if both have one, the last mover wins."""
        lost = self.has_line(position.own ^ position.taken)
        if self.has_line(position.own):
            return WIN if not lost else DRAW if self.both_draw else LOSS
        full = position.taken.bit_count() == self.width * self.height
        return LOSS if lost else DRAW if full else ONGOING

    def has_line(self, board: Bits) -> bool:
        return has_line(board, self.height, self.connect)

    def flipped(self, board: Bits, taken: Bits) -> Bits:
        """The discs after a flip: all rows are reversed, then each column falls to the bottom."""
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

    def order(self, position: Position, move: int) -> int:
        """The middle first; every flip counts against a move."""
        return centrality(move >> 2, self.width) - 8 * (move & 3).bit_count()

    def noisy(self, position: Position) -> Iterator[int]:
        """The turns that win at once."""
        wins = self.winning_turns(position)
        column = (1 << self.height) - 1
        for number in range(self.width):
            for flips in range(4):
                if wins[flips] >> number * (self.height + 1) & column:
                    yield number * 4 + flips

    def winning_turns(self, position: Position) -> tuple[Bits, Bits, Bits, Bits]:
        """For each way to flip, a board with a square in every column that wins."""
        own, taken = position.own, position.taken
        plain = winning_drops(self, own, taken)
        after = before = both = own & 0
        if position.own_flips:
            turned = self.flipped(own, taken)
            after = self.winning_pushes(turned, taken) | (plain if self.every_step else own & 0)
            if not position.locked:
                before = self.winning_drops_after_flip(turned, taken)
                both = before if self.every_step else own & 0
                lines = self.has_line(turned) or self.has_line(turned ^ taken)
                if not (lines and self.every_step):
                    both |= self.winning_pushes(own, taken)
        return plain, after, before, both if position.own_flips > 1 else own & 0

    def winning_drops_after_flip(self, own: Bits, taken: Bits) -> Bits:
        """Like `winning_drops`, on a board where the flip may have made lines."""
        lost = self.has_line(own ^ taken)
        if self.has_line(own):
            return own & 0 if lost and self.both_draw else landing_squares(self, taken)
        if lost and (self.every_step or self.both_draw):
            return own & 0
        return winning_drops(self, own, taken)

    def winning_pushes(self, own: Bits, taken: Bits) -> Bits:
        """The columns where a drop and the flip after it win.

        `own` is the board already turned over: there the dropped disc is pushed in from below.
        """
        wins = pushed_lines(self, own, taken, 1)
        return wins & ~pushed_lines(self, own ^ taken, taken, 0) if self.both_draw else wins

    def non_losing_moves(self, position: Position) -> Iterator[int]:
        """Every turn is tried, but not every answer to it."""
        if self.outcome(position) == ONGOING:
            for move in self.moves(position):
                child = self.play(position, move)
                outcome = self.outcome(child)
                if outcome == DRAW or (outcome == ONGOING and not self.can_win(child)):
                    yield move

    def can_win(self, position: Position) -> bool:
        """Whether a turn wins at once, in a position that is not over."""
        plain, after, before, both = self.winning_turns(position)
        return bool(plain | after | before | both)

    def plies_left(self, position: Position) -> int:
        return self.width * self.height - position.taken.bit_count()

    def planes(self, position: Position) -> tuple[Bits, ...]:
        """The first player's discs, the second's, and the squares that can be played now."""
        own, other = position.own, position.own ^ position.taken
        landing = landing_squares(self, position.taken)
        return (own, other, landing) if position.turn == 0 else (other, own, landing)

    def side(self, position: Position) -> int:
        return position.turn

    @property
    def alternates(self) -> bool:
        return True
