"""The player that does not err where a position can be solved."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.book.own import OWN
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.sizes import parse_size
from plyground.players.best import usual_search
from plyground.players.engine import EnginePlayer, make_thinker
from plyground.players.player import player
from plyground.search.engine import Engine


@player("solver")
@dataclass
class SolverPlayer(EnginePlayer):
    """Perfect play where it is found in half the time, else what a search finds in the rest."""

    DEFAULT_SECONDS: ClassVar = 20.0
    KEEPS: ClassVar = True
    book: str = OWN
    table: str = "64MB"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.table_bytes = parse_size("table", self.table)

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        from plyground.search.solve_or_search import SolveOrSearch

        searching = make_thinker(usual_search(game))
        searching.threads = self.threads
        return SolveOrSearch(
            searching.make_engine(game, evaluation), self.table_bytes, self.threads
        )
