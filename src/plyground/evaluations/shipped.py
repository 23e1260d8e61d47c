"""Learned evaluations in files, and those that games ship with.

A network in `default.net` beside a game's rules, or in `my_game.default.net` beside `my_game.py`,
is the `default` evaluation of the options that it was learned for. Between `default` and `.net` a
name may say which: `default-8x8.net`.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from plyground.core.errors import BadWeights
from plyground.core.evaluation import Evaluation
from plyground.core.files import about
from plyground.core.game import Game
from plyground.games.registry import game_text

NETWORK: Final = ".net"
"""What the name of a network's file ends in."""
MAX_SHARED: Final = 8
"""So many networks stay in memory, shared by all who use them."""
MAX_KNOWN: Final = 64
"""Of so many files it is remembered what game they are for."""


def default_network(game: Any) -> Evaluation | None:
    """The network that a game with these options ships with; None if there is none."""
    for path in network_paths(game):
        text = game_text(game)
        if game_of(path) == text:
            return network_in(path, game)
    return None


def network_in(path: Path, game: Any) -> Evaluation:
    """The network in a file, in memory once for all who play the game."""
    rules: Any = type(game)  # games of two classes may be equal tuples
    return _shared(path, _time_of_change(path), rules, game_text(game), game)


def network_paths(game: Game) -> Iterator[Path]:
    """The files of default networks, whatever options they are for."""
    module: Any = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    if file:
        stem = "default" if module.__package__ else f"{Path(file).stem}.default"
        yield from sorted(Path(file).parent.glob(f"{stem}*{NETWORK}"))


def game_of(path: Path) -> str:
    """The game with its options that a file's network is for."""
    return _game_in(path, _time_of_change(path))


def _time_of_change(path: Path) -> int:
    with about(path, BadWeights, "read"):
        return path.stat().st_mtime_ns


@lru_cache(MAX_KNOWN)
def _game_in(path: Path, changed: int) -> str:
    from plyground.evaluations.patterns.file import read_head  # late: it imports NumPy

    return read_head(path).game


@lru_cache(MAX_SHARED)
def _shared(path: Path, changed: int, rules: Any, text: str, game: Any) -> Evaluation:
    from plyground.evaluations.patterns.file import read_network

    network: Any = read_network(path, game)
    return network  # type: ignore[no-any-return]
