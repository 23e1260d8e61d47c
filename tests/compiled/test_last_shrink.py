"""Watch Your Back! around its last shrink, whose corners come one after another."""

from typing import Any

import pytest

from plyground import ONGOING, Game
from plyground.search.perft import perft
from tests.positions import game_of, random_line

PLACING, LAST_SHRINK = 24, 192
DEPTH = 3
LAST_BOARDS = (
    "..................X--X....-@@-....-@@-....XOOX.................. O 200",
    "..................XO-X....--@-....O@--....X--X.................. @ 193",
    "..................X-@X....O---....-@O-....X--X.................. O 192",
)


def counts(game: Game, position: Any) -> list[tuple[int, ...]]:
    return [level[1:] for level in perft(game, position, DEPTH).levels]


def assert_images_play_alike(game: Game, position: Any) -> int:
    """Returns how many images were tried; perft of several plies finds more than that of one."""
    images = [*game.symmetries(position)]
    for image in images:
        found = counts(game, image)
        assert found == counts(game, position), game.position_text(image)
    return len(images)


@pytest.mark.parametrize("before", [1, 2, 3, 5, 64])
def test_images_play_alike_before_the_last_shrink(before: int) -> None:
    """If the shrink is within the perft depth, there must be no images or correct ones."""
    game = game_of("watch-your-back")
    lines = [random_line(game, seed) for seed in range(12)]
    reached = [line[PLACING + LAST_SHRINK - before :][:1] for line in lines]
    ongoing = [p for found in reached for p in found if game.outcome(p) == ONGOING]
    assert ongoing
    for position in ongoing:
        assert_images_play_alike(game, position)


@pytest.mark.parametrize("text", LAST_BOARDS)
def test_images_play_alike_once_the_last_corners_stand(text: str) -> None:
    """No more shrinks come, so there are all seven images and they are correct."""
    game = game_of("watch-your-back")
    position = game.parse_position(text)
    assert game.outcome(position) == ONGOING
    assert assert_images_play_alike(game, position) == 7
