"""Wins played out against every answer: true ones hold, those of a false table do not."""

from typing import Any

import pytest

from plyground import DRAW, LOSS, WIN
from plyground.search.alphabeta.table import FIRST
from plyground.search.dfpn.driver import ProofSearch, _Search
from plyground.search.dfpn.replay import new_notes
from plyground.search.limits import NO_LIMITS, Limits
from plyground.search.solution import Verdict
from tests.positions import game_of, random_line
from tests.searching import PATHS

SIZE = 1 << 20
ALL_FACTS, WON_IN_ONE = 0xFFFF << 40, 1 << 48


def positions(plies: int) -> list[Any]:
    """Random positions after `plies` plies."""
    lines = [random_line(game_of(PATHS), seed) for seed in range(60)]
    return [line[plies] for line in lines if len(line) > plies + 1]


@pytest.mark.parametrize("weak", [False, True], ids=["when", "who"])
def test_every_win_and_loss_holds(weak: bool) -> None:
    solver, seen = ProofSearch(game_of(PATHS), SIZE), set()
    for position in positions(4) + positions(5):
        verdict = solver.solve(position, weak=weak).verdict
        assert verdict
        seen.add(verdict.outcome)
        if verdict.outcome != DRAW:
            found = solver.replay(position, verdict)
            assert found.holds and found.positions >= (verdict.outcome == WIN)
    assert {WIN, LOSS} <= seen


def test_no_win_is_sooner_than_it_is() -> None:
    solver, tried = ProofSearch(game_of(PATHS), SIZE), 0
    for position in positions(4):
        verdict = solver.solve(position).verdict
        assert verdict
        if verdict.plies and verdict.plies > 2:
            tried += 1
            assert (
                solver.replay(position, Verdict(verdict.outcome, verdict.plies - 2)).holds is False
            )
    assert tried > 10


def test_what_was_won_in_time_on_one_way_need_not_be_on_a_longer_one() -> None:
    game = game_of(PATHS)
    solver, tried = ProofSearch(game, SIZE), 0
    for position in positions(4):
        verdict = solver.solve(position).verdict
        if verdict and verdict.outcome == WIN and verdict.plies and verdict.plies > 3:
            search, notes = _Search(solver, position, NO_LIMITS), new_notes(game, SIZE)
            assert search.beats(position, verdict.plies, notes)
            assert not search.beats(position, verdict.plies - 2, notes)
            tried += 1
    assert tried >= 5


def test_a_table_that_lies_is_found_out() -> None:
    """Everything in it is made a win in one ply for whoever attacks."""
    game, believed = game_of(PATHS), 0
    for position in positions(4) + positions(5):
        solver = ProofSearch(game, SIZE)
        verdict = solver.solve(position).verdict
        data = solver.table[FIRST + 1 :: 2]
        data[data != 0] = data[data != 0] & ~ALL_FACTS | WON_IN_ONE
        lie = solver.solve(position, weak=True).verdict
        if verdict and lie and lie.outcome == WIN != verdict.outcome:
            believed += 1
            assert solver.replay(position, lie).holds is False
    assert believed > 5


def test_a_limit_leaves_it_open() -> None:
    game = game_of(PATHS)
    solver = ProofSearch(game, SIZE)
    verdict = solver.solve(game.start()).verdict
    assert verdict
    assert solver.replay(game.start(), verdict, Limits(nodes=1)).holds is None
    assert solver.replay(game.start(), verdict).holds
