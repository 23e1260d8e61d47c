"""The methods that need more than games of their own: finished games, tournaments, and proof."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.core.errors import BadOption
from plyground.core.threads import stop_flag
from plyground.learning import ladder, reference
from plyground.learning.errors import CannotLearn
from plyground.learning.folder import open_folder
from plyground.learning.method import all_methods, make_method
from plyground.learning.methods.results import fitted, gradient, squared_errors, steepness
from plyground.learning.proof import duels, prove
from tests.command import ROOT, plyground

GAME = "paths:board=3x3"


def learn(folder: Path, games: int = 40, **options: Any) -> Any:
    chosen: dict[str, Any] = {"deterministic": True, "out": folder / "w.json"}
    return pg.learn(GAME, games=games, **(chosen | options))


def test_the_methods_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "learning.md").read_text()
    assert [name for name in all_methods() if f"**{name}**" not in page] == []


# --- results --------------------------------------------------------------------------------------


def sample(count: int = 4000) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(1)
    features, weights = random.normal(size=(count, 3)), np.array([1.0, -0.5, 0.0])
    wins = random.uniform(size=count) < (1 + np.tanh(features @ weights)) / 2
    return features, np.where(wins, 1.0, -1.0), weights


def test_the_weights_that_made_the_results_are_found() -> None:
    features, targets, weights = sample()
    found = fitted(features, targets, np.zeros(3), 1.0, 1.0, np.zeros(3))
    assert np.abs(found - weights).max() < 0.1
    assert np.abs(gradient(features, targets, found, 1.0) + found).max() < 1e-3


def test_the_steepness_is_found_first() -> None:
    features, targets, weights = sample()
    assert 0.4 < steepness(2 * features @ weights, targets) < 0.6


def test_the_gradient_is_what_is_printed_and_a_finite_difference() -> None:
    features, targets, weights = sample(50)
    found = gradient(features, targets, weights, 0.7)
    printed = reference.results_gradient(weights.tolist(), features.tolist(), targets.tolist(), 0.7)
    assert np.allclose(found, printed, rtol=1e-12)
    for index, step in enumerate(1e-6 * np.eye(3)):
        more, less = (
            squared_errors(features, targets, weights + sign * step, 0.7) for sign in (1, -1)
        )
        assert np.isclose(found[index], (more - less) / 4e-6, rtol=1e-4)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The games of a match."""
    file = tmp_path / "games.jsonl"
    pg.match(GAME, "negamax:depth=1", "random:seed=1", 20, file=str(file))
    return file


@pytest.mark.slow
def test_results_reads_matches_records_and_tournaments(tmp_path: Path, games: Path) -> None:
    record = pg.play(GAME, "negamax:depth=2", "random:seed=1")
    pg.save_record(record, str(tmp_path / "one.txt"))
    db = tmp_path / "t.db"
    made = f"tournament new {db} --game {GAME} --player random:seed=1 --player random:seed=2"
    assert plyground(*made.split()).returncode == 0
    assert plyground("tournament", "run", str(db)).returncode == 0
    sources = [games, tmp_path / "one.txt", db]
    found = learn(tmp_path, 1000, method="results:quiet=0", sources=sources)
    assert found.games == 23 and found.plies > 60
    again = pg.learn(resume=found.folder, games=1001)
    assert again.games == 23


def test_results_refuses_other_games_and_nothing(tmp_path: Path, games: Path) -> None:
    with pytest.raises(CannotLearn, match="expected --from FILE"):
        learn(tmp_path, method="results")
    with pytest.raises(CannotLearn, match=r"games.jsonl is of the game paths:board=3x3"):
        pg.learn("connect-four", "results", tmp_path / "c.json", games=5, sources=[games])
    (tmp_path / "none.txt").write_text("nothing")
    with pytest.raises(pg.PlygroundError, match=r"none\.txt"):
        learn(tmp_path, method="results", out=tmp_path / "d.json", sources=[tmp_path / "none.txt"])


