"""Small counts, the same with compiled kernels as with the plain functions they are made of."""

import pytest

from plyground.search.perft import distinct, perft
from plyground.search.playout import playouts
from tests.positions import BREAKTHROUGH, NIM, SEVEN_GAMES, game_of, label, plain_playouts

COUNTS = {
    "connect-four": [7, 49, 343, 2401],
    "conniption": [28, 588, 12348],
    "paths": [9, 72, 504, 3024, 15120],
    "dominoes": [71, 4614],
    "watch-your-back": [46, 2084],
    NIM: [3, 9, 27, 81],
    BREAKTHROUGH: [22, 484],
}
WATCH_C = ".........XO--OX..@----@..------..O--@@O..-O--@-..X@-@-X......... O 190"
WATCH_E = "..................X--X....-@@-....-@@-....XOOX.................. O 200"


@pytest.mark.parametrize("name", COUNTS, ids=label)
def test_perft(name: str) -> None:
    game = game_of(name)
    levels = perft(game, game.start(), len(COUNTS[name])).levels
    assert [level.leaves for level in levels] == COUNTS[name]


@pytest.mark.parametrize(
    ("position", "leaves", "last_ends"),
    [(WATCH_C, [12, 226], (0, 210, 16)), (WATCH_E, [1, 12, 12], (0, 6, 0))],
)
def test_perft_at_the_end_of_a_game(
    position: str, leaves: list[int], last_ends: tuple[int, int, int]
) -> None:
    game = game_of("watch-your-back")
    levels = perft(game, game.parse_position(position), len(leaves)).levels
    assert [level.leaves for level in levels] == leaves
    assert (levels[-1].wins, levels[-1].losses, levels[-1].draws) == last_ends


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("connect-four", [7, 49, 238, 1120]), ("conniption", [28, 490]), ("paths", [9, 72, 252, 756])],
)
def test_distinct_positions(name: str, sizes: list[int]) -> None:
    game = game_of(name)
    assert [*distinct(game, game.start(), len(sizes))] == sizes


@pytest.mark.parametrize("name", SEVEN_GAMES, ids=label)
def test_playouts_are_the_games_of_the_plain_rules(name: str) -> None:
    game = game_of(name)
    for seed in range(3):
        tally = playouts(game, game.start(), 10, seed)._replace(seconds=0.0)
        assert tally == plain_playouts(game, game.start(), 10, seed)
