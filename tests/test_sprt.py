"""The sequential probability ratio test."""

import math
from random import Random

import pytest
from hypothesis import given, strategies as st

from plyground.core.errors import BadOption
from plyground.matches.sprt import NELO_SCALE, SCORES, _moments, _most_likely, sprt
from tests.command import ran, refused, told as message

PUBLISHED = [
    ([365, 16618, 36229, 16974, 390], 0, 2, 2.25),
    ([39, 2226, 31451, 2412, 40], 0.764, 3.439, 2.163),
    ([0, 0, 995, 5, 0], 0, 5, 0.86),
]
counts = st.lists(st.integers(0, 5000), min_size=5, max_size=5).filter(sum)


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), PUBLISHED)
def test_published_ratios(pairs: list[int], elo0: float, elo1: float, llr: float) -> None:
    digits = len(str(llr).partition(".")[2])
    assert round(sprt(pairs, elo0, elo1).llr, digits) == llr


def test_where_few_pairs_are_decided_the_models_differ() -> None:
    pairs = [0, 0, 995, 5, 0]
    assert round(sprt(pairs, 0, 5, model="logistic").llr, 1) == -9.0
    assert round(sprt(pairs, 0, 5).llr, 2) == 0.86
    assert "only 0.5 % of the pairs are decided" in ran("sprt", "--pairs", "0,0,995,5,0").stdout


@given(counts, st.floats(-50, 50), st.floats(0.1, 50))
def test_the_other_player_sees_the_opposite(pairs: list[int], elo0: float, more: float) -> None:
    ours, theirs = sprt(pairs, elo0, elo0 + more), sprt(pairs[::-1], -elo0 - more, -elo0)
    assert math.isclose(ours.llr, -theirs.llr, rel_tol=1e-6, abs_tol=1e-6)
    assert math.isclose(ours.nelo, -theirs.nelo, abs_tol=1e-6)
    assert math.isclose(ours.los, 1 - theirs.los, abs_tol=1e-9)


@given(counts, st.floats(-40, 40))
def test_the_likely_frequencies_have_the_elo_that_is_assumed(pairs: list[int], nelo: float) -> None:
    total = sum(pairs) + 5
    found = _most_likely([(count + 1) / total for count in pairs], nelo)
    mean, variance = _moments(found)
    assert math.isclose(sum(found), 1, abs_tol=1e-6) and min(found) > 0
    assert math.isclose((mean - 0.5) / math.sqrt(2 * variance) * NELO_SCALE, nelo, abs_tol=1e-3)


def accepted(frequencies: list[float], random: Random) -> int:
    """What a test of 0 against 40 accepts where pairs come with these frequencies; it looks after
    every fifth pair."""
    pairs = [0] * 5
    while True:
        for points in random.choices(range(5), frequencies, k=5):
            pairs[points] += 1
        found = sprt(pairs, 0, 40).accepted
        if found is not None:
            return found


@pytest.mark.slow
def test_it_errs_as_seldom_as_it_says() -> None:
    random, equal = Random(1), [0.1, 0.2, 0.4, 0.2, 0.1]
    stronger = _most_likely(equal, 40)
    wrong = [sum(accepted(equal, random) for _ in range(100))]
    wrong.append(sum(1 - accepted(stronger, random) for _ in range(100)))
    assert max(wrong) <= 11  # 5 are expected; more than 11 come in one of 200 runs


def test_the_scores_are_those_of_pairs() -> None:
    assert [2 * score for score in SCORES] == [0, 0.5, 1, 1.5, 2]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--pairs", "1,2,3"), "the pairs 1,2,3: expected five counts"),
        (("--pairs", "1,2,x,4,5"), "--pairs 1,2,x,4,5: expected five whole numbers"),
        (("--pairs", "0,0,0,0,0"), "no pairs were played"),
        (("--pairs", "1,2,3,-4,5"), "the pairs 1,2,3,-4,5: expected five counts"),
        (("--pairs", "1,2,3,4,5", "--elo0", "5", "--elo1", "5"), "expected -1000 <= elo0 < elo1"),
        (("--pairs", "1,2,3,4,5", "--alpha", "0.7"), "expected numbers between 0 and 0.5"),
        (("--pairs", "1,2,3,4,5", "--elo0", "nan"), "expected -1000 <= elo0 < elo1"),
    ],
)
def test_bad_input_gets_one_sentence(options: tuple[str, ...], told: str) -> None:
    assert told in refused("sprt", *options)


def test_the_command_says_it_to_programs() -> None:
    pairs = ("--pairs", "365,16618,36229,16974,390")
    said = message(ran("sprt", *pairs, "--elo1", "2", "--json").stdout)
    assert round(said["llr"], 2) == 2.25 and said["accepted"] is None


def test_no_pairs_are_no_test() -> None:
    with pytest.raises(BadOption, match="no pairs"):
        sprt([0, 0, 0, 0, 0], 0, 5)
