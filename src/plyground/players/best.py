"""The strongest player for the game at hand."""

from dataclasses import dataclass
from typing import ClassVar

from plyground.book.own import OWN
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.evaluations.registry import evaluations_of
from plyground.evaluations.zero import Zero
from plyground.players.engine import Engine, EnginePlayer, make_thinker
from plyground.players.player import player


@player("best")
@dataclass
class Best(EnginePlayer):
    """Whatever was measured to be strongest: what the game names, or what suits its kind."""

    book: str = OWN

    WITH_EVALUATION: ClassVar = "negascout"
    WITHOUT: ClassVar = "mcts"

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        chosen = make_thinker(strongest(game))
        chosen.threads = self.threads
        return chosen.make_engine(game, evaluation)


def strongest(game: Game) -> str:
    """The text of the player that is strongest in a game."""
    judged = evaluations_of(game)["default"] is not Zero
    return game.strongest or (Best.WITH_EVALUATION if judged else Best.WITHOUT)
