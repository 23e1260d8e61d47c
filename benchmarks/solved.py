"""The verdicts of small boards, found and then checked in a second way."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from benchmarks.findings import DIFFER, Step
from benchmarks.measure import Effort
from plyground import Game, make_game
from plyground.core.game import canonical_key, legal_moves
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.score import plies_to_end
from plyground.evaluations.registry import make_evaluation
from plyground.proofs.verify import verify
from plyground.proofs.write import LOOK, make_proof
from plyground.records.record import Record
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import NEGASCOUT
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import NO_LIMITS, Limits
from plyground.search.reference import forced
from plyground.search.solution import Solution, Solver, Verdict

OPEN = "open"
UNCHECKED = "nothing else"
MOVES = " --moves "
"""Games are named as for `plyground solve`, some with their first moves."""


class Plain:
    """Finds wins within a few plies in plain Python: nothing is compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        began = time.perf_counter()
        won = (n for n in range(1, LOOK + 1) if forced(self.game, position, n, (WIN,), True))
        plies = next(won, None)
        verdict = None if plies is None else Verdict(WIN, plies)
        return Solution(verdict, None, 0, time.perf_counter() - began)


class Search:
    """Iterative deepening with negascout, which sees only wins and losses."""

    TECHNIQUES = NEGASCOUT._replace(quiescence=False, exact_depth=True)

    def __init__(self, game: Game) -> None:
        self.game = game
        zero = make_evaluation(game, "zero")
        self.engine = AlphaBetaEngine(game, zero, self.TECHNIQUES, TABLE)

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        left = self.game.plies_left(position)
        depth = left if 0 < left < limits.depth else limits.depth
        thought = self.engine.think(position, limits._replace(depth=depth))
        score = thought.lines[0].score
        plies = plies_to_end(score)
        verdict = None
        if plies is not None:
            verdict = Verdict(WIN if score > 0 else LOSS, plies)
        elif thought.depth == left:
            verdict = Verdict(DRAW)
        return Solution(verdict, None, thought.nodes, thought.seconds)


class Mirror:
    """Takes the centre of a board of paths, then mirrors each mark of the other side through it.

    It claims that this wins; a proof has to show it."""

    def __init__(self, game: Game) -> None:
        self.spaces = len(legal_moves(game, game.start()))

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        images = int(f"{position.other:0{self.spaces}b}"[::-1], 2) & ~position.own
        answer = images.bit_length() - 1 if images else self.spaces // 2
        return Solution(Verdict(WIN), answer, 0, 0.0)


TABLE = 1 << 30
METHODS: dict[str, Callable[[Game], Solver]] = {
    "plain": Plain,
    "exact": lambda game: ExactSolver(game, TABLE),
    "dfpn": lambda game: ProofSearch(game, TABLE),
    "search": Search,
    "mirror": Mirror,
}
"""Some of them have the names of `plyground solve --method`."""
SOLVERS = ["exact", "dfpn", "search"]
"""Independent methods, so that one can check another."""


class OverTime(Exception):
    """Writing or checking a proof took too long."""


class InTime:
    """A solver that raises OverTime after `seconds` in all."""

    def __init__(self, solver: Solver, seconds: float) -> None:
        self.solver, self.end = solver, time.perf_counter() + seconds

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        left = self.end - time.perf_counter()
        if left > 0:
            found = self.solver.solve(position, limits._replace(time=left), weak)
        if time.perf_counter() > self.end:
            raise OverTime
        return found


@dataclass(frozen=True)
class Solved:
    """The verdict of one game from its start."""

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
        """DIFFER if two methods disagree, which is a bug."""
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


def solved(text: str, methods: str, seconds: float, weak: bool = False) -> Solved:
    """The verdict of the first method that solves a game; `seconds` for each method and each check.

    If `weak`, only who wins is found.
    """
    game_text, _, moves = text.partition(MOVES)
    game, solution, solver = make_game(game_text), None, None
    position = Record(game, moves=moves.strip("'")).position
    for method in methods.split():
        solver = METHODS[method](game)
        solution = solver.solve(position, Limits(time=seconds), weak)
        if solution.verdict:
            break
    assert solution and solver
    verdict, check = solution.verdict, ""
    if verdict and weak and isinstance(solver, ProofSearch):
        check = _replayed(position, solver, verdict, seconds)
    elif verdict:
        check = _checked(game_text, game, position, method, solver, verdict, seconds)
    tried = method if verdict else methods.replace(" ", ", ")
    result = result_text(_from_the_start(verdict, len(moves.split())))
    return Solved(text, result, tried, solution.nodes, solution.seconds, check)


def _from_the_start(verdict: Verdict | None, plies: int) -> Verdict | None:
    """The same verdict for the first player before the first move."""
    for _ in range(plies):
        verdict = verdict and verdict.before()
    return verdict


def _checked(
    text: str,
    game: Game,
    position: Any,
    method: str,
    solver: Solver,
    verdict: Verdict,
    seconds: float,
) -> str:
    """How a verdict is confirmed: by a short proof, by another method, or by a replay of a win."""
    try:
        return _proven(text, game, position, solver, verdict, seconds)
    except OverTime:
        pass
    for other in (name for name in SOLVERS if name != method):
        again = METHODS[other](game).solve(position, Limits(time=seconds)).verdict
        if again is not None:
            return f"method {other}" if verdict in (again, Verdict(again.outcome)) else DIFFER
    return _replayed(position, solver, verdict, seconds)


