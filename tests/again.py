"""Games in which a side may move again or a position come again, for the tests: small enough for a
plain search."""

from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, WIN, Bits, bit, bits, game
from plyground.core.bits import mix
from plyground.core.game import UNBOUNDED


class Heap(NamedTuple):
    left: int
    turn: int


@game("again-nim")
class AgainNim(NamedTuple):
    """Take one to three; who takes exactly one moves again, who takes the last one wins."""

    heap: int = 12
    misere: bool = False

    def start(self) -> Heap:
        return Heap(self.heap, 0)

    def moves(self, position: Heap):  # type: ignore[no-untyped-def]
        for count in range(1, min(3, position.left) + 1):
            yield count

    def play(self, position: Heap, move: int) -> Heap:
        turn = position.turn if move == 1 else 1 - position.turn
        return Heap(position.left - move, turn if position.left > move else 1 - position.turn)

    def outcome(self, position: Heap) -> int:
        if position.left:
            return ONGOING
        return WIN if self.misere else LOSS

    def side(self, position: Heap) -> int:
        return position.turn

    @property
    def winner_moves_last(self) -> bool:
        return not self.misere


class Lines(NamedTuple):
    drawn: Bits
    ahead: int
    """How many boxes more the first player has."""
    turn: int


@game("tiny-boxes")
class TinyBoxes(NamedTuple):
    """Dots and boxes in one row: who closes a box moves again; most boxes win."""

    boxes: int = 2

    @property
    def lines(self) -> int:
        return 3 * self.boxes + 1

    def start(self) -> Lines:
        return Lines(bits(0), 0, 0)

    def moves(self, position: Lines):  # type: ignore[no-untyped-def]
        for line in range(self.lines):
            if not position.drawn & bit(line):
                yield line

    def closed(self, drawn: int) -> int:
        """How many boxes have all four lines: 3 * box is its left one, then top and bottom."""
        found = 0
        for box in range(self.boxes):
            right = 3 * box + 3
            sides = bit(3 * box) | bit(3 * box + 1) | bit(3 * box + 2) | bit(right)
            found += drawn & sides == sides
        return found

    def play(self, position: Lines, move: int) -> Lines:
        drawn = position.drawn | bit(move)
        gained = self.closed(drawn) - self.closed(position.drawn)
        ahead = position.ahead + (-gained if position.turn else gained)
        return Lines(drawn, ahead, position.turn if gained else 1 - position.turn)

    def outcome(self, position: Lines) -> int:
        if position.drawn.bit_count() < self.lines:
            return ONGOING
        if not position.ahead:
            return DRAW
        return WIN if (position.ahead > 0) == (position.turn == 0) else LOSS

    def side(self, position: Lines) -> int:
        return position.turn

    def plies_left(self, position: Lines) -> int:
        return self.lines - position.drawn.bit_count()


class Place(NamedTuple):
    seed: int
    number: int
    left: int
    turn: int


@game("maze")
class Maze(NamedTuple):
    """A tree of random turns and ends, with transpositions; `seed` is a matter of the position, so
    that all mazes are one game."""

    depth: int = 6
    bounded: bool = True
    sure: bool = False
    """Whether the first player wins in the end, whatever happens."""

    def start(self) -> Place:
        return Place(7, 0, self.depth, 0)

    def chance(self, position: Place, what: int) -> int:
        """A number below 256 that belongs to a place."""
        place = position.seed << 16 | position.number << 8 | position.left << 1 | position.turn
        return int(mix(bits(place), what) >> 40) & 255

    def moves(self, position: Place):  # type: ignore[no-untyped-def]
        for move in range(1 + self.chance(position, 1) % 3):
            yield move

    def play(self, position: Place, move: int) -> Place:
        number = self.chance(position, 8 + move) % 8
        again = self.chance(position, 16 + move) < 100
        turn = position.turn if again else 1 - position.turn
        return Place(position.seed, number, position.left - 1, turn)

    def outcome(self, position: Place) -> int:
        if self.sure:
            return ONGOING if position.left else WIN if position.turn == 0 else LOSS
        end = self.chance(position, 2)
        if (position.left > 0 and end < 200) or position.left == self.depth:
            return ONGOING
        return WIN if end % 3 == 0 else LOSS if end % 3 == 1 else DRAW

    def side(self, position: Place) -> int:
        return position.turn

    def noisy(self, position: Place):  # type: ignore[no-untyped-def]
        for move in self.moves(position):
            if self.chance(position, 24 + move) < 80:
                yield move

    def plies_left(self, position: Place) -> int:
        return position.left if self.bounded else UNBOUNDED


class Spot(NamedTuple):
    seed: int
    number: int
    turn: int


@game("rounds")
class Rounds(NamedTuple):
    """A graph of random turns and ends in which one goes round and round; a position that stands
    there `times` times is a draw, or a loss for the one who moved there."""

    times: int = 3
    lost: bool = False
    size: int = 5

    def start(self) -> Spot:
        return Spot(7, 0, 0)

    def chance(self, position: Spot, what: int) -> int:
        """A number below 256 that belongs to a spot."""
        spot = position.seed << 16 | position.number << 1 | position.turn
        return int(mix(bits(spot), what) >> 40) & 255

    def moves(self, position: Spot):  # type: ignore[no-untyped-def]
        for move in range(1 + self.chance(position, 1) % 3):
            yield move

    def play(self, position: Spot, move: int) -> Spot:
        number = self.chance(position, 8 + move) % self.size
        again = self.chance(position, 16 + move) < 60
        return Spot(position.seed, number, position.turn if again else 1 - position.turn)

    def outcome(self, position: Spot) -> int:
        end = self.chance(position, 2)
        if position.number == 0 or end < 200:
            return ONGOING
        return WIN if end % 2 else LOSS

    def side(self, position: Spot) -> int:
        return position.turn

    def noisy(self, position: Spot):  # type: ignore[no-untyped-def]
        for move in self.moves(position):
            if self.chance(position, 24 + move) < 60:
                yield move

    @property
    def repetition(self) -> tuple[int, int]:
        return self.times, LOSS if self.lost else DRAW
