"""The player of Monte Carlo tree search."""

from dataclasses import dataclass

from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.limits import UNLIMITED, Limits
from plyground.search.mcts.options import MctsOptions


@dataclass
class SimulationLimitedPlayer(EnginePlayer):
    """A player whose search can be limited by the number of simulations."""

    simulations: int = UNLIMITED
    """How many games it plays out for each move at most."""

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(simulations=self.simulations)


@player("mcts")
@dataclass
class Mcts(MctsOptions, SimulationLimitedPlayer):
    """Monte Carlo tree search: random games, or an evaluation, at the leaves of a growing tree."""
