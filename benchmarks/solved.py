"""What small boards come to if nobody errs, found and then checked in a second way."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from benchmarks.findings import DIFFER, Step
from benchmarks.measure import Effort
from plyground import Game, make_game
from plyground.core.outcome import DRAW, WIN
from plyground.proofs.verify import verify
from plyground.proofs.write import LOOK, make_proof
from plyground.search.limits import NO_LIMITS, Limits
from plyground.search.proving import ProofSearch
from plyground.search.reference import forced
from plyground.search.solution import Solution, Solver, Verdict
from plyground.search.solving import ExactSolver

OPEN = "open"


class Plain:
    """Finds wins that looking a few plies ahead shows, in plain Python: nothing is compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        began = time.perf_counter()
        won = (n for n in range(1, LOOK + 1) if forced(self.game, position, n, (WIN,), True))
        plies = next(won, None)
        verdict = None if plies is None else Verdict(WIN, plies)
        return Solution(verdict, None, 0, time.perf_counter() - began)


METHODS: dict[str, Callable[[Game], Solver]] = {
    "plain": Plain,
    "exact": ExactSolver,
    "proof": ProofSearch,
}
"""The last two as `plyground solve --method` names them."""
SOLVERS = [*METHODS][1:]


class OverTime(Exception):
    """Writing or checking a proof took too long."""


class InTime:
    """A solver that gives up once so long has passed, whatever is asked."""

    def __init__(self, solver: Solver, seconds: float) -> None:
        self.solver, self.end = solver, time.perf_counter() + seconds

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        left = self.end - time.perf_counter()
        if left > 0:
            found = self.solver.solve(position, limits._replace(seconds=left), weak)
        if time.perf_counter() > self.end:
            raise OverTime
        return found


@dataclass(frozen=True)
class Solved:
    """What one game comes to from its start."""

    TITLE: ClassVar = "Results"
    HEADINGS: ClassVar = ["game", "result", "method", "nodes", "seconds", "checked by"]

    game: str
    result: str
    method: str
    nodes: int
    seconds: float
    check: str

    @property
    def verdict(self) -> str:
        """Two methods that tell different things are a fault of the program."""
        return DIFFER if self.check == DIFFER else ""

    def row(self) -> list[str]:
        numbers = [f"{self.nodes:,}", f"{self.seconds:.2f}"]
        return [f"`{self.game}`", self.result, self.method, *numbers, self.check]


def result_text(verdict: Verdict | None) -> str:
    """Who wins, and on which ply: `first, 9`, `second, 8`, `draw` or `open`."""
    if verdict is None:
        return OPEN
    if verdict.outcome == DRAW:
        return "draw"
    side = "first" if verdict.outcome == WIN else "second"
    return side if verdict.plies is None else f"{side}, {verdict.plies}"


# --- one game ----------------------------------------------------------------------------------


def solved(text: str, methods: str, seconds: float) -> Solved:
    """The first of the methods that solves a game tells; so long each, and each way to check."""
    game, solution, solver = make_game(text), None, None
    for method in methods.split():
        solver = METHODS[method](game)
        solution = solver.solve(game.start(), Limits(seconds=seconds))
        if solution.verdict:
            break
    assert solution and solver
    check = _checked(game, text, method, solver, solution, seconds) if solution.verdict else ""
    tried = method if solution.verdict else methods.replace(" ", ", ")
    result = result_text(solution.verdict)
    return Solved(text, result, tried, solution.nodes, solution.seconds, check)


def _checked(
    game: Game, text: str, method: str, solver: Solver, solution: Solution, seconds: float
) -> str:
    """By a proof if that is short, else by the other method."""
    assert solution.verdict
    try:
        return _proven(game, text, solver, solution.verdict, seconds)
    except OverTime:
        other = next(name for name in SOLVERS if name != method)
        again = METHODS[other](game).solve(game.start(), Limits(seconds=seconds)).verdict
        if again is None:
            return "nothing else"
        return f"method {other}" if again == solution.verdict else DIFFER


def _proven(game: Game, text: str, solver: Solver, verdict: Verdict, seconds: float) -> str:
    in_time, look = InTime(solver, seconds), LOOK if isinstance(solver, Plain) else 1
    proof = make_proof(game, text, game.start(), verdict, in_time, look=look)
    report = verify(proof, _alarm(seconds))
    return DIFFER if report.flaw else f"a proof of {proof.size:,} moves"


def _alarm(seconds: float) -> Callable[..., None]:
    """What, called again and again, raises once so long has passed."""
    end = time.perf_counter() + seconds

    def look(*_: Any) -> None:
        if time.perf_counter() > end:
            raise OverTime

    return look


# --- the games ---------------------------------------------------------------------------------


def _boards(line: int, most: int) -> list[tuple[int, int]]:
    """Rows and columns, of which there are as many or more; a line fits in."""
    return [(rows, columns) for columns in range(line, most + 1) for rows in range(2, columns + 1)]


def _dominoes(line: int) -> list[str]:
    return [f"dominoes:rows={r},columns={c},line={line}" for r, c in _boards(line, 8)]


def _paths(line: int) -> list[str]:
    return [f"paths:board={r}x{c},line={line}" for r, c in _boards(line, 6)]


CUBES = ["2x2x2", "3x3x3", "4x4x4"]
MISERE = ["2x2", "2x3", "3x3", "3x4"]
DROPS = [(4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (6, 4), (7, 4), (5, 6), (6, 5)]
FLIPS = ["4/4", "3/3", "2/2", "1/1", "4/0", "2/0", "1/0", "0/4", "0/2"]


class Part(NamedTuple):
    """Games, and the methods in the order in which they are tried on each, so long each."""

    methods: str
    seconds: float
    games: list[str]


GAMES = {
    **{f"dominoes-{line}": Part("plain proof exact", 10, _dominoes(line)) for line in (3, 4, 5)},
    **{f"paths-{line}": Part("plain proof exact", 20, _paths(line)) for line in (3, 4)},
    "cubes": Part("plain proof exact", 10, [f"paths:board={board}" for board in CUBES]),
    "misere": Part("exact proof", 10, [f"paths:board={board},misere=1" for board in MISERE]),
    "drops": Part("exact proof", 10, [f"connect-four:width={w},height={h}" for w, h in DROPS]),
    "flips": Part("proof exact", 10, [f"conniption:flips={flips}" for flips in FLIPS]),
}


def part(name: str) -> Callable[[Effort], list[Step]]:
    """What solves the games of a part."""
    methods, seconds, games = GAMES[name]

    def steps(effort: Effort) -> list[Step]:
        wanted = games[: effort.of(len(games))]
        return [_step(text, methods, effort.seconds(seconds)) for text in wanted]

    return steps


def _step(text: str, methods: str, seconds: float) -> Step:
    return Step(text, lambda: [solved(text, methods, seconds)])


PARTS = {f"solved-{name}": part(name) for name in GAMES}
