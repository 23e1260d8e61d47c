"""Engines by name: each search folder has an `options.py` that says how its engines are made."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import plyground.search as room
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.core.options import create
from plyground.evaluations.zero import Zero
from plyground.search.engine import Engine

SHORT: Final = 16
"""Games of at most this many plies are solved."""


@dataclass
class EngineOptions:
    """How a search goes about it. The fields are what people can set: `negascout:lmr=1`."""

    def __post_init__(self) -> None:
        self.check_options()

    def check_options(self) -> None:
        """Refuse values that the search cannot take; raises BadOption."""

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        """A new engine for a game."""
        raise NotImplementedError


OptionsClass = TypeVar("OptionsClass", bound=type)

_engines: dict[str, type] = {}


def engine(name: str) -> Callable[[OptionsClass], OptionsClass]:
    """Make a class of options an engine that people know by `name`."""

    def register(cls: OptionsClass) -> OptionsClass:
        cls.name = name  # type: ignore[attr-defined]
        _engines[name] = cls
        return cls

    return register


def make_engine(text: str, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
    """The engine that a text names: `negascout:lmr=1,futility=400`."""
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        if module.name.endswith(".options"):
            importlib.import_module(module.name)
    name, _, options = text.partition(":")
    chosen: EngineOptions = create(find_named("engine", _engines, name), options)
    return chosen.make_engine(game, evaluation, threads)


def strongest(game: Game, evaluation: Evaluation) -> str:
    """The engine that was measured to be strongest in a game, or that suits a game of its kind."""
    is_short = 0 <= game.plies_left(game.start()) <= SHORT
    return game.strongest or ("solver" if is_short else default_search(evaluation))


def default_search(evaluation: Evaluation) -> str:
    """The search that suits an evaluation: alpha-beta, or Monte Carlo where there is none."""
    return "mcts" if isinstance(evaluation, Zero) else "negascout"
