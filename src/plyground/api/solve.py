"""The result of perfect play: `solve`, `solve_moves`, `solve_many`; `prove` and `verify`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from plyground.api.limits import limits_of
from plyground.api.notebook import solution_html, solved_moves_html
from plyground.api.records import AnyRecord, as_record
from plyground.api.solvers import AnySolver, exact_solver_for, solver_for
from plyground.core import wire
from plyground.core.errors import BadProof, GameOver
from plyground.core.files import refuse_existing
from plyground.core.outcome import DRAW
from plyground.core.plurals import counted
from plyground.games.registry import AnyGame
from plyground.proofs.file import Proof, read_proof, save_proof
from plyground.records.record import Record
from plyground.search.info import bounds_info, verdict_info
from plyground.search.limits import Limits
from plyground.search.solution import NOTHING_KNOWN, Bounds, Question, Verdict, best_of

if TYPE_CHECKING:
    from plyground.api.pool_solver import PoolSolver
    from plyground.proofs.verify import Report
    from plyground.proofs.write import OnStep
    from plyground.search.exact.driver import ExactSolver, OnFound


@dataclass(frozen=True)
class SolveResult:
    """What a solver found out about a position."""

    record: Record
    verdict: Verdict | None
    """How the game ends with perfect play; None if the position is not solved."""
    move: int | None
    """A move that keeps the verdict."""
    nodes: int
    seconds: float
    bounds: Bounds = NOTHING_KNOWN
    """What is known about the result if there is no verdict."""
    horizon: int | None = None
    """If no limit was met, yet there is no verdict: how many plies ahead the solver looked."""

    @property
    def best(self) -> str | None:
        """The text of the move that keeps the verdict."""
        if self.move is None:
            return None
        return self.record.game.move_text(self.record.position, self.move)

    @property
    def is_solved(self) -> bool:
        """Whether there is a verdict."""
        return self.verdict is not None

    def message(
        self,
        question: Question | None = None,
        proof: wire.ProofFile | None = None,
        replay: wire.Replay | None = None,
        interrupted: bool = False,
    ) -> wire.Solution:
        """The result as a message, with the question that the solver asked last, and what was done
        with the verdict."""
        return wire.Solution(
            game=self.record.game_text,
            position=self.record.position_text,
            verdict=self.verdict and verdict_info(self.verdict),
            best=self.best,
            nodes=self.nodes,
            seconds=self.seconds,
            known=None if self.verdict else bounds_info(self.bounds, question, self.record.names),
            moves=None,
            proof=proof,
            replay=replay,
            interrupted=interrupted,
        )

    def __str__(self) -> str:
        if self.verdict is None:
            return f"not solved after {counted(self.nodes, 'node')}"
        with_move = f" with {self.best}" if self.best else ""
        return f"{self.record.mover} {self.verdict}{with_move}"

    def _repr_html_(self) -> str:
        """The board with the best move, in a notebook."""
        return solution_html(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.record!r}: {self}>"


@dataclass(frozen=True)
class SolvedMoves(Mapping[str, Verdict | None]):
    """The verdict on each legal move, by the move's text."""

    record: Record
    verdicts: Mapping[int, Verdict | None]
    """Verdicts by move; None if a limit was met first."""
    nodes: int
    seconds: float

    @property
    def move(self) -> int | None:
        """The best move; None if an unsolved move could be better."""
        return best_of(self.verdicts)

    @property
    def best(self) -> str | None:
        """The best move's text."""
        return None if self.move is None else self._texts[self.move]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the position."""
        return None if self.move is None else self.verdicts[self.move]

    def message(self, interrupted: bool = False) -> wire.Solution:
        """The verdicts as a message."""
        found = SolveResult(self.record, self.verdict, self.move, self.nodes, self.seconds)
        return msgspec.structs.replace(
            found.message(interrupted=interrupted),
            known=None,
            moves={text: verdict and verdict_info(verdict) for text, verdict in self.items()},
        )

    @property
    def _texts(self) -> dict[int, str]:
        game, position = self.record.game, self.record.position
        return {move: game.move_text(position, move) for move in self.verdicts}

    def __getitem__(self, text: str) -> Verdict | None:
        return {self._texts[move]: verdict for move, verdict in self.verdicts.items()}[text]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts.values())

    def __len__(self) -> int:
        return len(self.verdicts)

    def _repr_html_(self) -> str:
        """The board with the verdict on each move, in a notebook."""
        return solved_moves_html(self)

    def __repr__(self) -> str:
        shown = ", ".join(f"{text}: {self[text] or 'not solved'}" for text in self)
        return f"<SolvedMoves of {self.record!r}: {shown}>"


def solve(
    record: AnyRecord,
    solver: AnySolver = "exact",
    *,
    time: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    weak: bool = False,
) -> SolveResult:
    """Solve a position: how it ends with perfect play, how soon, and with which move.

    `solver` is a text such as `dfpn` or `exact:table=1GB,threads=2`, or comes from `make_solver`.
    `weak` asks only who wins. Without limits the search runs until the position is solved.

    >>> print(solve(Record("connect-four", moves="4 4 3 3")))
    Red wins in 3 plies with 5
    """
    record, within = as_record(record), limits_of(time, nodes, limits)
    if record.is_over:
        return _over(record)
    found = solver_for(record.game, solver).solve(record.position, within, weak)
    return SolveResult(record, *found)


def _over(record: Record) -> SolveResult:
    plies = None if record.outcome == DRAW else 0
    return SolveResult(record, Verdict(int(record.outcome), plies), None, 0, 0.0)


def solve_moves(
    record: AnyRecord,
    solver: "ExactSolver | str" = "exact",
    *,
    time: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    weak: bool = False,
    on_found: "OnFound" = lambda move, verdict: None,
) -> SolvedMoves:
    """Solve each legal move: how the game ends with perfect play after it.

    `on_found` is called with each move and its verdict.

    >>> solve_moves(Record("connect-four", moves="4 4 3 3"))["5"]
    <wins in 3 plies>
    """
    record, within = as_record(record), limits_of(time, nodes, limits)
    if record.is_over:
        raise GameOver("the game is over: there is no move to solve")
    used = exact_solver_for(record.game, solver)
    verdicts = used.solve_moves(record.position, within, weak, on_found=on_found)
    return SolvedMoves(record, verdicts, used.progress.nodes, used.progress.seconds)


def solve_many(
    game: AnyGame,
    positions: Iterable[Any],
    solver: "ExactSolver | PoolSolver | str" = "exact",
    *,
    time: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    weak: bool = False,
    jobs: int = 1,
    pool: str | None = None,
    on_found: "OnFound" = lambda number, verdict: None,
) -> list[Verdict | None]:
    """Solve many positions of a game (texts, positions or records); the verdicts are in order.

    Faster than many calls of `solve`. `on_found` is called with the index of each position and its
    verdict, in order, soon after it is known. `jobs` processes solve at once, or all processors of
    the cluster `pool`, such as `ray` or `ray:ADDRESS`; each has the table that `solver` names.

    >>> solve_many("connect-four", ["4433", "443355"])
    [<wins in 3 plies>, <wins in 1 ply>]
    """
    within = limits_of(time, nodes, limits)
    with _many_solver(game, solver, jobs, pool) as used:
        found = [_position(used.game, given) for given in positions]
        return used.solve_many(found, within, weak, on_found)


def _many_solver(
    game: AnyGame, solver: "ExactSolver | PoolSolver | str", jobs: int, pool: str | None
) -> "AbstractContextManager[ExactSolver | PoolSolver]":
    from plyground.api.pool_solver import PoolSolver, pool_solver

    if isinstance(solver, PoolSolver):
        return nullcontext(solver)
    if jobs == 1 and pool is None:
        return nullcontext(exact_solver_for(game, solver))
    return pool_solver(game, solver, jobs, pool)


def _position(game: Any, given: Any) -> Any:
    return given.position if isinstance(given, Record) else Record(game, given).position


def prove(
    given: AnyRecord | SolveResult,
    file: str | None = None,
    solver: AnySolver = "exact",
    *,
    time: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    on_step: "OnStep" = lambda strategy, moves: None,
) -> "Proof":
    """Prove how a game ends: a strategy against every reply, which `verify` checks by the rules
    alone. The proof is written to the new file `file` if it is given.

    `given` is a record, or the result of `solve`. `on_step` is called with the strategy that is
    being built and its number of moves. Raises BadProof if the position is not solved within the
    limits.

    >>> prove("tic-tac-toe").verdict
    <draws>
    """
    from plyground.proofs.write import make_proof

    if file is not None:
        refuse_existing(file)
    record = given.record if isinstance(given, SolveResult) else as_record(given)
    used = solver_for(record.game, solver)
    found = given if isinstance(given, SolveResult) else None
    found = found or solve(record, used, time=time, nodes=nodes, limits=limits)
    if found.verdict is None:
        raise BadProof(f"there is nothing to prove: {found}")
    proof = make_proof(record.game, record.game_text, record.position, found.verdict, used, on_step)
    if file is not None:
        save_proof(file, proof)
    return proof


def verify(
    proof: "Proof | str", game: str | None = None, progress: Callable[[float], None] | None = None
) -> "Report":
    """Check a proof, or the proof in a file, by the rules alone.

    A proof of a game in a Python file needs that file as `game`.
    """
    from plyground.proofs.verify import verify as verify_proof

    found = read_proof(proof, game) if isinstance(proof, str) else proof
    return verify_proof(found, progress or (lambda share: None))
