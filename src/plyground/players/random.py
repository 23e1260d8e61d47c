"""The player that moves at random."""

from random import Random, SystemRandom

from plyground.players.player import player
from plyground.records.record import Record


@player("random")
class RandomPlayer:
    """A random legal move, all equally likely; with a seed, the same moves each time."""

    def __init__(self, random: Random) -> None:
        self.random = random

    @classmethod
    def create(cls, seed: int = -1) -> "RandomPlayer":
        return cls(SystemRandom() if seed < 0 else Random(seed))

    def choose(self, record: Record) -> int:
        return self.random.choice([*record.game.moves(record.position)])
