"""The exact solver as a plain function: the verdicts of the textbook.

Each of these boards would be compiled apart, so all but one are solved uncompiled only.
"""

import pytest

from plyground.search import exact
from plyground.search.compact import SMALLEST
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from plyground.search.solving import ExactSolver
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
"""How many plies are left where plain Python comes to the end in no time."""


def assert_all_known(name: str, known: Verdicts, stride: int = 1) -> None:
    """All verdicts at once; and one by one of some positions, with the moves that keep them."""
    game = game_of(name)
    for weak in (False, True):
        solver = ExactSolver(game, SMALLEST)
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
    """So small that no children would be looked up, so some are solved once more with that."""
    assert_all_known(name, all_verdicts(name))
    monkeypatch.setattr(exact, "LOOK_BELOW", 2)
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
def test_a_win_is_found_beside_moves_that_nobody_can_judge() -> None:
    """White is two steps from the far side, and every other move leads into a whole game."""
    game = game_of(BREAKTHROUGH)
    start = game.start()
    white, black = start.white | 1 << 40, start.black & ~(7 << 48 | 7 << 56)
    position = start._replace(white=white & ~(1 << 8), black=black)
    solution = ExactSolver(game, SMALLEST).solve(position, Limits(nodes=20_000))
    assert solution.verdict == Verdict(1, 3)
    assert solution.best is not None and game.move_text(position, solution.best)[:2] == "a6"
