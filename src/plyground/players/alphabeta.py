"""The players of the depth-first family, from plain minimax to negascout."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import MAX_EVAL
from plyground.core.sizes import parse_size
from plyground.players.engine import EnginePlayer
from plyground.players.player import player
from plyground.search.engine import Engine
from plyground.search.limits import MAX_DEPTH, Limits

if TYPE_CHECKING:
    from plyground.search.alphabeta.kernel import Techniques


@dataclass
class AlphaBetaPlayer(EnginePlayer):
    """A player that looks at all moves to some depth."""

    SEARCH: ClassVar = "MINIMAX"
    """What its techniques are called where the search is."""
    depth: int = MAX_DEPTH
    quiescence: bool = False
    """Whether noisy moves are followed beyond the depth."""
    beam: bool = False
    """Beam search, the document's greedy cut: only the moves that look best are searched."""

    def given_limits(self) -> Limits:
        return super().given_limits()._replace(depth=self.depth)

    def make_engine(self, game: Game, evaluation: Evaluation) -> Engine:
        from plyground.search.alphabeta.driver import AlphaBetaEngine

        return AlphaBetaEngine(
            game, evaluation, self.techniques(), self.table_bytes(), self.threads
        )

    def table_bytes(self) -> int:
        """How much memory the table may take."""
        return 0

    def techniques(self) -> "Techniques":
        """What this search makes use of, with what was set."""
        from plyground.search.alphabeta import kernel

        usual: Techniques = getattr(kernel, self.SEARCH)
        return usual._replace(quiescence=self.quiescence, beam=self.beam)


@player("minimax")
@dataclass
class Minimax(AlphaBetaPlayer):
    """Every move and every answer to a depth."""


@player("alphabeta")
@dataclass
class AlphaBeta(AlphaBetaPlayer):
    """The same value without moves that cannot matter."""

    SEARCH: ClassVar = "ALPHABETA"
    killers: bool = True
    """Killer heuristic: moves that caused cut-offs at the same ply are tried sooner."""
    history: bool = True
    """History heuristic: moves that caused cut-offs anywhere are tried sooner."""

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(killers=self.killers, history=self.history)


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
        return super().techniques()._replace(symmetry=self.symmetry)


@player("negascout")
@dataclass
class Negascout(Negamax):
    """Negamax that only asks of most moves whether they are better."""

    SEARCH: ClassVar = "NEGASCOUT"
    lmr: bool = False
    """Late move reductions: late moves are searched less deep at first."""
    futility: int = 0
    """Futility margin: how far a static evaluation may be off where it stands for the last plies;
    0 switches it off."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.futility <= MAX_EVAL:
            raise BadOption(f"futility={self.futility}: expected from 0 to {MAX_EVAL:,}")

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(lmr=self.lmr, futility=self.futility)
