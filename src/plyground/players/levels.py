"""How strong a computer player is, in words."""

from typing import Final

LEVELS: Final = {
    "easy": ("negascout:depth=1", "looks one move ahead"),
    "medium": ("negascout:depth=4", "looks four moves ahead"),
    "strong": ("best:time=1", "the best player, one second a move"),
    "strongest": ("best:time=10", "the best player, ten seconds a move"),
}
"""The levels of strength: their players, and what they mean."""
DEFAULT_LEVEL: Final = "strong"