# --- the tournament of weights --------------------------------------------------------------------

SMALL = "tournament:depth=1,opening=2,entrants=5,winners=2,pairs=1,generations=2"


@pytest.mark.slow
def test_winners_stay() -> None:
    """The vector that is best by far in every game is the one that is chosen."""
    method: Any = make_method(f"{SMALL},generations=0".replace("generations=2,", ""))
    method.begin(pg.make_game(GAME), 1, 1)
    rounds = method.knock_out()
    fixtures, best = next(rounds), None
    with pytest.raises(StopIteration) as end:
        while True:
            best = best if best is not None else max(fixtures, key=lambda one: one.first[0]).first
            points = [
                1 if one.first is best else -1 if one.second is best else 0 for one in fixtures
            ]
            fixtures = rounds.send(points)
    assert len(end.value.value) == 2 and any(one is best for one in end.value.value)


def test_every_pair_of_games_begins_alike_with_the_sides_swapped() -> None:
    method: Any = make_method(SMALL)
    method.begin(pg.make_game(GAME), 1, 1)
    for one, two in zip(method.fixtures[::2], method.fixtures[1::2], strict=True):
        assert one.seed == two.seed and one.first is two.second and one.second is two.first


def test_a_tournament_that_is_resumed_is_the_same(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("whole", "parts")]
    for folder in folders:
        folder.mkdir()
    learn(folders[0], 60, method=SMALL)
    learn(folders[1], 7, method=SMALL)
    for games in (20, 60):
        pg.learn(resume=folders[1] / "w.json.run", games=games)
    one, two = ((folder / "w.json").read_text() for folder in folders)
    assert one == two


def test_threads_change_nothing_in_a_tournament() -> None:
    found = []
    for threads in (1, 2):
        method: Any = make_method(SMALL)
        method.begin(pg.make_game(GAME), 1, threads)
        for _ in range(10):
            method.learn(3, stop_flag())
        found.append(method.points_so_far)
    assert found[0] == found[1] and len(found[0]) > 20


def test_bad_numbers_of_entrants() -> None:
    with pytest.raises(BadOption, match="entrants=2 to 4096"):
        make_method("tournament:entrants=1")


# --- proof ----------------------------------------------------------------------------------------


def test_a_stronger_player_is_proven_to_be_and_a_weaker_one_not() -> None:
    strong, weak = "negamax:depth=3", "random:seed=1"
    options: dict[str, Any] = {"games": 200, "opening_plies": 1, "elo": (0.0, 200.0)}
    assert prove(GAME, strong, weak, **options).sprt.accepted == 1
    found = prove(GAME, weak, strong, **options)
    assert found.sprt.accepted == 0 and sum(found.pairs) == found.games // 2
    assert (
        sum((found.as_first.wins, found.as_first.draws, found.as_first.losses)) * 2 == found.games
    )


def test_what_was_learned_meets_what_was_there_before() -> None:
    new, old = "negascout:cpu=0.02,evaluation=w.json", "negascout:cpu=0.02,evaluation=default"
    assert duels(GAME, "w.json", "default")[1] == ("cpu=0.02", new, old)
    assert [duel.old for duel in duels(GAME, "w.net", "zero")] == ["mcts:cpu=0.02"]


def test_the_ladder_is_measured_while_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "RUNGS", ("random", "negamax:depth=1"))
    monkeypatch.setattr(ladder, "MEASURED", "negamax:depth=1,evaluation={}")
    learn(tmp_path, 20, method="td-leaf:depth=1,opening=1", ladder=1)
    run = open_folder(tmp_path / "w.json.run")
    lines = [json.loads(line) for line in (run.path / "ladder.jsonl").read_text().splitlines()]
    assert {line["rung"] for line in lines[-4:]} == {
        "random",
        "negamax:depth=1",
        "negamax:depth=1,evaluation=default",
        ladder.PERFECT,
    }
    assert lines[-1]["games"] == 20 and sum(lines[-1]["as_first"].values()) == 1
