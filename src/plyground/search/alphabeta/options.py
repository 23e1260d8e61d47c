"""The engines of the alpha-beta family, from plain minimax to negascout, and their options."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.score import MAX_EVAL
from plyground.core.sizes import parse_size
from plyground.search.engine import Engine
from plyground.search.engines import EngineOptions, engine

if TYPE_CHECKING:
    from plyground.search.alphabeta.kernel import Techniques


@engine("minimax")
@dataclass
class MinimaxOptions(EngineOptions):
    """Every move and every answer to a depth."""

    TECHNIQUES: ClassVar = "MINIMAX"
    """The name of its techniques in the kernel's module."""
    quiescence: bool = False
    """Whether noisy moves are followed beyond the depth."""
    beam: bool = False
    """Beam search, the document's greedy cut: only the moves that look best are searched."""

    def make_engine(self, game: Game, evaluation: Evaluation, threads: int = 1) -> Engine:
        from plyground.search.alphabeta.driver import AlphaBetaEngine

        return AlphaBetaEngine(game, evaluation, self.techniques(), self.table_bytes(), threads)

    def table_bytes(self) -> int:
        """How much memory the transposition table may take."""
        return 0

    def techniques(self) -> "Techniques":
        """The techniques of this search, with what was set."""
        from plyground.search.alphabeta import kernel

        default: Techniques = getattr(kernel, self.TECHNIQUES)
        return default._replace(quiescence=self.quiescence, beam=self.beam)


@engine("alphabeta")
@dataclass
class AlphaBetaOptions(MinimaxOptions):
    """The same value without moves that cannot matter."""

    TECHNIQUES: ClassVar = "ALPHABETA"
    killers: bool = True
    """Killer heuristic: moves that caused cut-offs at the same ply are tried sooner."""
    history: bool = True
    """History heuristic: moves that caused cut-offs anywhere are tried sooner."""

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(killers=self.killers, history=self.history)


@engine("negamax")
@dataclass
class NegamaxOptions(AlphaBetaOptions):
    """Alpha-beta with a transposition table and iterative deepening."""

    TECHNIQUES: ClassVar = "NEGAMAX"
    quiescence: bool = True
    table: str = "64MB"
    """The memory of the transposition table."""
    symmetry: bool = False
    """Whether a position and its symmetric images share an entry of the table."""

    def check_options(self) -> None:
        super().check_options()
        self.table_bytes()

    def table_bytes(self) -> int:
        return parse_size("table", self.table)

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(symmetry=self.symmetry)


@engine("negascout")
@dataclass
class NegascoutOptions(NegamaxOptions):
    """Principal variation search: most moves are only asked whether they are better."""

    TECHNIQUES: ClassVar = "NEGASCOUT"
    lmr: bool = False
    """Late move reductions: late moves are searched less deep at first."""
    futility: int = 0
    """Futility margin: how far a static evaluation may be off where it stands for the last plies;
    0 switches it off."""

    def check_options(self) -> None:
        super().check_options()
        if not 0 <= self.futility <= MAX_EVAL:
            raise BadOption(f"futility={self.futility}: expected from 0 to {MAX_EVAL:,}")

    def techniques(self) -> "Techniques":
        return super().techniques()._replace(lmr=self.lmr, futility=self.futility)
