"""Kalah: sow seeds and gather more than half. Try `plyground play examples/kalah.py`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Scene, evaluation, game

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Position(NamedTuple):
    own: int  # seeds of the side to move: 8 bits for each house, from its left, then its store
    other: int
    turn: int


@game("kalah")
class Kalah(NamedTuple):
    """Sow the seeds of a house of yours counter-clockwise, one a house and one into your store. If
    the last falls there, move again. If it falls into an empty house of yours, gather it and the
    seeds opposite, if any. At the end, when a side's houses are empty, more seeds win."""

    houses: int
    seeds: int

    @classmethod
    def create(cls, houses: int = 6, seeds: int = 4):
        if not (2 <= houses <= 6 and 1 <= seeds <= 6):
            raise ValueError(f"houses={houses}, seeds={seeds}: expected 2 to 6 and 1 to 6 of them")
        return cls(houses, seeds)

    def start(self):
        full = ((1 << 8 * self.houses) - 1) // 255 * self.seeds  # as many in each house
        return Position(full, full, 0)

    def side(self, position):
        return position.turn

    def moves(self, position):
        for house in range(self.houses):
            if position.own >> 8 * house & 255:
                yield house

    def play(self, position, move):
        own, other, store, pit = position.own, position.other, self.houses, move
        own &= ~(255 << 8 * move)
        for _ in range(position.own >> 8 * move & 255):
            pit = (pit + 1) % (2 * store + 1)
            if pit <= store:
                own += 1 << 8 * pit
            else:
                other += 1 << 8 * (pit - store - 1)
        if pit == store:
            return Position(own, other, position.turn)
        opposite = 8 * (store - 1 - pit)
        if pit < store and own >> 8 * pit & 255 == 1 and other >> opposite & 255:
            taken = other >> opposite & 255
            own += (taken + 1 << 8 * store) - (1 << 8 * pit)
            other -= taken << opposite
        return Position(other, own, 1 - position.turn)

    def outcome(self, position):
        store = 1 << 8 * self.houses
        if position.own % store and position.other % store:
            return ONGOING
        own, other = position.own % 255, position.other % 255  # the sums of digits to base 256
        return WIN if own > other else LOSS if own < other else DRAW

    def may_win(self, position, mover):  # For speed, from here on.
        against = position.other if mover else position.own
        return against >> 8 * self.houses < self.houses * self.seeds  # less than half of all

    def order(self, position, move):
        return 64 if position.own >> 8 * move & 255 == self.houses - move else move

    sides = ("South", "North")  # For people, from here on.

    def move_text(self, position, move):
        return "abcdef"[self.houses - 1 - move if position.turn else move]

    def is_valid(self, position):
        seeds = sum((row >> 8 * n) % 256 for row in position[:2] for n in range(8))
        return seeds == 2 * self.houses * self.seeds and position.turn in (0, 1)

    def scene(self, position):
        pits = [[row >> 8 * n & 255 for n in range(self.houses + 1)] for row in position[:2]]
        (*south, store), (*north, other_store) = pits[::-1] if position.turn else pits
        rows = ["".join(DIGITS[min(n, 35)] for n in row) for row in (north[::-1], south)]
        notes = (f"gathered: South {store}, North {other_store}", "A is 10 seeds, B is 11")
        return Scene(rows, tuple("abcdef"[: self.houses]), ("N", "S"), notes=notes)


@evaluation("default", game="kalah")
class Stores(NamedTuple):
    """Seeds in the stores."""

    seeds: int = 30

    def features(self, game, position):
        return ((position.own >> 8 * game.houses) - (position.other >> 8 * game.houses),)
