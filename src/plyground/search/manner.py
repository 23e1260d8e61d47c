"""How a Monte Carlo search goes about it."""

from typing import Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.options import one_of

ROLLOUTS: Final = ("random", "light", "medium")
CHOICES: Final = ("visits", "value", "ucb1")
_MOST_EXPLORATION: Final = 1000


class Manner(NamedTuple):
    """How games are played out, how curious the tree is, and by what a move is chosen."""

    rollout: str = "random"
    exploration: float = 1.0
    choice: str = "visits"
    seed: int = 1

    def check(self) -> None:
        """Refuse what no search can do."""
        one_of("rollout", self.rollout, ROLLOUTS)
        one_of("choice", self.choice, CHOICES)
        if not 0 <= self.exploration <= _MOST_EXPLORATION:
            raise BadOption(
                f"exploration={self.exploration}: expected from 0 to {_MOST_EXPLORATION}"
            )
