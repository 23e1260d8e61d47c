"""What all methods over named weights share: where weights begin, their units, and their files.

Inside, features are divided by their deviation in random games, and a sum of 1 is `unit` points of
the evaluation: so one rate suits all weights, whatever they count.
"""

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import BadOption, BadWeights
from plyground.core.evaluation import (
    Evaluation,
    check_weights,
    is_weighted_sum,
    weight_names,
    weights_of,
)
from plyground.core.fields import Kind, declared
from plyground.core.game import Game
from plyground.core.options import one_of
from plyground.core.words import Words
from plyground.evaluations.formats import FORMATS
from plyground.evaluations.known import HAND_SET
from plyground.evaluations.registry import make_evaluation
from plyground.evaluations.unit import unit_for
from plyground.evaluations.weights import write_weights
from plyground.learning.errors import CannotLearn, RanAway
from plyground.learning.method import State
from plyground.learning.self_play import features_of, random_rows

Numbers = NDArray[np.float64]
STARTS: Final = ("random", "given", "zero")
SAMPLE: Final = 4096
"""Random positions by which features are measured."""
MAX_FEATURE: Final = 1e9
RARE: Final = 0.25
AVERAGE_POWER: Final = 3.0
"""The mean of all weights so far counts those of game t with weight t to this power: what came late
counts more (polynomial averaging, Shamir and Zhang)."""


@dataclass
class Linear:
    """A method that learns the weights of an evaluation with features."""

    name: ClassVar[str]
    POOLABLE: ClassVar = False
    ENDINGS: ClassVar[tuple[str, ...]] = tuple(FORMATS)

    evaluation: str = HAND_SET
    """The evaluation whose weights are learned: a name, or a file of weights."""
    start: str = "random"
    """The weights to begin with: `random`, those `given` by the evaluation, or `zero`."""
    spread: float = 0.3
    """How far random weights are from 0 at most, in units of a feature's deviation."""
    unit: float = 0.0
    """The points at which a position is worth tanh(1) = 0.76 of a win; 0: twice the deviation of
    the given evaluation in random games."""
    average: bool = True
    """Whether the mean of the weights so far is written, in which late ones count more."""

    def __post_init__(self) -> None:
        one_of("start", self.start, STARTS)
        if not 0 <= self.spread <= 100:
            raise BadOption(f"spread={self.spread:g}: expected from 0 to 100")
        if not 0 <= self.unit <= 1e9:
            raise BadOption(f"unit={self.unit:g}: expected from 0 to 1,000,000,000")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        """Measure the features and choose the first weights."""
        self.game, self.seed, self.threads = game, seed, threads
        self.lock = threading.Lock()
        self.given = make_evaluation(game, self.evaluation)
        self.names = weight_names(type(self.given))
        self._check_evaluation()
        features = self.measured(*random_rows(game, SAMPLE, seed))
        self.deviations = deviations_of(features)
        given = self.given_weights()
        self.points = self.unit or unit_for(features @ given)
        self.weights = self.first_weights(given)
        self.mean = self.weights.copy()
        self.games = self.plies = self.errors = 0.0

    def given_weights(self) -> Numbers:
        return np.array(weights_of(self.given), dtype=np.float64)

    def first_weights(self, given: Numbers) -> Numbers:
        if self.start == "given":
            return given * self.deviations / self.points
        if self.start == "zero":
            return np.zeros(len(self.names))
        random = np.random.default_rng(self.seed)
        return random.uniform(-self.spread, self.spread, len(self.names))

    def _check_evaluation(self) -> None:
        cls = type(self.given)
        if not self.names:
            raise CannotLearn(f"the evaluation {self.given.name!r} has no weights: choose another")
        if not hasattr(cls, "features") or not is_weighted_sum(cls):
            raise CannotLearn(
                f"the evaluation {self.given.name!r} is no sum of weight times feature: "
                "expected one with `features` and without a `score` of its own"
            )

    def measured(self, rows: Words, turns: NDArray[Any]) -> Numbers:
        """The features of positions, checked."""
        features = features_of(self.game, self.given, rows, turns)[:, : len(self.names)]
        wrong = ~(np.abs(features) <= MAX_FEATURE)
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise CannotLearn(
                f"the feature {self.names[column]} is {features[row, column]:g} in some position: "
                f"expected a number from -{MAX_FEATURE:,.0f} to {MAX_FEATURE:,.0f}"
            )
        return features

    def scaled(self, rows: Words, turns: NDArray[Any]) -> Numbers:
        """The features of positions in units of their deviations."""
        return self.measured(rows, turns) / self.deviations

    # --- weights as people know them -----------------------------------------------------------

    def evaluation_with(self, weights: Numbers) -> Evaluation:
        """The evaluation with other weights, in its own points."""
        kinds = declared(type(self.given))
        points = weights * self.points / self.deviations
        values = {
            name: round(float(value)) if kinds[name][0] is Kind.INT else float(value)
            for name, value in zip(self.names, points, strict=True)
        }
        made: Evaluation = self.given._replace(**values)  # type: ignore[attr-defined]
        return made

    def learned(self) -> Numbers:
        """The weights that are written."""
        return self.mean if self.average else self.weights

    def write(self, path: Path) -> None:
        write_weights(path, self.evaluation_with(self.learned()), self.game, replace=True)

    def watched(self) -> dict[str, float]:
        found = dict(zip(self.names, weights_of(self.evaluation_with(self.learned())), strict=True))
        return {**found, "error": float(np.sqrt(self.errors / max(self.plies, 1)))}

    def check(self) -> None:
        """Refuse weights that ran away."""
        for name, weight in zip(self.names, self.weights, strict=True):
            if not np.isfinite(weight):
                raise RanAway(f"the weight {name} is {weight:g}")
        try:
            check_weights(self.evaluation_with(self.weights))
        except BadWeights as error:
            raise RanAway(str(error)) from None

    # --- states --------------------------------------------------------------------------------

    def update_mean(self) -> None:
        """Take the weights after another game into the mean."""
        self.games += 1
        share = (AVERAGE_POWER + 1) / (self.games + AVERAGE_POWER)
        self.mean = self.mean + min(share, 1.0) * (self.weights - self.mean)

    def state(self) -> State:
        with self.lock:
            counters = np.array([self.games, self.plies, self.errors])
            return {"weights": self.weights.copy(), "mean": self.mean.copy(), "counters": counters}

    def restore(self, state: State) -> None:
        if len(state["weights"]) != len(self.names):
            raise BadWeights(
                f"there are {len(state['weights'])} weights: expected {len(self.names)}"
            )
        self.weights, self.mean = state["weights"].copy(), state["mean"].copy()
        self.games, self.plies, self.errors = map(float, state["counters"])


def deviations_of(features: Numbers) -> Numbers:
    """How far each feature is from its mean; for a rare one a share of its largest value, so that
    its weight is not out of proportion; 1 for one that never changes."""
    least = RARE * np.abs(features).max(axis=0)
    found = np.maximum(features.std(axis=0), least)
    return np.where(found > 0, found, 1.0)
