"""The weights of a pattern network while they are learned.

A weight lies beside what temporal coherence remembers of it, so that one line of the processor's
cache has all that a lesson needs; in 32 bits each:

    | weight | sum of its errors | sum of their sizes | not used |

Compiled code indexes the first of these, as it does in a network that is not learned.
"""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from plyground import __version__
from plyground.core.compile import native_evaluation
from plyground.core.game import Game
from plyground.core.numbers import Floats
from plyground.evaluations.patterns.file import write_network
from plyground.evaluations.patterns.network import Network
from plyground.evaluations.patterns.plan import Plan, new_network
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.method import State, is_finite
from plyground.learning.pattern_kernel import FACTORS, MAX_WEIGHT

STRIDE: Final = 4
"""The places of a weight and what is remembered of it."""
STEEPNESS: Final = 2.7
"""How fast the learning rate of a weight falls as its errors cancel each other."""
LICENCE: Final = "learned in games against itself: there is nothing of others in it"
"""What a file says of whose its weights are."""
WALKED: Final = np.s_[1::2]
"""Where in the coherence the sum of a weight's absolute errors is."""
LEAST: Final = np.float32(1e-9)
"""A weight that has moved has learned at least so much, however far its sums are."""


class NetworkWeights:
    """A network, and what temporal coherence remembers of each of its weights. It begins with
    those of the network `given`, or with zeros."""

    def __init__(self, game: Game, plan: Plan, given: Network | None = None) -> None:
        self.game, self.plan, self.network = game, plan, new_network(plan, STRIDE)
        block = self.network.weights.array
        self.coherence = Floats(block.view(np.float32))
        self.weights: NDArray[np.int32] = block.reshape(-1, STRIDE)[1:, 0]
        self.errors: NDArray[np.float32] = self.coherence.array.reshape(-1, STRIDE)[1:, 1:3]
        if given:
            self.weights[:] = given.weights.array[1:]
        self.factors = coherence_factors()
        self.evaluation = native_evaluation(self.network, game)

    @property
    def used(self) -> float:
        """How many weights are not 0."""
        return float(np.count_nonzero(self.weights))

    def check(self) -> None:
        """Refuse weights that ran away."""
        if max(-int(self.weights.min()), int(self.weights.max())) >= MAX_WEIGHT:
            raise RanAway("a weight is as large as it can be")
        if not is_finite(self.errors):
            raise RanAway("a weight's errors are no numbers any more")

    def write(self, path: Path, origin: dict[str, str]) -> None:
        """Write the network; `origin` tells how it was learned."""
        told = origin | {"made_with": f"Plyground {__version__}", "licence": LICENCE}
        network = new_network(self.plan)
        network.weights.array[1:] = self.weights
        write_network(path, self.game, self.plan, network, told)

    def state(self) -> State:
        """All that `restore` needs."""
        return {"weights": self.weights.copy(), "coherence": self.errors.flatten()}

    def restore(self, state: State) -> None:
        """Go on from a state; raises BadRun where it is that of another network."""
        for name, array in self.state().items():
            found = state[name]
            if found.shape != array.shape or found.dtype != array.dtype:
                raise BadRun(f"a checkpoint's {name} do not fit this network")
        self.weights[:] = state["weights"]
        self.errors[:] = state["coherence"].reshape(-1, 2)

    def merged(self, before: State, after: Iterable[State], *sums: str) -> State:
        """What several processes have learned from the same state. Sums of errors add up, and so
        does what `sums` names. Each weight moves by the mean of its moves, in which each process
        counts by how much it has learned about this weight."""
        states, names = iter(after), ("coherence", *sums)
        first = next(states, before)
        found = first | {name: first[name].copy() for name in names}
        moved, learned = np.zeros((2, len(before["weights"])))
        for number, state in enumerate(chain([first], states)):
            more = {name: state[name] - before[name] for name in names}
            move = np.subtract(state["weights"], before["weights"], dtype=np.float64)
            amount = more["coherence"][WALKED] + LEAST * (move != 0)
            moved += amount * move
            learned += amount
            for name in names if number else ():
                found[name] += more[name]
        moved /= np.maximum(learned, LEAST)
        return found | {"weights": before["weights"] + np.rint(moved).astype(np.int32)}


def coherence_factors() -> Floats:
    """exp(2.7 (c - 1)) for coherences c from 0 to 1, from place 1 on."""
    factors: Floats = Floats.new(FACTORS + 1)
    steps = np.arange(FACTORS) / (FACTORS - 1)
    factors.array[1:] = [np.exp(STEEPNESS * (step - 1)) for step in steps]
    return factors
