"""Limits are kept, whatever is searched, and a search that is stopped still has its result."""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground import Game, make_game
from plyground.core.errors import BadOption, GameOver
from plyground.core.evaluation import evaluation
from plyground.core.game import legal_moves
from plyground.search import workspace
from plyground.search.alphabeta import table
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import MAX_DEPTH, Clock, Limits
from plyground.search.thought import Thought
from plyground.search.workspace import MAX_PLY
from tests.positions import NIM, game_of, label, random_line
from tests.searching import (
    CONNECT_FOUR,
    DEPTHS,
    NOISE,
    WATCH_YOUR_BACK,
    follow,
    leaf_score,
    sampled,
)

TABLE = 1 << 12
ENDLESS = Limits(depth=60)
every_game = pytest.mark.parametrize("name", DEPTHS, ids=label)


def engine(name: str, threads: int = 1, **techniques: bool) -> AlphaBetaEngine:
    return AlphaBetaEngine(game_of(name), NOISE, Techniques(**techniques), TABLE, threads)


def assert_playable(game: Game, position: Any, thought: Thought) -> None:
    assert follow(game, position, thought.lines[0].moves) == thought.lines[0].leaf


@every_game
@pytest.mark.parametrize("nodes", [1, 2, 10, 333, 5000])
def test_no_more_nodes_than_allowed(name: str, nodes: int) -> None:
    """Except those on the current path when the limit is reached."""
    game = game_of(name)
    for position in sampled(name, 8):
        one, two = (engine(name).think(position, Limits(nodes=nodes)) for _ in range(2))
        assert one.nodes < nodes + MAX_PLY
        assert (one.lines, one.nodes, one.depth) == (two.lines, two.nodes, two.depth)
        assert_playable(game, position, one)


@evaluation("grim", game="any")
class Grim(NamedTuple):
    """Every position scores too low to stand pat."""

    points: int = -1000

    def score(self, game: Any, position: Any) -> int:
        return self.points


def test_no_more_nodes_than_allowed_where_every_move_is_noisy(tmp_path: Path) -> None:
    file = tmp_path / "loud_nim.py"
    quiet = Path(NIM).read_text()
    moves = quiet[quiet.index("    def moves") : quiet.index("    def play")]
    file.write_text(quiet + "\n" + moves.replace("moves", "noisy"))
    game = make_game(f"{file}:heap=24")
    evaluation: Any = Grim()
    thought = AlphaBetaEngine(game, evaluation, Techniques(), TABLE).think(
        game.start(), Limits(nodes=1000)
    )
    assert thought.nodes < 1000 + MAX_PLY


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_nodes_that_are_allowed(threads: int) -> None:
    game = game_of(WATCH_YOUR_BACK)
    thought = engine(WATCH_YOUR_BACK, threads).think(game.start(), Limits(nodes=10_000))
    assert thought.nodes < 10_000 + threads * MAX_PLY


@every_game
def test_no_deeper_than_allowed(name: str) -> None:
    for position in sampled(name, 5):
        for depth in range(1, DEPTHS[name] + 1):
            thought = engine(name, quiescence=False).think(position, Limits(depth=depth))
            assert thought.seldepth <= depth
            assert thought.depth == depth or abs(thought.score) > 1 << 29
            assert len(thought.lines[0].moves) <= depth


@every_game
@pytest.mark.parametrize("seconds", [1e-9, 0.001])
def test_a_moment_is_enough_for_a_legal_move(name: str, seconds: float) -> None:
    game = game_of(name)
    for position in sampled(name, 5):
        for limits in (Limits(time=seconds), Limits(cpu=seconds)):
            assert_playable(game, position, engine(name).think(position, limits))


@every_game
def test_what_a_stopped_search_returns_is_what_its_last_depth_found(name: str) -> None:
    for position, lines in product(sampled(name, 5), (1, 2)):
        seen: list[Thought] = []
        engine(name).think(position, Limits(nodes=9000), lines, seen.append)
        for nodes in (*range(50, 1000, 90), 3000):
            stopped = engine(name).think(position, Limits(nodes=nodes), lines)
            complete = [report for report in seen if report.nodes < nodes]
            assert stopped.depth == len(complete)
            assert not complete or stopped.lines == complete[-1].lines


def test_reports_count_up() -> None:
    game = game_of(CONNECT_FOUR)
    seen: list[Thought] = []
    engine(CONNECT_FOUR).think(game.start(), Limits(depth=8), watch=seen.append)
    for earlier, later in pairwise(seen):
        assert earlier.nodes < later.nodes and earlier.seconds <= later.seconds
        assert earlier.seldepth <= later.seldepth and 0 <= earlier.hashfull <= later.hashfull <= 1


