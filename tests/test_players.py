"""Players by the texts that people type: what reaches the search, and what is refused."""

import math
import time
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.sizes import MAX_THREADS
from plyground.players.engine import EnginePlayer
from plyground.players.player import all_players, make_player, takes_text
from plyground.records.record import Record
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import MAX_DEPTH, UNLIMITED, Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import MctsOptions
from plyground.search.solve_or_search import SolveOrSearch
from tests.positions import NIM, game_of

SEARCHING = ("minimax", "alphabeta", "negamax", "negascout", "mcts", "best")
DEPTH_FIRST = SEARCHING[:4]
PLAIN = Techniques(False, False, False, False, False, False, quiescence=False)
PRUNING = PLAIN._replace(prune=True, order=True, killers=True, history=True)


def searching(text: str) -> Any:
    made = make_player(text)
    assert isinstance(made, EnginePlayer)
    return made


def engine_of(text: str, game: str = NIM) -> Any:
    """The search that a player makes for a game."""
    return searching(text).engine(new_record(game))


def new_record(name: str) -> Record:
    game = game_of(name)
    return Record(game)


def complaint(text: str) -> str:
    """The one sentence that refuses a player, when it is made or when it first thinks."""
    with pytest.raises(PlygroundError) as refused:
        engine_of(text)
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_every_name_makes_a_player() -> None:
    assert {"human", "random", *SEARCHING} <= {*all_players()}
    for name, cls in all_players().items():
        if not takes_text(cls):  # those are made of somebody else's program
            assert make_player(name).name == name
            assert make_player(f" {name} ").name == name


@pytest.mark.parametrize(
    ("text", "techniques"),
    [
        ("minimax", PLAIN),
        ("minimax:quiescence=1", PLAIN._replace(quiescence=True)),
        ("minimax:beam=1", PLAIN._replace(beam=True)),
        ("alphabeta", PRUNING),
        ("alphabeta:quiescence=1", PRUNING._replace(quiescence=True)),
        ("alphabeta:killers=0", PRUNING._replace(killers=False)),
        ("alphabeta:history=0", PRUNING._replace(history=False)),
        ("negamax", Techniques(pvs=False)),
        ("negamax:quiescence=0", Techniques(pvs=False, quiescence=False)),
        ("negamax:symmetry=1", Techniques(pvs=False, symmetry=True)),
        ("negascout", Techniques()),
        ("negascout:killers=0,history=0", Techniques(killers=False, history=False)),
        ("negascout:lmr=1,symmetry=1,beam=1", Techniques(lmr=True, symmetry=True, beam=True)),
        ("negascout:futility=400", Techniques(futility=400)),
    ],
)
def test_techniques_reach_the_search(text: str, techniques: Techniques) -> None:
    engine = engine_of(text)
    assert isinstance(engine, AlphaBetaEngine)
    assert engine.techniques == techniques


def test_sizes_and_threads_reach_the_search() -> None:
    engine = engine_of("negamax:table=100KB,threads=3")
    assert 50_000 < engine.table.nbytes <= 100 << 10
    assert len(engine.workspaces) == 3
    engine = engine_of("mcts:memory=1MB,threads=3")
    assert 900_000 < sum(tree.nbytes for tree in (*engine.trees, engine.spare_tree)) <= 1 << 20
    assert len(engine.workspaces) == 3


def test_options_reach_the_search() -> None:
    engine = engine_of("mcts:rollout=light,exploration=0.5,final=max,seed=7,memory=1MB,unit=9")
    assert isinstance(engine, MctsEngine)
    assert engine.options == MctsOptions("light", 0.5, "max", "1MB", 7, 9.0)


@pytest.mark.parametrize("name", SEARCHING)
def test_time_and_nodes_reach_the_search(name: str) -> None:
    assert searching(name).limits() == Limits(time=1.0)
    given = searching(f"{name}:time=0.5,cpu=2,nodes=1000").limits()
    assert given == Limits(time=0.5, cpu=2.0, nodes=1000)
    assert searching(f"{name}:nodes=1000").limits() == Limits(nodes=1000)


def test_depth_and_simulations_reach_the_search() -> None:
    for name in DEPTH_FIRST:
        assert searching(f"{name}:depth=4").limits() == Limits(depth=4)
    assert searching("mcts:simulations=50").limits() == Limits(simulations=50)


