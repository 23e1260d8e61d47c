"""Evaluations of path games: the document's heuristic, and our own."""

from typing import NamedTuple

from plyground.core.bits import Bits
from plyground.core.evaluation import evaluation
from plyground.core.score import MAX_EVAL
from plyground.games.paths.rules import Paths, Position


@evaluation("document", game="paths")
class Powers(NamedTuple):
    """For each path that only one side has marked, a power of its marks; negated in misere play."""

    base: int = 10
    factor: int = 3

    def features(self, game: Paths, position: Position) -> tuple[int, int]:
        """The sum of the powers. They contain `factor`, whose own feature is therefore 0."""
        own, other = position.own, position.other
        limit = MAX_EVAL // max(abs(self.base), 1)
        mine = theirs = 0
        for number in range(len(game.paths)):
            mine += power(self.factor, open_marks(game.paths[number], own, other), limit)
            theirs += power(self.factor, open_marks(game.paths[number], other, own), limit)
        ahead = clamp(clamp(mine, limit) - clamp(theirs, limit), limit)
        return -ahead if game.misere else ahead, 0


def open_marks(path: Bits, own: Bits, other: Bits) -> int:
    """How many marks a side has on a path, or 0 if the other side has one there too."""
    return 0 if path & other else (path & own).bit_count()


def power(factor: int, marks: int, limit: int) -> int:
    """`factor` to the power of `marks - 1`, clamped to `limit` either way; 0 without marks."""
    result = min(marks, 1)
    for _ in range(marks - 1):
        result = clamp(result * factor, limit)
    return result


def clamp(number: int, limit: int) -> int:
    return max(min(number, limit), -limit)


@evaluation("default", game="paths")
class OpenPaths(NamedTuple):
    """Paths without a mark of the other side, by what they lack; negated in misere play."""

    lacks_three: int = 1
    lacks_two: int = 10
    lacks_one: int = 60
    gaps: int = 60
    tempo: int = 4

    def features(self, game: Paths, position: Position) -> tuple[int, int, int, int, int]:
        own, other = position.own, position.other
        one, two, three, gaps = game.tally(own, other)
        one2, two2, three2, gaps2 = game.tally(other, own)
        sign = -1 if game.misere else 1
        ahead = gaps.bit_count() - gaps2.bit_count()
        return sign * (three - three2), sign * (two - two2), sign * (one - one2), sign * ahead, sign
