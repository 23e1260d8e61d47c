"""Pattern networks in compiled code: the same values, and the same weights learned."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from plyground.conformance.compiled import CompiledEvaluation
from plyground.core.score import static_eval
from plyground.core.threads import stop_flag
from plyground.learning.pattern_learner import PatternLearner, Settings
from plyground.learning.pattern_reference import SelfPlay
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
    assert np.array_equal(learner.network.weights.array, textbook.network.weights.array)
    assert learner.network.weights.array[1:].any()
    for index, weight in textbook.coherence.items():
        pair = learner.coherence.array[2 * index : 2 * index + 2]
        assert [*pair] == [weight.turned, weight.walked]


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
