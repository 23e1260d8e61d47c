"""Nim: take one to three objects; who takes the last one wins.

Play it with `plyground play examples/nim.py`.
"""

from typing import NamedTuple

from plyground import LOSS, ONGOING, game


class Position(NamedTuple):
    left: int
    turn: int


@game("nim")
class Nim(NamedTuple):
    """Take one to three; who takes the last one wins."""

    heap: int = 21
    most: int = 3

    def start(self):
        return Position(self.heap, 0)

    def moves(self, position):
        for count in range(1, min(self.most, position.left) + 1):
            yield count

    def play(self, position, move):
        return Position(position.left - move, 1 - position.turn)

    def outcome(self, position):
        return ONGOING if position.left > 0 else LOSS

    def side(self, position):
        return position.turn

    alternates = winner_moves_last = True

    def is_valid(self, position):
        return 0 <= position.left <= self.heap and 0 <= position.turn <= 1

    def picture(self, position):
        return f"{'|' * min(position.left, 60)}  ({position.left} left)"
