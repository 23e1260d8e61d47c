"""How a game stands, seen by the side to move."""

from typing import Final

ONGOING: Final = 0
WIN: Final = 1
LOSS: Final = -1
DRAW: Final = 2

NAMES: Final = {ONGOING: "ongoing", WIN: "win", LOSS: "loss", DRAW: "draw"}
