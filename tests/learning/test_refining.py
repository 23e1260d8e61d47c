"""Networks that TreeStrap and RootStrap refine."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.core.errors import BadOption, BadWeights
from plyground.core.score import WIN_SCORE, static_eval
from plyground.core.threads import stop_flag
from plyground.core.words import to_rows
from plyground.evaluations.patterns.file import read_head, read_network
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.folder import open_folder
from plyground.learning.messages import Learned
from plyground.learning.method import make_method
from plyground.learning.methods.treestrap import TreeStrap
from plyground.learning.methods.treestrap_network import (
    MAX_SUM,
    TOLD,
    NetworkRootStrap,
    NetworkTreeStrap,
    sums_of,
)
from plyground.learning.pattern_kernel import WON
from plyground.learning.pattern_reference import reward
from plyground.learning.pattern_strap import TAUGHT
from plyground.learning.self_play import Lessons
from plyground.search.alphabeta.table import EXACT
from tests.positions import game_of

GAME = "paths:board=3x3"
FAST = "treestrap:depth=2,opening=1"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned a little."""
    path = tmp_path_factory.mktemp("network") / "p.net"
    pg.learn(GAME, "patterns:count=3,length=4", path, games=300, deterministic=True)
    return path


def learn(folder: Path, network: Path, games: int, **options: Any) -> Learned:
    folder.mkdir(exist_ok=True)
    chosen: dict[str, Any] = {"method": FAST, "deterministic": True, "out": folder / "w.net"}
    return pg.learn(GAME, games=games, evaluation=str(network), **(chosen | options))


def begun(network: Path, text: str = FAST, threads: int = 1) -> Any:
    method = make_method(text, evaluation=str(network))
    method.begin(game_of(GAME), 1, threads)
    return method


def test_the_evaluation_tells_what_a_method_learns() -> None:
    assert type(make_method("treestrap")) is type(make_method("treestrap:document")) is TreeStrap
    for text in ("treestrap:a.net", "treestrap:depth=3,evaluation=a.net"):
        assert type(make_method(text)) is NetworkTreeStrap
    assert type(make_method("rootstrap", evaluation="A.NET")) is NetworkRootStrap


@pytest.mark.slow
@pytest.mark.parametrize("method", ["treestrap", "rootstrap"])
def test_a_score_comes_nearer_to_what_a_search_says(network: Path, method: str) -> None:
    made = begun(network, f"{method}:depth=2,opening=1,exploration=0.3")
    made.learn(30, stop_flag())
    early = made.watched()["error"]
    made.learn(1000, stop_flag())
    made.watched()
    made.learn(30, stop_flag())
    assert 0 < made.watched()["error"] < 0.7 * early


def test_rootstrap_learns_from_one_position_a_search(network: Path) -> None:
    for name, is_root in (("rootstrap", True), ("treestrap", False)):
        made = begun(network, f"{name}:depth=2")
        plies = made.learn(20, stop_flag()).plies
        assert made.tally[TAUGHT] > 0
        assert (made.tally[TAUGHT] <= plies) == is_root


def test_the_same_seed_gives_the_same_network_and_another_one_another(
    tmp_path: Path, network: Path
) -> None:
    for folder, seed in zip("abc", (1, 1, 2), strict=True):
        learn(tmp_path / folder, network, 20, seed=seed)
    one, two, other = ((tmp_path / folder / "w.net").read_bytes() for folder in "abc")
    assert one == two != other


