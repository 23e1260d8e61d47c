"""Whether Plyground and OpenSpiel play the same games: if not, no ratio means anything."""

import math
import statistics
from dataclasses import dataclass
from typing import ClassVar

from benchmarks import ours, peer
from benchmarks.findings import Step, sameness_verdict
from benchmarks.measure import Effort

OUR_GAMES, ROLLOUTS, WATCHED = 200_000, 20_000, 2_000
"""Random games of ours, of the peer in one search, and of the peer for the mean length."""
STANDARD_ERRORS = 4
"""Chance exceeds this once in 16,000 times."""


@dataclass(frozen=True)
class Pair:
    """A game by both names, and the depth of its perft."""

    what: str
    peer_what: str
    depth: int


@dataclass(frozen=True)
class Figure:
    """A number of ours, the peer's, and how far chance may separate them."""

    ours: float
    peer: float
    allowed: float = 0.0

    @property
    def agrees(self) -> bool:
        return abs(self.ours - self.peer) <= self.allowed

    def text(self, form: str) -> str:
        allowed = f" ± {self.allowed:{form}}" if self.allowed else ""
        return f"{self.ours:{form}}, {self.peer:{form}}{allowed}"


@dataclass(frozen=True)
class Sameness:
    """What was compared; the share is a share of points, with half a point for a draw."""

    TITLE: ClassVar = "The same games"
    HEADINGS: ClassVar = [
        "Plyground",
        "OpenSpiel",
        "nodes",
        "first player's share",
        "mean length",
        "games",
    ]

    pair: Pair
    nodes: Figure
    first_player_share: Figure
    mean_length: Figure

    @property
    def verdict(self) -> str:
        figures = (self.nodes, self.first_player_share, self.mean_length)
        return sameness_verdict(all(figure.agrees for figure in figures))

    def row(self) -> list[str]:
        return [
            self.pair.what,
            self.pair.peer_what,
            f"perft {self.pair.depth}: {self.nodes.text(',.0f')}",
            self.first_player_share.text(".4f"),
            self.mean_length.text(".2f"),
            self.verdict,
        ]


PAIRS = [
    Pair("connect-four", "connect_four", 6),
    Pair("paths:board=5x5,line=4", "mnk(m=5,n=5,k=4)", 4),
    Pair("examples/breakthrough.py", "breakthrough(rows=8,columns=8)", 4),
]


def step(pair: Pair, effort: Effort) -> Step:
    return Step(pair.what, lambda: [compare(pair, effort)])


def compare(pair: Pair, effort: Effort) -> Sameness:
    nodes = Figure(
        ours.count_nodes(pair.what, pair.depth), peer.count_nodes(pair.peer_what, pair.depth)
    )
    return Sameness(pair, nodes, _shares(pair, effort), _lengths(pair, effort))


def _shares(pair: Pair, effort: Effort) -> Figure:
    tally = ours.random_games(pair.what, OUR_GAMES, seed=1)
    share = (tally.wins + tally.draws / 2) / tally.games
    rollouts = effort.of(ROLLOUTS)
    peer_share = (1 + peer.mean_result(pair.peer_what, rollouts, seed=1)) / 2
    # A share of points has at most the variance of a fair coin.
    error = 0.5 * math.sqrt(1 / OUR_GAMES + 1 / rollouts)
    return Figure(share, peer_share, STANDARD_ERRORS * error)


def _lengths(pair: Pair, effort: Effort) -> Figure:
    tally = ours.random_games(pair.what, OUR_GAMES, seed=1)
    watched = effort.of(WATCHED)
    lengths = [*peer.game_lengths(pair.peer_what, watched, seed=1)]
    error = statistics.stdev(lengths) * math.sqrt(1 / OUR_GAMES + 1 / watched)
    return Figure(tally.plies / tally.games, statistics.mean(lengths), STANDARD_ERRORS * error)
