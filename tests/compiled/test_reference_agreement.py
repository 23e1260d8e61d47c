"""The compiled rules against the slow reference rules, move by move through random games."""

import math
import os
from collections import Counter

import pytest

from tests.lockstep import (
    INTERPRETED_SHARE,
    MORE_PAIRS,
    PAIRS,
    Ending,
    Pair,
    Seen,
    play_in_lockstep,
)

PLIES = 200_000 if os.environ.get("PLYGROUND_LONG") else 20_000
"""For each game, shared among its variants."""
VARIANTS = Counter(pair.game_name for pair in PAIRS)
LATER = [pytest.param(pair, marks=pytest.mark.long) for pair in MORE_PAIRS]


@pytest.mark.parametrize("pair", [*PAIRS, *LATER], ids=str)
def test_compiled_rules_agree_with_the_reference(pair: Pair) -> None:
    share = math.ceil(PLIES / VARIANTS[pair.game_name])
    seen = play_in_lockstep(pair, share)
    assert seen.plies >= share
    assert seen.interpreted_plies >= seen.plies // INTERPRETED_SHARE
    assert pair.results <= {*seen.results}, "an ending never came: the comparison proves too little"
    if "conniption:width=4" in pair.name:
        assert_endings_on_small_boards(pair, seen)
    if pair.start:
        assert_endings_after_the_last_shrink(pair, seen)


# Some variants are there for endings that are rare elsewhere; make sure that these came.


def assert_endings_on_small_boards(pair: Pair, seen: Seen) -> None:
    if "turn_end" not in pair.name:
        assert sum(map(ended_by_the_first_flip, seen.endings)) >= 10
    if "both_lines=draw" in pair.name:
        assert sum(map(is_draw_before_the_board_is_full, seen.endings)) >= 3


def assert_endings_after_the_last_shrink(pair: Pair, seen: Seen) -> None:
    limit = int(pair.name.rpartition("=")[2])
    turns = [turn(ending.after) for ending in seen.endings]
    assert sum(found > 192 for found in turns) >= 10
    if limit:
        drawn = [e for e in seen.endings if turn(e.after) == limit and e.result == "draw"]
        assert len(drawn) >= 10


def ended_by_the_first_flip(ending: Ending) -> bool:
    return discs(ending.before) == discs(ending.after)


def is_draw_before_the_board_is_full(ending: Ending) -> bool:
    return ending.result == "draw" and "." in "".join(rows(ending.after))


def rows(view: tuple[object, ...]) -> tuple[str, ...]:
    found = view[0]
    assert isinstance(found, tuple)
    return found


def discs(view: tuple[object, ...]) -> int:
    return sum(row.count("x") + row.count("o") for row in rows(view))


def turn(view: tuple[object, ...]) -> int:
    found = view[-1]
    assert isinstance(found, int)
    return found
