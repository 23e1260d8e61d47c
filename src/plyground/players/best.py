"""The strongest player for the game at hand."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.book.own import OWN
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.games.registry import takes_text
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.engine import Engine
from plyground.search.engines import make_engine, strongest
from plyground.search.plain import PlainEngine


@player("best")
@dataclass
class Best(EnginePlayer):
    """The strongest search measured: the one that the game names, or the default for its kind."""

    NEEDS_COMPILED_RULES: ClassVar = False
    book: str = OWN

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        if takes_text(type(game)):
            return PlainEngine(game, evaluation)
        return make_engine(strongest(game, evaluation), game, evaluation, threads)
