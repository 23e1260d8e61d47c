"""Evaluations of Connect Four: the document's points, and our own."""

from typing import NamedTuple

from plyground.core.bits import Bits
from plyground.core.evaluation import MOVER, evaluation, sign_of
from plyground.games.columns import bottom_row, landing_squares, tally_columns, whole_board
from plyground.games.connect_four.rules import ConnectFour, Position

Items = tuple[int, int, int, int, int, int, int, int, int, int]
MAX_SCALED = 9950
"""The scale ends at 10, which only a real win or loss reaches."""


@evaluation("document", game="connect-four")
class Points(NamedTuple):
    """The points table, for the AI and against it; a decided game overrides all other items."""

    forced_hand: int = 25
    two: int = 10
    three: int = 30
    attack: int = 50
    forced_win: int = 125
    impossible_move: int = -15
    two_against: int = -10
    three_against: int = -30
    attack_against: int = -50
    forced_loss: int = -125
    perspective: int = MOVER

    def features(self, game: ConnectFour, position: Position) -> Items:
        return items(game, position, self.perspective)


@evaluation("document-scale", game="connect-four")
class Scale(Points):
    """The same items with diminishing returns, in thousandths of a scale from -10 to 10."""

    def score(self, game: ConnectFour, position: Position) -> int:
        hand, two, three, attack, win, move, two2, three2, attack2, loss = items(
            game, position, self.perspective
        )
        left = remaining(self.forced_hand, hand) * remaining(self.two, two)
        left *= remaining(self.three, three) * remaining(self.attack, attack)
        left *= remaining(self.forced_win, win)
        left_against = remaining(self.impossible_move, move) * remaining(self.two_against, two2)
        left_against *= remaining(self.three_against, three2)
        left_against *= remaining(self.attack_against, attack2)
        left_against *= remaining(self.forced_loss, loss)
        return thousandths(left, left_against) * sign_of(self.perspective, game.side(position))


@evaluation("document-running", game="connect-four")
class Running(Points):
    """The same as the document words it: one running sum, to which each item adds less the larger
    the sum already is. So the first items of the table count most."""

    def score(self, game: ConnectFour, position: Position) -> int:
        hand, two, three, attack, win, move, two2, three2, attack2, loss = items(
            game, position, self.perspective
        )
        sum = added(0.0, self.forced_hand, hand)
        sum = added(sum, self.two, two)
        sum = added(sum, self.three, three)
        sum = added(sum, self.attack, attack)
        sum = added(sum, self.forced_win, win)
        sum = added(sum, self.impossible_move, move)
        sum = added(sum, self.two_against, two2)
        sum = added(sum, self.three_against, three2)
        sum = added(sum, self.attack_against, attack2)
        sum = added(sum, self.forced_loss, loss)
        rounded = int(abs(sum) * 1000 + 0.5) * (1 if sum > 0 else -1)
        return rounded * sign_of(self.perspective, game.side(position))


def added(sum: float, points: int, count: int) -> float:
    """The sum after `count` more items: each counts by the share of the scale that is left."""
    for _ in range(abs(count)):
        sum += (1 - abs(sum) / 10) * points / 10
        if abs(sum) > 10:
            sum = 9.95 if sum > 0 else -9.95
    return sum


def remaining(points: int, count: int) -> float:
    """The share of the scale that is left after `count` items, each of which takes a part."""
    left = 1.0
    for _ in range(abs(count)):
        left *= 1 - abs(points) / 100
    return left


def thousandths(left: float, left_against: float) -> int:
    """Gains minus losses in thousandths, halves rounded away from zero."""
    gained = 10_000 * (left_against - left)
    rounded = int(abs(gained) + 0.5)
    return min(rounded, MAX_SCALED) * (1 if gained > 0 else -1)


def items(game: ConnectFour, position: Position, perspective: int) -> Items:
    """How often each item of the points table occurs; negative if the AI is not to move."""
    sign = sign_of(perspective, game.side(position))
    own, other = position.own, position.own ^ position.taken
    ai, human = (own, other) if sign > 0 else (other, own)
    landing = landing_squares(game, position.taken)
    two, three, attacks, _ = lines_of(game, ai, human, landing)
    two_against, three_against, attacks_against, gaps = lines_of(game, human, ai, landing)
    winner = decided(attacks, attacks_against) if sign > 0 else -decided(attacks_against, attacks)
    if winner:
        return 0, 0, 0, 0, sign * (winner > 0), 0, 0, 0, 0, sign * (winner < 0)
    full = game.width - landing.bit_count()
    return (
        0 if sign > 0 else -attacks,
        sign * two,
        sign * three,
        sign * attacks,
        0,
        sign * (full + (landing << 1 & gaps).bit_count()),
        sign * two_against,
        sign * three_against,
        sign * attacks_against,
        0,
    )


def lines_of(
    game: ConnectFour, own: Bits, other: Bits, landing: Bits
) -> tuple[int, int, int, Bits]:
    """A side's twos, threes that cannot be completed now, attacks, and completing squares."""
    room = whole_board(game) & ~other
    _, two, _, gaps = tally_columns(game, own, room)
    three, _, _, _ = tally_columns(game, own, room & ~landing)
    return two, three, (gaps & landing).bit_count(), gaps


def decided(attacks: int, attacks_against: int) -> int:
    """1 if the side to move can win at once, -1 if it cannot stop both of two attacks, else 0."""
    if attacks:
        return 1
    return -1 if attacks_against > 1 else 0


@evaluation("default", game="connect-four")
class Threats(NamedTuple):
    """Open windows, and the squares that complete one."""

    lacks_three: int = 1
    lacks_two: int = 3
    lacks_one: int = 3
    playable: int = 2
    zugzwang: int = 12
    tempo: int = 1

    def features(
        self, game: ConnectFour, position: Position
    ) -> tuple[int, int, int, int, int, int]:
        own, other = position.own, position.own ^ position.taken
        board = whole_board(game)
        one, two, three, gaps = tally_columns(game, own, board & ~other)
        one2, two2, three2, gaps2 = tally_columns(game, other, board & ~own)
        landing = landing_squares(game, position.taken)
        first, second = zugzwang_squares(game)
        side = game.side(position)
        mine, theirs = (second, first) if side else (first, second)
        return (
            three - three2,
            two - two2,
            one - one2,
            (gaps & landing).bit_count() - (gaps2 & landing).bit_count(),
            (gaps & mine).bit_count() - (gaps2 & theirs).bit_count(),
            1,
        )


def zugzwang_squares(game: ConnectFour) -> tuple[Bits, Bits]:
    """The squares that the first and the second player get if their column is filled last.

    When all other columns are full, row r, counted from 1, is filled at ply
    (width - 1) x height + r. Odd plies are the first player's.
    """
    bottom, odd = bottom_row(game), 0
    for row in range(0, game.height, 2):
        odd |= bottom << row
    even = whole_board(game) & ~odd
    return (even, odd) if (game.width - 1) * game.height & 1 else (odd, even)
