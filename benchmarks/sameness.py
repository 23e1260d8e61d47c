"""Whether Plyground and OpenSpiel play the same games: without that, no ratio means anything."""

import math
import statistics
from dataclasses import dataclass

from benchmarks import ours, peer

OUR_GAMES, ROLLOUTS, WATCHED = 200_000, 20_000, 2_000
"""Random games of ours, in one search of the peer, and those of which the length is looked at."""
STANDARD_ERRORS = 4
"""A difference that chance makes larger once in 16,000 times."""


@dataclass(frozen=True)
class Pair:
    """A game as both know it, and how deep to count it."""

    what: str
    peer_what: str
    depth: int


@dataclass(frozen=True)
class Figure:
    """A number of ours, the peer's, and by how much chance may make them differ."""

    ours: float
    peer: float
    allowed: float = 0.0

    @property
    def agrees(self) -> bool:
        return abs(self.ours - self.peer) <= self.allowed


@dataclass(frozen=True)
class Sameness:
    """What was compared; the share is of the points, a draw being half a point."""

    pair: Pair
    nodes: Figure
    first_player_share: Figure
    mean_length: Figure

    @property
    def verdict(self) -> str:
        figures = (self.nodes, self.first_player_share, self.mean_length)
        return "same" if all(figure.agrees for figure in figures) else "differ"


PAIRS = [
    Pair("connect-four", "connect_four", 6),
    Pair("paths:board=5x5,line=4", "mnk(m=5,n=5,k=4)", 4),
    Pair("examples/breakthrough.py", "breakthrough(rows=8,columns=8)", 4),
]


def compare(pair: Pair) -> Sameness:
    nodes = Figure(
        ours.count_nodes(pair.what, pair.depth), peer.count_nodes(pair.peer_what, pair.depth)
    )
    return Sameness(pair, nodes, _shares(pair), _lengths(pair))


def _shares(pair: Pair) -> Figure:
    tally = ours.random_games(pair.what, OUR_GAMES, seed=1)
    share = (tally.wins + tally.draws / 2) / tally.games
    peer_share = (1 + peer.mean_result(pair.peer_what, ROLLOUTS, seed=1)) / 2
    # A share of points has at most the variance of a fair coin.
    error = 0.5 * math.sqrt(1 / OUR_GAMES + 1 / ROLLOUTS)
    return Figure(share, peer_share, STANDARD_ERRORS * error)


def _lengths(pair: Pair) -> Figure:
    tally = ours.random_games(pair.what, OUR_GAMES, seed=1)
    lengths = [*peer.game_lengths(pair.peer_what, WATCHED, seed=1)]
    error = statistics.stdev(lengths) * math.sqrt(1 / OUR_GAMES + 1 / WATCHED)
    return Figure(tally.plies / tally.games, statistics.mean(lengths), STANDARD_ERRORS * error)
