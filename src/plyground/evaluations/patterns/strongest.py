"""What the patterns of a network are worth in a position, and where they lie on its board."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from plyground.core.scene import places
from plyground.core.turns import seat_of
from plyground.evaluations.patterns.network import (
    CELL_OF,
    FIRST_INDEX,
    IMAGES,
    POINTS,
    SIZE,
    STATES,
    UNIT,
    Network,
    change_of,
    write_indices,
)
from plyground.evaluations.patterns.placement import placed_cells
from plyground.evaluations.patterns.sample import draw_sample

SEED: Final = 1


def pattern_points(
    game: Any, network: Network, position: Any
) -> Iterator[tuple[tuple[int, ...], float]]:
    """The squares of every image of a pattern on the board, and its points for the side to move;
    they add up to the score. Squares are left out where the board does not show them."""
    layout, indices = network.layout, [0] * (network.layout[IMAGES] + 1)
    write_indices(game, layout, position, indices)
    first = seat_of(game, position) * layout[SIZE]
    seen = _seen_squares(game)
    for image, cells in _cells_of_images(layout).items():
        points = network.weights[first + indices[image]] * (POINTS / UNIT)
        yield tuple(sorted(seen[bit] for bit in cells if bit in seen)), points


def _cells_of_images(layout: Any) -> dict[int, set[int]]:
    """The places in the planes that each image looks at: those where a change changes its index."""
    found: dict[int, set[int]] = {image: set() for image in range(1, layout[IMAGES] + 1)}
    for bit in range(FIRST_INDEX - CELL_OF):
        cell = layout[CELL_OF + bit]
        for new in range(1, layout[STATES]) if cell >= 0 else ():
            change = change_of(layout, cell, 0, new)
            for place in range(layout[change], layout[change + 1], 2):
                found[layout[place]].add(bit)
    return found


@cache
def _seen_squares(game: Any) -> dict[int, int]:
    """The square of the scene that shows each place in the planes."""
    scene, sample = game.scene(game.start()), draw_sample(game, SEED)
    if scene is None:
        return {}
    square_at = {place: square for square, place in places(scene).items()}
    return {
        sample.squares[cell]: square_at[place] for cell, place in placed_cells(game, sample).items()
    }