@contextmanager
def stopping(searching: AlphaBetaEngine) -> Iterator[None]:
    """Stop the search again and again until it ends."""
    done = threading.Event()

    def stop() -> None:
        while not done.wait(0.02):
            workspace.halt(searching.workspaces)

    stopper = threading.Thread(target=stop)
    stopper.start()
    try:
        yield
    finally:
        done.set()
        stopper.join()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("prune", [False, True])
def test_a_stop_is_obeyed(threads: int, prune: bool) -> None:
    """Without it these searches would never end."""
    game = game_of(WATCH_YOUR_BACK)
    searching = engine(WATCH_YOUR_BACK, threads, prune=prune, table=prune, pvs=prune)
    searching.think(game.start(), Limits(depth=1))
    with stopping(searching):
        thought = searching.think(game.start(), ENDLESS)
    assert thought.depth < 60
    assert_playable(game, game.start(), thought)


@pytest.mark.parametrize("threads", [1, 2])
def test_all_threads_halt_when_time_is_over(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it this search would never end."""

    def watch(clock: Clock, halt: Callable[[], None]) -> Callable[[], float]:
        def look() -> float:
            halt()
            return 60.0

        return look

    monkeypatch.setattr(Clock, "watch", watch)
    game = game_of(WATCH_YOUR_BACK)
    thought = engine(WATCH_YOUR_BACK, threads).think(game.start(), ENDLESS)
    assert thought.depth < 60
    assert_playable(game, game.start(), thought)


@pytest.mark.parametrize("limits", [Limits(time=0.2), Limits(cpu=0.2)])
def test_time_ends_a_search(limits: Limits) -> None:
    game = game_of(WATCH_YOUR_BACK)
    thought = engine(WATCH_YOUR_BACK, 2).think(game.start(), limits)
    assert thought.depth >= 1
    assert thought.seconds < 20


def test_a_search_goes_on_after_its_watcher_failed() -> None:
    """As after Ctrl-C: nothing that the search keeps is harmed."""
    game, searching = game_of(CONNECT_FOUR), engine(CONNECT_FOUR, 2)

    def fail(thought: Thought) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searching.think(game.start(), Limits(depth=6), watch=fail)
    thought = searching.think(game.start(), Limits(depth=6))
    assert leaf_score(game, NOISE, thought.lines[0]) == thought.score


@every_game
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_many_short_searches_in_small_tables(name: str, threads: int) -> None:
    game = game_of(name)
    searching = AlphaBetaEngine(game, NOISE, Techniques(lmr=True), table.MIN_BYTES, threads)
    for number, position in enumerate(sampled(name, 60)):
        limits = (Limits(nodes=300), Limits(depth=2), Limits(time=0.001))[number % 3]
        thought = searching.think(position, limits)
        assert_playable(game, position, thought)
        if thought.depth:
            assert leaf_score(game, NOISE, thought.lines[0]) == thought.score


def test_a_result_that_is_certain_ends_a_search() -> None:
    """Seven left: taking three leaves four, which is lost for the opponent."""
    game = game_of(NIM)
    thought = engine(NIM).think(game.parse_position("7,0"), Limits())
    assert (thought.move, thought.depth) == (3, 3)
    assert thought.score == (1 << 30) - 3


@pytest.mark.parametrize("field", Limits._fields)
@pytest.mark.parametrize("value", [0, -1, math.nan])
def test_limits_that_leave_nothing_to_do_are_refused(field: str, value: float) -> None:
    limits = Limits(**{field: value})  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=f"^the limit {field} is {value}: expected more than 0$"):
        engine(NIM).think(game_of(NIM).start(), limits)


def test_a_depth_beyond_all_lines_is_refused() -> None:
    with pytest.raises(BadOption, match=f"^the limit depth is 127: expected at most {MAX_DEPTH}$"):
        Limits(depth=MAX_DEPTH + 1).check()
    Limits(depth=MAX_DEPTH).check()


def test_a_finished_game_is_not_searched() -> None:
    game = game_of(CONNECT_FOUR)
    end = random_line(game, 1)[-1]
    assert not legal_moves(game, end)
    with pytest.raises(GameOver, match=r"^the game is over: there is nothing to search$"):
        engine(CONNECT_FOUR).think(end, Limits(depth=1))
