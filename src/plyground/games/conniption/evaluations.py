"""Evaluations of Conniption: the original program's, and our own."""

from typing import NamedTuple

from plyground.core.bits import Bits
from plyground.core.evaluation import MOVER, evaluation, sign_of, weighted
from plyground.games.columns import tally_columns, whole_board
from plyground.games.conniption.rules import Conniption, Position
from plyground.games.windows import lacking_after

LineItems = tuple[int, int, int, int, int, int, int]
Items = tuple[int, int, int, int, int, int, int, int, int]
LINE = 1_000_000
LINE_FLIP = 10_000


@evaluation("document", game="conniption")
class Original(NamedTuple):
    """The evaluation of the original program, with its faults."""

    us1: int = 1
    us2: int = 8
    us3: int = 128
    them1: int = -1
    them2: int = -16
    them3: int = -200
    three: int = 2000
    flips: int = 1000
    flippable: int = 150
    perspective: int = MOVER

    def features(self, game: Conniption, position: Position) -> Items:
        sign = sign_of(self.perspective, position.turn)
        own, other = position.own, position.own ^ position.taken
        ai, opponent = (own, other) if sign > 0 else (other, own)
        us1, us2, us3, them1, them2, them3, three = line_items(game, ai, opponent)
        ahead = position.own_flips - position.other_flips
        return (
            sign * us1,
            sign * us2,
            sign * us3,
            sign * them1,
            sign * them2,
            sign * them3,
            sign * three,
            ahead * abs(ahead),
            -sign if position.locked else sign,
        )


def line_items(game: Conniption, ai: Bits, opponent: Bits) -> LineItems:
    """How often each weight of a line applies: lines with one to three discs of the AI, those of
    the opponent weighted by the difference, and threes that nothing blocks.

    If lines are longer or shorter than four, what they lack counts: `us3` lacks one disc.
    """
    us1 = us2 = us3 = them1 = them2 = them3 = threes = 0
    board = whole_board(game)
    for step in (1, game.height, game.height + 1, game.height + 2):
        windows, of_ai, of_opponent = board, board & ~opponent, board & ~ai
        for _ in range(game.connect - 1):
            windows = board & windows >> step
            of_ai = board & ~opponent & of_ai >> step
            of_opponent = board & ~ai & of_opponent >> step
        mine = theirs = windows, windows, windows, windows
        for number in range(game.connect):
            mine = lacking_after(mine, ai >> number * step)
            theirs = lacking_after(theirs, opponent >> number * step)
        t0, t1, t2, t3 = mine
        f0, f1, f2, f3 = theirs
        if step == 1:
            us1 += ((t3 ^ t2) & of_ai).bit_count()
            us2 += ((t2 ^ t1) & of_ai).bit_count()
            us3 += ((t1 ^ t0) & of_ai).bit_count()
            them1 += ((f3 ^ f2) & of_opponent).bit_count()
            them2 += ((f2 ^ f1) & of_opponent).bit_count() * 2
            them3 += ((f1 ^ f0) & of_opponent).bit_count() * 3
        else:
            us1 += ((t3 ^ t2) & ~f3).bit_count()
            us2 += ((t2 ^ t1) & ~f2).bit_count()
            us3 += ((t1 ^ t0) & ~f1 & ~of_ai).bit_count()
            threes += ((t1 ^ t0) & of_ai).bit_count()
            them1 -= ((f3 ^ f2) & ~t3).bit_count()
            them2 -= ((f2 ^ f1) & ~t2).bit_count() + ((f2 ^ f1) & ~t3).bit_count()
            them3 -= ((f1 ^ f0) & ~t1).bit_count() + ((f1 ^ f0) & ~t2).bit_count()
            them3 -= ((f1 ^ f0) & ~t3).bit_count()
    return us1, us2, us3, them1, them2, them3, threes


def better_eval(game: Conniption, position: Position, perspective: int = MOVER) -> float:
    """The original program's evaluation from the AI's side, which scores complete lines too."""
    moves = sign_of(perspective, position.turn) > 0
    mine, theirs = position.own, position.own ^ position.taken
    ahead = position.own_flips - position.other_flips
    if not moves:
        mine, theirs, ahead = theirs, mine, -ahead
    if game.has_line(mine):
        if game.has_line(theirs):
            return LINE if moves else -LINE
        return LINE + LINE_FLIP * ahead
    if game.has_line(theirs):
        return -LINE
    original = Original(perspective=perspective)
    score = weighted(original, original.features(game, position))
    return score if moves else -score


@evaluation("default", game="conniption")
class BothWays(NamedTuple):
    """Open windows on the board as it stands and, for a side with flips left, turned over."""

    lacks_three: int = 1
    lacks_two: int = 8
    lacks_one: int = 60
    turned_lacks_three: int = 1
    turned_lacks_two: int = 8
    turned_lacks_one: int = 60
    flips: int = 400
    tempo: int = 10

    def features(
        self, game: Conniption, position: Position
    ) -> tuple[int, int, int, int, int, int, int, int]:
        own, taken = position.own, position.taken
        one, two, three = balance(game, own, taken, 1, 1)
        turned = game.flipped(own, taken)
        can, can2 = min(position.own_flips, 1), min(position.other_flips, 1)
        turned_one, turned_two, turned_three = balance(game, turned, taken, can, can2)
        ahead = position.own_flips - position.other_flips
        return three, two, one, turned_three, turned_two, turned_one, ahead, 1


def balance(
    game: Conniption, own: Bits, taken: Bits, share: int, other_share: int
) -> tuple[int, int, int]:
    """Own open windows that lack one, two and three discs, minus the opponent's."""
    board = whole_board(game)
    one, two, three, _ = tally_columns(game, own, board & ~(own ^ taken))
    one2, two2, three2, _ = tally_columns(game, own ^ taken, board & ~own)
    return (
        share * one - other_share * one2,
        share * two - other_share * two2,
        share * three - other_share * three2,
    )