def test_a_run_that_is_resumed_is_the_same_run(tmp_path: Path, network: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    learn(whole, network, 40)
    learn(parts, network, 13)
    assert pg.learn(resume=parts / "w.net.run", games=40).games == 40
    states = []
    for folder in (whole, parts):
        run = open_folder(folder / "w.net.run")
        states.append(run.read([*run.checkpoints().values()][-1])[0])
    assert all(np.array_equal(states[0][name], states[1][name]) for name in states[0])
    assert (whole / "w.net").read_bytes() == (parts / "w.net").read_bytes()


def test_compiling_teaches_nothing_and_the_file_stays_as_it_is(network: Path) -> None:
    before, given = network.read_bytes(), read_network(network, game_of(GAME))
    method = begun(network)
    assert np.array_equal(method.weights.weights, given.weights.array[1:])
    assert not method.weights.errors.any()
    method.learn(5, stop_flag())
    assert not np.array_equal(method.weights.weights, given.weights.array[1:])
    assert network.read_bytes() == before


def test_the_result_says_what_it_was_refined_from(tmp_path: Path, network: Path) -> None:
    learn(tmp_path, network, 5, seed=7)
    head = read_head(tmp_path / "w.net")
    assert head.plan == read_head(network).plan
    told = {name: text for name, text in head.origin.items() if name in TOLD}
    assert told == {
        "method": "treestrap",
        "seed": "7",
        "games": "5",
        "refined": "p.net (method patterns, seed 1, games 300)",
    }
    player = f"negamax:depth=2,evaluation={tmp_path / 'w.net'}"
    assert pg.play(GAME, player, "random:seed=1").result in ("first", "second", "draw")


def test_boards_share_the_network(network: Path) -> None:
    method = begun(network, threads=2)
    assert len(method.boards) == 2
    tally = method.learn(60, stop_flag())
    assert tally.games == tally.first_wins + tally.draws + tally.second_wins == 60
    assert method.state()["counters"][0] == 60
    assert method.watched()["error"] > 0
    assert method.watched() == {"error": 0.0, "used": method.watched()["used"]}


def test_it_learns_against_opponents(tmp_path: Path, network: Path) -> None:
    assert learn(tmp_path, network, 4, opponents=["random:seed=1"]).games == 4


# --- what a search's values mean ------------------------------------------------------------------


def test_a_win_is_what_it_is_to_networks_that_learn_from_nothing() -> None:
    values = np.array([WIN_SCORE - 1, 3 - WIN_SCORE, WIN_SCORE - 500, 700, 9000, -9000])
    found = sums_of(values, 8)
    assert np.allclose(np.tanh(found[:2]), [reward(0, True, 9), reward(0, False, 11)])
    assert np.allclose(np.tanh(found[2]), reward(0, True, 508))
    assert [*found[3:]] == [0.7, MAX_SUM, -MAX_SUM]
    assert 0 < found[2] < -found[1] < found[0] < MAX_SUM == np.arctanh(WON)


def taught(method: Any, values: list[int]) -> list[int]:
    """What the first position is worth after each of these values has been taught."""
    game, found = game_of(GAME), []
    for value in values:
        lessons = Lessons(np.array([value]), np.array([EXACT]), to_rows(game, [game.start()]))
        method.take_search(SimpleNamespace(lessons=lambda chosen: lessons, ply=1), 0)  # noqa: B023
        found.append(static_eval(method.weights.network, game, game.start()))
    return found


def test_a_score_moves_to_a_proven_value(network: Path) -> None:
    method = begun(network, f"{FAST},rate=0.1")
    method.weights.weights[:] = 0
    for value in (WIN_SCORE - 3, 4 - WIN_SCORE):
        expected = 1000 * sums_of(np.array([value]), 0)[0]
        assert abs(taught(method, [value] * 60)[-1] - expected) <= 5


def test_a_score_beyond_any_win_is_left_alone_where_the_value_is_beyond_it_too(
    network: Path,
) -> None:
    method = begun(network)
    method.weights.weights[:] = 1 << 24
    high = taught(method, [9000])[0]
    assert high > 1000 * MAX_SUM and taught(method, [9000]) == [high]
    assert taught(method, [1500])[0] < high


# --- what cannot be done --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("spread=0.3", "for a network, treestrap has no option 'spread=0.3'"),
        ("unit=100", "no option 'unit=100'"),
        ("average=1", "no option 'average=1'"),
        ("rates=adam", "no option 'rates=adam'"),
        ("start=random", "for a network, treestrap: start=random: expected given"),
        ("rate=0", "rate=0: expected more than 0"),
        ("win=3", "no option 'win=3'"),
        ("depth=0", "expected depth=1"),
        ("exploration=2", "exploration=2"),
    ],
)
def test_options_that_a_network_does_not_take_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_method(f"treestrap:{options}", evaluation="w.net")


def test_networks_that_cannot_be_refined(tmp_path: Path, network: Path) -> None:
    with pytest.raises(BadWeights, match=r"is a network for 'paths.*: expected connect-four"):
        make_method(FAST, evaluation=str(network)).begin(game_of("connect-four"), 1, 1)
    with pytest.raises(BadWeights, match=r"none\.net: cannot be read"):
        learn(tmp_path, tmp_path / "none.net", 5)
    with pytest.raises(BadOption, match="the method td-leaf takes no sources"):
        learn(tmp_path, network, 5, method="td-leaf", sources=["x"])


def test_weights_that_run_away_are_told(network: Path) -> None:
    method = begun(network)
    method.check()
    method.weights.weights[5] = 2**31 - 1
    with pytest.raises(RanAway):
        method.check()


def test_a_checkpoint_of_another_network_is_refused(network: Path) -> None:
    method = begun(network)
    state = method.state()
    with pytest.raises(BadRun, match="weights do not fit"):
        method.restore(state | {"weights": state["weights"][:-1]})
    with pytest.raises(KeyError):
        method.restore({})
