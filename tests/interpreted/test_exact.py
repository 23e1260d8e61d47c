"""The exact solver as a plain function: the verdicts of the textbook.

Each of these boards would be compiled apart, so all but one are solved uncompiled only.
"""

import pytest

from plyground import WIN
from plyground.search.exact import kernel as exact
from plyground.search.exact.driver import ExactSolver
from plyground.search.exact.table import MIN_BYTES
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from tests.lockstep import SMALLEST as SMALLEST_BOARD
from tests.positions import BREAKTHROUGH, NIM, game_of, label
from tests.proving import (
    CONNECT_FOUR,
    DOMINOES,
    MISERE,
    PATHS,
    SMALL_CONNIPTION,
    Verdicts,
    all_verdicts,
    assert_solved,
    last_verdicts,
    late_verdicts,
    ongoing,
    uncompiled,
    verdicts_from,
)

SMALL_BREAKTHROUGH = f"{BREAKTHROUGH}:rows=4,columns=2"
SMALL = (PATHS, MISERE, DOMINOES, SMALL_CONNIPTION, NIM, SMALL_BREAKTHROUGH)
FULL = {
    "connect-four": 12,
    "conniption": 5,
    "conniption:flips=1,both_lines=draw": 6,
    "dominoes:line=6": 8,
    "paths:board=4x4x4": 7,
    "paths:board=9x9,line=5": 7,
    "paths:board=9x9,line=5,misere=1": 7,
}
"""With this many plies left, plain Python solves a position quickly."""


def assert_all_known(name: str, known: Verdicts, stride: int = 1) -> None:
    """All verdicts at once; and one by one of some positions, with the moves that keep them."""
    game = game_of(name)
    for weak in (False, True):
        solver = ExactSolver(game, MIN_BYTES)
        positions = [*known][::stride]
        expected = [Verdict(v.outcome) if weak else v for v in map(known.__getitem__, positions)]
        assert solver.solve_many(positions, weak=weak) == expected
        for position in ongoing(game, known)[:: 50 * stride]:
            assert_solved(game, solver, position, known, weak)


def test_verdicts_are_those_of_the_textbook() -> None:
    assert_all_known(CONNECT_FOUR, late_verdicts(CONNECT_FOUR, 7, 8), 4)


@uncompiled
@pytest.mark.parametrize("name", SMALL, ids=label)
def test_every_position_of_small_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too small for enhanced transposition cut-offs, so some are solved again with them."""
    assert_all_known(name, all_verdicts(name))
    monkeypatch.setattr(exact, "ETC_FROM", 2)
    assert_all_known(name, all_verdicts(name), 4)


@uncompiled
@pytest.mark.parametrize("name", FULL)
def test_the_ends_of_long_games(name: str) -> None:
    known = last_verdicts(name, FULL[name], 12)
    assert len({verdict.outcome for verdict in known.values()}) > 1
    assert_all_known(name, known, max(1, len(known) // 500))


@uncompiled
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("watch-your-back:turn_limit=204", SMALLEST_BOARD),
        (BREAKTHROUGH, f"{1 << 33 | 1 << 36},{1 << 27 | 1 << 44},0"),
    ],
    ids=["watch-your-back", "breakthrough"],
)
def test_the_ends_of_games_that_do_not_tell_how_long_they_last(name: str, text: str) -> None:
    known = verdicts_from(name, text)
    assert len(known) > 50
    assert_all_known(name, known, max(1, len(known) // 200))


@uncompiled
def test_a_win_is_found_beside_unsolved_moves() -> None:
    """White runs from a6 and wins; it may capture on b7 as well, which leads into a whole game."""
    game = game_of(BREAKTHROUGH)
    start = game.start()
    a6, a7, a8_and_b8 = 1 << 40, 1 << 48, 3 << 56
    position = start._replace(white=start.white | a6, black=start.black & ~(a7 | a8_and_b8))
    solution = ExactSolver(game, MIN_BYTES).solve(position, Limits(nodes=20_000))
    assert solution.verdict == Verdict(WIN, 3)
    assert solution.best is not None and game.move_text(position, solution.best) == "a6a7"
