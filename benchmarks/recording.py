"""What it costs to write the tree of a search down."""

import time
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from benchmarks import ours
from benchmarks.findings import DIFFER, Step
from benchmarks.measure import Effort, Goal, Spread, one_core, spread
from benchmarks.words import duration, goal_text, ranged
from plyground import Game
from plyground.evaluations.registry import make_evaluation
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.recording import record_search
from plyground.search.bench import SEARCHES
from plyground.search.limits import Limits

MAX_NODES = 1_000_000
NODES = 990_000
"""With the searches of the root and those of a move again, these are a million at most."""
MANY_NODES = 10_000_000
TURN_NODES = 5_000_000
TABLE = 16 << 20
GOAL = Goal(15, at_most=True)
GAMES = [
    ("connect-four", "alphabeta"),
    ("connect-four", "negascout"),
    ("examples/breakthrough.py", "negascout"),
    ("watch-your-back", "negascout"),
]
"""Connect Four has the fastest nodes, so that any work at a node is the largest share there."""


class Turn(NamedTuple):
    """What one recorded search took beside the same without a record, in processor time."""

    plain: float
    recorded: float
    rest: float
    """Having the memory before, and making the columns of the tree afterwards."""
    kept: int
    is_same: bool


@dataclass(frozen=True)
class Overhead:
    """How much longer a recorded search takes."""

    TITLE: ClassVar = "Recorded searches"
    HEADINGS: ClassVar = [
        "search",
        "nodes",
        "kept",
        "without",
        "recorded",
        "longer",
        "memory and columns",
        "goal",
        "verdict",
    ]

    what: str
    nodes: int
    kept: int
    plain: float
    recorded: float
    longer: Spread
    rest: float
    goal: Goal | None
    is_same: bool

    @property
    def verdict(self) -> str:
        if not self.is_same:
            return DIFFER
        return self.goal.verdict(self.longer.median) if self.goal else ""

    def row(self) -> list[str]:
        return [
            self.what,
            f"{self.nodes:,}",
            f"{self.kept:,}",
            f"{self.plain / self.nodes * 1e9:.1f} ns a node",
            f"{self.recorded / self.nodes * 1e9:.1f} ns a node",
            ranged(self.longer, ".1f", " %"),
            duration(self.rest),
            goal_text(self.goal, " %"),
            self.verdict,
        ]


def take_turn(game: Game, search: str, nodes: int) -> Turn:
    """Search a start position without a record and with one."""
    evaluation, techniques = make_evaluation(game, "default"), SEARCHES[search]
    start, limits = game.start(), Limits(nodes=nodes)
    plain = AlphaBetaEngine(game, evaluation, techniques, TABLE).think(start, limits)
    began = time.process_time()
    thought, tree = record_search(
        game, start, evaluation, techniques, limits, max_nodes=MAX_NODES, table_bytes=TABLE
    )
    rest = time.process_time() - began - thought.cpu_seconds
    is_same = (plain.lines, plain.nodes) == (thought.lines, thought.nodes)
    return Turn(plain.cpu_seconds, thought.cpu_seconds, rest, tree.kept, is_same)


def overhead(text: str, search: str, nodes: int, goal: Goal | None, effort: Effort) -> Overhead:
    """Several searches make a turn where one alone is too short to time."""
    game, times = ours.load(text), max(1, TURN_NODES // nodes)
    take_turn(game, search, 1000)  # compiles
    with one_core():
        rounds = [
            [take_turn(game, search, nodes) for _ in range(times)] for _ in range(effort.repeats)
        ]
    plain = [sum(turn.plain for turn in turns) / times for turns in rounds]
    recorded = [sum(turn.recorded for turn in turns) / times for turns in rounds]
    all_turns = [turn for turns in rounds for turn in turns]
    return Overhead(
        f"{search}, {text}",
        nodes,
        all_turns[0].kept,
        spread(plain).median,
        spread(recorded).median,
        spread([100 * (more / less - 1) for more, less in zip(recorded, plain)]),
        spread([turn.rest for turn in all_turns]).median,
        goal,
        all(turn.is_same for turn in all_turns),
    )


def steps(effort: Effort) -> list[Step]:
    return [
        _step(text, search, effort.of(nodes), goal, effort)
        for nodes, goal in ((NODES, GOAL), (MANY_NODES, None))
        for text, search in GAMES
    ]


def _step(text: str, search: str, nodes: int, goal: Goal | None, effort: Effort) -> Step:
    name = f"{search}, {text}, recorded"
    return Step(name, lambda: [overhead(text, search, nodes, goal, effort)])
