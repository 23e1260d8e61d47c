"""Networks that learn by `plyground learn --method patterns`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.core.errors import BadOption
from plyground.core.threads import stop_flag
from plyground.evaluations.patterns.file import read_head
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.folder import open_folder
from plyground.learning.messages import Learned
from plyground.learning.method import Method, make_method
from tests.positions import NIM, game_of

GAME = "paths:board=3x3"
SMALL = "patterns:count=3,length=4"


def learn(folder: Path, games: int, **options: Any) -> Learned:
    folder.mkdir(exist_ok=True)
    chosen: dict[str, Any] = {"method": SMALL, "deterministic": True, "out": folder / "w.net"}
    return pg.learn(GAME, games=games, **(chosen | options))


def begun(seed: int = 1, threads: int = 1) -> Any:
    method: Method = make_method(SMALL)
    method.begin(game_of(GAME), seed, threads)
    return method


@pytest.mark.slow
def test_the_same_seed_gives_the_same_network_and_another_one_another(tmp_path: Path) -> None:
    for folder, seed in zip("abc", (1, 1, 2), strict=True):
        learn(tmp_path / folder, 60, seed=seed)
    one, two, other = ((tmp_path / folder / "w.net").read_bytes() for folder in "abc")
    assert one == two != other


@pytest.mark.slow
def test_a_run_that_is_resumed_is_the_same_run(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    learn(whole, 70)
    learn(parts, 31)
    assert pg.learn(resume=parts / "w.net.run", games=70).games == 70
    states = []
    for folder in (whole, parts):
        run = open_folder(folder / "w.net.run")
        states.append(run.read([*run.checkpoints().values()][-1])[0])
    assert all(np.array_equal(states[0][name], states[1][name]) for name in states[0])
    assert (whole / "w.net").read_bytes() == (parts / "w.net").read_bytes()


@pytest.mark.slow
def test_what_is_learned_beats_chance(tmp_path: Path) -> None:
    learn(tmp_path, 5_000)
    player = f"negamax:depth=1,evaluation={tmp_path / 'w.net'}"
    result = pg.match(GAME, player, "random:seed=1", games=100)
    assert sum(result.points) >= 60


def test_a_file_says_how_it_was_made_and_whose_it_is(tmp_path: Path) -> None:
    learn(tmp_path, 20)
    origin = read_head(tmp_path / "w.net").origin
    assert (origin["method"], origin["seed"], origin["games"]) == ("patterns", "1", "20")
    assert origin["made_with"] == f"Plyground {pg.__version__}" and origin["licence"]


def test_two_threads_learn_without_losing_count() -> None:
    method = begun(threads=2)
    tally = method.learn(300, stop_flag())
    assert tally.games == tally.first_wins + tally.draws + tally.second_wins <= 300
    assert method.watched()["error"] > 0
    assert method.watched() == {"error": 0.0, "used": method.watched()["used"]}


def test_weights_that_run_away_are_told() -> None:
    method = begun()
    method.check()
    method.learner.weights[5] = 2**31 - 1
    with pytest.raises(RanAway):
        method.check()
    method = begun()
    method.learner.errors[5, 1] = np.nan
    with pytest.raises(RanAway):
        method.check()


def test_a_checkpoint_of_another_network_is_refused() -> None:
    method = begun()
    state = method.state()
    with pytest.raises(BadRun, match="weights do not fit"):
        method.restore(state | {"weights": state["weights"][:-1]})
    with pytest.raises(KeyError):
        method.restore({})


@pytest.mark.parametrize(
    "options", ["count=-1", "length=0", "rate=0", "rate=nan", "lambda=2", "exploration=-1"]
)
def test_options_out_of_range_are_refused(options: str) -> None:
    with pytest.raises(BadOption, match="expected"):
        make_method(f"patterns:{options}")


def test_a_game_without_boards_is_one_sentence() -> None:
    with pytest.raises(BadOption, match="nim has 0 boards"):
        make_method(SMALL).begin(game_of(NIM), 1, 1)
