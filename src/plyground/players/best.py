"""The strongest player for the game at hand."""

from dataclasses import dataclass
from typing import Final

from plyground.book.own import OWN
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.evaluations.registry import evaluations_of
from plyground.evaluations.zero import Zero
from plyground.players.engine import EnginePlayer, make_thinker
from plyground.players.player import player
from plyground.search.engine import Engine

SHORT: Final = 16
"""Games of at most this many plies are solved."""


@player("best")
@dataclass
class Best(EnginePlayer):
    """Whatever was measured to be strongest: what the game names, or what suits its kind."""

    book: str = OWN

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        chosen = make_thinker(strongest(game))
        chosen.threads = self.threads
        return chosen.make_engine(game, evaluation)


def strongest(game: Game) -> str:
    """The text of the player that is strongest in a game."""
    is_short = 0 <= game.plies_left(game.start()) <= SHORT
    return game.strongest or ("solver" if is_short else usual_search(game))


def usual_search(game: Game) -> str:
    """The search that suits a game of its kind."""
    return "mcts" if evaluations_of(game)["default"] is Zero else "negascout"
