"""The strongest player for the game at hand."""

from dataclasses import dataclass

from plyground.book.own import OWN
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.engine import Engine
from plyground.search.engines import make_engine, strongest


@player("best")
@dataclass
class Best(EnginePlayer):
    """The strongest search measured: the one that the game names, or the default for its kind."""

    book: str = OWN

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        return make_engine(strongest(game), game, evaluation, threads)
