"""A network without its weights: which patterns there are, and how positions are read."""

from itertools import chain, product
from random import Random
from typing import Final

import msgspec
import numpy as np

from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.numbers import SCRATCH, Ints
from plyground.evaluations.patterns.code import Code, Together, perfect_code, states_together
from plyground.evaluations.patterns.network import (
    CELL_OF,
    CHANGES,
    FIRST_INDEX,
    IMAGES,
    MAX_PLANES,
    ORDER,
    SIZE,
    STATE_OF,
    STATES,
    Network,
)
from plyground.evaluations.patterns.placement import (
    TRIES,
    Pattern,
    canonical,
    neighbours_of,
    random_walk,
)
from plyground.evaluations.patterns.sample import cell_states, draw_sample
from plyground.evaluations.patterns.symmetry import Permutation, symmetries_of

MAX_CODES: Final = 1 << 16
"""The most weights of a pattern and seat."""
MAX_IMAGES: Final = SCRATCH - 1
LINE: Final = 4
"""Squares of a straight pattern, unless somebody asks for another length."""
DEFAULT_IMAGES: Final = 512
"""As many images as this at most if nobody asks for more: they are what an evaluation takes."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that says what a weight is for."""

    order: tuple[int, ...]
    raw_states: tuple[int, ...]
    squares: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]
    patterns: tuple[tuple[int, ...], ...]
    addends: tuple[tuple[tuple[int, ...], ...], ...]
    """For each pattern, each of its cells and each state, what it adds to the index."""

    @property
    def sizes(self) -> list[int]:
        """The weights of each pattern."""
        return [Code(addends).size for addends in self.addends]


def make_plan(game: Game, count: int, length: int, line: int = LINE, seed: int = 1) -> Plan:
    """Straight lines of `line` cells and `count` walks of `length`, as far as there is room."""
    sample = draw_sample(game, seed)
    symmetries = symmetries_of(game, sample)
    states = cell_states(game, sample, sample.positions)
    together = states_together(states, len(sample.raw_states), symmetries)
    neighbours, lines = neighbours_of(game, sample, line)
    room = max(1, DEFAULT_IMAGES // len(symmetries))
    found: dict[Pattern, Code] = {}
    for straight in lines[:room]:
        _add(found, [*straight], together, symmetries)
    wanted, random = min(len(found) + count, room), Random(seed)
    for _ in range(TRIES * count if neighbours else 0):
        if len(found) >= wanted:
            break
        _add(found, random_walk(neighbours, length, random), together, symmetries)
    if not found:
        raise BadOption(f"{game.name}: its squares have no neighbours, so there are no patterns")
    addends = tuple(code.addends for code in found.values())
    symmetrical, patterns = tuple(symmetries), tuple(found)
    return Plan(sample.order, sample.raw_states, sample.squares, symmetrical, patterns, addends)


def _add(
    found: dict[Pattern, Code],
    walk: list[int],
    together: Together,
    symmetries: list[Permutation],
) -> None:
    """Add a pattern, unless it or an image of it is there; what is too large loses its end."""
    while walk:
        pattern = canonical(tuple(walk), symmetries)
        code = found.get(pattern) or perfect_code(pattern, together, MAX_CODES)
        if code:
            found[pattern] = code
            return
        walk = walk[:-1]


def images_of(plan: Plan) -> list[tuple[int, Pattern]]:
    """The number of a pattern and the cells that take the places of its own, for every image."""
    return [
        (number, image)
        for number, pattern in enumerate(plan.patterns)
        for image in dict.fromkeys(tuple(s[cell] for cell in pattern) for s in plan.symmetries)
    ]


def new_network(plan: Plan, stride: int = 1) -> Network:
    """A network to which every position is worth nothing yet; weights are `stride` places apart."""
    return Network(Ints.new(stride * (1 + 2 * sum(plan.sizes))), make_layout(plan, stride))


def make_layout(plan: Plan, stride: int = 1) -> Ints:
    """The tables that evaluate a position; all indices are multiples of `stride`."""
    images, states = images_of(plan), len(plan.raw_states)
    starts = np.cumsum([1, *plan.sizes])
    changes: list[list[int]] = [[] for _ in range(len(plan.squares) * states * states)]
    first_index = []
    for number, (pattern, cells) in enumerate(images, 1):
        addends = plan.addends[pattern]
        first = int(starts[pattern]) + sum(each[0] for each in addends)
        first_index.append(stride * first)
        for cell, added in zip(cells, addends, strict=True):
            for old, new in product(range(states), repeat=2):
                if added[new] != added[old]:
                    change = (cell * states + old) * states + new
                    changes[change] += [number, stride * (added[new] - added[old])]
    lists = FIRST_INDEX + 1 + len(images)
    ends = lists + len(changes) + 1 + np.cumsum([0, *map(len, changes)])
    layout: Ints = Ints.new(int(ends[-1]))
    array = layout.array
    size = stride * sum(plan.sizes)
    array[[IMAGES, STATES, SIZE, CHANGES]] = len(images), states, size, lists
    seat_one = ORDER + MAX_PLANES
    array[ORDER:seat_one] = range(MAX_PLANES)
    array[seat_one : seat_one + len(plan.order)] = plan.order
    array[[STATE_OF + raw for raw in plan.raw_states]] = range(states)
    array[CELL_OF:FIRST_INDEX] = -1
    array[[CELL_OF + square for square in plan.squares]] = range(len(plan.squares))
    array[FIRST_INDEX + 1 : lists] = first_index
    array[lists : lists + len(ends)] = ends
    array[ends[0] :] = [*chain.from_iterable(changes)]
    return layout
