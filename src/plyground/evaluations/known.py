"""The evaluations of a game, found beside its rules or in a separate file."""

import sys
from typing import Final

from plyground.core.errors import BadGame
from plyground.core.evaluation import evaluated_games, evaluation_classes
from plyground.core.game import Game
from plyground.core.names import modules_of
from plyground.core.python_files import load_module
from plyground.evaluations.zero import Zero

DEFAULT: Final = "default"
HAND_SET: Final = "hand-set"
"""The author's own default, also where a network that was learned is the game's default."""


def evaluations_of(game: Game) -> dict[str, type]:
    """Every evaluation that its author wrote for a game, by name; `default` and `zero` always
    exist."""
    found: dict[str, type] = {DEFAULT: Zero}
    for module in _home(game):
        found |= evaluation_classes(game.name, module)
    return found | {"zero": Zero}


def evaluations_in(file: str, game: Game) -> dict[str, type]:
    """The evaluations of a game that a Python file defines, by name."""
    found = evaluation_classes(game.name, load_module(file))
    if not found:
        others = ", ".join(sorted({other for _, other in evaluated_games(load_module(file))}))
        wanted = f'@evaluation("name", game="{game.name}")'
        but = f", but of {others}" if others else ""
        raise BadGame(f"{file} defines no evaluation of {game.name}{but}: put {wanted} before one")
    return found


def _home(game: Game) -> list[str]:
    """The game's own module and, if it is part of a package, the modules beside it."""
    module = sys.modules[type(game).__module__]
    package = sys.modules.get(module.__package__ or "")
    beside = modules_of(package) if package else []
    return [module.__name__, *(other.__name__ for other in beside)]
