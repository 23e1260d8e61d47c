"""The player that searches without compiled code."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.players.alphabeta import DepthLimitedPlayer
from plyground.players.player import player
from plyground.search.engine import Engine
from plyground.search.plain import PlainEngine


@player("plain")
@dataclass
class PlainPlayer(DepthLimitedPlayer):
    """Alpha-beta in plain Python: slow, for games whose rules cannot be compiled."""

    NEEDS_COMPILED_RULES: ClassVar = False

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        return PlainEngine(game, evaluation)
