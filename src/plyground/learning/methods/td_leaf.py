"""TD-Leaf(lambda) (Baxter, Tridgell and Weaver): after each game, the values of the principal
variations' leaves move towards those that came later in the game, and the last ones to its result.
"""

from dataclasses import dataclass

import numpy as np

from plyground.core.errors import BadOption
from plyground.core.score import BAND
from plyground.learning import game_kernel as kernel
from plyground.learning.by_play import LinearByPlay, sides
from plyground.learning.linear import Numbers
from plyground.learning.method import method
from plyground.learning.self_play import Played
from plyground.learning.updates import td_leaf_change


@method("td-leaf")
@dataclass
class TdLeaf(LinearByPlay):
    """TD-Leaf(lambda): learns from the leaves of principal variations."""

    lambda_: float = 0.7
    """How much of each error reaches the positions before it: 0 one ply, 1 all of the game."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.lambda_ <= 1:
            raise BadOption(f"lambda={self.lambda_:g}: expected from 0 to 1")

    def take(self, played: Played) -> None:
        change, errors = self.change_after(played, self.weights)
        self.move_weights(change, errors, len(played.notes))
        super().take(played)

    def change_after(self, played: Played, weights: Numbers) -> tuple[Numbers, float]:
        """The change that a game calls for, before the rate, and its squared errors."""
        notes = played.notes
        kinds, scores, turns = (notes[:, n] for n in (kernel.KIND, kernel.SCORE, kernel.TURN))
        features = self.scaled(played.leaves, turns) * sides(notes[:, kernel.LEAF_TURN])[:, None]
        is_known = (kinds & kernel.LEAF_OVER) != 0
        known = np.where(np.abs(scores) >= BAND, sides(turns) * np.sign(scores), 0.0)
        explored = (kinds & kernel.EXPLORED) != 0
        change, trace = np.zeros(len(weights)), np.zeros(len(weights))
        result = float(played.points)
        errors = td_leaf_change(
            features, is_known, known, explored, result, weights, self.lambda_, change, trace
        )
        return change, errors
