"""Lines that can all be blocked: if `may_win` is False for a side, that side does not win."""

from pathlib import Path
from typing import Any

import pytest

from plyground import WIN, Game, make_game
from plyground.conformance.compiled import CompiledRules
from plyground.core.outcome import LOSS
from plyground.games.windows import COMPLETE, min_moves, potential
from tests.positions import game_of, label, random_line
from tests.proving import MISERE, PATHS, all_verdicts, last_verdicts, ongoing

FILE = "9\n1 2\n3 4 5\n5 6 7\n2 5 8 9\n1 9\n"
"""Paths of two, three and four spaces."""
SMALL = [
    PATHS,
    "dominoes:rows=3,columns=4,line=4",
    "paths:board=2x5,line=3",
    "dominoes:rows=2,columns=6,line=4",
]
LARGE = [
    ("paths:board=5x5,line=4", 8),
    ("paths:board=2x4x4,line=4", 8),
    ("dominoes:rows=6,columns=7,line=6", 5),
    ("dominoes:rows=5,columns=5,line=4", 5),
]


def refuted(game: Game, verdicts: dict[Any, Any]) -> dict[bool, int]:
    """How often `may_win` is False for the side to move and for the other; it is never wrong."""
    said = {True: 0, False: 0}
    for position in ongoing(game, verdicts):
        for mover, won in ((True, WIN), (False, LOSS)):
            if not game.may_win(position, mover):
                said[mover] += 1
                assert verdicts[position].outcome != won, game.position_text(position)
    return said


@pytest.mark.parametrize("name", SMALL, ids=label)
def test_who_cannot_win_does_not(name: str) -> None:
    said = refuted(game_of(name), all_verdicts(name))
    assert min(said.values()) > 100


def test_paths_of_different_lengths(tmp_path: Path) -> None:
    file = tmp_path / "paths.txt"
    file.write_text(FILE)
    name = f"paths:file={file}"
    assert min(refuted(make_game(name), all_verdicts(name)).values()) > 100


@pytest.mark.parametrize(("name", "left"), LARGE, ids=str)
def test_who_cannot_win_late_does_not(name: str, left: int) -> None:
    said = refuted(game_of(name), last_verdicts(name, left, 20))
    assert min(said.values()) > 50


def test_whoever_completes_a_path_may_win_by_it() -> None:
    game = game_of(MISERE)
    for position in ongoing(game, all_verdicts(MISERE)):
        assert game.may_win(position, True) and game.may_win(position, False)


@pytest.mark.parametrize(
    "name", [PATHS, "paths:board=1x70,line=66", "dominoes:rows=4,columns=20,line=9"], ids=label
)
def test_compiled_is_plain(name: str) -> None:
    game = game_of(name)
    compiled, answers = CompiledRules(game), set()
    for position in random_line(game, 1)[:-1]:
        for mover in (True, False):
            answers.add(game.may_win(position, mover))
            assert compiled.may_win(position, mover) == game.may_win(position, mover)
        for move in game.moves(position):
            assert compiled.solver_order(position, move) == game.solver_order(position, move)
    assert False in answers


def test_an_empty_line_lacks_a_half_for_each_move() -> None:
    assert potential(0, 0, (0b111,), 0, 0) == COMPLETE // 8
    assert potential(0b001, 0, (0b111, 0b11000), 0, 0) == COMPLETE // 4 + COMPLETE // 4
    assert potential(0b001, 0b1000, (0b111, 0b11000), 0, 0) == COMPLETE // 4


@pytest.mark.parametrize(
    ("missing", "moves"),
    [(0, 0), (0b1, 1), (0b11, 1), (0b101, 2), (0b111, 2), (0b1111, 2), (0b100001, 1), (1 << 6, 1)],
)
def test_a_domino_covers_two_neighbours(missing: int, moves: int) -> None:
    """On a board of five columns: square 5 lies below square 0."""
    assert min_moves(missing, 1, 5) == moves


def test_the_middle_of_an_empty_board_is_worth_most() -> None:
    game = game_of("paths:board=5x5,line=4")
    start = game.start()
    assert max(game.moves(start), key=lambda move: game.solver_order(start, move)) == 12
