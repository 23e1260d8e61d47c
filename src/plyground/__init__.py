"""Plyground: two-player board games to play, search, solve, measure and learn.

The names a game's author needs are here; none of them imports the compiler.
"""

from plyground.core.bits import Bits, bit, bits, mix, nth_square, squares
from plyground.core.evaluation import evaluation
from plyground.core.game import Game, game
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.scene import Scene
from plyground.games.registry import make_game

__all__ = [
    "DRAW",
    "LOSS",
    "ONGOING",
    "WIN",
    "Bits",
    "Game",
    "Scene",
    "bit",
    "bits",
    "evaluation",
    "game",
    "make_game",
    "mix",
    "nth_square",
    "squares",
]
__version__ = "0.1.0"
