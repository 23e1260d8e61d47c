"""The weights of a pattern network while they are learned."""

from pathlib import Path
from typing import Final

import numpy as np

from plyground.core.compile import native_evaluation
from plyground.core.game import Game
from plyground.core.numbers import Floats
from plyground.evaluations.patterns.file import write_network
from plyground.evaluations.patterns.network import Network
from plyground.evaluations.patterns.plan import Plan
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.method import State, is_finite
from plyground.learning.pattern_kernel import FACTORS, MAX_WEIGHT

STEEPNESS: Final = 2.7
"""How fast the learning rate of a weight falls as its errors cancel each other."""


class NetworkWeights:
    """A network, and what temporal coherence remembers of each of its weights."""

    def __init__(self, game: Game, plan: Plan, network: Network) -> None:
        self.game, self.plan, self.network = game, plan, network
        self.coherence: Floats = Floats.new(2 * len(network.weights))
        self.factors = coherence_factors()
        self.evaluation = native_evaluation(network, game)

    @property
    def used(self) -> float:
        """How many weights are not 0."""
        return float(np.count_nonzero(self.network.weights.array[1:]))

    def check(self) -> None:
        """Refuse weights that ran away."""
        weights = self.network.weights.array[1:]
        if max(-int(weights.min()), int(weights.max())) >= MAX_WEIGHT:
            raise RanAway("a weight is as large as it can be")
        if not is_finite(self.coherence.array[1:]):
            raise RanAway("a weight's errors are no numbers any more")

    def write(self, path: Path, origin: dict[str, str]) -> None:
        """Write the network; `origin` tells how it was learned."""
        write_network(path, self.game, self.plan, self.network, origin)

    def state(self) -> State:
        """All that `restore` needs."""
        return {
            "weights": self.network.weights.array[1:].copy(),
            "coherence": self.coherence.array[1:].copy(),
        }

    def restore(self, state: State) -> None:
        """Go on from a state; raises BadRun where it is that of another network."""
        for name, array in self.state().items():
            found = state[name]
            if found.shape != array.shape or found.dtype != array.dtype:
                raise BadRun(f"a checkpoint's {name} do not fit this network")
        self.network.weights.array[1:] = state["weights"]
        self.coherence.array[1:] = state["coherence"]


def coherence_factors() -> Floats:
    """exp(2.7 (c - 1)) for coherences c from 0 to 1, from place 1 on."""
    factors: Floats = Floats.new(FACTORS + 1)
    steps = np.arange(FACTORS) / (FACTORS - 1)
    factors.array[1:] = [np.exp(STEEPNESS * (step - 1)) for step in steps]
    return factors
