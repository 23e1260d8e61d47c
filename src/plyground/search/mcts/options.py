"""The engine of Monte Carlo tree search, and its options."""

from dataclasses import dataclass
from typing import Final

from plyground.core.errors import BadOption
from plyground.core.evaluation import MAX_UNIT, MIN_UNIT, Evaluation
from plyground.core.game import Game
from plyground.core.options import one_of
from plyground.core.sizes import parse_size
from plyground.search.engine import Engine
from plyground.search.engines import EngineOptions, engine

ROLLOUTS: Final = ("random", "light", "medium", "none")
"""How a simulation goes on from a leaf. `none` is no rollout: the static evaluation of the leaf."""
AUTO: Final = "auto"
"""`none` for an evaluation that says its unit, else `random`."""
ROBUST, MAX, UCB1 = "robust", "max", "ucb1"
FINAL_MOVES: Final = (ROBUST, MAX, UCB1)
"""How the move is chosen in the end: the robust child has most visits, the max child the best
value (Chaslot), and the last the highest upper confidence bound."""
_MAX_EXPLORATION: Final = 1000


@engine("mcts")
@dataclass
class MctsOptions(EngineOptions):
    """How rollouts are played, how much is explored, and how the move is chosen."""

    rollout: str = AUTO
    """How a simulation goes on from a leaf: `random`, `light` or `medium` play a game to its end,
    `none` evaluates the leaf, `auto` does so with an evaluation that says its unit."""
    exploration: float = 1.0
    final: str = ROBUST
    memory: str = "256MB"
    seed: int = 1
    unit: float = 0.0
    """The score that is worth tanh(1) = 0.76 of a win, without rollouts; 0: what the evaluation
    says, or twice the deviation of its scores in random games."""

    def check_options(self) -> None:
        super().check_options()
        parse_size("memory", self.memory)
        one_of("rollout", self.rollout, (AUTO, *ROLLOUTS))
        one_of("final", self.final, FINAL_MOVES)
        if not 0 <= self.exploration <= _MAX_EXPLORATION:
            raise BadOption(
                f"exploration={self.exploration}: expected from 0 to {_MAX_EXPLORATION}"
            )
        if self.unit and not MIN_UNIT <= self.unit <= MAX_UNIT:
            raise BadOption(f"unit={self.unit:g}: expected 0, or {MIN_UNIT} to {MAX_UNIT:,}")

    def rollout_with(self, evaluation: Evaluation) -> str:
        """How a simulation goes on from a leaf, for this evaluation."""
        if self.rollout != AUTO:
            return self.rollout
        return "none" if evaluation.said_unit else "random"

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        from plyground.search.mcts.driver import MctsEngine

        options = MctsOptions(
            self.rollout, self.exploration, self.final, self.memory, self.seed, self.unit
        )  # alone: this one may be a player
        return MctsEngine(game, evaluation, options, parse_size("memory", self.memory), threads)
