"""Random games: their results against exact chances, and against the numbers of the documents."""

import math
from functools import cache
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from plyground import DRAW, ONGOING, WIN, Game
from plyground.conformance.compiled import CompiledRules
from plyground.core.game import legal_moves
from plyground.search.playout import Tally, playouts
from tests.positions import BREAKTHROUGH, NIM, game_of, label

pytestmark = pytest.mark.slow

DEVIATIONS = 4.5
"""A fair sample is off by more than this many standard errors once in 150,000 times."""

Chances = tuple[float, float, float]
"""Of a win and a loss of the side to move, and of a draw."""


def exact_chances(game: Game) -> tuple[Chances, float]:
    """The chances when every legal move is equally likely, and the mean number of plies."""

    @cache
    def follow(position: Any) -> tuple[float, float, float, float]:
        outcome = game.outcome(position)
        if outcome != ONGOING:
            draw = outcome == DRAW
            return float(outcome == WIN), float(outcome != WIN and not draw), float(draw), 0.0
        found = [follow(game.play(position, move)) for move in legal_moves(game, position)]
        losses, wins, draws, plies = (sum(column) / len(found) for column in zip(*found))
        return wins, losses, draws, plies + 1

    *chances, plies = follow(game.start())
    return (chances[0], chances[1], chances[2]), plies


def error_of(chance: float, games: int) -> float:
    return math.sqrt(chance * (1 - chance) / games)


def batches(game: Game, count: int, games: int) -> list[Tally]:
    return [playouts(game, game.start(), games, seed) for seed in range(1, count + 1)]


def lengths(tallies: list[Tally]) -> tuple[float, float]:
    """The mean length of the games, and its standard error from how the batches differ."""
    means = [tally.plies / tally.games for tally in tallies]
    return mean(means), stdev(means) / math.sqrt(len(means))


@pytest.mark.parametrize(
    "name",
    [
        "connect-four:width=4,height=3,connect=3",
        "paths",
        NIM,
        pytest.param("conniption:width=3,height=2,connect=3,flips=2", marks=pytest.mark.long),
        pytest.param("dominoes:rows=3,columns=4,line=3", marks=pytest.mark.long),
        pytest.param(f"{BREAKTHROUGH}:rows=4,columns=3", marks=pytest.mark.long),
    ],
    ids=label,
)
def test_every_game_comes_with_its_exact_chance(name: str) -> None:
    game = game_of(name)
    chances, plies = exact_chances(game)
    tallies = batches(game, 20, 20_000)
    games = sum(tally.games for tally in tallies)
    assert games == 400_000
    for chance, column in zip(chances, zip(*(tally[:3] for tally in tallies)), strict=True):
        assert sum(column) / games == pytest.approx(
            chance, abs=DEVIATIONS * error_of(chance, games)
        )
    found, error = lengths(tallies)
    assert found == pytest.approx(plies, abs=DEVIATIONS * error)


def test_the_chances_of_tic_tac_toe_are_the_known_ones() -> None:
    chances, _ = exact_chances(game_of("paths"))
    assert chances == pytest.approx((737 / 1260, 121 / 420, 8 / 63))


# The documents' numbers come from samples of their own, of sizes they do not tell; ours are of
# 400,000 and 200,000 games drawn without `sample`, and good to the last digit that is given.


def test_conniption() -> None:
    tallies = batches(game_of("conniption"), 20, 10_000)
    games = sum(tally.games for tally in tallies)
    found, error = lengths(tallies)
    assert found == pytest.approx(19.84, abs=0.005 + DEVIATIONS * error)
    first = sum(tally.wins for tally in tallies) / games
    assert first == pytest.approx(0.561, abs=0.0005 + DEVIATIONS * error_of(first, games))
    assert found == pytest.approx(19.6, abs=0.5)
    assert first == pytest.approx(0.566, abs=0.01)


def test_watch_your_back() -> None:
    tallies = batches(game_of("watch-your-back"), 20, 5_000)
    games = sum(tally.games for tally in tallies)
    found, error = lengths(tallies)
    assert found == pytest.approx(193.2, abs=0.05 + DEVIATIONS * error)
    shares = [sum(column) / games for column in zip(*(tally[:3] for tally in tallies))]
    for share, measured, documented in zip(
        shares, (0.424, 0.418, 0.158), (0.41, 0.43, 0.16), strict=True
    ):
        assert share == pytest.approx(measured, abs=0.0005 + DEVIATIONS * error_of(measured, games))
        assert share == pytest.approx(documented, abs=0.02)
    assert 216 < max(tally.longest for tally in tallies) <= 424


def move_counts(name: str, games: int) -> list[list[int]]:
    """The number of legal moves at each ply of random games."""
    game, random = game_of(name), Random(1)
    compiled, found = CompiledRules(game), []
    for _ in range(games):
        position, counts = game.start(), []
        while compiled.outcome(position) == ONGOING:
            moves = compiled.moves(position)
            counts.append(len(moves))
            position = compiled.play(position, random.choice(moves))
        found.append(counts)
    return found


def branching(games: list[list[int]]) -> tuple[float, float]:
    """The mean number of moves over all plies, and its standard error.

    The plies of one game are not independent, games are: the error is that of a ratio of sums.
    """
    plies = sum(map(len, games))
    found = sum(map(sum, games)) / plies
    strayed = [sum(counts) - found * len(counts) for counts in games]
    return found, stdev(strayed) * math.sqrt(len(games)) / plies


def test_conniption_branching() -> None:
    found, error = branching(move_counts("conniption", 1500))
    assert error < 0.1
    assert found == pytest.approx(14.3, abs=0.05 + DEVIATIONS * error)


def test_watch_your_back_branching() -> None:
    games = move_counts("watch-your-back", 200)
    found, error = branching([counts[:24] for counts in games])
    assert error < 0.1
    assert found == pytest.approx(36.8, abs=0.05 + DEVIATIONS * error)
    found, error = branching([counts[24:] for counts in games])
    assert error < 0.2
    assert found == pytest.approx(24.6, abs=0.05 + DEVIATIONS * error)


@pytest.mark.parametrize("name", ["connect-four", "watch-your-back", NIM], ids=label)
def test_a_finished_game_is_not_played_on(name: str) -> None:
    game = game_of(name)
    ends = {
        "connect-four": ("1212121", (0, 25, 0)),
        "watch-your-back": (
            "X------X------------------O-O-O-------------------------X------X @ 21",
            (0, 25, 0),
        ),
        NIM: ("0,1", (0, 25, 0)),
    }
    text, results = ends[name]
    tally = playouts(game, game.parse_position(text), 25)
    assert tally[:3] == results
    assert (tally.unfinished, tally.plies, tally.longest) == (0, 0, 0)
