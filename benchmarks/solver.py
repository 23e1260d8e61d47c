"""The exact solver against BitBully, which solves only Connect Four, on the same positions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from bitbully.bitbully_core import BitBullyCore, BoardCore

from benchmarks import ours
from benchmarks.findings import Finding, Step, sameness_verdict
from benchmarks.measure import Effort, Goal, Spread, rates_in_turns, rates_when_warm, spread
from benchmarks.words import duration, goal_text, significant, significant_range
from plyground.core.game import wins_at_once
from plyground.core.outcome import WIN
from plyground.core.words import to_rows
from plyground.search.exact.driver import DEFAULT_TABLE_BYTES, ExactSolver, verdict_of
from plyground.search.exact.table import FIRST
from plyground.search.solution import Verdict

GAME = ours.load("connect-four")
SOON = 13
"""A position is easy if perfect play ends it within this many plies."""
SHORT = "57771314744647214"
"""A position that is solved quickly: it warms up for the empty board, and replaces it in a quick
run."""


class Kind(NamedTuple):
    """Positions of random games: after how many plies, easy or hard, and how many of them."""

    name: str
    plies: range
    easy: bool | None
    number: int
    goal: Goal
    file: str = ""
    """A public set of the same kind, and how many of its positions are taken."""
    file_number: int = 0
    in_words: bool = False
    """Whether to solve them again without the time that Python takes to convert positions."""


ENDGAME = Goal(0.6, at_most=True)
MIDDLE = Goal(0.2, at_most=True)
OPENING = Goal(0.03, at_most=True)
HARD = Goal(0.7, aim=0.5, at_most=True)
KINDS = [
    Kind("endgame", range(29, 42), None, 2000, ENDGAME, "Test_L3_R1", 1000, in_words=True),
    Kind("middle, easy", range(15, 29), True, 2000, MIDDLE, "Test_L2_R1", 1000),
    Kind("middle, hard", range(15, 29), False, 300, HARD),
    Kind("opening, easy", range(15), True, 400, OPENING, "Test_L1_R1", 300),
    Kind("opening, hard", range(8, 15), False, 20, HARD),
]


@dataclass(frozen=True)
class Task:
    """Positions to solve, each as its columns; their scores, if known."""

    what: str
    columns: list[str]
    known: list[int] | None = None
    goal: Goal | None = None
    in_words: bool = False
    """Whether ours get them as words, converted in advance like the peer's boards."""


@dataclass(frozen=True)
class SameScores:
    """Whether both solvers, and the file if there is one, give every position the same score."""

    TITLE: ClassVar = "The same scores"
    HEADINGS: ClassVar = ["positions", "number", "equal", "first difference", "scores"]

    what: str
    positions: int
    unequal: list[str]

    @property
    def verdict(self) -> str:
        return sameness_verdict(not self.unequal)

    def row(self) -> list[str]:
        numbers = (self.positions, self.positions - len(self.unequal))
        return [self.what, *map(str, numbers), (self.unequal or [""])[0], self.verdict]


@dataclass(frozen=True)
class Solving:
    """How long both took for a position and how many nodes; the ratio is that of their times."""

    TITLE: ClassVar = "Times"
    HEADINGS: ClassVar = [
        "positions",
        "Plyground",
        "nodes",
        "BitBully",
        "nodes",
        "ours / theirs",
        "goal",
        "verdict",
    ]

    what: str
    seconds: Spread
    nodes: float
    peer_seconds: Spread
    peer_nodes: float
    ratio: Spread
    goal: Goal | None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.ratio.median) if self.goal else ""

    def row(self) -> list[str]:
        return [
            self.what,
            duration(self.seconds.median),
            significant(self.nodes),
            duration(self.peer_seconds.median),
            significant(self.peer_nodes),
            significant_range(self.ratio, "x"),
            goal_text(self.goal, "x"),
            self.verdict,
        ]


def steps(effort: Effort) -> list[Step]:
    public = public_files(effort.sets) if effort.sets else {}
    return [
        *(_public(kind, path, effort) for kind, path in public.items()),
        *(_own(kind, effort) for kind in KINDS),
    ]


def empty_board(effort: Effort) -> list[Step]:
    """One search each, without a book."""
    columns = "" if effort.share == 1 else SHORT
    task = Task(f"{columns or 'empty board'}, {effort.table_bytes >> 20:,} MB", [columns])
    return [Step(task.what, lambda: _run_once(task, effort.table_bytes))]


# --- the positions -----------------------------------------------------------------------------


def _own(kind: Kind, effort: Effort) -> Step:
    def run() -> Sequence[Finding]:
        columns = [*islice(positions_of(kind), effort.of(kind.number))]
        return _run_both_ways(kind, Task(kind.name, columns, goal=kind.goal), effort)

    return Step(kind.name, run)


def positions_of(kind: Kind) -> Iterator[str]:
    """Positions of random games, without those where a move wins at once."""
    solver = ExactSolver(GAME)

    def is_wanted(position: Any) -> bool:
        if wins_at_once(GAME, position):
            return False
        return kind.easy is None or _ends_soon(solver, position) == kind.easy

    found = ours.random_starts(GAME, kind.plies, is_wanted)
    return _distinct("".join(record.move_texts) for record in found)


def _distinct(texts: Iterator[str]) -> Iterator[str]:
    seen = set()
    for text in texts:
        if text not in seen:
            seen.add(text)
            yield text


def _ends_soon(solver: ExactSolver, position: Any) -> bool:
    """Whether one side can force a win within `SOON` plies."""
    return solver.value(position, SOON, weak=True, salt=1) != 0


