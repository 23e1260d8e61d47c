"""Where patterns are put: straight lines, and random walks from square to neighbouring square."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final

import numpy as np

from plyground.core.game import Game
from plyground.core.scene import HEXAGONS, POINTS, Place, joined_points, places
from plyground.evaluations.patterns.sample import FEW, Sample, cell_states, spread
from plyground.evaluations.patterns.symmetry import Permutation

SQUARE_STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
HEXAGON_STEPS: Final = ((0, 1), (1, 0), (1, -1))
NEAR: Final = 6
"""How many neighbours a cell has on a board that nobody can see."""
TRIES: Final = 50

Pattern = tuple[int, ...]
"""Cells, in ascending order."""
Neighbours = dict[int, list[int]]


def placed_cells(game: Game, sample: Sample) -> dict[int, Place]:
    """Where in the scene each cell is seen: what stands there depends on the cell's state alone."""
    positions = spread(sample.positions, FEW)
    scenes = [game.scene(position) for position in positions]
    if any(scene is None for scene in scenes):
        return {}
    symbols = np.array([[*map(ord, "".join(scene.rows))] for scene in scenes if scene])
    where = places(scenes[0])  # type: ignore[arg-type]
    states = cell_states(game, sample, positions)
    changing = (symbols != symbols[0]).any(axis=0)
    found: dict[int, Place] = {}
    for cell in range(states.shape[1]):
        fits = changing.copy()
        for state in np.unique(states[:, cell]):
            rows = symbols[states[:, cell] == state]
            fits &= (rows == rows[0]).all(axis=0)
        seen = [where[square] for square in np.flatnonzero(fits).tolist()]
        free = [place for place in seen if place not in found.values()]
        if free:
            found[cell] = free[0]
    return found


def neighbours_of(game: Game, sample: Sample, length: int) -> tuple[Neighbours, list[Pattern]]:
    """The neighbours of each cell, and the straight lines of `length` cells, or of as many as the
    longest line of the board has."""
    seen = placed_cells(game, sample)
    if len(seen) < len(sample.squares) / 2:
        return _changing_together(game, sample), []
    scene: Any = game.scene(game.start())
    cell_at = {place: cell for cell, place in seen.items()}
    if scene.layout == POINTS:
        where = places(scene)
        joined = [(where[one], where[other]) for one, other in joined_points(scene)]
        return _joined((cell_at[a], cell_at[b]) for a, b in joined if {a, b} <= {*cell_at}), []
    steps = HEXAGON_STEPS if scene.layout == HEXAGONS else SQUARE_STEPS
    lines = [*_lines(cell_at, steps)]
    longest = min(length, max(map(len, lines), default=0))
    straight = {
        tuple(sorted(line[first : first + longest]))
        for line in lines
        for first in range(len(line) - longest + 1)
    }
    return _joined(pair for line in lines for pair in pairwise(line)), sorted(straight)


def _lines(cell_at: dict[Place, int], steps: tuple[Place, ...]) -> Iterator[list[int]]:
    """Every line of two cells or more, as long as it goes on."""
    for down, right in steps:
        for row, column in cell_at:
            line, here = [], (row, column)
            if (row - down, column - right) in cell_at:
                continue
            while here in cell_at:
                line.append(cell_at[here])
                here = (here[0] + down, here[1] + right)
            if len(line) > 1:
                yield line


def _joined(pairs: Any) -> Neighbours:
    found: Neighbours = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _changing_together(game: Game, sample: Sample) -> Neighbours:
    """For each cell those that change most often by the same move."""
    count = len(sample.squares)
    both = np.zeros((count, count))
    for path in sample.games[:FEW]:
        states = cell_states(game, sample, path)
        changes = (states[1:] != states[:-1]).astype(np.float64)
        both += changes.T @ changes
    np.fill_diagonal(both, -1)
    nearest = np.argsort(-both, axis=1, kind="stable")[:, :NEAR]
    return {cell: row.tolist() for cell, row in enumerate(nearest)}


def random_walk(neighbours: Neighbours, length: int, random: Random) -> list[int]:
    """Different cells in the order in which a walk comes to them, `length` of them at most."""
    here = random.choice(sorted(neighbours))
    walk = [here]
    for _ in range(TRIES * length):
        if len(walk) == length:
            break
        here = random.choice(neighbours[here])
        if here not in walk:
            walk.append(here)
    return walk


def canonical(pattern: Pattern, symmetries: list[Permutation]) -> Pattern:
    """The same for all patterns that symmetries map to each other."""
    return min(tuple(sorted(each[cell] for cell in pattern)) for each in symmetries)
