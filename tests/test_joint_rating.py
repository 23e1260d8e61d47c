"""Ratings of many players at once."""

import math

import numpy as np
import pytest

from plyground.matches.joint_rating import (
    ELO,
    PRIOR_DEVIATION,
    JointRatings,
    PairResult,
    _fitted,
    _Meetings,
    joint_ratings,
)

STRENGTHS = [-1.0, -0.4, 0.1, 0.3, 1.0]
FIRST_MOVE, NU = 0.4, 0.6


def simulated(pairs: int, seed: int) -> list[PairResult]:
    """Games between players of known strength: everyone meets everyone in some pairs."""
    random = np.random.default_rng(seed)

    def points(first: int, second: int) -> float:
        d = STRENGTHS[first] - STRENGTHS[second] + FIRST_MOVE
        weights = np.array([math.exp(d / 2), NU, math.exp(-d / 2)])
        return float(random.choice([1.0, 0.5, 0.0], p=weights / weights.sum()))

    return [
        PairResult(one, other, points(one, other), 1 - points(other, one))
        for one in range(len(STRENGTHS))
        for other in range(one + 1, len(STRENGTHS))
        for _ in range(pairs)
    ]


def rated(pairs: list[PairResult], samples: int = 200) -> JointRatings:
    return joint_ratings(len(STRENGTHS), pairs, samples=samples)


def test_known_strengths_are_found_again() -> None:
    found = rated(simulated(3000, 1))
    for player, strength in zip(found.players, STRENGTHS, strict=True):
        assert player.elo == pytest.approx(ELO * strength, abs=12)
    assert found.first_move == pytest.approx(ELO * FIRST_MOVE, abs=8)
    assert found.draws == pytest.approx(NU / (NU + 2 * math.cosh(FIRST_MOVE / 2)), abs=0.02)


def test_intervals_hold_as_often_as_they_say() -> None:
    inside = [
        player.low <= ELO * strength <= player.high
        for seed in range(80)
        for player, strength in zip(rated(simulated(15, seed)).players, STRENGTHS, strict=True)
    ]
    assert 0.9 <= sum(inside) / len(inside) <= 0.985


def test_the_order_of_pairs_and_of_their_players_does_not_matter() -> None:
    pairs = simulated(20, 3)
    turned = [
        PairResult(other, one, None if b is None else 1 - b, None if a is None else 1 - a)
        for one, other, a, b in reversed(pairs)
    ]
    assert rated(turned).players == rated(pairs).players


def test_who_wins_everything_is_rated_finitely_and_first() -> None:
    always = [PairResult(0, 1, 1.0, 1.0)] * 50
    found = joint_ratings(2, always).players
    assert found[0].low > 200 and found[0].high < 2000
    assert found[0].elo == pytest.approx(-found[1].elo)
    few = joint_ratings(2, always[:2]).players
    assert few[0].elo < found[0].elo and few[0].low < found[0].low


def test_the_first_move_is_not_taken_for_strength() -> None:
    """Where whoever starts always wins, players who have started equally often are equal."""
    found = joint_ratings(2, [PairResult(0, 1, 1.0, 0.0)] * 100)
    assert found.players[0].elo == pytest.approx(0, abs=1e-6)
    assert found.first_move > 300
    alone = joint_ratings(
        2, [PairResult(0, 1, 1.0, None)] * 10 + [PairResult(1, 0, 1.0, None)] * 10
    )
    assert alone.players[0].elo == pytest.approx(0, abs=1e-6)


def test_the_fit_is_where_the_likelihood_is_flat() -> None:
    """The slope by finite differences, from the model as it is written down."""
    meetings = _Meetings(len(STRENGTHS), simulated(10, 5))
    games = meetings.games(meetings.expected())
    best = _fitted(meetings.design, games)[0]

    def likelihood(given: np.ndarray) -> float:
        x = meetings.design @ given
        logits = np.stack([x, np.full_like(x, given[-1]), -x], axis=-1)
        shares = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
        prior = float((given**2).sum()) / (2 * PRIOR_DEVIATION**2)
        return float((games[0] * np.log(shares)).sum()) - prior

    for place in range(len(best)):
        step = np.zeros_like(best)
        step[place] = 1e-5
        slope = (likelihood(best + step) - likelihood(best - step)) / 2e-5
        assert slope == pytest.approx(0, abs=0.02)
