"""Known counts of sequences and positions, by the compiled rules."""

import pytest

from plyground import Game
from plyground.search.perft import Perft, distinct, perft
from tests.positions import game_of

A = "X--O---X---OO-O-O--@@-O@--O--O---@@-OOO@O@-@-@-----@----X--@---X O 0"
C = ".........XO--OX..@----@..------..O--@@O..-O--@-..X@-@-X......... O 190"
E = "..................X--X....-@@-....-@@-....XOOX.................. O 200"


def count(name: str, depth: int, position: str = "") -> Perft:
    game = game_of(name)
    return perft(game, game.parse_position(position) if position else game.start(), depth)


def leaves(found: Perft) -> list[int]:
    return [level.leaves for level in found.levels]


def distinct_from_start(game: Game, depth: int) -> list[int]:
    return [*distinct(game, game.start(), depth)]


def test_connect_four() -> None:
    found = count("connect-four", 10)
    assert leaves(found) == [
        7,
        49,
        343,
        2401,
        16807,
        117649,
        823536,
        5673234,
        39394572,
        268031646,
    ]
    assert [level.terminal for level in found.levels[:6]] == [0] * 6
    # Counted by the reference rules.
    assert found.levels[6][2:] == (13032, 0, 0)
    assert found.levels[7][2:] == (0, 44430, 0)


def test_connect_four_positions() -> None:
    assert distinct_from_start(game_of("connect-four"), 9) == [
        7,
        49,
        238,
        1120,
        4263,
        16422,
        54859,
        184275,
        558186,
    ]


def test_conniption() -> None:
    found = count("conniption", 5)
    assert leaves(found) == [28, 588, 12348, 259308, 5260591]
    assert sum(level.terminal for level in found.levels) == 0
    assert distinct_from_start(game_of("conniption"), 5) == [28, 490, 4004, 28868, 141512]


def test_tic_tac_toe() -> None:
    found = count("paths", 9)
    assert leaves(found) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(level.wins for level in found.levels) == 131184
    assert sum(level.losses for level in found.levels) == 77904
    assert sum(level.draws for level in found.levels) == 46080
    assert 1 + sum(distinct_from_start(game_of("paths"), 9)) == 5478


def test_misere_swaps_the_winners() -> None:
    found = count("paths:misere=1", 9)
    assert leaves(found) == leaves(count("paths", 9))
    assert sum(level.wins for level in found.levels) == 77904
    assert sum(level.losses for level in found.levels) == 131184
    assert sum(level.draws for level in found.levels) == 46080


def test_dominoes() -> None:
    found = count("dominoes", 4)
    assert leaves(found) == [71, 4614, 273168, 14365644]
    assert [level.wins for level in found.levels] == [0, 0, 5384, 0]
    assert [level.losses for level in found.levels] == [0, 0, 0, 286260]
    assert [level.draws for level in found.levels] == [0] * 4


def test_dominoes_on_a_square_board() -> None:
    assert leaves(count("dominoes:rows=6,columns=6", 4)) == [60, 3244, 157032, 6602464]


def test_watch_your_back() -> None:
    assert leaves(count("watch-your-back", 3)) == [46, 2084, 92342]


def test_watch_your_back_first_moving_turn() -> None:
    assert leaves(count("watch-your-back", 3, A)) == [37, 1241, 45172]


def test_watch_your_back_over_the_last_shrink() -> None:
    found = count("watch-your-back", 3, C)
    assert leaves(found) == [12, 226, 0]
    # White is to move at the root, so Black's wins are losses.
    assert [level[2:] for level in found.levels] == [(0, 0, 0), (0, 210, 16), (0, 0, 0)]


def test_watch_your_back_forfeit() -> None:
    found = count("watch-your-back", 3, E)
    assert leaves(found) == [1, 12, 12]
    assert [level[2:] for level in found.levels] == [(0, 0, 0), (0, 0, 0), (0, 6, 0)]


@pytest.mark.parametrize("name", ["connect-four", "dominoes", "paths:board=9x9,line=5"])
def test_nothing_follows_a_finished_game(name: str) -> None:
    game = game_of(name)
    ends = {
        "connect-four": "1212121",
        "dominoes": "XXXX.../OO...../......./......./......./.......",
        "paths:board=9x9,line=5": "XXXXX..../OOOO....." + "/........." * 7,
    }
    position = game.parse_position(ends[name])
    assert leaves(perft(game, position, 2)) == [0, 0]
    assert [*distinct(game, position, 2)] == [0, 0]
