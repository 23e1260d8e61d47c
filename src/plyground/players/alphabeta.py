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

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(depth=self.depth)


@player("minimax")
@dataclass
class Minimax(MinimaxOptions, DepthLimitedPlayer):
    """Every move and every answer to a depth."""


@player("alphabeta")
@dataclass
class AlphaBeta(AlphaBetaOptions, DepthLimitedPlayer):
    """The same value without moves that cannot matter."""


@player("negamax")
@dataclass
class Negamax(NegamaxOptions, DepthLimitedPlayer):
    """Alpha-beta with a table, deepening until time is up."""


@player("negascout")
@dataclass
class Negascout(NegascoutOptions, DepthLimitedPlayer):
    """Negamax that only asks of most moves whether they are better."""
