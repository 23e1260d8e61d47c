"""Colours for text: each can be read on a light and on a dark terminal."""

from typing import Final

GOOD: Final = "#18873d"
BAD: Final = "#ea0c1f"
DOUBTFUL: Final = "#a86604"
FAINT: Final = "#68787f"
