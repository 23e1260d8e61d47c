"""The Elo difference and its bounds, as laws and known values."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from plyground.matches.rating import elo, rate

points = st.sampled_from([0.0, 0.5, 1.0])
full_pairs = st.lists(st.tuples(points, points), min_size=1, max_size=60)


@st.composite
def matches(draw: st.DrawFn) -> list[Sequence[float]]:
    """The points of a match's games in pairs; the last one may be alone."""
    alone = draw(st.lists(st.tuples(points), max_size=1))
    return [*draw(full_pairs), *alone]


def swapped(pairs: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[1 - point for point in pair] for pair in pairs]


@pytest.mark.parametrize(
    ("score", "expected"), [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (10 / 11, 400.0)]
)
def test_known_differences(score: float, expected: float) -> None:
    assert elo(score) == pytest.approx(expected, abs=0.01)


def test_a_difference_without_bound_is_none() -> None:
    assert elo(0.0) is None and elo(1.0) is None


@given(matches())
def test_the_bounds_contain_the_score(pairs: list[Sequence[float]]) -> None:
    rating = rate(pairs)
    assert 0 <= rating.low <= rating.score <= rating.high <= 1
    assert rating.low < rating.high
    assert 0 <= rating.los <= 1


@given(matches())
def test_the_score_is_that_of_all_games(pairs: list[Sequence[float]]) -> None:
    games = [point for pair in pairs for point in pair]
    assert rate(pairs).score == pytest.approx(sum(games) / len(games))


@given(matches())
def test_the_other_player_has_the_opposite(pairs: list[Sequence[float]]) -> None:
    rating, other = rate(pairs), rate(swapped(pairs))
    assert other.score == pytest.approx(1 - rating.score)
    assert other.low == pytest.approx(1 - rating.high)
    assert other.high == pytest.approx(1 - rating.low)
    assert other.los == pytest.approx(1 - rating.los)


@given(full_pairs)
def test_more_of_the_same_makes_sure(pairs: list[Sequence[float]]) -> None:
    few, many = rate(pairs), rate(pairs * 4)
    assert many.high - many.low < few.high - few.low
    assert many.low > few.low or few.low == 0
    assert many.high < few.high or few.high == 1


@given(full_pairs)
def test_a_better_game_never_lowers_the_score(pairs: list[Sequence[float]]) -> None:
    better = [(1.0, 1.0), *pairs[1:]]
    assert rate(better).score >= rate(pairs).score


def test_the_bounds_of_a_clean_sheet_are_sound() -> None:
    """As wide as those of a coin that fell on one side 50 times: 92.9 % and more, exactly."""
    rating = rate([(1.0, 1.0)] * 50)
    assert rating.low == pytest.approx(0.915, abs=0.001) and rating.low < 0.025 ** (1 / 50)
    assert rating.high == 1


def test_the_bounds_of_shared_pairs_are_sound() -> None:
    """If every opening decided its game so far, a pair not yet seen may still differ."""
    rating = rate([(1.0, 0.0)] * 50)
    unseen = 1 - 0.025 ** (1 / 50)
    assert rating.high - 0.5 == pytest.approx(unseen / 2, abs=0.001)
    assert rating.los == pytest.approx(0.5)


def test_pairs_count_not_games() -> None:
    """One win in each pair says more than equally many wins and losses by luck."""
    steady, lucky = rate([(1.0, 0.0)] * 100), rate([(1.0, 1.0), (0.0, 0.0)] * 50)
    assert steady.score == lucky.score == 0.5
    assert steady.high - steady.low < (lucky.high - lucky.low) / 3


def test_many_pairs_have_the_normal_bounds() -> None:
    """500 pairs won twice, 500 shared: 75 %, and 1.96 standard errors on each side."""
    rating = rate([(1.0, 1.0), (1.0, 0.0)] * 500)
    assert rating.score == 0.75
    assert rating.high - rating.low == pytest.approx(2 * 1.96 * 0.25 / 1000**0.5, rel=0.02)
    assert rating.los > 0.999
