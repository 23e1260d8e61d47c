"""Proof-number search as a plain function: the verdicts of the textbook.

Each of these boards would be compiled apart, so all but one are searched uncompiled only.
"""

import math
from random import Random

import pytest

from plyground import WIN
from plyground.core.bits import WORD_MASK
from plyground.core.compile import raw
from plyground.search import reference
from plyground.search.alphabeta.table import MIN_BYTES, new_table
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.dfpn.table import (
    MAX_NUMBER,
    delta_of,
    entry,
    left_of,
    not_won_within,
    phi_of,
    probe,
    store,
    won_within,
)
from tests.positions import NIM, game_of, label
from tests.proving import (
    CONNECT_FOUR,
    CONNIPTION,
    DOMINOES,
    MISERE,
    PATHS,
    Verdicts,
    all_verdicts,
    assert_solved,
    late_verdicts,
    ongoing,
    uncompiled,
)


def assert_all_solved(name: str, known: Verdicts, size: int, stride: int = 1) -> None:
    """The exact verdict of each; for every fifth also the weak one."""
    game = game_of(name)
    for weak in (False, True):
        solver = ProofSearch(game, size)
        for position in ongoing(game, known)[:: 5 * stride if weak else stride]:
            assert_solved(game, solver, position, known, weak)


def test_verdicts_are_those_of_the_textbook() -> None:
    assert_all_solved(CONNECT_FOUR, late_verdicts(CONNECT_FOUR, 7, 8), MIN_BYTES, 10)


@uncompiled
@pytest.mark.parametrize("name", [PATHS, DOMINOES, NIM], ids=label)
def test_every_position_of_small_games(name: str) -> None:
    assert_all_solved(name, all_verdicts(name), 1 << 16)


@uncompiled
def test_losing_by_the_own_move() -> None:
    assert_all_solved(MISERE, all_verdicts(MISERE), 1 << 14, 20)


@uncompiled
@pytest.mark.parametrize("size", [MIN_BYTES, 1 << 14])
def test_turning_the_board_over(size: int) -> None:
    assert_all_solved(CONNIPTION, late_verdicts(CONNIPTION, 6, 6), size, 40)


@pytest.mark.parametrize("name", [PATHS, MISERE])
def test_the_textbooks_own_numbers(name: str) -> None:
    """Proof numbers, plain search and verdicts agree."""
    game, numbers = game_of(name), reference.Numbers()
    for position in ongoing(game, all_verdicts(name))[50::60]:
        verdict = all_verdicts(name)[position]
        for plies in range(1, 6):
            wins = verdict.outcome == WIN and (verdict.plies or 0) <= plies
            assert reference.forced(game, position, plies, (WIN,), True) == wins
            expected = (0, math.inf) if wins else (math.inf, 0)
            assert reference.dfpn(game, position, plies, True, numbers) == expected


# --- the table ---------------------------------------------------------------------------------


@uncompiled
def test_entries_say_what_was_put_in() -> None:
    random, kept = Random(1), {}
    memory = raw(new_table(1 << 16))
    for _ in range(300):
        key, attacking = random.choice([0, WORD_MASK, random.getrandbits(64)]), random.randrange(2)
        facts = (random.randrange(64), random.randrange(256), random.randrange(256))
        rest = (
            random.randrange(251),
            random.randrange(MAX_NUMBER + 1),
            random.randrange(MAX_NUMBER + 1),
        )
        if (key, attacking) not in kept:
            store(memory, key, entry(attacking, *facts, *rest))
            kept[key, attacking] = (*facts[1:], *rest)
    for (key, attacking), expected in kept.items():
        data = probe(memory, key, attacking)
        found = (won_within(data), not_won_within(data))
        assert (*found, left_of(data), phi_of(data), delta_of(data)) == expected


@uncompiled
def test_facts_add_up_and_cheap_entries_go_first() -> None:
    memory = raw(new_table(MIN_BYTES))
    store(memory, 7, entry(1, 3, 9, 4, 9, 5, 6))
    store(memory, 7, entry(1, 2, 11, 6, 8, 1, 2))
    data = probe(memory, 7, 1)
    assert (won_within(data), not_won_within(data), left_of(data)) == (9, 6, 8)
    assert probe(memory, 7, 0) == 0
    for key in range(8, 200):
        store(memory, key, entry(1, 1, 9, 4, 9, 5, 6))
    assert probe(memory, 7, 1) == data
