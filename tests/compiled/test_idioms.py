"""What an author may write in rules as in any Python: it means the same when compiled."""

from pathlib import Path

from plyground import make_game
from plyground.conformance import laws
from plyground.conformance.compiled import CompiledRules

GAME = """
from typing import NamedTuple

from plyground import DRAW, LOSS, ONGOING, Bits, bit, game, squares

FULL = 0xFFFFFFFFFFFFFFFF
CORNERS = (1 << 0, 1 << 7, 1 << 56, 1 << 63)
WORTH = (1, 2, 3)


class Position(NamedTuple):
    own: Bits
    other: Bits
    ply: int
    quiet: bool

    def free(self):
        return FULL & ~(self.own | self.other)

    @property
    def is_late(self):
        return self.ply >= 40


def neighbours(square, size):
    board = 0
    for step in (-size, -1, 1, size):
        if 0 <= square + step < size * size:
            board |= 1 << square + step
    return board


@game("idioms")
class Idioms(NamedTuple):
    size: int
    fair: bool
    near: tuple[Bits, ...]
    pairs: tuple[tuple[int, ...], ...]

    LIMIT = 50

    @classmethod
    def create(cls, size: int = 8, fair: bool = True):
        near = tuple(neighbours(square, size) for square in range(size * size))
        return cls(size, fair, near, ((1, 2), (3, 4), (5, 6)))

    def start(self):
        return Position(0, 0, 0, False)

    def moves(self, position):
        found = 0
        for number, square in enumerate(squares(position.free())):
            if number % 3 == 0 or self.near[square] & position.own:
                yield square
                found += 1
        if not found:
            yield -1

    def play(self, position, move):
        if move == -1:
            return position._replace(own=position.other, other=position.own, ply=position.ply + 1)
        own, other, ply, quiet = position
        own |= bit(move) if move < self.size**2 else 0
        caught = self.near[move] & other
        if caught and not position.is_late:
            other ^= caught & -caught
        for low, high in self.pairs:
            quiet = quiet ^ (low <= ply % 7 < high)
        return Position(other, own, ply + 1, quiet=not quiet)

    @property
    def corners(self):
        return CORNERS[0] | CORNERS[3]

    def score(self, board):
        total = 0
        for row in range(self.size):
            total += WORTH[row % len(WORTH)] * (board >> row * self.size & 0xFF).bit_count()
        return max(total, 1) - min(0, total)

    def outcome(self, position):
        taken = position.own | position.other
        if position.ply < self.LIMIT and taken & self.corners != self.corners:
            return ONGOING
        own, other = self.score(position.own), self.score(position.other)
        if own == other:
            return DRAW if self.fair else LOSS
        return 1 if own > other else -1
"""


def test_compiled_idioms_mean_what_they_mean_in_python(tmp_path: Path) -> None:
    file = tmp_path / "idioms.py"
    file.write_text(GAME)
    trial = laws.draw_trial(make_game(str(file)))
    assert len(trial.positions) > 50
    laws.whole_numbers(trial)
    laws.compiled_agrees(trial)
    laws.samples(trial)


def test_a_field_of_one_game_is_a_property_of_another(tmp_path: Path) -> None:
    """`corners` is a property above, and a table of Watch Your Back!"""
    file = tmp_path / "idioms.py"
    file.write_text(GAME)
    for name in (str(file), "watch-your-back:turn_limit=500"):
        game = make_game(name)
        move = next(iter(game.moves(game.start())))
        assert CompiledRules(game).play(game.start(), move) == game.play(game.start(), move)