def test_no_limit_at_all_is_a_second() -> None:
    assert searching("negamax").limits() == Limits(time=1.0)
    assert (searching("mcts").nodes, searching("mcts").time) == (UNLIMITED, math.inf)


def test_evaluations_reach_the_search() -> None:
    for name in SEARCHING:
        for evaluation in ("default", "document", "zero"):
            text = f"{name}:evaluation={evaluation}"
            assert engine_of(text, "conniption").evaluation.name == evaluation


def test_a_search_is_kept_from_move_to_move_and_not_from_game_to_game() -> None:
    player, record = searching("mcts:memory=1MB"), new_record(NIM)
    engine = player.engine(record)
    record.push(1)
    record.push(1)
    assert player.engine(record) is engine
    assert player.engine(new_record("paths")) is not engine


@pytest.mark.parametrize("name", SEARCHING)
def test_games_of_the_same_numbers_are_two(name: str, tmp_path: Path) -> None:
    other = tmp_path / "other_nim.py"
    other.write_text(Path(NIM).read_text())
    player, one, two = searching(name), new_record(NIM), new_record(str(other))
    assert one.game == two.game and type(one.game) is not type(two.game)
    assert player.engine(one).game is one.game
    assert player.engine(two).game is two.game
    assert player.open_book(one.game) is player.open_book(two.game) is None


def test_best_is_what_suits_the_game() -> None:
    assert isinstance(engine_of("best"), MctsEngine)
    assert isinstance(engine_of("best", "connect-four"), SolveOrSearch)
    assert isinstance(engine_of("best", "conniption"), AlphaBetaEngine)
    assert len(engine_of("best:threads=2").workspaces) == 2


