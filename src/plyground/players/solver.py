"""The player that solves positions, and plays those perfectly."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.book.own import OWN
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.exact.options import SolverOptions


@player("solver")
@dataclass
class SolverPlayer(SolverOptions, EnginePlayer):
    """Perfect play if the position is solved in half of the time; else a search in the rest."""

    DEFAULT_SECONDS: ClassVar = 20.0
    KEEPS: ClassVar = True
    book: str = OWN
