"""Ataxx: grow and jump, and take over all you touch. Try `plyground play examples/ataxx.py`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Grid, bit, evaluation, game, squares


class Position(NamedTuple):
    own: Bits  # pieces of the side to move: bit `row * size + column` from the lower left
    other: Bits
    turn: int


@game("ataxx")
class Ataxx(NamedTuple):
    """Add a piece beside one of yours, or jump two steps with one: the other side's pieces around
    it become yours. Who cannot move passes. On a full board, or if a side is gone, most win."""

    size: int
    board: Bits
    near: tuple[Bits, ...]
    far: tuple[Bits, ...]

    @classmethod
    def create(cls, size: int = 7):
        if not 3 <= size <= 8:
            raise ValueError(f"size={size}: expected a number from 3 to 8")
        near, far = ([ring(size, n, steps) for n in range(size * size)] for steps in (1, 2))
        return cls(size, (1 << size * size) - 1, tuple(near), tuple(far))

    def start(self):
        last = self.size * self.size - 1
        return Position(bit(self.size - 1) | bit(last + 1 - self.size), bit(0) | bit(last), 0)

    def moves(self, position):
        can_move = False
        for target in squares(self.board & ~(position.own | position.other)):
            if self.near[target] & position.own:
                can_move = True
                yield target
            for origin in squares(self.far[target] & position.own):
                can_move = True
                yield 64 * (origin + 1) + target  # a jump
        if not can_move:
            yield -1  # a pass

    def play(self, position, move):
        own, other = position.own, position.other
        if move >= 64:
            own ^= bit(move // 64 - 1)
        if move >= 0:
            taken = self.near[move % 64] & other
            own, other = own | bit(move % 64) | taken, other & ~taken
        return Position(other, own, 1 - position.turn)

    def outcome(self, position):
        own, other = position.own.bit_count(), position.other.bit_count()
        if own and other and position.own | position.other != self.board:
            return ONGOING
        return WIN if own > other else LOSS if own < other else DRAW

    def side(self, position):
        return position.turn

    def order(self, position, move):
        taken = (self.near[max(move, 0) % 64] & position.other).bit_count()
        return 16 * taken + 16 * (move < 64)  # new pieces before jumps

    alternates = True
    repetition = 3, DRAW
    sides = ("Black", "White")  # For people, from here on.
    styles = {"B": ("●", "black", "Black"), "W": ("○", "white", "White"), ".": ("·", "#4d6b7d")}

    def move_text(self, position, move):
        places = [n for n in (move // 64 - 1, move % 64) if n >= 0]
        return "".join(map(Grid(self.size, self.size).name, places)) if move >= 0 else "pass"

    def is_valid(self, position):
        return Grid(self.size, self.size).holds(*position[:2]) and position.turn in (0, 1)

    def scene(self, position):
        pieces = dict(zip("WB" if position.turn else "BW", position))
        return Grid(self.size, self.size).scene(pieces, upward=True, background="#8fb3c9")


def ring(size, middle, steps):
    """The squares that are as many steps away from one, a step leading to any neighbour."""
    away = [max(abs(n // size - middle // size), abs(n % size - middle % size)) for n in range(64)]
    return sum(1 << n for n in range(size * size) if away[n] == steps)


@evaluation("default", game="ataxx")
class Pieces(NamedTuple):
    """How many pieces each side has."""

    pieces: int = 20

    def features(self, game, position):
        return (position.own.bit_count() - position.other.bit_count(),)
