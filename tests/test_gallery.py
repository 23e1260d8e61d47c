"""The examples of the gallery: published counts, known results, and what every game must do."""

from typing import Any

import pytest

import plyground as pg
from plyground import LOSS, ONGOING, WIN, Game
from plyground.search.reference import solve
from tests.command import plyground
from tests.positions import ROOT, game_of, random_positions

COUNTS = {
    "hex": [121, 121 * 120, 121 * 120 * 119],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
}
"""The leaves of each example at depth 1, 2 and so on."""
FEW_LEAVES = 10_000
"""The plain rules count as many in a second."""

KNOWN = {
    "hex:size=4": WIN,
    "hex:size=5": WIN,
    "othello:size=4": LOSS,
}
"""The results of perfect play for the first player."""


def example(text: str) -> Game:
    """An example of the gallery with its options, such as `othello:size=4`."""
    name, colon, options = text.partition(":")
    return game_of(f"{ROOT}/examples/{name}.py{colon}{options}")


def leaves(game: Game, position: Any, depth: int) -> int:
    """Perft by the plain rules."""
    if depth == 0:
        return 1
    if game.outcome(position) != ONGOING:
        return 0
    children = (game.play(position, move) for move in game.moves(position))
    return sum(leaves(game, child, depth - 1) for child in children)


@pytest.mark.parametrize("name", COUNTS)
def test_the_plain_rules_count_as_published(name: str) -> None:
    game = example(name)
    counts = [count for count in COUNTS[name] if count <= FEW_LEAVES]
    found = [leaves(game, game.start(), depth + 1) for depth in range(len(counts))]
    assert found == counts


@pytest.mark.long
@pytest.mark.parametrize("name", COUNTS)
def test_the_compiled_rules_count_as_published(name: str) -> None:
    levels = pg.perft(example(name), len(COUNTS[name])).levels
    assert [level.leaves for level in levels] == COUNTS[name]


@pytest.mark.parametrize("text", KNOWN)
def test_known_results_are_found_again(text: str) -> None:
    verdict = pg.solve(example(text), weak=True).verdict
    assert verdict is not None and verdict.outcome == KNOWN[text]


def test_the_textbook_agrees_on_othello() -> None:
    game = example("othello:size=4")
    assert pg.solve(game).verdict == solve(game, game.start(), {})


def test_exactly_one_side_is_joined_on_a_full_board_of_hex() -> None:
    game: Any = example("hex:size=5")
    for position in random_positions(game, 500):
        full = position._replace(blue=game.board & ~position.red)
        assert bool(game.joined(full, 0)) != bool(game.joined(full, 1))


@pytest.mark.parametrize("name", COUNTS)
def test_every_example_keeps_every_law(name: str) -> None:
    assert pg.check(example(name)).passed


@pytest.mark.parametrize("name", COUNTS)
def test_random_players_finish_every_example(name: str) -> None:
    players = ["--first", "random:seed=1", "--second", "random:seed=2"]
    finished = plyground("play", f"examples/{name}.py", *players)
    assert finished.returncode == 0, finished.stderr
    assert any(line.endswith((" wins", "draw")) for line in finished.stdout.splitlines()[-2:])
