"""The engine that solves a position where it can, and its options."""

from dataclasses import dataclass

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.sizes import parse_size
from plyground.search.engine import Engine
from plyground.search.engines import EngineOptions, default_search, engine, make_engine


@engine("solver")
@dataclass
class SolverOptions(EngineOptions):
    """Perfect play if it is found in half the time, else the move that a search finds."""

    table: str = "64MB"

    def check_options(self) -> None:
        super().check_options()
        parse_size("table", self.table)

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        from plyground.search.solve_or_search import SolveOrSearch

        searcher = make_engine(default_search(evaluation), game, evaluation, threads)
        return SolveOrSearch(searcher, parse_size("table", self.table), threads)
