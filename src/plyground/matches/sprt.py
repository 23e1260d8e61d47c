"""The sequential probability ratio test: is a player stronger? In as few games as it takes.

Games count in pairs, which bring 0, 1/2, 1, 3/2 or 2 points (the pentanomial model). Elo is
normalised: the mean of a pair's score over its deviation, so that a bound means as many games in a
game full of draws as in one without.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

from plyground.core.errors import BadOption

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair scores, by its points."""
NELO_SCALE: Final = 800 / math.log(10)
MIN_COUNT: Final = 1e-3
"""Stands for pairs that have not occurred: nothing is impossible."""
MAX_PAIRS: Final = 10**12
_STEPS: Final = 10
"""How often the most likely frequencies are refined; fewer steps are enough in practice."""
_CLOSE: Final = 1e-9


class Sprt(NamedTuple):
    """The test so far: it accepts elo1 at `upper` and elo0 at `lower`."""

    llr: float
    """Log-likelihood ratio of the two hypotheses."""
    lower: float
    upper: float
    nelo: float
    """Normalised Elo as measured."""
    los: float
    """Likelihood of superiority."""
    pairs: int

    @property
    def accepted(self) -> int | None:
        """Which hypothesis is accepted: 0 or 1; None if the test goes on."""
        if self.llr >= self.upper:
            return 1
        return 0 if self.llr <= self.lower else None


def sprt(
    pairs: Sequence[int], elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05
) -> Sprt:
    """Test whether a player is stronger by `elo1` rather than by `elo0`, in normalised Elo.

    `pairs` are the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points. `alpha` is the chance to
    accept elo1 where elo0 is true, `beta` that to accept elo0 where elo1 is true.
    """
    _check(pairs, elo0, elo1, alpha, beta)
    counts = [max(count, MIN_COUNT) for count in pairs]
    total = sum(counts)
    frequencies = [count / total for count in counts]
    likely = [_most_likely(frequencies, elo) for elo in (elo0, elo1)]
    ratios = (math.log(p1 / p0) for p0, p1 in zip(*likely, strict=True))
    llr = total * sum(q * ratio for q, ratio in zip(frequencies, ratios, strict=True))
    mean, variance = _moments(frequencies)
    return Sprt(
        llr=llr,
        lower=math.log(beta / (1 - alpha)),
        upper=math.log((1 - beta) / alpha),
        nelo=(mean - 0.5) / math.sqrt(2 * variance) * NELO_SCALE,
        los=NormalDist().cdf((mean - 0.5) / math.sqrt(variance / total)),
        pairs=sum(pairs),
    )


def _check(pairs: Sequence[int], elo0: float, elo1: float, alpha: float, beta: float) -> None:
    if len(pairs) != len(SCORES) or not all(0 <= count <= MAX_PAIRS for count in pairs):
        given = ",".join(map(str, pairs))
        raise BadOption(
            f"the pairs {given}: expected five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points"
        )
    if not sum(pairs):
        raise BadOption("no pairs were played: there is nothing to test")
    if not -1000 <= elo0 < elo1 <= 1000:
        raise BadOption(f"elo0={elo0:g},elo1={elo1:g}: expected -1000 <= elo0 < elo1 <= 1000")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadOption(f"alpha={alpha:g},beta={beta:g}: expected numbers between 0 and 0.5")


def _moments(frequencies: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a pair's score."""
    mean = sum(q * score for q, score in zip(frequencies, SCORES, strict=True))
    return mean, sum(q * (score - mean) ** 2 for q, score in zip(frequencies, SCORES, strict=True))


def _most_likely(frequencies: Sequence[float], nelo: float) -> list[float]:
    """The frequencies with this normalised Elo that make those observed most likely.

    The condition mean - 1/2 = t * deviation is not linear. Around the frequencies found last it
    nearly is, so each step solves the linear problem there.
    """
    t = math.sqrt(2) * nelo / NELO_SCALE
    found = [1 / len(SCORES)] * len(SCORES)
    for _ in range(_STEPS):
        mean, variance = _moments(found)
        deviation = math.sqrt(variance)
        terms = [
            score - 0.5 - t * deviation / 2 * (1 + ((score - mean) / deviation) ** 2)
            for score in SCORES
        ]
        theta = _multiplier(frequencies, terms)
        last, found = found, [q / (1 + theta * phi) for q, phi in zip(frequencies, terms)]
        if max(abs(new - old) for new, old in zip(found, last, strict=True)) < _CLOSE:
            break
    return found


def _multiplier(frequencies: Sequence[float], terms: Sequence[float]) -> float:
    """The Lagrange multiplier: theta with sum q phi / (1 + theta phi) = 0. The sum falls."""
    low, high = -1 / max(terms), -1 / min(terms)
    while True:
        theta = (low + high) / 2
        if theta in (low, high):
            return theta
        if sum(q * phi / (1 + theta * phi) for q, phi in zip(frequencies, terms)) > 0:
            low = theta
        else:
            high = theta
