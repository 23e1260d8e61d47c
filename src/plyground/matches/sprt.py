"""The sequential probability ratio test: is a player stronger? In as few games as it takes.

Games count in pairs, which bring 0, 1/2, 1, 3/2 or 2 points (the pentanomial model). Elo is
normalised: the mean of a pair's score over its deviation, so that a bound means as many games in a
game full of draws as in one without. The logistic model takes Elo of the usual kind, which depends
on the mean alone: it is the one to use where few pairs are decided.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

from plyground.core.errors import BadOption
from plyground.matches.rating import elo as elo_of

Model = Literal["normalised", "logistic"]
SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair scores, by its points."""
NELO_SCALE: Final = 800 / math.log(10)
MIN_COUNT: Final = 1e-3
"""Stands for pairs that have not occurred: nothing is impossible."""
MAX_PAIRS: Final = 10**12
FEW_DECIDED: Final = 0.1
"""Where fewer pairs are decided, normalised Elo is far from Elo of the usual kind."""
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
    elo: float
    """Elo of the usual kind, as measured."""
    decided: float
    """The share of pairs that one of the players won."""
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
    pairs: Sequence[int],
    elo0: float,
    elo1: float,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "normalised",
) -> Sprt:
    """Test whether a player is stronger by `elo1` rather than by `elo0`, in the Elo of a model.

    `pairs` are the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points. `alpha` is the chance to
    accept elo1 where elo0 is true, `beta` that to accept elo0 where elo1 is true.
    """
    _check(pairs)
    check_hypotheses(elo0, elo1, alpha, beta)
    counts = [max(count, MIN_COUNT) for count in pairs]
    total = sum(counts)
    frequencies = [count / total for count in counts]
    find = _most_likely if model == "normalised" else _most_likely_logistic
    likely = [find(frequencies, elo) for elo in (elo0, elo1)]
    ratios = (math.log(p1 / p0) for p0, p1 in zip(*likely, strict=True))
    llr = total * sum(q * ratio for q, ratio in zip(frequencies, ratios, strict=True))
    mean, variance = _moments(frequencies)
    return Sprt(
        llr=llr,
        lower=math.log(beta / (1 - alpha)),
        upper=math.log((1 - beta) / alpha),
        nelo=_nelo(mean, variance),
        elo=elo_of(mean) or 0.0,
        decided=1 - pairs[2] / sum(pairs),
        los=NormalDist().cdf((mean - 0.5) / math.sqrt(variance / total)),
        pairs=sum(pairs),
    )


def check_hypotheses(elo0: float, elo1: float, alpha: float, beta: float) -> None:
    """Refuse bounds that cannot be tested."""
    if not -1000 <= elo0 < elo1 <= 1000:
        raise BadOption(f"elo0={elo0:g},elo1={elo1:g}: expected -1000 <= elo0 < elo1 <= 1000")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadOption(f"alpha={alpha:g},beta={beta:g}: expected numbers between 0 and 0.5")


def _check(pairs: Sequence[int]) -> None:
    if len(pairs) != len(SCORES) or not all(0 <= count <= MAX_PAIRS for count in pairs):
        given = ",".join(map(str, pairs))
        raise BadOption(
            f"the pairs {given}: expected five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points"
        )
    if not sum(pairs):
        raise BadOption("no pairs were played: there is nothing to test")


def normalised_elo(points: Sequence[float]) -> float:
    """The normalised Elo of a player whose pairs brought these points."""
    counts = [points.count(twice / 2) + MIN_COUNT for twice in range(len(SCORES))]
    return _nelo(*_moments([count / sum(counts) for count in counts]))


def _nelo(mean: float, variance: float) -> float:
    return (mean - 0.5) / math.sqrt(2 * variance) * NELO_SCALE


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


def _most_likely_logistic(frequencies: Sequence[float], elo: float) -> list[float]:
    """The same for Elo of the usual kind, which fixes the mean."""
    mean = 1 / (1 + 10 ** (-elo / 400))
    terms = [score - mean for score in SCORES]
    theta = _multiplier(frequencies, terms)
    return [q / (1 + theta * phi) for q, phi in zip(frequencies, terms, strict=True)]


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
