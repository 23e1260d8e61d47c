"""Pattern networks learn from searches, in compiled code: TreeStrap with temporal coherence.

`pattern_reference.py` has the same as a textbook prints it.
"""

from typing import Any

from plyground.core.compile import kernel
from plyground.core.game import wins_at_once
from plyground.core.numbers import scratch_ints
from plyground.core.turns import seat_of
from plyground.core.words import load
from plyground.evaluations.patterns.network import IMAGES, SIZE, UNIT, write_indices
from plyground.learning.pattern_kernel import teach
from plyground.learning.updates import outside

TAUGHT, ERRORS = range(2)
"""What is counted: the positions, and the sum of their squared errors."""


@kernel
def strap(
    game: Any,
    rows: Any,
    values: Any,
    bounds: Any,
    network: Any,
    coherence: Any,
    factors: Any,
    rate: float,
    limit: float,
    careful: bool,
    tally: Any,
) -> None:
    """Teach one position after another what a search found out about it. No score counts more than
    `limit`. If `careful`, positions whose mover wins at once are left out, as self-play leaves them
    out: quiescence search finds the win."""
    layout, weights, indices = network.layout, network.weights, scratch_ints()
    images = layout[IMAGES]
    step = rate / images * UNIT
    for number in range(len(rows)):
        position = load(game, rows[number])
        if careful and wins_at_once(game, position):
            continue
        write_indices(game, layout, position, indices)
        first, total = seat_of(game, position) * layout[SIZE], 0
        for image in range(1, images + 1):
            total += weights[first + indices[image]]
        score = min(max(total / UNIT, -limit), limit)
        error = outside(values[number] - score, bounds[number])
        for image in range(1, images + 1):
            teach(weights, coherence, factors, first + indices[image], error, step)
        tally[TAUGHT] += 1.0
        tally[ERRORS] += error * error
