"""A stop from any thread ends every search and solver, and is neither lost nor kept."""

import threading
import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from plyground.core.errors import PlygroundError
from plyground.core.game import legal_moves
from plyground.core.memory import new_memory
from plyground.core.outcome import WIN
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search import pages
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import MINIMAX, Techniques
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import MctsOptions
from plyground.search.pages import PAGE_WORDS, touch
from plyground.search.solution import Solution, Verdict
from plyground.search.solve_or_search import SolveOrSearch
from plyground.search.stop import StopSignal
from plyground.search.thought import Thought
from plyground.search.workspace import NODES
from tests.positions import game_of
from tests.searching import NOISE, WATCH_YOUR_BACK

CONNECT_FOUR = "connect-four"
ENDLESS = Limits()
TABLE = 1 << 21
STOPS = 20
LONG = 120.0
"""Seconds that nothing takes that obeys a stop."""
MAX_PATH = 1 << 10
"""How many nodes a thread may visit after a stop: those on its path, and what they look at."""


class Case(NamedTuple):
    """Something that would not end in a lifetime, and how many nodes it has visited."""

    engine: Any
    call: Callable[[], Any]
    nodes: Callable[[], int]
    threads: int = 1


def alphabeta(name: str, techniques: Techniques, threads: int, lines: int = 1) -> Case:
    engine = AlphaBetaEngine(game_of(name), NOISE, techniques, TABLE, threads)
    return thinking(engine, lines)


def mcts(name: str, rollout: str, threads: int) -> Case:
    options = MctsOptions(rollout=rollout)
    return thinking(MctsEngine(game_of(name), NOISE, options, 1 << 24, threads))


def thinking(engine: Any, lines: int = 1) -> Case:
    start = engine.game.start()
    return Case(
        engine,
        lambda: engine.think(start, ENDLESS, lines),
        lambda: sum(int(workspace[NODES]) for workspace in engine.workspaces),
        len(engine.workspaces),
    )


def exact(name: str, threads: int) -> Case:
    solver = ExactSolver(game_of(name), TABLE, threads)
    start = solver.game.start()
    return Case(solver, lambda: solver.solve(start), lambda: solver.nodes_now, threads)


def dfpn(name: str, weak: bool) -> Case:
    solver = ProofSearch(game_of(name), TABLE)
    start = solver.game.start()
    return Case(solver, lambda: solver.solve(start, weak=weak), lambda: solver.progress.nodes)


def replay() -> Case:
    solver = ProofSearch(game_of(CONNECT_FOUR), TABLE)
    verdict, start = Verdict(WIN, 41), solver.game.start()
    return Case(solver, lambda: solver.replay(start, verdict), lambda: solver.played)


CASES: dict[str, Callable[[], Case]] = {
    "negascout": lambda: alphabeta(CONNECT_FOUR, Techniques(), 1),
    "negascout, 2 threads, 3 lines": lambda: alphabeta(WATCH_YOUR_BACK, Techniques(), 2, 3),
    "minimax": lambda: alphabeta(WATCH_YOUR_BACK, MINIMAX, 1),
    "mcts": lambda: mcts(CONNECT_FOUR, "random", 1),
    "mcts, medium rollouts, 2 threads": lambda: mcts(WATCH_YOUR_BACK, "medium", 2),
    "exact": lambda: exact(CONNECT_FOUR, 1),
    "exact, 2 threads": lambda: exact(CONNECT_FOUR, 2),
    "exact, length not known": lambda: exact(WATCH_YOUR_BACK, 1),
    "dfpn": lambda: dfpn(CONNECT_FOUR, False),
    "dfpn, weak": lambda: dfpn(WATCH_YOUR_BACK, True),
    "replay": replay,
}
every_case = pytest.mark.parametrize("name", CASES)


def stopped(case: Case, seconds: float) -> tuple[Any, int]:
    """Stop a call after some time: its result, and how many nodes were visited since the stop."""
    ended, nodes = threading.Event(), -1

    def stop() -> None:
        nonlocal nodes
        if not ended.wait(seconds):
            case.engine.stop()
            nodes = case.nodes()
            assert ended.wait(LONG), "the stop was lost"

    stopper = threading.Thread(target=stop)
    with case.engine.stop_signal.running():
        stopper.start()
        try:
            result = case.call()
        finally:
            ended.set()
            stopper.join()
    assert nodes >= 0, "it ended by itself"
    return result, case.nodes() - nodes


@every_case
def test_after_a_stop_no_more_nodes_than_those_on_the_path(name: str) -> None:
    """At whatever moment it comes. Without the stop none of these calls would end."""
    stopped(CASES[name](), 0)  # compiles
    random = Random(name)
    for _ in range(STOPS):
        case = CASES[name]()
        for _ in range(2):  # the second time it has something to begin with
            result, nodes = stopped(case, random.random() ** 3 * 0.05)
            assert nodes <= MAX_PATH * case.threads
            assert_sound(case, result)


