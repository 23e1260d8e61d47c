"""Pattern networks in compiled code: the same values, and the same weights learned."""

from itertools import islice
from math import inf, isclose
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from plyground.conformance.compiled import CompiledEvaluation
from plyground.core.compile import native
from plyground.core.game import declares, wins_at_once
from plyground.core.score import static_eval
from plyground.core.threads import stop_flag
from plyground.core.words import to_rows
from plyground.evaluations.patterns.network import UNIT
from plyground.learning.network_weights import NetworkWeights
from plyground.learning.pattern_learner import PatternLearner, Settings
from plyground.learning.pattern_reference import SelfPlay, TreeStrap
from plyground.learning.pattern_strap import TAUGHT, strap
from plyground.search.alphabeta.table import EXACT, LOWER, UPPER
from tests.patterns import OTHELLO, plan_of, random_network
from tests.positions import HEX, game_of, label, random_line, seeds

SEEN = ("connect-four", "paths", "watch-your-back", OTHELLO, HEX)
"""One, two and three planes' worth of squares; boards of 64, 128 and 256 bits."""


GAMES = {"connect-four": 6, "paths": 30, OTHELLO: 2}


@pytest.mark.parametrize("name", SEEN, ids=label)
@given(seed=seeds)
@settings(max_examples=5)
def test_compiled_values_are_the_plain_ones(name: str, seed: int) -> None:
    game, network = game_of(name), random_network(name, seed)
    given: Any = network
    compiled = CompiledEvaluation(game, given)
    for position in islice(random_line(game, seed), 0, 60, 6):
        assert compiled.static_eval(position) == static_eval(network, game, position)


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_compiled_learning_is_the_textbooks_bit_for_bit(name: str) -> None:
    games, game, plan = GAMES[name], game_of(name), plan_of(name)
    chosen = Settings(rate=3.0, lambda_=0.3, exploration=0.2, openings=0.5)
    learner = PatternLearner(game, plan, chosen, seed=5)
    textbook = SelfPlay(game, random_network(name), chosen, 5)
    textbook.network.weights.array[1:] = 0
    for _ in range(games):
        textbook.play_and_learn(512)
    assert learner.learn(games, stop_flag()) == games
    assert np.array_equal(learner.weights, textbook.network.weights.array[1:])
    assert learner.weights.any()
    for index, weight in textbook.coherence.items():
        assert [*learner.errors[index - 1]] == [weight.turned, weight.walked]


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_compiled_treestrap_is_the_textbooks_bit_for_bit(name: str) -> None:
    game, plan, random = game_of(name), plan_of(name), Random(3)
    positions = random_line(game, 5)[:-1] * 3
    values = [random.uniform(-2, 2) for _ in positions]
    bounds = [random.choice([LOWER, UPPER, EXACT]) for _ in positions]
    learned = NetworkWeights(game, plan, random_network(name))
    textbook, tally = TreeStrap(game, random_network(name)), np.zeros(2)
    strap(
        native(game), to_rows(game, positions), np.array(values), np.array(bounds),
        learned.evaluation, learned.coherence, learned.factors, 0.3, 1.5,
        declares(game, "non_losing_moves"), tally,
    )  # fmt: skip
    textbook.learn(
        [
            (position, -inf if bound == UPPER else value, inf if bound == LOWER else value)
            for position, value, bound in zip(positions, values, bounds, strict=True)
        ],
        0.3,
        1.5,
    )
    assert np.array_equal(learned.weights, textbook.network.weights.array[1:])
    assert (learned.weights != random_network(name).weights.array[1:]).any()
    left_out = sum(wins_at_once(game, position) for position in positions)
    assert tally[TAUGHT] == len(positions) - left_out * declares(game, "non_losing_moves")
    for index, weight in textbook.coherence.items():
        assert [*learned.errors[index - 1]] == [weight.turned, weight.walked]


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_what_treestrap_teaches_is_the_gradient(name: str) -> None:
    """Weights move down the slope of (V - H)^2 / 2, which is a finite difference of it."""
    game, network, rate = game_of(name), random_network(name), 0.25
    network.weights.array[1:] //= 64
    textbook = TreeStrap(game, network)
    position, value = random_line(game, 5)[3], 0.7
    assert not wins_at_once(game, position)

    def loss() -> float:
        return (value - textbook.sum_of(indices) / UNIT) ** 2 / 2

    indices = textbook.indices(position)
    slopes, step = {}, UNIT // 8
    for index in indices:
        ends = []
        for sign in (1, -2):
            network.weights[index] += sign * step
            ends.append(loss())
        network.weights[index] += step
        slopes[index] = (ends[0] - ends[1]) / (2 * step / UNIT)
    before = network.weights.array.copy()
    textbook.learn([(position, value, value)], rate, 10.0)
    moved = (network.weights.array - before) / UNIT
    assert {*np.flatnonzero(moved)} == {*indices}
    for index, slope in slopes.items():
        assert isclose(moved[index], -rate / len(indices) * slope, rel_tol=1e-4)


def test_threads_learn_together() -> None:
    game = game_of("paths")
    learner = PatternLearner(game, plan_of("paths"), threads=2)
    played = learner.learn(200, stop_flag())
    assert 100 <= played <= 200
    assert played == learner.tally[:3].sum()


def test_a_stop_ends_learning_between_games() -> None:
    stop = stop_flag()
    learner = PatternLearner(game_of("paths"), plan_of("paths"))
    assert learner.learn(3, stop) == 3
    stop[0] = True
    assert learner.learn(10**9, stop) < 10**8
