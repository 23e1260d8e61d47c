"""Recorded searches as plain functions: the same nodes as without a record, and the same replay."""

import numpy as np
import pytest

from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import MINIMAX, Techniques
from plyground.search.alphabeta.recording import record_search
from plyground.search.limits import Limits
from tests.positions import game_of
from tests.searching import CONNECT_FOUR, NOISE

LIMITS = Limits(depth=3)
TABLE = 1 << 12


@pytest.mark.parametrize("techniques", [MINIMAX, Techniques(lmr=True, futility=12)], ids=str)
def test_a_record_and_its_replay_are_of_the_same_search(techniques: Techniques) -> None:
    game = game_of(CONNECT_FOUR)
    searching = (game, game.start(), NOISE, techniques, LIMITS)
    engine = AlphaBetaEngine(game, NOISE, techniques, TABLE)
    plain = engine.think(game.start(), LIMITS)
    thought, tree = record_search(*searching, table_bytes=TABLE)
    assert (thought.lines, thought.nodes) == (plain.lines, plain.nodes)
    assert tree.kept == tree.nodes == tree.below[0]
    node = int(tree.parents[tree.kept // 2])
    end = node + int(tree.below[node])
    part = record_search(*searching, table_bytes=TABLE, below=node).tree
    assert np.array_equal(part.numbers, tree.numbers[node:end])
    assert np.array_equal(part.values, tree.values[node:end])
    few = record_search(*searching, table_bytes=TABLE, max_nodes=40).tree
    assert few.kept <= 40
    assert np.array_equal(few.below, tree.below[few.numbers])
