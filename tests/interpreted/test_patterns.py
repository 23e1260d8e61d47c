"""How networks learn, kernel and textbook as plain Python, in every game that has boards.

The textbook looks at every position from nothing, so indices that moves change stay what they are.
"""

import numpy as np
import pytest

from plyground.core.threads import stop_flag
from plyground.learning.pattern_learner import PatternLearner, Settings
from plyground.learning.pattern_reference import SelfPlay
from tests.patterns import BOARD_GAMES, plan_of, random_network
from tests.positions import game_of, label
from tests.proving import uncompiled

PLIES = 10


@uncompiled
@pytest.mark.parametrize("name", BOARD_GAMES, ids=label)
def test_indices_that_moves_change_are_those_from_nothing(name: str) -> None:
    game, plan = game_of(name), plan_of(name)
    chosen = Settings(rate=3.0, lambda_=0.3, exploration=0.7, openings=0.5)
    learner = PatternLearner(game, plan, chosen, seed=5, max_plies=PLIES)
    textbook = SelfPlay(game, random_network(name), chosen, 5)
    textbook.network.weights.array[1:] //= 64  # a value of nearly 1 teaches nothing
    learner.weights[:] = before = textbook.network.weights.array[1:].copy()
    for _ in range(2):
        learner.learn(1, stop_flag())
        textbook.play_and_learn(PLIES)
    assert np.array_equal(learner.weights, textbook.network.weights.array[1:])
    assert (learner.weights != before).any()
