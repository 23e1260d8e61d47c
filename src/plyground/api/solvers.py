"""Solvers by name: `exact`, `exact:table=1GB,threads=2`, `dfpn`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Union

from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.core.options import create
from plyground.core.sizes import check_threads, parse_size
from plyground.games.registry import AnyGame, is_game, make_game

if TYPE_CHECKING:
    from plyground.search.dfpn.driver import ProofSearch
    from plyground.search.exact.driver import ExactSolver

Solver = Union["ExactSolver", "ProofSearch"]
AnySolver = Solver | str
"""What names a solver: a text such as `dfpn:table=1GB`, or a solver."""
DEFAULT_TABLE: Final = "64MB"


@dataclass
class _Exact:
    """Alpha-beta over the whole game."""

    name: ClassVar = "exact"
    table: str = DEFAULT_TABLE
    threads: int = 1

    def make(self, game: Game) -> "ExactSolver":
        from plyground.search.exact.driver import ExactSolver

        check_threads(self.threads)
        return ExactSolver(game, parse_size("table", self.table), self.threads)


@dataclass
class _Dfpn:
    """Depth-first proof-number search."""

    name: ClassVar = "dfpn"
    table: str = DEFAULT_TABLE

    def make(self, game: Game) -> "ProofSearch":
        from plyground.search.dfpn.driver import ProofSearch

        return ProofSearch(game, parse_size("table", self.table))


SOLVERS: Final[dict[str, type]] = {cls.name: cls for cls in (_Exact, _Dfpn)}
METHODS: Final = (*SOLVERS,)


def exact_table_bytes(solver: AnySolver) -> int:
    """How much memory the table takes of the exact solver that a text names; raises BadOption for
    others, and for solvers that are made already: a process makes its own."""
    made = _made(solver, {}) if isinstance(solver, str) else None
    if not isinstance(made, _Exact):
        raise BadOption(f"{solver} in several processes: expected a text such as exact:table=1GB")
    return parse_size("table", made.table)


def _made(solver: str, options: dict[str, Any]) -> Any:
    name, _, text = solver.partition(":")
    return create(find_named("solver", SOLVERS, name), text, options)


def make_solver(game: AnyGame, solver: str = "exact", **options: Any) -> Solver:
    """Make a solver that several calls can share: its table is kept between calls.

    `exact` is alpha-beta over the whole game, with the options `table` and `threads`; `dfpn`,
    depth-first proof-number search, finds long forced wins, also in games that need not end, but no
    draws, and has the option `table`.
    """
    made = _made(solver, options)
    return made.make(game if is_game(game) else make_game(game))  # type: ignore[no-any-return]


def solver_for(game: AnyGame, solver: AnySolver) -> Solver:
    """The solver that is given, or the one that a text names."""
    return make_solver(game, solver) if isinstance(solver, str) else solver


def exact_solver_for(game: AnyGame, solver: "ExactSolver | str") -> "ExactSolver":
    """The same, for what only the exact solver can do."""
    from plyground.search.exact.driver import ExactSolver

    made = solver_for(game, solver)
    if not isinstance(made, ExactSolver):
        raise BadOption(f"{solver} solves one position at a time: expected exact")
    return made
