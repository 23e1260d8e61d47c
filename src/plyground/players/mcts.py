"""The player that plays out games at random and grows a tree where they go well."""

from dataclasses import dataclass

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.sizes import parse_size
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.engine import Engine
from plyground.search.limits import UNLIMITED, Limits
from plyground.search.mcts.options import ROBUST, MctsOptions


@player("mcts")
@dataclass
class Mcts(EnginePlayer):
    """Random games from the leaves of a growing tree."""

    simulations: int = UNLIMITED
    rollout: str = "random"
    exploration: float = 1.0
    final: str = ROBUST
    memory: str = "256MB"
    seed: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.memory_bytes = parse_size("memory", self.memory)
        self.options = MctsOptions(self.rollout, self.exploration, self.final, self.seed)
        self.options.check()

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(simulations=self.simulations)

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        from plyground.search.mcts.driver import MctsEngine

        return MctsEngine(game, evaluation, self.options, self.memory_bytes, self.threads)
