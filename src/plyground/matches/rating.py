"""The Elo difference that the scores of a match mean, with its confidence interval."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_EXTRA_PAIRS: Final = _Z * _Z
"""How many pairs are added to those played."""


class Rating(NamedTuple):
    """One player's score against the other, from 0 to 1, with the bounds of its interval."""

    score: float
    low: float
    high: float
    los: float
    """Likelihood of superiority: how likely this player is the stronger one."""


def rate(pairs: Sequence[Sequence[float]]) -> Rating:
    """The score over pairs of games, with the bounds of its 95 % confidence interval.

    A game counts 1, 0.5 or 0. The two games from one opening depend on each other, so the variance
    is taken over pairs. A pair with only one game played has half the weight.

    If every pair has the same score, there is no variance, yet the score is not certain. So the
    bounds are computed as if z * z = 3.84 more pairs had been played, half of them won twice and
    half lost twice: the Agresti-Coull interval, for pairs instead of coin tosses. The bounds always
    contain the score. With 50 pairs all won the lower bound is 91.5 %, where an exact one for coin
    tosses is 92.9 %. With hundreds of pairs the added ones hardly matter.
    """
    weights = [len(pair) / 2 for pair in pairs]
    scores = [sum(pair) / len(pair) for pair in pairs]
    total = sum(weights)
    points = sum(weight * score for weight, score in zip(weights, scores, strict=True))
    middle = (points + _EXTRA_PAIRS / 2) / (total + _EXTRA_PAIRS)
    squares = sum((w * (score - middle)) ** 2 for w, score in zip(weights, scores, strict=True))
    squares += _EXTRA_PAIRS / 2 * (middle**2 + (1 - middle) ** 2)
    error = math.sqrt(squares) / (total + _EXTRA_PAIRS)
    low, high = max(0.0, middle - _Z * error), min(1.0, middle + _Z * error)
    return Rating(points / total, low, high, NormalDist().cdf((middle - 0.5) / error))


def elo(score: float) -> float | None:
    """The Elo difference that a score means; None for 0 and 1, where it is infinite."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None
