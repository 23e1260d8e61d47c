"""The players of the alpha-beta family, from plain minimax to negascout."""

from dataclasses import dataclass

from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.alphabeta.options import (
    AlphaBetaOptions,
    MinimaxOptions,
    NegamaxOptions,
    NegascoutOptions,
)
from plyground.search.limits import MAX_DEPTH, Limits


@dataclass
class DepthLimitedPlayer(EnginePlayer):
    """A player whose search can be limited by depth."""

    depth: int = MAX_DEPTH
    """How many moves it looks ahead at most."""

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(depth=self.depth)


@player("minimax")
@dataclass
class Minimax(MinimaxOptions, DepthLimitedPlayer):
    """Minimax: every move and every reply, to a fixed depth."""


@player("alphabeta")
@dataclass
class AlphaBeta(AlphaBetaOptions, DepthLimitedPlayer):
    """Minimax with alpha-beta pruning: the same value from fewer positions."""


@player("negamax")
@dataclass
class Negamax(NegamaxOptions, DepthLimitedPlayer):
    """Alpha-beta with a transposition table and iterative deepening."""


@player("negascout")
@dataclass
class Negascout(NegascoutOptions, DepthLimitedPlayer):
    """Negamax with null windows: most moves are only tested for being better than the best."""
