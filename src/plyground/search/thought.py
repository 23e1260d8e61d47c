"""What a search has found out."""

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.game import Game, played
from plyground.core.outcome import DRAW, LOSS, NAMES, WIN
from plyground.core.score import plies_to_end
from plyground.search.solution import Solution, Verdict


class Line(NamedTuple):
    """A line of best play: its moves, what it is worth to the side to move, and where it ends."""

    moves: tuple[int, ...]
    score: int
    leaf: Any
    exact: bool = False
    """Whether the score is what perfect play leads to; a win or loss that was found always is."""

    @property
    def verdict(self) -> Verdict | None:
        """What perfect play leads to where it is known."""
        plies = plies_to_end(self.score)
        if plies is None:
            return Verdict(DRAW) if self.exact else None
        return Verdict(WIN if self.score > 0 else LOSS, plies)

    @property
    def outcome(self) -> str | None:
        """`win`, `loss` or `draw` where it is known."""
        return NAMES[self.verdict.outcome] if self.verdict else None

    @property
    def score_text(self) -> str:
        """The score as people read it."""
        return NAMES[DRAW] if self.outcome == NAMES[DRAW] else format_score(self.score)


class Thought(NamedTuple):
    """A search's result so far. Scores are from the side to move's view."""

    lines: tuple[Line, ...]
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    cpu_seconds: float
    hashfull: float
    """The share of the table or tree memory that is in use."""
    from_book: bool = False
    """Whether nothing was searched: a book told it."""

    @property
    def move(self) -> int:
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        return self.lines[0].score

    @property
    def nodes_per_second(self) -> float:
        """By processor time, which other programs do not disturb."""
        return self.nodes / self.cpu_seconds if self.cpu_seconds > 0 else 0.0

    @property
    def solution(self) -> Solution:
        """The same as a solver tells it."""
        return Solution(self.lines[0].verdict, self.move, self.nodes, self.seconds)


Watch = Callable[[Thought], None]


def ignore(thought: Thought) -> None:
    """Watch nothing."""


def line_of(game: Game, position: Any, moves: list[int], score: int, exact: bool = False) -> Line:
    """A line with its end."""
    leaf = position
    for move in moves:
        leaf = played(game, leaf, move)
    return Line(tuple(moves), score, leaf, exact)


def format_score(score: int) -> str:
    """A score as people read it: `wins in 9`, `+12`, `0`."""
    plies = plies_to_end(score)
    if plies is None:
        return f"{score:+,}" if score else "0"
    return f"{'wins' if score > 0 else 'loses'} in {plies}"
