"""Connect Four from the empty board: the book and the solver together play perfectly."""

from random import Random
from typing import Any

import pytest

from plyground.book.own import own_book
from plyground.core.game import legal_moves
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.search.exact.driver import ExactSolver
from plyground.search.solution import Verdict
from plyground.search.solve_or_search import score_of
from tests.positions import game_of, played

GAME = game_of("connect-four")
BOOK = own_book(GAME)
PLIES = 10
"""The book covers this many plies of a perfect player's games."""


def known(position: Any) -> Any:
    assert BOOK is not None
    found = BOOK.probe(GAME, position)
    assert found is not None, GAME.position_text(position)
    return found


def visits(side: int, seed: int) -> list[Any]:
    """Where a side has to move in the first plies if it follows the book and the other does not."""
    random, position, visited = Random(seed), GAME.start(), []
    for ply in range(PLIES):
        if not legal_moves(GAME, position):
            break
        if ply % 2 == side:
            visited.append(position)
            position = GAME.play(position, known(position).move)
        else:
            position = GAME.play(position, random.choice(legal_moves(GAME, position)))
    return visited


@pytest.mark.parametrize("side", [0, 1], ids=["first", "second"])
def test_the_book_answers_whatever_the_other_side_does(side: int) -> None:
    assert sum(len(visits(side, seed)) for seed in range(200)) > 900


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ("", Verdict(WIN, 41)),
        ("4", Verdict(LOSS, 40)),
        ("3", Verdict(DRAW)),
        ("2", Verdict(WIN, 41)),
        ("1", Verdict(WIN, 39)),
    ],
)
def test_what_the_first_moves_are_worth(moves: str, verdict: Verdict) -> None:
    """The well-known verdicts of the first moves; images share them."""
    for text in {moves, moves and str(8 - int(moves))}:
        assert known(played(GAME, text)).score == score_of(verdict)


def test_scores_and_moves_of_the_book_are_those_of_perfect_play() -> None:
    """The last plies of the book, found again by a solver that has never seen it."""
    solver = ExactSolver(GAME, 64 << 20)
    for side, seed in ((0, 1), (1, 2), (0, 3), (1, 4), (0, 5), (1, 6)):
        position = visits(side, seed)[-1]
        book_move, found = known(position), solver.solve(position)
        assert found.verdict is not None and book_move.score == score_of(found.verdict)
        assert solver.keeps(GAME.play(position, book_move.move), found.verdict, weak=False)
