"""The kernels of single rules, and the references, over some hundred plies of every game."""

from itertools import chain, count, islice
from random import Random

import pytest

from plyground import ONGOING
from plyground.conformance.compiled import CompiledRules
from plyground.core.game import legal_moves
from tests.lockstep import PAIRS, Pair, play_in_lockstep
from tests.positions import BREAKTHROUGH, SEVEN_GAMES, game_of, label, random_line

PLIES = 300
WIDE = f"{BREAKTHROUGH}:rows=10,columns=10"
SAMPLED = {pair.game_name: pair for pair in reversed(PAIRS)}
"""The first of each game's variants."""


@pytest.mark.parametrize("name", [*SEVEN_GAMES, WIDE], ids=label)
def test_kernels_do_what_the_rules_do(name: str) -> None:
    game, random = game_of(name), Random(1)
    compiled = CompiledRules(game)
    lines = chain.from_iterable(random_line(game, seed) for seed in count())
    for position in islice(lines, PLIES):
        moves = legal_moves(game, position)
        if game.outcome(position) == ONGOING:
            number = random.getrandbits(32)
            assert compiled.moves(position) == moves
            assert compiled.sample(position, number) == game.sample(position, number)
        for move in moves[:5]:
            assert compiled.play(position, move) == game.play(position, move)
        assert compiled.outcome(position) == game.outcome(position)
        assert compiled.key(position) == game.key(position)
        assert compiled.symmetries(position) == [*game.symmetries(position)]


@pytest.mark.parametrize("pair", SAMPLED.values(), ids=str)
def test_rules_agree_with_the_reference(pair: Pair) -> None:
    assert play_in_lockstep(pair, PLIES).plies >= PLIES