@pytest.mark.parametrize("nodes", [2, 20_000], ids=["searched", "solved"])
def test_time_counts_from_when_the_solver_is_ready(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = 0.0
    now, get_ready = time.perf_counter, ExactSolver.get_ready

    def compile_slowly(solver: ExactSolver) -> None:
        nonlocal late
        late = 1000
        get_ready(solver)

    monkeypatch.setattr(ExactSolver, "get_ready", compile_slowly)
    monkeypatch.setattr(time, "perf_counter", lambda: now() + late)
    engine = engine_of("solver")
    thought = engine.think(engine.game.start(), Limits(nodes=nodes))
    assert late and thought.seconds < 1000


def test_what_the_search_compiles_is_not_counted_after_the_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late, now = 0.0, time.perf_counter
    engine = engine_of("solver")
    think = engine.searcher.think

    def compile_slowly(*args: Any) -> Any:
        nonlocal late
        late += 1000
        return think(*args)

    monkeypatch.setattr(engine.searcher, "think", compile_slowly)
    monkeypatch.setattr(time, "perf_counter", lambda: now() + late)
    assert engine.think(engine.game.start(), Limits(nodes=2)).seconds < 1000
    assert late


def test_a_solved_line_ends_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    late, now, solve = 0.0, time.perf_counter, ExactSolver.solve

    def solve_slowly(*args: Any) -> Any:
        nonlocal late
        solution = solve(*args)
        late += 1000
        return solution

    engine = engine_of("solver")
    in_time = engine.think(engine.game.start(), Limits(time=500)).lines[0]
    monkeypatch.setattr(ExactSolver, "solve", solve_slowly)
    monkeypatch.setattr(time, "perf_counter", lambda: now() + late)
    late_line = engine.think(engine.game.start(), Limits(time=500)).lines[0]
    assert late_line.moves == in_time.moves[:1] and len(in_time.moves) > 1
    assert late_line.score == in_time.score


@pytest.mark.parametrize(
    "text",
    [
        "minimax:depth=5",
        "alphabeta:depth=5,quiescence=1",
        "negamax:depth=5,table=1KB",
        "negascout:depth=5,table=1KB,lmr=1",
        "mcts:simulations=2000,memory=1MB",
        "best:nodes=20000",
        "random:seed=1",
    ],
)
def test_players_play(text: str) -> None:
    """Nim is won by leaving a multiple of four, and all but the random player see that."""
    game, player = game_of(NIM), make_player(text)
    record = Record(game, game.parse_position("7,0"))
    assert player.choose(record) in ((3,) if isinstance(player, EnginePlayer) else (1, 2, 3))


def test_a_single_move_is_played_without_thought() -> None:
    game, player = game_of(NIM), searching("minimax:depth=1")
    assert player.choose(Record(game, game.parse_position("1,0"))) == 1
    assert player.thought is None


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("time=0", "the limit time is 0.0: expected more than 0"),
        ("time=-1", "the limit time is -1.0: expected more than 0"),
        ("time=nan", "time=nan: expected a finite number"),
        ("time=soon", "time=soon: expected a number"),
        ("cpu=0", "the limit cpu is 0.0: expected more than 0"),
        ("cpu=nan", "cpu=nan: expected a finite number"),
        ("nodes=0", "the limit nodes is 0: expected more than 0"),
        ("nodes=-5", "the limit nodes is -5: expected more than 0"),
        ("nodes=many", "nodes=many: expected a whole number up to 1000000000"),
        ("threads=0", f"threads=0: expected from 1 to {MAX_THREADS}"),
        ("threads=-1", f"threads=-1: expected from 1 to {MAX_THREADS}"),
        ("threads=65", f"threads=65: expected from 1 to {MAX_THREADS}"),
    ],
)
def test_limits_that_make_no_sense_are_refused(name: str, option: str, expected: str) -> None:
    assert complaint(f"{name}:{option}") == f"{name}: {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nobody", "there is no player 'nobody': expected one of"),
        ("negamx", "there is no player 'negamx': did you mean negamax?"),
        ("negamax:colour=1", "negamax has no option 'colour=1': its options are time, cpu,"),
        ("minimax:symmetry=1", "minimax has no option 'symmetry=1': its options are"),
        ("mcts:depth=3", "mcts has no option 'depth=3': its options are"),
        ("negamax:depth=3,depth=4", "negamax: the option 'depth' is given twice"),
        ("negamax:depth=0", "negamax: the limit depth is 0: expected more than 0"),
        ("negamax:depth=127", f"negamax: the limit depth is 127: expected at most {MAX_DEPTH}"),
        ("negamax:depth=2.5", "negamax: depth=2.5: expected a whole number"),
        ("negamax:quiescence=perhaps", "negamax: quiescence=perhaps: expected 1 or 0"),
        ("negamax:table=0", "negamax: table=0: expected a size such as 64MB or 1GB"),
        ("negamax:table=-1MB", "negamax: table=-1MB: expected a size such as"),
        ("negamax:table=big", "negamax: table=big: expected a size such as"),
        ("negamax:table=9999999GB", "negamax: table=9999999GB: expected a size such as"),
        ("negamax:table=100B", "a table of 100 bytes is too small: expected 192 or more"),
        ("mcts:memory=0", "mcts: memory=0: expected a size such as 64MB or 1GB"),
        ("mcts:memory=100B", "a tree of 100 bytes is too small for 1 threads: expected 4096"),
        ("mcts:simulations=0", "mcts: the limit simulations is 0: expected more than 0"),
        (
            "mcts:rollout=heavy",
            "mcts: rollout=heavy: expected auto or random or light or medium or",
        ),
        ("mcts:final=luck", "mcts: final=luck: expected robust or max or ucb1"),
        ("negascout:futility=-1", "negascout: futility=-1: expected from 0 to 536,870,912"),
        (
            "negascout:futility=536870913",
            "negascout: futility=536870913: expected from 0 to 536,870,912",
        ),
        ("mcts:exploration=-1", "mcts: exploration=-1.0: expected from 0 to 1000"),
        ("mcts:unit=0.0001", "mcts: unit=0.0001: expected 0, or 0.001 to 1,000,000,000"),
        ("mcts:exploration=nan", "mcts: exploration=nan: expected a finite number"),
        ("negamax:evaluation=grand", "there is no evaluation 'grand': expected one of"),
        ("best:evaluation=grand", "there is no evaluation 'grand': expected one of"),
    ],
)
def test_bad_players_get_one_sentence(text: str, expected: str) -> None:
    assert complaint(text).startswith(expected)


def test_a_refusal_is_a_bad_option() -> None:
    with pytest.raises(BadOption):
        make_player("mcts:threads=0")
