"""The evaluation: what it holds, and how a position is evaluated from nothing.

All that a network knows beside its weights is one piece of memory, its layout:

    IMAGES         how many images of patterns there are; they count from 1
    STATES         how many states a square may have
    SIZE           how many places the weights of each seat have
    CHANGES        where the list of each change begins: one for each cell, old and new state
    ORDER          for each seat, which of the game's planes is taken first, second, ...
    STATE_OF       the state for each combination of bits
    CELL_OF        the cell of each square, -1 where the square never changes
    FIRST_INDEX    the index of each image while all squares are in state 0; then
    the lists      image, what is added to its index, image, ...

An index is a sum over cells, so a move changes few of them, each by a number that is known.
Weights are whole numbers, UNIT for 1: sums are the same in whatever order, compiled or plain, from
nothing or move by move.
"""

from typing import Any, Final, NamedTuple

from plyground.core.bits import squares
from plyground.core.evaluation import evaluation
from plyground.core.numbers import Ints, scratch_ints
from plyground.core.turns import seat_of

UNIT: Final = 1 << 24
POINTS: Final = 1000
"""The score of a position whose weights add up to 1."""
MAX_PLANES: Final = 6

IMAGES, STATES, SIZE, CHANGES = 1, 2, 3, 4
ORDER: Final = 8
STATE_OF: Final = ORDER + 2 * MAX_PLANES
CELL_OF: Final = STATE_OF + (1 << MAX_PLANES)
FIRST_INDEX: Final = CELL_OF + 256
"""The place before that of image 1 is not used."""


@evaluation("patterns", game="any", unit=POINTS)
class Network(NamedTuple):
    """The sum of what patterns are worth."""

    weights: Ints
    """First those of seat 0, then those of seat 1; the first place has their count."""
    layout: Ints

    def score(self, game: Any, position: Any) -> float:
        return weight_sum(self, game, position) * (POINTS / UNIT)


def weight_sum(network: Any, game: Any, position: Any) -> int:
    """The weights of a position for the side to move, all together."""
    layout, weights, indices = network.layout, network.weights, scratch_ints()
    write_indices(game, layout, position, indices)
    first, total = seat_of(game, position) * layout[SIZE], 0
    for image in range(1, layout[IMAGES] + 1):
        total += weights[first + indices[image]]
    return total


def write_indices(game: Any, layout: Any, position: Any, indices: Any) -> None:
    """The index of every image, from nothing."""
    for image in range(1, layout[IMAGES] + 1):
        indices[image] = layout[FIRST_INDEX + image]
    planes, seat = game.planes(position), seat_of(game, position)
    occupied = planes[0]
    for plane in planes:
        occupied |= plane
    for square in squares(occupied):
        cell = layout[CELL_OF + square]
        if cell >= 0:
            change = change_of(layout, cell, 0, state_at(layout, planes, seat, square))
            for place in range(layout[change], layout[change + 1], 2):
                indices[layout[place]] += layout[place + 1]


def state_at(layout: Any, planes: Any, seat: int, square: int) -> int:
    """The state of a square, as the side to move there sees the planes."""
    state = 0
    for number in range(len(planes)):
        plane = planes[layout[ORDER + MAX_PLANES * seat + number]]
        state |= int(plane >> square & 1) << number
    found: int = layout[STATE_OF + state]
    return found


def change_of(layout: Any, cell: int, old: int, new: int) -> int:
    """Where it says where the list of a change begins; the next place says where it ends."""
    states = layout[STATES]
    place: int = layout[CHANGES] + (cell * states + old) * states + new
    return place
