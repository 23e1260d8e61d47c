"""The player that does not err where a position can be solved."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.book.own import OWN
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.exact.options import SolverOptions


@player("solver")
@dataclass
class SolverPlayer(SolverOptions, EnginePlayer):
    """Perfect play where it is found in half the time, else what a search finds in the rest."""

    DEFAULT_SECONDS: ClassVar = 20.0
    KEEPS: ClassVar = True
    book: str = OWN
