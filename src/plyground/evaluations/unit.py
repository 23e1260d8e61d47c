"""The unit of an evaluation: the score that is worth tanh(1) = 0.76 of a win."""

from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import static_eval
from plyground.evaluations.patterns.sample import random_games

DEFAULT: Final = 1000.0
"""That of an evaluation whose scores are all the same."""
SAMPLE: Final = 1000
SEED: Final = 1


def unit_of(game: Game, evaluation: Evaluation) -> float:
    """What an evaluation says, or else what its scores in random games tell."""
    if evaluation.said_unit:
        return evaluation.said_unit
    games = random_games(game, Random(SEED), SAMPLE)
    positions = [position for each in games for position in each]
    return unit_for(np.array([static_eval(evaluation, game, one) for one in positions]))


def unit_for(scores: NDArray[Any]) -> float:
    """Twice the deviation of these scores."""
    return 2 * float(scores.std()) or DEFAULT
