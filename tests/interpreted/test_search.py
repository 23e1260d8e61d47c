"""The searches' kernels as plain functions: the values of the textbook, and of compiled kernels."""

import pytest

from plyground.core.score import plies_to_end
from plyground.search import reference
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import ROLLOUTS, MctsOptions
from tests.positions import NIM, game_of, label, random_line
from tests.searching import (
    DEPTHS,
    NOISE,
    SYMMETRIC_NOISE,
    assert_grows_the_textbooks_tree,
    follow,
    leaf_score,
    sampled,
)

EVERYTHING = Techniques(exact_depth=True, symmetry=True)
PLAIN = Techniques(False, False, False, False)
TABLE = 1 << 12


@pytest.mark.parametrize("name", DEPTHS, ids=label)
@pytest.mark.parametrize("techniques", [PLAIN, EVERYTHING], ids=["plain", "everything"])
def test_values_are_those_of_the_textbook(name: str, techniques: Techniques) -> None:
    game, depth = game_of(name), min(DEPTHS[name], 2)
    searching = AlphaBetaEngine(game, SYMMETRIC_NOISE, techniques, TABLE)
    for position in sampled(name, 40)[::10]:
        thought = searching.think(position, Limits(depth=depth))
        expected = reference.alphabeta(game, SYMMETRIC_NOISE, position, depth, quiet=True)
        assert thought.score == expected
        assert leaf_score(game, SYMMETRIC_NOISE, thought.lines[0]) == expected


@pytest.mark.parametrize("name", DEPTHS, ids=label)
@pytest.mark.parametrize("rollout", ROLLOUTS)
def test_random_games_grow_a_tree(name: str, rollout: str) -> None:
    game = game_of(name)
    searching = MctsEngine(game, NOISE, MctsOptions(rollout=rollout), 1 << 14)
    position = random_line(game, 1)[-4]
    for simulations in (5, 5):
        thought = searching.think(position, Limits(simulations=simulations))
        follow(game, position, thought.lines[0].moves)


@pytest.mark.parametrize("name", DEPTHS, ids=label)
@pytest.mark.parametrize(("unit", "exploration"), [(50.0, 1.0), (20.0, 0.25)])
def test_a_tree_with_evaluated_leaves_is_the_textbooks(
    name: str, unit: float, exploration: float
) -> None:
    count = 20 if name == NIM else 100  # as long as the end of the game is not near
    assert_grows_the_textbooks_tree(game_of(name), count, unit, exploration)


def test_nim_is_solved() -> None:
    game = game_of(NIM)
    deep = AlphaBetaEngine(game, NOISE, Techniques(), TABLE)
    wide = MctsEngine(game, NOISE, MctsOptions(), 1 << 16)
    for left in (4, 7, 8, 9):
        position = game.parse_position(f"{left},0")
        exact = deep.think(position, Limits(depth=8)).score
        proven = wide.think(position, Limits(simulations=2000)).score
        assert plies_to_end(exact) == 2 * ((left + 3) // 4) - (left % 4 != 0)
        assert (exact > 0) == (proven > 0) == (left % 4 != 0)
        assert plies_to_end(proven) is not None
