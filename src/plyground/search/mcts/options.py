"""The engine of Monte Carlo tree search, and its options."""

from dataclasses import dataclass
from typing import Final

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.options import one_of
from plyground.core.sizes import parse_size
from plyground.search.engine import Engine
from plyground.search.engines import EngineOptions, engine

ROLLOUTS: Final = ("random", "light", "medium")
ROBUST, MAX, UCB1 = "robust", "max", "ucb1"
FINAL_MOVES: Final = (ROBUST, MAX, UCB1)
"""How the move is chosen in the end: the robust child has most visits, the max child the best
value (Chaslot), and the last the highest upper confidence bound."""
_MAX_EXPLORATION: Final = 1000


@engine("mcts")
@dataclass
class MctsOptions(EngineOptions):
    """How rollouts are played, how much is explored, and how the move is chosen."""

    rollout: str = "random"
    exploration: float = 1.0
    final: str = ROBUST
    memory: str = "256MB"
    seed: int = 1

    def check_options(self) -> None:
        super().check_options()
        parse_size("memory", self.memory)
        one_of("rollout", self.rollout, ROLLOUTS)
        one_of("final", self.final, FINAL_MOVES)
        if not 0 <= self.exploration <= _MAX_EXPLORATION:
            raise BadOption(
                f"exploration={self.exploration}: expected from 0 to {_MAX_EXPLORATION}"
            )

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        from plyground.search.mcts.driver import MctsEngine

        options = MctsOptions(
            self.rollout, self.exploration, self.final, self.memory, self.seed
        )  # alone: this one may be a player
        return MctsEngine(game, evaluation, options, parse_size("memory", self.memory), threads)
