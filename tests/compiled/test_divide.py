"""Perft of each first move separately."""

import pytest

from plyground.core.game import legal_moves
from plyground.search.perft import divide, perft, total
from tests.positions import game_of


@pytest.mark.parametrize("name", ["dominoes:rows=4,columns=5", "paths", "watch-your-back"])
def test_parts_are_what_follows_each_first_move(name: str) -> None:
    game, depth = game_of(name), 3
    parts = divide(game, game.start(), depth)
    assert [*parts] == legal_moves(game, game.start())
    for move, part in parts.items():
        below = perft(game, game.play(game.start(), move), depth - 1)
        assert [level.leaves for level in part.levels] == [1, *(x.leaves for x in below.levels)]
    whole = perft(game, game.start(), depth)
    assert total(parts.values(), depth).levels == whole.levels


def test_a_win_at_once_is_the_movers() -> None:
    """The first ply is counted outside the kernel, with its own sign."""
    game = game_of("paths")
    parts = divide(game, game.parse_position("XX./OO./..."), 2)
    won = {move: part.levels[0].wins for move, part in parts.items()}
    assert won == {2: 1, 5: 0, 6: 0, 7: 0, 8: 0}
    assert parts[2].levels[1].leaves == 0
    # Anything else lets the second player complete the middle row, unless it stops it.
    lost = {move: part.levels[1].losses for move, part in parts.items()}
    assert lost == {2: 0, 5: 0, 6: 1, 7: 1, 8: 1}
