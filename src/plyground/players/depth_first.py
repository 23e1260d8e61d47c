"""The players of the depth-first family, from plain minimax to negascout."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import LARGEST_JUDGEMENT
from plyground.core.sizes import parse_size
from plyground.players.engine import Engine, EnginePlayer
from plyground.players.player import player
from plyground.search.limits import DEEPEST, Limits

if TYPE_CHECKING:
    from plyground.search.tree import Techniques


@dataclass
class DepthFirstPlayer(EnginePlayer):
    """A player that looks at all moves to some depth."""

    SEARCH: ClassVar = "MINIMAX"
    """What its techniques are called where the search is."""
    depth: int = DEEPEST
    quiescence: bool = False
    """Whether noisy moves are followed beyond the depth."""
    cut: bool = False
    """The document's greedy cut: only the moves that look best."""

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(depth=self.depth)

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        from plyground.search.deepening import DepthFirst

        return DepthFirst(game, evaluation, self.techniques(), self.table_bytes(), self.threads)

    def table_bytes(self) -> int:
        """How much memory the table may take."""
        return 0

    def techniques(self) -> "Techniques":
        """What this search makes use of, with what was set."""
        from plyground.search import tree

        usual: Techniques = getattr(tree, self.SEARCH)
        return usual._replace(quiescence=self.quiescence, cut=self.cut)


@player("minimax")
@dataclass
class Minimax(DepthFirstPlayer):
    """Every move and every answer to a depth."""


@player("alphabeta")
@dataclass
class AlphaBeta(DepthFirstPlayer):
    """The same value without moves that cannot matter."""

    SEARCH: ClassVar = "ALPHABETA"
    recall: bool = True
    """Whether moves that cut elsewhere are tried sooner: killer moves and history."""

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(recall=self.recall)


@player("negamax")
@dataclass
class Negamax(AlphaBeta):
    """Alpha-beta with a table, deepening until time is up."""

    SEARCH: ClassVar = "NEGAMAX"
    table: str = "64MB"
    quiescence: bool = True
    symmetry: bool = False
    """Whether images of a position share an entry of the table."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.table_bytes()

    def table_bytes(self) -> int:
        return parse_size("table", self.table)

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(fold=self.symmetry)


@player("negascout")
@dataclass
class Negascout(Negamax):
    """Negamax that only asks of most moves whether they are better."""

    SEARCH: ClassVar = "NEGASCOUT"
    reduce: bool = False
    """Whether late moves are looked at less deep at first."""
    swing: int = 0
    """By how many points a judgement may be off where it stands for the last plies; 0: never."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.swing <= LARGEST_JUDGEMENT:
            raise BadOption(f"swing={self.swing}: expected from 0 to {LARGEST_JUDGEMENT:,}")

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(reduce=self.reduce, swing=self.swing)
