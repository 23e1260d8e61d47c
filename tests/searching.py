"""What the tests of searches share: games that plain Python can search, and an evaluation of any
game."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import chain, count, islice
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from plyground import ONGOING, Game
from plyground.core.bits import bits, mix
from plyground.core.evaluation import evaluation
from plyground.core.score import final_score, static_eval
from plyground.search import reference
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.kernel import EXPAND_AT, ROOT, UNPROVEN, WIN_POINTS
from plyground.search.mcts.options import MctsOptions
from plyground.search.mcts.tree import read_children, read_node
from plyground.search.thought import Line
from tests.positions import BREAKTHROUGH, NIM, game_of, random_line

CONNECT_FOUR = "connect-four:width=5,height=4"
PATHS = "paths:board=4x4,line=3"
WATCH_YOUR_BACK = "watch-your-back"
DEPTHS = {
    CONNECT_FOUR: 4,
    "conniption:width=4,height=4,connect=3": 3,
    PATHS: 3,
    "dominoes:rows=4,columns=4,line=3": 3,
    WATCH_YOUR_BACK: 2,
    NIM: 5,
    f"{BREAKTHROUGH}:rows=5,columns=4": 3,
}
"""Every game, with a depth that plain Python searches quickly. Few sets of options are used, since
each is compiled separately."""
STRIDE = 29


@evaluation("noise", game="any")
class Noise(NamedTuple):
    """A pseudo-random score from the position's key, so that no mistake in a search is hidden.

    There are few different scores, so that ties are common. If `symmetric`, images score the same.
    """

    spread: int = 101
    symmetric: int = 0

    def score(self, game: Any, position: Any) -> int:
        key = bits(game.key(position))
        if self.symmetric:
            for image in game.symmetries(position):
                other = bits(game.key(image))
                if other < key:
                    key = other
        return int(mix(key, 0) >> 32) % self.spread - self.spread // 2


NOISE: Any = Noise()
SYMMETRIC_NOISE: Any = Noise(symmetric=1)


@cache
def sampled(name: str, size: int) -> list[Any]:
    """Ongoing positions of random games."""
    game = game_of(name)
    lines = chain.from_iterable(random_line(game, seed)[:-1] for seed in count())
    return [*islice(lines, 0, size * STRIDE, STRIDE)]


def leaf_score(game: Game, evaluation: Any, line: Line) -> int:
    """The score of the end of a line for the side to move at its beginning."""
    outcome, plies = game.outcome(line.leaf), len(line.moves)
    if outcome == ONGOING:
        score = static_eval(evaluation, game, line.leaf)
    else:
        score = final_score(outcome, plies)
    return -score if plies % 2 else score


def follow(game: Game, position: Any, moves: tuple[int, ...]) -> Any:
    """The position after moves, each of which must be legal."""
    for move in moves:
        assert game.outcome(position) == ONGOING
        assert move in [*game.moves(position)]
        position = game.play(position, move)
    return position


# --- Monte Carlo -------------------------------------------------------------------------------


def assert_grows_the_textbooks_tree(
    game: Game, simulations: int, unit: float, exploration: float
) -> None:
    """With leaves that are evaluated. The textbook proves nothing, so nothing may be proven."""
    options = MctsOptions(rollout="none", unit=unit, exploration=exploration)
    searching = MctsEngine(game, NOISE, options, 1 << 20)
    position = game.start()
    searching.think(position, Limits(simulations=simulations))
    tree, value_of = searching.trees[0], partial(reference.leaf_value, NOISE, unit)
    with patch.object(reference, "descend", partial(_late_descend, reference.descend)):
        root = reference.mcts(game, position, simulations, 1, exploration, value_of)
    waiting, seen = [(ROOT, root)], 0
    while waiting:
        place, node = waiting.pop()
        found = read_node(tree, place).found
        assert (found.visits, found.proof) == (node.visits, UNPROVEN)
        assert found.points / WIN_POINTS == pytest.approx(node.points, abs=1e-5 * simulations)
        places = {child.found.move: child.place for child in read_children(tree, place)}
        assert [*places] == [*node.children]
        waiting += ((places[move], child) for move, child in node.children.items())
        seen += 1
    assert seen > 10


def _late_descend(descend: Any, *args: Any) -> Iterator[reference.Node]:
    """The textbook's selection, with leaves that get children as late as those of the kernel."""
    for node in descend(*args):
        yield node
        if not node.children and node.visits < EXPAND_AT:
            return
