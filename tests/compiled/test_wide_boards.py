"""Compiled rules on boards of two and of four words, against the plain ones."""

from itertools import chain, islice
from random import Random

import pytest

from plyground import ONGOING
from plyground.conformance.compiled import CompiledRules
from plyground.core.fields import width_of
from plyground.core.game import legal_moves
from plyground.core.words import from_words, to_words
from tests.positions import BREAKTHROUGH, game_of, label, random_line

GAMES = {
    f"{BREAKTHROUGH}:rows=10,columns=10": 128,
    "dominoes:rows=9,columns=9,line=5": 128,
    "paths:board=16x16,line=5": 256,
}
"""Each game, and the bits that its boards take."""
PLIES = 400


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_compiled_rules_do_what_the_plain_ones_do(name: str) -> None:
    game, random = game_of(name), Random(1)
    assert width_of(game) == GAMES[name]
    compiled = CompiledRules(game)
    lines = chain.from_iterable(random_line(game, seed) for seed in range(PLIES))
    for position in islice(lines, PLIES):
        moves = legal_moves(game, position)
        if game.outcome(position) == ONGOING:
            number = random.getrandbits(32)
            assert compiled.moves(position) == moves
            assert compiled.sample(position, number) == game.sample(position, number)
        for move in random.sample(moves, min(5, len(moves))):
            assert compiled.play(position, move) == game.play(position, move)
        assert compiled.outcome(position) == game.outcome(position)
        assert compiled.key(position) == game.key(position)
        assert compiled.symmetries(position) == [*game.symmetries(position)]


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_every_word_of_a_board_counts(name: str) -> None:
    """The highest square of a board is in its last word, in positions and in keys."""
    game = game_of(name)
    highest = game.board_bits - 1
    assert highest >= 64
    start = game.start()
    field = start._fields[0]
    marked = start._replace(**{field: getattr(start, field) ^ 1 << highest})
    assert from_words(game, to_words(game, marked)) == marked
    assert game.key(marked) != game.key(start)
    assert CompiledRules(game).key(marked) == game.key(marked)
