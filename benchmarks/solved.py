"""What small boards come to if nobody errs, found and then checked in a second way."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

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
SECONDS = 10.0
"""For each method, and for writing and for checking a proof."""


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
    watch = _alarm(seconds)
    proof = make_proof(game, text, game.start(), verdict, solver, watch)
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
MISERE = ["2x2", "2x3", "3x3", "3x4", "4x4", "3x5", "2x2x2", "3x3x3"]
DROPS = [(4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (6, 4), (7, 4), (5, 6), (6, 5)]
FLIPS = ["4/4", "3/3", "2/2", "1/1", "4/0", "2/0", "1/0", "0/4", "0/2", "0/1", "2/1", "1/2"]
TURNED = [(4, 4), (5, 4), (4, 5), (5, 5), (6, 5)]

GAMES: dict[str, tuple[str, list[str]]] = {
    **{f"dominoes-{line}": ("plain proof exact", _dominoes(line)) for line in range(3, 9)},
    **{f"paths-{line}": ("plain exact proof", _paths(line)) for line in range(3, 7)},
    "cubes": ("plain proof exact", [f"paths:board={board}" for board in CUBES]),
    "misere": ("exact proof", [f"paths:board={board},misere=1" for board in MISERE]),
    "drops": ("exact proof", [f"connect-four:width={w},height={h}" for w, h in DROPS]),
    "flips": ("proof exact", [f"conniption:flips={flips}" for flips in FLIPS]),
    "turned": (
        "exact proof",
        [f"conniption:width={w},height={h},flips={n}" for w, h in TURNED for n in (1, 2, 4)],
    ),
}
"""By the name of a part: the methods in the order in which they are tried, and the games."""


def part(name: str) -> Callable[[Effort], list[Step]]:
    """What solves the games of a part."""
    methods, games = GAMES[name]

    def steps(effort: Effort) -> list[Step]:
        wanted, seconds = games[: effort.of(len(games))], effort.seconds(SECONDS)
        return [_step(text, methods, seconds) for text in wanted]

    return steps


def _step(text: str, methods: str, seconds: float) -> Step:
    return Step(text, lambda: [solved(text, methods, seconds)])


PARTS = {f"solved-{name}": part(name) for name in GAMES}
