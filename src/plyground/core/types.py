"""What the whole numbers of this package mean, for whoever reads a signature."""

from typing import TypeAlias

Move: TypeAlias = int
"""A move: any whole number that the game's rules understand."""
Score: TypeAlias = int
"""What a position is worth to the side to move; `core/score.py` says how wins are written."""
Ply: TypeAlias = int
"""A number of moves by either side: the distance from a root, or the length of a game."""
Square: TypeAlias = int
"""The number of a square: its bit in a board, its place in a scene."""
