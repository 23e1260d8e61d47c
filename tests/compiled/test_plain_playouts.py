"""Playouts are the same games as the plain rules play with the same random numbers."""

import math

import pytest
from hypothesis import given, settings

from plyground.search.playout import playouts
from tests.positions import (
    BREAKTHROUGH,
    SEVEN_GAMES,
    Place,
    game_of,
    label,
    places,
    plain_playouts,
    seeds,
)

WIDE_GAMES = (f"{BREAKTHROUGH}:rows=10,columns=10", "paths:board=16x16,line=5")


@pytest.mark.parametrize("name", [*SEVEN_GAMES, *WIDE_GAMES], ids=label)
def test_playouts_are_the_games_of_the_plain_rules(name: str) -> None:
    @settings(max_examples=6)
    @given(places(name), seeds)
    def law(place: Place, seed: int) -> None:
        tally = playouts(place.game, place.position, 3, seed)._replace(seconds=0.0)
        assert tally == plain_playouts(place.game, place.position, 3, seed)

    law()


def test_length_of_random_connect_four() -> None:
    """21.3 plies to one decimal, and five standard errors; one game's length strays by 7.6."""
    game, games = game_of("connect-four"), 200_000
    tally = playouts(game, game.start(), games)
    error = 7.6 / math.sqrt(games)
    assert tally.plies / games == pytest.approx(21.3, abs=0.05 + 5 * error)
    assert (tally.games, tally.longest, tally.unfinished) == (games, 42, 0)
