"""What the scores of a match say about strength: the Elo difference, and how sure it is."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

CERTAINTY: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CERTAINTY) / 2)
_EXTRA: Final = _Z * _Z
"""How many pairs are imagined besides those played."""


class Rating(NamedTuple):
    """One player's score against the other, as shares of all points."""

    score: float
    low: float
    high: float
    los: float
    """How likely this player is the stronger one."""


def rate(pairs: Sequence[Sequence[float]]) -> Rating:
    """The score over pairs of games, with bounds between which it truly lies 95 times in 100.

    A game counts 1, 0.5 or 0. Two games from one opening depend on each other, so the spread is
    taken over pairs; a pair of which one game was played has half the weight.

    A match that is won, lost or shared throughout has no spread, yet is no proof. So the bounds
    are taken as if z * z = 3.84 pairs more had been played, half of them won twice and half lost
    twice: the Agresti-Coull interval, for pairs instead of coin tosses. They always contain the
    score. With 50 pairs all won the lower bound is 91.5 %, where an exact one for coin tosses is
    92.9 %; with hundreds of pairs what is added hardly matters.
    """
    weights = [len(pair) / 2 for pair in pairs]
    scores = [sum(pair) / len(pair) for pair in pairs]
    total = sum(weights)
    points = sum(weight * score for weight, score in zip(weights, scores, strict=True))
    middle = (points + _EXTRA / 2) / (total + _EXTRA)
    spread = sum((w * (score - middle)) ** 2 for w, score in zip(weights, scores, strict=True))
    spread += _EXTRA / 2 * (middle**2 + (1 - middle) ** 2)
    error = math.sqrt(spread) / (total + _EXTRA)
    low, high = max(0.0, middle - _Z * error), min(1.0, middle + _Z * error)
    return Rating(points / total, low, high, NormalDist().cdf((middle - 0.5) / error))


def elo(score: float) -> float | None:
    """The difference in Elo that a score means; None where it has no bound."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None
