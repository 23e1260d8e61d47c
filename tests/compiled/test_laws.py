"""Laws that every game keeps, at positions of random games."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from plyground import ONGOING, Game
from plyground.conformance.compiled import CompiledRules
from plyground.core.game import legal_moves
from plyground.search.playout import playouts
from tests.lockstep import SMALLEST
from tests.positions import (
    BREAKTHROUGH,
    NIM,
    ODD_PATHS,
    Place,
    game_of,
    label,
    places,
    random_line,
    seeds,
)

SYMMETRIC = (
    "connect-four",
    "connect-four:width=8,height=7",
    "conniption",
    "conniption:width=4,height=4,connect=3,both_lines=draw",
    "paths",
    "paths:board=4x4x4",
    "paths:board=9x9,line=5",
    "dominoes",
    "dominoes:rows=9,columns=9,line=5",
    "watch-your-back",
)
GAMES = (
    *SYMMETRIC,
    f"paths:{ODD_PATHS}",
    "paths:board=3x3,misere=1",
    NIM,
    BREAKTHROUGH,
    f"{BREAKTHROUGH}:rows=10,columns=10",
)
EXAMPLES = 40

every_game = pytest.mark.parametrize("name", GAMES, ids=label)
every_symmetric_game = pytest.mark.parametrize("name", SYMMETRIC, ids=label)
numbers = st.integers(0, (1 << 32) - 1)


@cache
def compiled_of(name: str) -> CompiledRules:
    return CompiledRules(game_of(name))


def try_everywhere(name: str, law: Callable[[Place], None], ongoing: bool = False) -> None:
    """Try a law at positions of one game; hypothesis finds the simplest that breaks it."""
    settings(max_examples=EXAMPLES)(given(places(name, ongoing))(law))()


# --- compiled and plain rules --------------------------------------------------------------------


@every_game
def test_compiled_moves_and_play_are_the_plain_ones(name: str) -> None:
    compiled = compiled_of(name)

    def law(place: Place) -> None:
        game, position = place
        moves = [*game.moves(position)]
        assert compiled.moves(position) == moves
        for move in moves:
            # The text of the tuple tells True from 1 as well.
            assert repr(compiled.play(position, move)) == repr(game.play(position, move))

    try_everywhere(name, law, ongoing=True)


@every_game
def test_compiled_outcome_key_and_symmetries_are_the_plain_ones(name: str) -> None:
    compiled = compiled_of(name)

    def law(place: Place) -> None:
        game, position = place
        assert compiled.outcome(position) == game.outcome(position)
        assert compiled.key(position) == game.key(position)
        assert repr(compiled.symmetries(position)) == repr([*game.symmetries(position)])

    try_everywhere(name, law)


@every_game
def test_compiled_sample_is_the_plain_one_and_legal(name: str) -> None:
    compiled = compiled_of(name)

    @settings(max_examples=EXAMPLES)
    @given(places(name, ongoing=True), st.lists(numbers, min_size=1, max_size=20))
    def law(place: Place, randoms: list[int]) -> None:
        game, position = place
        moves = {*game.moves(position)}
        for random in (0, (1 << 32) - 1, *randoms):
            assert compiled.sample(position, random) == game.sample(position, random)
            assert game.sample(position, random) in moves

    law()


@every_game
def test_sample_gives_every_move_an_equal_chance(name: str) -> None:
    game, compiled, random = game_of(name), compiled_of(name), Random(1)
    *line, _ = random_line(game, seed=1)
    for position in (line[0], line[len(line) // 2], line[-1]):
        moves = [*game.moves(position)]
        draws = 100 * len(moves)
        counts = Counter(compiled.sample(position, random.getrandbits(32)) for _ in range(draws))
        strayed = sum((counts[move] - 100) ** 2 / 100 for move in moves)
        freedom = len(moves) - 1
        assert {*counts} <= {*moves}
        # Chi squared has mean `freedom` and variance twice that.
        assert strayed <= freedom + 5 * (2 * freedom) ** 0.5


# --- keys ----------------------------------------------------------------------------------------


@every_game
def test_keys_are_equal_only_for_equal_positions(name: str) -> None:
    """Tried on positions that are much alike: those of a game, their siblings and their images."""
    game = game_of(name)

    @settings(max_examples=10)
    @given(seeds, seeds)
    def law(one: int, other: int) -> None:
        by_key: dict[int, Any] = {}
        for position in neighbourhood(game, one) | neighbourhood(game, other):
            key = game.key(position)
            assert 0 <= key < 1 << 64
            assert by_key.setdefault(key, position) == position

    law()


def neighbourhood(game: Game, seed: int) -> set[Any]:
    """The positions of a random game, some siblings, and images."""
    line = random_line(game, seed)
    found = {*line}
    for position in line[:: max(1, len(line) // 12)]:
        found.update(game.play(position, move) for move in legal_moves(game, position))
        found.update(game.symmetries(position))
    return found


# --- symmetries ----------------------------------------------------------------------------------


def canonical(game: Game, position: Any) -> Any:
    return min(map(tuple, (position, *game.symmetries(position))))


def canonical_children(game: Game, position: Any) -> Counter[Any]:
    moves = legal_moves(game, position)
    return Counter(canonical(game, game.play(position, move)) for move in moves)


def assert_plays_alike(game: Game, position: Any, image: Any) -> None:
    assert game.outcome(image) == game.outcome(position)
    assert len(legal_moves(game, image)) == len(legal_moves(game, position))
    assert canonical(game, image) == canonical(game, position)
    assert canonical_children(game, image) == canonical_children(game, position)


@every_symmetric_game
def test_symmetric_positions_play_alike(name: str) -> None:
    @settings(max_examples=EXAMPLES // 2)
    @given(places_with_images(name), st.data())
    def law(place: Place, data: st.DataObject) -> None:
        game, position = place
        # The turn after, Watch Your Back! gives up images: the children cannot be matched.
        assume(game.name != "watch-your-back" or position.ply != 24 + 159)
        assert_plays_alike(game, position, data.draw(st.sampled_from([*game.symmetries(position)])))

    law()


@st.composite
def places_with_images(draw: st.DrawFn, name: str) -> Place:
    game = game_of(name)
    line = random_line(game, draw(seeds))
    known = [position for position in line if any(True for _ in game.symmetries(position))]
    assume(known)
    return Place(game, draw(st.sampled_from(known)))


# --- texts ---------------------------------------------------------------------------------------


@every_game
def test_position_texts_are_read_back(name: str) -> None:
    def law(place: Place) -> None:
        text = place.game.position_text(place.position)
        assert repr(place.game.parse_position(text)) == repr(place.position)

    try_everywhere(name, law)


@every_game
def test_move_texts_are_read_back(name: str) -> None:
    def law(place: Place) -> None:
        game, position = place
        moves = [*game.moves(position)]
        texts = [game.move_text(position, move) for move in moves]
        assert len({*texts}) == len(moves)
        for move, text in list(zip(moves, texts, strict=True))[:: max(1, len(moves) // 20)]:
            assert text.split() == [text]
            assert game.parse_move(position, f" {text.upper()} ") == move

    try_everywhere(name, law, ongoing=True)


# --- random games --------------------------------------------------------------------------------


@every_game
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    @settings(max_examples=5)
    @given(places(name, ongoing=True), seeds)
    def law(place: Place, seed: int) -> None:
        one, other = (playouts(*place, count=20, seed=seed) for _ in range(2))
        assert one[:-1] == other[:-1]
        assert one.games == 20

    law()


@every_game
def test_another_seed_plays_other_games(name: str) -> None:
    game = game_of(name)
    tallies = {playouts(game, game.start(), 200, seed)[:-1] for seed in range(8)}
    assert len(tallies) > 1


# --- the ends of games ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("connect-four:width=3,height=3,connect=3", ""),
        ("conniption:width=2,height=2,connect=2,flips=1", ""),
        ("conniption:width=3,height=2,connect=3,flips=1", ""),
        ("paths", ""),
        ("dominoes:rows=3,columns=4,line=4", ""),
        ("watch-your-back:turn_limit=204", SMALLEST),
        (NIM, ""),
        (f"{BREAKTHROUGH}:rows=4,columns=2", ""),
    ],
    ids=label,
)
def test_a_game_goes_on_only_where_there_are_moves(name: str, start: str) -> None:
    """In every position of a small game: random games seldom fill a board or force a forfeit."""
    game = game_of(name)
    layer = {game.parse_position(start) if start else game.start()}
    while layer:
        ongoing = [position for position in layer if game.outcome(position) == ONGOING]
        moves = {position: [*game.moves(position)] for position in ongoing}
        assert all(moves.values())
        layer = {game.play(position, move) for position in ongoing for move in moves[position]}