def assert_sound(case: Case, result: Any) -> None:
    if isinstance(result, Thought):
        assert result.move in legal_moves(case.engine.game, case.engine.game.start())
    elif isinstance(result, Solution):
        assert result.verdict is None and result.best is None


@every_case
def test_a_stop_while_nothing_runs_does_nothing(name: str) -> None:
    case = CASES[name]()
    case.engine.stop()
    case.engine.stop()
    result, _ = stopped(case, 0.01)
    case.engine.stop()
    assert not case.engine.stop_signal.is_set
    if isinstance(result, Thought):
        start = case.engine.game.start()
        thought = case.engine.think(start, Limits(depth=2, simulations=300))
        assert thought.nodes > 7


def test_what_a_stopped_search_returns_is_what_its_last_depth_found() -> None:
    case, seen = CASES["negascout"](), list[Thought]()

    def watch(thought: Thought) -> None:
        seen.append(thought)
        if thought.depth == 4:
            case.engine.stop()
            case.engine.stop()

    thought = case.engine.think(case.engine.game.start(), ENDLESS, 1, watch)
    assert [seen.depth for seen in seen] == [1, 2, 3, 4]
    assert (thought.depth, thought.lines) == (4, seen[-1].lines)


def test_a_stopped_solver_keeps_what_it_knows() -> None:
    case = CASES["exact"]()
    result, _ = stopped(case, 0.2)
    assert result.bounds.no_win > 0 and result.nodes > 0
    case.engine.solve_rows(np.zeros((0, 2), dtype=np.uint64))  # is not stopped as well


def test_many_positions_are_left_alone_after_a_stop() -> None:
    game = game_of(WATCH_YOUR_BACK)
    solver, tried = ExactSolver(game, TABLE), list[int]()

    def heard(number: int, verdict: Verdict | None) -> None:
        tried.append(number)
        solver.stop()

    found = solver.solve_many([game.start()] * 50, Limits(nodes=10), on_found=heard)
    assert tried == [0] and found == [None] * 50


def test_a_solver_that_is_stopped_leaves_the_search_a_moment_for_a_move() -> None:
    game = game_of(CONNECT_FOUR)
    searcher = AlphaBetaEngine(game, NOISE, Techniques(), TABLE)
    engine = SolveOrSearch(searcher, TABLE)
    case = Case(engine, lambda: engine.think(game.start(), ENDLESS), lambda: 0)
    for _ in range(10):
        thought, _ = stopped(case, 0.005)
        assert thought.depth >= 1
    stopper = threading.Timer(0.02, engine.stop)
    solution = Solution(None, None, 0, 0.0)
    with engine.stop_signal.running():
        stopper.start()
        solution = engine.solve(game.start())
    assert solution.verdict is None


@pytest.mark.parametrize("player", ["best:book=", "solver:book=", "negascout", "mcts"])
def test_a_player_stops_at_any_moment(player: str) -> None:
    """Even before it has an engine, and while it looks for the move that is hardest to answer."""
    record = Record(game_of(CONNECT_FOUR), moves="4 4 4 4 4 4 3")
    for delay in (0.0, 0.001, 0.01, 0.05):
        chosen = make_engine_player(player)
        chosen.time = LONG
        chosen.engine(record)
        with chosen.stop_signal.running():
            threading.Timer(delay, chosen.stop).start()
            began = time.monotonic()
            move = chosen.choose(record)
        assert time.monotonic() - began < LONG / 2
        assert move in legal_moves(record.game, record.position)


def test_a_player_thinks_in_a_loop() -> None:
    record = Record(game_of(CONNECT_FOUR))
    player = make_engine_player("negascout")
    thinking = player.thinking(record, lines=2, limits=ENDLESS)
    depths = []
    for thought in thinking:
        depths.append(thought.depth)
        if thought.depth >= 4:
            thinking.stop()
    assert depths == sorted(depths) and thinking.result.depth == depths[-1]
    assert len(thinking.result.lines) == 2
    assert player.think(record, limits=Limits(depth=3)).depth == 3


def test_an_error_of_a_player_reaches_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(game_of(CONNECT_FOUR))
    player = make_engine_player("negascout:evaluation=nothing")
    with pytest.raises(PlygroundError, match="nothing"):
        [*player.thinking(record)]


# --- large tables ------------------------------------------------------------------------------


def test_touching_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PIECE", 2 * PAGE_WORDS)
    memory = new_memory(10 * PAGE_WORDS)
    memory[::7] = np.arange(len(memory[::7]))
    before = memory.copy()
    assert touch(memory, StopSignal())
    assert (memory == before).all()


def test_a_stop_ends_the_touching_of_a_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PIECE", 1)
    signal, numbers = StopSignal(), count()

    class Watched:
        def __len__(self) -> int:
            return 100

        def __getitem__(self, place: slice) -> int:
            if next(numbers) == 3:
                signal.set()
            return 0

        def __setitem__(self, place: slice, value: int) -> None:
            pass

    memory: Any = Watched()
    with signal.running():
        assert not touch(memory, signal)
    assert next(numbers) == 4
