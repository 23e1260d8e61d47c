"""A game's symmetries as permutations of cells, found on random positions."""

from collections import defaultdict

from plyground.core.game import Game
from plyground.core.turns import seat_of
from plyground.evaluations.patterns.sample import FEW, Sample, States, cell_states, spread

Permutation = tuple[int, ...]
"""For each cell, where its content stands in the image."""


def symmetries_of(game: Game, sample: Sample) -> list[Permutation]:
    """The permutations, the identity first. An image that is none is left out."""
    positions = spread(sample.positions, FEW)
    images = [[*game.symmetries(position)] for position in positions]
    most = max(map(len, images))
    chosen = [number for number, each in enumerate(images) if len(each) == most]
    kept = [positions[number] for number in chosen]
    before = cell_states(game, sample, kept)
    found = [tuple(range(len(sample.squares)))]
    for number in range(most):
        after = [images[row][number] for row in chosen]
        if all(seat_of(game, a) == seat_of(game, b) for a, b in zip(kept, after, strict=True)):
            permutation = _permutation(before, cell_states(game, sample, after))
            if permutation and permutation not in found:
                found.append(permutation)
    return found


def _permutation(before: States, after: States) -> Permutation:
    """Which column became which; nothing where that cannot be told."""
    places = defaultdict(list)
    for cell, column in enumerate(after.T):
        places[column.tobytes()].append(cell)
    found = []
    for column in before.T:
        same = places[column.tobytes()]
        if not same:
            return ()
        found.append(same.pop(0))
    return tuple(found)
