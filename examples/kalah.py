"""Kalah: sow seeds and gather more than half. Try `plyground play examples/kalah.py`."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Scene, evaluation, game

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Position(NamedTuple):
    own: int  # seeds of the side to move: 8 bits for each house, then 8 for the store
    other: int
    turn: int


@game("kalah")
class Kalah(NamedTuple):
    """Take all seeds of one of your houses and sow them one by one counter-clockwise, also into
    your store but not into the other one. If the last one falls into your store, you move again. If
    it falls into an empty house of yours, you gather it and the seeds opposite, if there are any.
    When a side's houses are empty, the other gathers the rest. Who has gathered more wins."""

    houses: int
    seeds: int

    @classmethod
    def create(cls, houses: int = 6, seeds: int = 4):
        if not (1 <= houses <= 6 and 1 <= seeds <= 6):
            raise ValueError(f"houses={houses}, seeds={seeds}: expected numbers from 1 to 6")
        return cls(houses, seeds)

    def start(self):
        full = 0
        for house in range(self.houses):
            full |= self.seeds << 8 * house
        return Position(full, full, 0)

    def side(self, position):
        return position.turn

    def moves(self, position):
        for house in range(self.houses):
            if position.own >> 8 * house & 255:
                yield house

    def play(self, position, move):
        own, other, store, pit = position.own, position.other, self.houses, move
        hand = own >> 8 * move & 255
        own -= hand << 8 * move
        for _ in range(hand):
            pit = (pit + 1) % (2 * store + 1)
            if pit <= store:
                own += 1 << 8 * pit
            else:
                other += 1 << 8 * (pit - store - 1)
        if pit == store:
            return Position(own, other, position.turn)
        if pit < store and own >> 8 * pit & 255 == 1:
            taken = other & 255 << 8 * (store - 1 - pit)
            if taken:
                own += (1 + total(taken) << 8 * store) - (1 << 8 * pit)
                other -= taken
        return Position(other, own, 1 - position.turn)

    def outcome(self, position):
        in_houses = (1 << 8 * self.houses) - 1
        if position.own & in_houses and position.other & in_houses:
            return ONGOING
        lead = total(position.own) - total(position.other)
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def may_win(self, position, mover):
        """Not once the other side has gathered half of all seeds."""
        against = position.other if mover else position.own
        return against >> 8 * self.houses < self.houses * self.seeds

    def order(self, position, move):
        """First what ends in the store: the seeds that reach just so far."""
        return 64 if position.own >> 8 * move & 255 == self.houses - move else move

    sides = ("South", "North")

    def move_text(self, position, move):
        return "abcdef"[self.houses - 1 - move if position.turn else move]

    def is_valid(self, position):
        seeds = [[row >> 8 * pit & 255 for pit in range(self.houses)] for row in position[:2]]
        return True

    def scene(self, position):
        south, north = (position.other, position.own) if position.turn else position[:2]
        rows = [[DIGITS[row >> 8 * n & 255] for n in range(self.houses)] for row in (north, south)]
        stores = [f"{name} has gathered {row >> 8 * self.houses}"]
        return Scene(("".join(rows[0][::-1]), "".join(rows[1])), tuple("abcdef"[: self.houses]))


def total(pits):
    return pits % 255  # the sum of the digits to base 256
