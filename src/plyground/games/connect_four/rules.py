"""Connect Four: drop a disc in a column; four of your own in a row win."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from plyground.core.bits import Bits, nth_square, squares
from plyground.core.game import game
from plyground.core.outcome import DRAW, LOSS, ONGOING
from plyground.games.columns import (
    centrality,
    check_size,
    completing_squares,
    has_line,
    landing_squares,
    mirrored,
    whole_board,
    winning_drops,
)
from plyground.games.connect_four import text


class Position(NamedTuple):
    """The discs of the side to move, and of both (bits as in `games/columns.py`)."""

    own: Bits
    taken: Bits


@game("connect-four", display=text)
class ConnectFour(NamedTuple):
    """Drop discs; four in a row win."""

    width: int
    height: int
    connect: int
    top_row: Bits
    bottom_row: Bits

    @classmethod
    def create(cls, width: int = 7, height: int = 6, connect: int = 4) -> Self:
        check_size(width, height, connect)
        bottom = sum(1 << column * (height + 1) for column in range(width))
        return cls(width, height, connect, bottom << height - 1, bottom)

    @property
    def winner_moves_last(self) -> bool:
        return True

    def start(self) -> Position:
        return Position(0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        for column in range(self.width):
            if not position.taken >> (column * (self.height + 1) + self.height - 1) & 1:
                yield column

    def play(self, position: Position, move: int) -> Position:
        own, taken = position
        return Position(own ^ taken, taken | taken + (1 << move * (self.height + 1)))

    def outcome(self, position: Position) -> int:
        if has_line(position.own ^ position.taken, self.height, self.connect):
            return LOSS
        return DRAW if position.taken & self.top_row == self.top_row else ONGOING

    def key(self, position: Position) -> Bits:
        """Exact: the carry out of each column's stack leaves its height readable."""
        return position.own + position.taken

    def symmetries(self, position: Position) -> Iterator[Position]:
        yield Position(
            mirrored(position.own, self.width, self.height),
            mirrored(position.taken, self.width, self.height),
        )

    def sample(self, position: Position, random: int) -> int:
        landing = position.taken + self.bottom_row & ~(self.top_row << 1)
        square = nth_square(landing, random * landing.bit_count() >> 32)
        return square // (self.height + 1)

    def order(self, position: Position, move: int) -> int:
        return centrality(move, self.width)

    def noisy(self, position: Position) -> Iterator[int]:
        """The drops that win at once."""
        for square in squares(winning_drops(self, position.own, position.taken)):
            yield square // (self.height + 1)

    def non_losing_moves(self, position: Position) -> Iterator[int]:
        """A single threat must be blocked, and no disc may go below a square that completes a
        line of the opponent's."""
        own, taken = position
        threats = completing_squares(self, own ^ taken) & whole_board(self) & ~taken
        landing = landing_squares(self, taken)
        forced = landing & threats
        if forced:
            landing = forced if forced & forced - 1 == 0 else forced & 0
        for square in squares(landing & ~(threats >> 1)):
            yield square // (self.height + 1)

    def solver_order(self, position: Position, move: int) -> int:
        """Moves that leave many squares which complete a line come first."""
        own, taken = position
        after = taken | taken + (1 << move * (self.height + 1))
        threats = completing_squares(self, own | after ^ taken) & whole_board(self) & ~taken
        return threats.bit_count() * 8 + centrality(move, self.width)

    def plies_left(self, position: Position) -> int:
        return self.width * self.height - position.taken.bit_count()

    def side(self, position: Position) -> int:
        return position.taken.bit_count() & 1

    def planes(self, position: Position) -> tuple[Bits, ...]:
        """The first player's discs, the second's, and the squares that can be played now."""
        own, taken = position
        other = own ^ taken
        landing = landing_squares(self, taken)
        return (own, other, landing) if self.side(position) == 0 else (other, own, landing)

    @property
    def alternates(self) -> bool:
        return True
