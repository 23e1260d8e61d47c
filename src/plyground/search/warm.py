"""Compile every search for a game ahead of its use."""

import plyground.search as room
from plyground.core.events import on_compile
from plyground.core.game import Game
from plyground.core.names import modules_of


def warm(game: Game) -> int:
    """Run each search of this room once, briefly; returns how many kernels had to be compiled."""
    compiled = 0

    def count(name: str, starts: bool) -> None:
        nonlocal compiled
        compiled += starts

    on_compile.append(count)
    try:
        for module in modules_of(room):
            exercise = getattr(module, "exercise", None)
            if exercise:
                exercise(game)
    finally:
        on_compile.remove(count)
    return compiled
