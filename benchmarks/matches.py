"""The strength of `best`: matches from random openings, each in its own process."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from benchmarks.command import plyground
from benchmarks.findings import Step
from benchmarks.measure import Effort
from plyground.classic.watch_your_back import GREEDY, SEARCH

BEST = "best:cpu=0.1"
FIVE_IN_A_ROW = "dominoes:rows=6,columns=7,line=5"
FIVE_BY_FIVE = "paths:board=5x5,line=4"


class Pairing(NamedTuple):
    """A game, the opponent, and how many random moves come first."""

    game: str
    opponent: str
    opening_plies: int = 4
    games: int = 100
    fair: int = 0
    """No opening is decided within this many plies."""
    margin: int = 0
    """In no opening does a search of `fair` plies see a side further ahead."""

    def line(self, games: int) -> str:
        """The command; two games at a time, since processor time is measured."""
        players = f"{self.game} {BEST} {self.opponent}"
        fair = f" --fair {self.fair}" if self.fair else ""
        margin = f" --margin {self.margin}" if self.margin else ""
        opening = f"--opening-plies {self.opening_plies}{fair}{margin}"
        return f"match {players} --games {games} {opening} --jobs 2"


AGAINST_RANDOM = [
    Pairing("connect-four", "random"),
    Pairing("conniption", "random"),
    Pairing("conniption", "random", fair=6),
    Pairing("dominoes", "random"),
    Pairing(FIVE_IN_A_ROW, "random", 6, fair=4),
    Pairing(FIVE_BY_FIVE, "random", fair=6),
    Pairing("watch-your-back", "random"),
    Pairing("examples/breakthrough.py", "random"),
]
AGAINST_DOCUMENTS = [
    Pairing("connect-four", "minimax:depth=4,evaluation=document-scale", fair=10),
    Pairing("conniption", "alphabeta:depth=4,evaluation=document"),
    Pairing("conniption", "alphabeta:depth=4,evaluation=document", fair=16),
    Pairing("conniption", "alphabeta:depth=4,evaluation=document", 6, fair=20),
    Pairing("conniption:flips=1", "alphabeta:depth=4,evaluation=document", fair=12),
    Pairing("dominoes:rows=8,columns=8,line=6", "alphabeta:depth=3,evaluation=document", fair=6),
    Pairing(FIVE_BY_FIVE, "alphabeta:depth=3,evaluation=document", fair=20),
]
LEVEL = 300
"""A piece is 1,000 points."""
LONG = [
    Pairing("watch-your-back", f"negamax:depth=4,{SEARCH}", games=100, fair=6, margin=LEVEL),
    Pairing("watch-your-back", f"negamax:depth=4,{SEARCH}", games=40),
]
"""The document's search, as deep as it reached."""
DOCUMENT_TIME = [Pairing("watch-your-back", f"negamax:{GREEDY}", fair=6, margin=LEVEL)]
"""The document's search with its own time per move: more than an hour for all games."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, as its command prints it."""

    TITLE: ClassVar = "Matches"
    HEADINGS: ClassVar = [
        "plyground",
        "games",
        "won/drawn/lost",
        "score",
        "Elo (95 %)",
        "depth",
        "time a move",
        "its depth",
        "its time",
        "failures",
    ]

    command: str
    result: dict[str, Any]

    @property
    def verdict(self) -> str:
        return ""

    def row(self) -> list[str]:
        best, other = self.result["players"]
        return [
            f"`{self.command}`",
            str(self.result["games"]),
            f"{best['wins']}/{best['draws']}/{best['losses']}",
            f"{100 * best['score']:.1f} %",
            elo_text(self.result["elo"], self.result["elo_low"], self.result["elo_high"]),
            *_thinking(best),
            *_thinking(other),
            f"{best['failures']}, {other['failures']}",
        ]


def elo_text(middle: float | None, low: float | None, high: float | None) -> str:
    """The Elo difference, if it is finite, and its bounds."""
    bounds = f"{_signed(low, '-')} to {_signed(high, '+')}"
    return bounds if middle is None else f"{_signed(middle, '')} ({bounds})"


def _signed(elo: float | None, sign: str) -> str:
    return f"{sign}∞" if elo is None else f"{elo:+.0f}"


def _thinking(player: dict[str, Any]) -> list[str]:
    """A player's search depth and time per move, if known."""
    depth, seconds = player["depth"], player["seconds_per_move"]
    return [
        "" if depth is None else f"{depth:.1f}",
        "" if seconds is None else f"{1000 * seconds:,.1f} ms",
    ]


def against_random(effort: Effort) -> list[Step]:
    return _steps(AGAINST_RANDOM, effort)


def against_documents(effort: Effort) -> list[Step]:
    return _steps(AGAINST_DOCUMENTS, effort)


def long(effort: Effort) -> list[Step]:
    return _steps(LONG, effort)


def longest(effort: Effort) -> list[Step]:
    return _steps(DOCUMENT_TIME, effort)


def _steps(pairings: list[Pairing], effort: Effort) -> list[Step]:
    return [_step(pairing, effort.of(pairing.games)) for pairing in pairings]


def _step(pairing: Pairing, games: int) -> Step:
    line = pairing.line(games)
    return Step(line, lambda: [MatchResult(line, json.loads(plyground(f"{line} --json")))])