def _proven(
    text: str, game: Game, position: Any, solver: Solver, verdict: Verdict, seconds: float
) -> str:
    in_time, look = InTime(solver, seconds), LOOK if isinstance(solver, Plain) else 1
    proof = make_proof(game, text, position, verdict, in_time, look=look)
    report = verify(proof, _alarm(seconds))
    return DIFFER if report.flaw else f"a proof of {proof.size:,} moves"


def _replayed(position: Any, solver: Solver, verdict: Verdict, seconds: float) -> str:
    """Replay a win against every answer: plain Python takes too long for many million moves."""
    if not isinstance(solver, ProofSearch) or verdict.outcome == DRAW:
        return UNCHECKED
    replay = solver.replay(position, verdict, Limits(time=seconds))
    if replay.holds is None:
        return UNCHECKED
    return f"a replay of {replay.positions:,} moves" if replay.holds else DIFFER


def _alarm(seconds: float) -> Callable[..., None]:
    """A function that raises OverTime when it is called after `seconds`."""
    end = time.perf_counter() + seconds

    def look(*_: Any) -> None:
        if time.perf_counter() > end:
            raise OverTime

    return look


# --- the games ---------------------------------------------------------------------------------


def _boards(line: int, size: int) -> list[tuple[int, int]]:
    """Rows and columns up to `size`, with no more rows than columns, that have room for a line."""
    return [(rows, columns) for columns in range(line, size + 1) for rows in range(2, columns + 1)]


def _dominoes(line: int) -> list[str]:
    return [f"dominoes:rows={r},columns={c},line={line}" for r, c in _boards(line, 8)]


def _paths(line: int) -> list[str]:
    return [f"paths:board={r}x{c},line={line}" for r, c in _boards(line, 6)]


def _first_moves(text: str) -> list[str]:
    game = make_game(text)
    start = game.start()
    return [f"{text}{MOVES}{game.move_text(start, move)}" for move in legal_moves(game, start)]


def _answers(text: str, first: str) -> list[str]:
    """A game after its first move and each answer, without answers that are symmetric to others."""
    game = make_game(text)
    position = Record(game, moves=first).position
    kinds: dict[int, str] = {}
    for move in legal_moves(game, position):
        key = canonical_key(game, game.play(position, move))
        kinds.setdefault(key, f"{text}{MOVES}'{first} {game.move_text(position, move)}'")
    return [*kinds.values()]


CUBES = ["2x2x2", "3x3x3"]
QUBIC = "paths:board=4x4x4"
MISERE = ["2x2", "2x3", "3x3", "3x4", "3x5", "4x4", "4x4,line=3", "4x5,line=3"]
DROPS = [(4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (6, 4), (7, 4), (5, 6), (6, 5)]
BOARDS = [(w, h) for w in range(4, 9) for h in range(4, 8) if (w, h) != (7, 6)]
FLIPS = [f"{first}/{second}" for first in range(5) for second in range(5)]


class Part(NamedTuple):
    """Games, and the methods in the order in which each is tried, for `seconds` each."""

    methods: str
    seconds: float
    games: list[str]
    weak: bool = False
    """Whether only who wins is found."""


GAMES = {
    **{f"dominoes-{n}": Part("plain exact dfpn", 10, _dominoes(n)) for n in range(3, 9)},
    **{f"paths-{n}": Part("plain exact dfpn", 20, _paths(n)) for n in range(3, 7)},
    "cubes": Part("plain dfpn exact", 60, [f"paths:board={board}" for board in CUBES]),
    "qubic": Part("dfpn", 1800, _answers(QUBIC, "1"), weak=True),
    "misere": Part("exact dfpn", 10, [f"paths:board={board},misere=1" for board in MISERE]),
    "misere-cube": Part("mirror", 1800, ["paths:board=3x3x3,misere=1"], weak=True),
    "drops": Part("exact dfpn", 30, [f"connect-four:width={w},height={h}" for w, h in DROPS]),
    "flips": Part("dfpn exact", 10, [f"conniption:flips={flips}" for flips in FLIPS]),
    "flips-boards": Part("dfpn exact", 30, [f"conniption:width={w},height={h}" for w, h in BOARDS]),
    "flips-moves": Part("dfpn exact", 60, _first_moves("conniption")),
}


def part(name: str) -> Callable[[Effort], list[Step]]:
    """The steps that solve the games of a part."""
    chosen = GAMES[name]

    def steps(effort: Effort) -> list[Step]:
        wanted = chosen.games[: effort.of(len(chosen.games))]
        return [_step(text, chosen, effort.seconds(chosen.seconds)) for text in wanted]

    return steps


def _step(text: str, part: Part, seconds: float) -> Step:
    return Step(text, lambda: [solved(text, part.methods, seconds, part.weak)])


PARTS = {f"solved-{name}": part(name) for name in GAMES}
