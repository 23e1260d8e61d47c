"""How far weights move: at a constant rate, by temporal coherence, or by Adam."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from plyground.core.options import one_of
from plyground.learning.method import State

Numbers = NDArray[np.float64]
RATES: Final = ("constant", "coherence", "adam")
DECAYS: Final = 0.9, 0.999
"""Adam: how much of the means of changes, and of their squares, is kept."""
TINY: Final = 1e-8


class Rate:
    """Turns a change, as an update rule gives it, into a step of each weight."""

    def __init__(self, kind: str, rate: float, count: int) -> None:
        one_of("rates", kind, RATES)
        self.kind, self.rate = kind, rate
        self.sums, self.sizes = np.zeros(count), np.zeros(count)
        self.steps = np.zeros(1)

    def step(self, change: Numbers) -> Numbers:
        """How far each weight moves."""
        self.steps += 1
        if self.kind == "coherence":
            return self._coherent(change)
        return self._adam(change) if self.kind == "adam" else self.rate * change

    def _coherent(self, change: Numbers) -> Numbers:
        """Temporal coherence (Beal and Smith): a weight whose changes all point one way moves at
        the full rate, one whose changes cancel out hardly moves."""
        share = np.where(self.sizes > 0, np.abs(self.sums) / np.maximum(self.sizes, TINY), 1.0)
        self.sums += change
        self.sizes += np.abs(change)
        return self.rate * share * change

    def _adam(self, change: Numbers) -> Numbers:
        """Adam (Kingma and Ba): the mean of the last changes over the root of their mean square."""
        mean, square = DECAYS
        self.sums = mean * self.sums + (1 - mean) * change
        self.sizes = square * self.sizes + (1 - square) * change * change
        count = float(self.steps[0])
        ahead = self.sums / (1 - mean**count)
        size = np.sqrt(self.sizes / (1 - square**count))
        step: Numbers = self.rate * ahead / (size + TINY)
        return step

    def state(self) -> State:
        return {"sums": self.sums, "sizes": self.sizes, "steps": self.steps}

    def merged(
        self, before: State, after: Sequence[State], mean: Callable[[str], Numbers]
    ) -> State:
        """The state after what happened in several processes: the sums of all changes add up, the
        means of the last ones are averaged."""
        names = "sums", "sizes"
        if self.kind == "coherence":
            found = {name: _added(before[name], [one[name] for one in after]) for name in names}
        else:
            found = {name: mean(name) for name in names}
        return found | {"steps": np.max([one["steps"] for one in after], axis=0)}

    def restore(self, state: State) -> None:
        self.sums, self.sizes, self.steps = (
            state[name].copy() for name in ("sums", "sizes", "steps")
        )


def _added(before: Numbers, after: Sequence[Numbers]) -> Numbers:
    """The sum after all changes of several processes."""
    total: Numbers = after[0] + sum(one - before for one in after[1:])
    return total
