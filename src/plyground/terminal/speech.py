"""The rules of a game in words, as wide as the screen."""

import textwrap
from itertools import groupby
from typing import Final

from plyground.core.game import Game

_COLUMNS: Final = 80
"""Longer lines are hard to read."""


def rules_words(game: Game, columns: int = _COLUMNS) -> str:
    """How a game is played: paragraphs wrapped to the screen, examples unchanged."""
    lines: list[str] = []
    for is_fixed, group in groupby(game.rules_text.split("\n"), _is_fixed):
        block = [*group]
        lines += block if is_fixed else [textwrap.fill(" ".join(block), min(columns, _COLUMNS))]
    return "\n".join(lines)


def _is_fixed(line: str) -> bool:
    return not line or line.startswith(" ")
