"""What the tests of solvers and proofs share: positions whose verdicts plain Python can find."""

import os
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from plyground import ONGOING, Game
from plyground.core.game import legal_moves
from plyground.search import reference
from plyground.search.limits import Limits
from plyground.search.solution import Solution, Solver, Verdict
from tests.positions import game_of, random_line

PATHS = "paths:board=3x3"
MISERE = "paths:board=3x3,misere=1"
DOMINOES = "dominoes:rows=3,columns=4,line=3"
CONNECT_FOUR = "connect-four:width=4,height=4"
CONNIPTION = "conniption:width=4,height=4,flips=1"
SMALL_CONNIPTION = "conniption:width=3,height=3,connect=3,flips=1"

uncompiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") != "1", reason="plain functions only"
)

Verdicts = dict[Any, Verdict]


@cache
def all_verdicts(name: str) -> Verdicts:
    """Every position of a small game."""
    known: Verdicts = {}
    game = game_of(name)
    reference.solve(game, game.start(), known)
    return known


@cache
def late_verdicts(name: str, last_plies: int, games: int) -> Verdicts:
    """The positions near the ends of some random games, and all that come after them."""
    known: Verdicts = {}
    game = game_of(name)
    for seed in range(games):
        reference.solve(game, random_line(game, seed)[-last_plies:][0], known)
    return known


@cache
def last_verdicts(name: str, left: int, games: int) -> Verdicts:
    """Positions of random games with `left` plies left or fewer."""
    known: Verdicts = {}
    game = game_of(name)
    for position in islice(filter(None, (lasting(game, left, seed) for seed in count())), games):
        reference.solve(game, position, known)
    return known


def lasting(game: Game, left: int, seed: int) -> Any:
    """Random moves that do not end the game; None where there is no such move any more."""
    random, position = Random(seed), game.start()
    while game.plies_left(position) > left:
        children = [game.play(position, move) for move in game.moves(position)]
        children = [child for child in children if game.outcome(child) == ONGOING]
        if not children:
            return None
        position = random.choice(children)
    return position


@cache
def verdicts_from(name: str, text: str) -> Verdicts:
    """A position and all that come after it."""
    known: Verdicts = {}
    game = game_of(name)
    reference.solve(game, game.parse_position(text), known)
    return known


def ongoing(game: Game, verdicts: Verdicts) -> list[Any]:
    return [position for position in verdicts if game.outcome(position) == ONGOING]


class Textbook:
    """A solver that searches everything: slow and certain."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: Verdicts = {}

    def solve(self, position: Any, limits: Limits = Limits(), weak: bool = False) -> Solution:  # noqa: B008
        verdict = reference.solve(self.game, position, self.known)
        moves = legal_moves(self.game, position)
        best = max(moves, key=lambda move: self.worth(position, move))
        return Solution(Verdict(verdict.outcome) if weak else verdict, best, 0, 0.0)

    def worth(self, position: Any, move: int) -> tuple[int, int]:
        return self.known[self.game.play(position, move)].before().sort_key


def assert_solved(
    game: Game, solver: Solver, position: Any, known: Verdicts, weak: bool = False
) -> None:
    """The verdict is that of the textbook, and the move keeps it."""
    solution, expected = solver.solve(position, weak=weak), known[position]
    assert solution.best is not None
    after = known[game.play(position, solution.best)].before()
    if weak:
        expected, after = Verdict(expected.outcome), Verdict(after.outcome)
    assert (solution.verdict, after) == (expected, expected), game.position_text(position)
