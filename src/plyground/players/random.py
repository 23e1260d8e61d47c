"""A player who plays any legal move."""

from random import Random, SystemRandom

from plyground.players.player import player
from plyground.records.record import Record


@player("random")
class RandomPlayer:
    """Any legal move, each as likely as any other; with a seed, the same ones each time."""

    def __init__(self, random: Random) -> None:
        self.random = random

    @classmethod
    def create(cls, seed: int = -1) -> "RandomPlayer":
        return cls(SystemRandom() if seed < 0 else Random(seed))

    def choose(self, record: Record) -> int:
        return self.random.choice([*record.game.moves(record.position)])