def _public(kind: Kind, path: Path, effort: Effort) -> Step:
    what = f"{kind.name}, {path.name}"
    count = effort.of(kind.file_number)
    return Step(what, lambda: _run_both_ways(kind, _read(what, path, count, kind.goal), effort))


def public_files(folder: Path) -> dict[Kind, Path]:
    """The public sets in the folder; raises if there are none."""
    paths = {kind: folder / kind.file for kind in KINDS if kind.file}
    found = {kind: path for kind, path in paths.items() if path.exists()}
    if not found:
        raise OSError(f"{folder}: expected {', '.join(path.name for path in paths.values())}")
    return found


def _read(what: str, path: Path, count: int, goal: Goal) -> Task:
    """The first positions of a file, each line with columns and a score."""
    lines = path.read_text(encoding="utf-8").splitlines()[:count]
    try:
        pairs = [(columns, int(score)) for columns, score in map(str.split, lines)]
    except ValueError:
        raise OSError(f"{path}: expected columns and a score in each line") from None
    return Task(what, [pair[0] for pair in pairs], [pair[1] for pair in pairs], goal)


# --- the solvers -------------------------------------------------------------------------------


class OurSolver:
    """Ours, with all positions in one call."""

    def __init__(self, columns: Sequence[str], table_bytes: int = DEFAULT_TABLE_BYTES) -> None:
        self.positions = [position_after(text) for text in columns]
        self.solver = ExactSolver(GAME, table_bytes)
        self.verdicts: list[Verdict | None] = []

    def forget(self) -> None:
        self.solver.table[FIRST:] = 0

    def solve(self, seed: int) -> int:
        self.verdicts = self.solver.solve_many(self.positions)
        return len(self.positions)

    @property
    def scores(self) -> list[int]:
        return [_score(*pair) for pair in zip(self.positions, self.verdicts)]

    @property
    def nodes(self) -> int:
        return self.solver.nodes


class OurSolverOfWords(OurSolver):
    """The same with positions that are already words, as kernels take them."""

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__(columns)
        self.rows = to_rows(self.solver.game, self.positions)

    def solve(self, seed: int) -> int:
        self.solver.begin()
        values, left = self.solver.solve_rows(self.rows)
        self.verdicts = [verdict_of(*pair, False) for pair in zip(values.tolist(), left.tolist())]
        return len(self.rows)


class PeerSolver:
    """BitBully without a book."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.boards = [board_after(text) for text in columns]
        self.solver = BitBullyCore()
        self.scores: list[int] = []

    def forget(self) -> None:
        self.solver.resetTranspositionTable()
        self.solver.resetNodeCounter()

    def solve(self, seed: int) -> int:
        solve = self.solver.mtdf
        self.scores = [solve(board, 0) for board in self.boards]
        return len(self.boards)

    @property
    def nodes(self) -> int:
        return int(self.solver.getNodeCounter())


def position_after(columns: str) -> Any:
    position = GAME.start()
    for column in columns:
        position = GAME.play(position, int(column) - 1)
    return position


def board_after(columns: str) -> Any:
    board = BoardCore()
    board.setBoard([int(column) - 1 for column in columns])
    return board


def _score(position: Any, verdict: Verdict | None) -> int:
    """The score as the peer counts it: the discs that the winner has left after the line."""
    assert verdict
    if verdict.plies is None:
        return 0
    score = (GAME.plies_left(position) + 2 - verdict.plies) // 2
    return score if verdict.outcome == WIN else -score


# --- the race ----------------------------------------------------------------------------------


def _run_both_ways(kind: Kind, task: Task, effort: Effort) -> list[Finding]:
    findings = _run(task, effort)
    if kind.in_words:
        findings += _run(replace(task, what=f"{task.what}, in words", in_words=True), effort)
    return findings


def _run(task: Task, effort: Effort) -> list[Finding]:
    """Tables are kept from one position of a set to the next, and cleared before each turn."""
    own = (OurSolverOfWords if task.in_words else OurSolver)(task.columns)
    theirs = PeerSolver(task.columns)

    def forget() -> None:
        own.forget()
        theirs.forget()

    rates = rates_in_turns([own.solve, theirs.solve], effort.repeats, forget)
    return _findings(task, own, theirs, rates)


def _run_once(task: Task, table_bytes: int) -> list[Finding]:
    for solver in OurSolver([SHORT]), PeerSolver([SHORT]):
        solver.solve(0)
    own, theirs = OurSolver(task.columns, table_bytes), PeerSolver(task.columns)
    rates = rates_when_warm([own.solve, theirs.solve], 1, lambda: None)
    return _findings(task, own, theirs, rates)


def _findings(
    task: Task, own: OurSolver, theirs: PeerSolver, rates: list[list[float]]
) -> list[Finding]:
    count = len(task.columns)
    times, peer_times = ([1 / rate for rate in each] for each in rates)
    shares = [mine / other for mine, other in zip(times, peer_times)]
    return [
        SameScores(task.what, count, _unequal(task, own.scores, theirs.scores)),
        Solving(
            task.what,
            spread(times),
            own.nodes / count,
            spread(peer_times),
            theirs.nodes / count,
            spread(shares),
            task.goal,
        ),
    ]


def _unequal(task: Task, own: list[int], theirs: list[int]) -> list[str]:
    """The positions to which not all solvers give the same score."""
    rows = zip(task.columns, own, theirs, task.known or own)
    return [columns for columns, *scores in rows if len(set(scores)) > 1]
