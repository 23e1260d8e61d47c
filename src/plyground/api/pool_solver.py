"""Many positions solved by many processes, on this machine or on others, each with a table of its
own."""

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from plyground.api.solvers import exact_solver_for, exact_table_bytes, make_solver
from plyground.core.processes import check_sendable
from plyground.core.words import from_words, to_rows, word_count
from plyground.games.registry import AnyGame
from plyground.live.job import Job, Tell
from plyground.live.process import DEFAULT_MEMORY
from plyground.records.record import Record
from plyground.search.exact.table import MIN_BYTES
from plyground.search.limits import NO_LIMITS, Limits
from plyground.search.solution import NOTHING_KNOWN, Progress, Verdict
from plyground.workers.in_order import in_order
from plyground.workers.making import make_pool
from plyground.workers.pool import Pool

if TYPE_CHECKING:
    from plyground.search.exact.driver import ExactSolver, OnFound

MAX_PART: Final = 16
"""So many positions are sent at once at most: few enough that little is lost with a process."""
PARTS_PER_WORKER: Final = 8
"""No fewer, so that all workers are done at about the same time."""


class Part(NamedTuple):
    """Some positions, as they are sent to a worker, and what they may cost."""

    rows: bytes
    nodes: int
    cpu: float


class SolvedPart(NamedTuple):
    """What a worker found out about them."""

    verdicts: list[tuple[int, int | None] | None]
    nodes: int
    cpu_seconds: float
    hashfull: float


class SolveJob(Job):
    """Solves parts; the solver, with its table, stays from one to the next."""

    def __init__(self, solver: str, weak: bool) -> None:
        super().__init__()
        self.solver, self.weak = solver, weak
        self._made: ExactSolver | None = None

    def run(self, record: Record, tell: Tell) -> bytes:
        game, part = record.game, msgspec.msgpack.decode(self.question, type=Part)
        solver: Any = self._made or make_solver(game, self.solver)
        self._made = solver
        rows = np.frombuffer(part.rows, np.uint64).reshape(-1, word_count(game))
        limits = Limits(nodes=part.nodes, cpu=part.cpu)
        with self.stop_signal.passed_on(solver.stop_signal):
            found = solver.solve_many([from_words(game, row) for row in rows], limits, self.weak)
        spent = (solver.progress.nodes, solver.clock.cpu_seconds, solver.hashfull)
        return msgspec.msgpack.encode(SolvedPart(found, *spent))


class Spent:
    """Time since the beginning, and processor time of all processes together."""

    def __init__(self) -> None:
        self.began, self.cpu_seconds = time.perf_counter(), 0.0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began


class PoolSolver:
    """Solves many positions, as the exact solver does, with the processes of a pool."""

    def __init__(self, game: AnyGame, solver: str, pool: Pool) -> None:
        check_sendable("several processes", game)
        self.given, self.solver, self.pool = game, solver, pool
        self.here = exact_solver_for(game, f"exact:table={MIN_BYTES}")
        self.game = self.here.game
        self.nodes, self.hashfull, self.clock = 0, 0.0, Spent()

    @property
    def progress(self) -> Progress:
        """How far it has come; the table is that of the worker that answered last."""
        return Progress(NOTHING_KNOWN, None, self.nodes, self.clock.seconds, self.hashfull)

    def solve_many(
        self,
        positions: Sequence[Any],
        limits: Limits = NO_LIMITS,
        weak: bool = False,
        on_found: "OnFound" = lambda number, verdict: None,
    ) -> list[Verdict | None]:
        """The verdicts, in order. Limits are those of all positions together; nodes and processor
        time are counted when a worker answers. Whoever interrupts it has heard of all that was
        solved."""
        limits.check()
        self._get_ready(SolveJob(self.solver, weak))
        self.nodes, self.clock = 0, Spent()
        found: list[Verdict | None] = []
        size = min(MAX_PART, max(1, len(positions) // (PARTS_PER_WORKER * self.pool.size)))
        rows = to_rows(self.game, positions)
        early: dict[int, bytes] = {}
        """Answers that came before those of earlier parts."""

        def add(verdict: Verdict | None) -> None:
            found.append(verdict)
            on_found(len(found) - 1, verdict)

        def take(content: bytes) -> None:
            part = msgspec.msgpack.decode(content, type=SolvedPart)
            self.nodes += part.nodes
            self.clock.cpu_seconds += part.cpu_seconds
            self.hashfull = part.hashfull
            for verdict in part.verdicts:
                add(verdict and Verdict(*verdict))

        def parts() -> Iterator[bytes]:
            for begin in range(0, len(positions), size):
                left = limits.cpu - self.clock.cpu_seconds
                part = Part(rows[begin : begin + size].tobytes(), limits.nodes - self.nodes, left)
                yield msgspec.msgpack.encode(part)

        job = SolveJob(self.solver, weak)
        answers = in_order(self.pool, self.given, job, parts(), limits.time, early)
        try:
            for content in answers:
                take(content)
                if self.nodes >= limits.nodes or self.clock.cpu_seconds >= limits.cpu:
                    break
        finally:
            for number in sorted(early):
                for _ in range(len(found), (number - 1) * size):
                    add(None)
                take(early[number])
        return found + [None] * (len(positions) - len(found))

    def _get_ready(self, job: SolveJob) -> None:
        """Compile before time counts, here for all processes of this machine, and wait until
        processes have begun."""
        self.here.get_ready()
        nothing = msgspec.msgpack.encode(Part(b"", NO_LIMITS.nodes, NO_LIMITS.cpu))
        for _ in in_order(self.pool, self.given, job, iter([nothing] * self.pool.size)):
            pass


@contextlib.contextmanager
def pool_solver(
    game: AnyGame, solver: "ExactSolver | str", jobs: int = 1, pool: str | None = None
) -> Iterator[PoolSolver]:
    """A solver in `jobs` processes, or in those of the pool that a text names."""
    memory = DEFAULT_MEMORY + exact_table_bytes(solver)
    with make_pool(pool, jobs, max_memory=memory) as workers:
        yield PoolSolver(game, str(solver), workers)
