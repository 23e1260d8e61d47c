"""How a Monte Carlo search goes about it."""

from typing import Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.options import one_of

ROLLOUTS: Final = ("random", "light", "medium")
ROBUST, MAX, UCB1 = "robust", "max", "ucb1"
FINAL_MOVES: Final = (ROBUST, MAX, UCB1)
"""By what the move is chosen in the end: the robust child has most visits, the max child the best
value (Chaslot), and the last the highest upper confidence bound."""
_MAX_EXPLORATION: Final = 1000


class MctsOptions(NamedTuple):
    """How games are played out, how curious the tree is, and by what a move is chosen."""

    rollout: str = "random"
    exploration: float = 1.0
    final: str = ROBUST
    seed: int = 1

    def check(self) -> None:
        """Refuse what no search can do."""
        one_of("rollout", self.rollout, ROLLOUTS)
        one_of("final", self.final, FINAL_MOVES)
        if not 0 <= self.exploration <= _MAX_EXPLORATION:
            raise BadOption(
                f"exploration={self.exploration}: expected from 0 to {_MAX_EXPLORATION}"
            )
