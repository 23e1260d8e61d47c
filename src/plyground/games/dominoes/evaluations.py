"""Evaluations of dominoes in line: the document's, and our own."""

from typing import NamedTuple

from plyground.core.bits import Bits
from plyground.core.evaluation import MOVER, evaluation, sign_of
from plyground.games.dominoes.rules import Dominoes, Position
from plyground.games.windows import tally_rows, whole_windows


@evaluation("document", game="dominoes")
class Lines(NamedTuple):
    """The player's finished lines: 0 while the game goes on."""

    line: int = 10
    perspective: int = MOVER

    def features(self, game: Dominoes, position: Position) -> tuple[int]:
        if sign_of(self.perspective, game.side(position)) > 0:
            return (whole_lines(game, position.own),)
        return (-whole_lines(game, position.other),)


def whole_lines(game: Dominoes, board: Bits) -> int:
    return whole_windows(board, game.left_of_another, game.columns, game.line)


@evaluation("default", game="dominoes")
class OpenWindows(NamedTuple):
    """Windows without a mark of the other side, and the dominoes that complete one."""

    lacks_three: int = 1
    lacks_two: int = 4
    lacks_one: int = 8
    winning: int = 12
    tempo: int = 4

    def features(self, game: Dominoes, position: Position) -> tuple[int, int, int, int, int]:
        one, two, three, winning = chances(game, position.own, position.other)
        one2, two2, three2, winning2 = chances(game, position.other, position.own)
        return three - three2, two - two2, one - one2, winning - winning2, 1


def chances(game: Dominoes, own: Bits, other: Bits) -> tuple[int, int, int, int]:
    """The numbers of windows that lack one, two and three squares, and of winning dominoes."""
    room, inner = game.board & ~other, game.left_of_another
    one, two, three, gaps = tally_rows(own, room, inner, game.columns, game.line)
    across, down = game.winning_places(own, room, gaps)
    return one, two, three, across.bit_count() + down.bit_count()
