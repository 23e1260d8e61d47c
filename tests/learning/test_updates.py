"""The update rules: compiled as printed, and gradients as they are."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from plyground.learning import reference
from plyground.learning.rates import RATES, Rate
from plyground.learning.updates import strap_change, td_leaf_change
from plyground.search.alphabeta.table import EXACT, LOWER, UPPER

WIDTH = 5


class Game:
    """A random game of leaves."""

    def __init__(self, seed: int, plies: int = 30) -> None:
        random = Random(seed)
        self.weights = [random.uniform(-1, 1) for _ in range(WIDTH)]
        self.leaves = [[random.gauss(0, 1) for _ in range(WIDTH)] for _ in range(plies)]
        self.known = [random.choice([None] * 5 + [0.0, 1.0]) for _ in range(plies)]
        self.explored = [random.random() < 0.2 for _ in range(plies)]
        self.result = random.choice([-1.0, 0.0, 1.0])

    def compiled(self, lambda_: float) -> list[float]:
        change, trace = np.zeros(WIDTH), np.zeros(WIDTH)
        td_leaf_change(
            np.array(self.leaves),
            np.array([one is not None for one in self.known]),
            np.array([one or 0.0 for one in self.known]),
            np.array(self.explored),
            self.result,
            np.array(self.weights),
            lambda_,
            change,
            trace,
        )
        return [float(one) for one in change]

    def printed(self, lambda_: float) -> list[float]:
        return reference.td_leaf(
            self.weights, self.leaves, self.result, lambda_, self.known, self.explored
        )


@pytest.mark.parametrize("seed", range(20))
def test_td_leaf_is_what_is_printed_to_the_last_bit(seed: int) -> None:
    game = Game(seed)
    for lambda_ in (0.0, 0.7, 1.0):
        assert game.compiled(lambda_) == game.printed(lambda_)


@pytest.mark.parametrize("seed", range(5))
def test_td_leaf_is_the_documents_double_sum(seed: int) -> None:
    """w += rate x sum over t of grad_t x sum over m >= t of lambda^(m-t) x d_m."""
    game, lambda_ = Game(seed), 0.7
    game.known, game.explored = [None] * 30, [False] * 30
    values = [reference.value(game.weights, leaf) for leaf in game.leaves] + [game.result]
    errors = [after - before for before, after in pairwise(values)]
    expected = np.zeros(WIDTH)
    for time, leaf in enumerate(game.leaves):
        later = sum(lambda_ ** (m - time) * errors[m] for m in range(time, len(errors)))
        expected += np.array(reference.gradient(game.weights, leaf)) * later
    assert np.allclose(game.printed(lambda_), expected, rtol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_gradients_are_finite_differences(seed: int) -> None:
    game, step = Game(seed), 1e-6
    for leaf in game.leaves:
        for index, slope in enumerate(reference.gradient(game.weights, leaf)):
            more, less = [*game.weights], [*game.weights]
            more[index] += step
            less[index] -= step
            rise = reference.value(more, leaf) - reference.value(less, leaf)
            assert math.isclose(slope, rise / (2 * step), rel_tol=1e-5, abs_tol=1e-8)


def test_with_lambda_1_and_no_exploration_every_leaf_moves_towards_the_result() -> None:
    game = Game(3)
    game.known, game.explored = [None] * 30, [False] * 30
    expected = np.zeros(WIDTH)
    for leaf in game.leaves:
        error = game.result - reference.value(game.weights, leaf)
        expected += error * np.array(reference.gradient(game.weights, leaf))
    assert np.allclose(game.printed(1.0), expected, rtol=1e-9)


@pytest.mark.parametrize("kind", RATES)
def test_every_rate_moves_with_the_change_and_goes_on_where_it_was(kind: str) -> None:
    one, two = Rate(kind, 0.1, 3), Rate(kind, 0.1, 3)
    for change in ([1.0, -2.0, 0.0], [1.0, 2.0, 0.0]):
        step = one.step(np.array(change))
        two.restore(one.state())
    assert step[0] > 0 and step[2] == 0
    again = np.array([0.5, 0.5, 0.5])
    assert (one.step(again) == two.step(again)).all()


def test_temporal_coherence_slows_down_what_goes_to_and_fro() -> None:
    rate = Rate("coherence", 1.0, 2)
    for number in range(10):
        step = rate.step(np.array([1.0, (-1.0) ** number]))
    assert step[0] == 1.0 and abs(step[1]) <= 0.2


@pytest.mark.parametrize("seed", range(20))
def test_treestrap_is_what_is_printed_to_the_last_bit(seed: int) -> None:
    random, game = Random(seed), Game(seed)
    values = [random.gauss(0, 2) for _ in game.leaves]
    bounds = [random.choice([LOWER, UPPER, EXACT]) for _ in game.leaves]
    change = np.zeros(WIDTH)
    weights, leaves = np.array(game.weights), np.array(game.leaves)
    strap_change(leaves, np.array(values), np.array(bounds), weights, change)
    least = [-math.inf if bound == UPPER else value for value, bound in zip(values, bounds)]
    most = [math.inf if bound == LOWER else value for value, bound in zip(values, bounds)]
    printed = reference.treestrap(game.weights, game.leaves, [*zip(least, most, strict=True)])
    assert [*map(float, change)] == printed
