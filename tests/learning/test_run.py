"""A run loses nothing that it learned, and tells in one sentence why it cannot go on."""

import errno
import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np
import pytest

import plyground as pg
from plyground.core.errors import BadOption, PlygroundError
from plyground.learning import folder as folder_module
from plyground.learning.errors import BadRun, CannotLearn, RanAway
from plyground.learning.folder import SPACED, open_folder
from plyground.learning.messages import Learned
from plyground.learning.run import Progress
from tests.command import ROOT, complaint, plyground, told

GAME = "paths:board=3x3"
FAST = "td-leaf:depth=1,opening=1"
BAD = ROOT / "tests" / "learning" / "bad_features.py"


def learn(folder: Path, games: int = 40, **options: Any) -> Learned:
    chosen: dict[str, Any] = {"method": FAST, "deterministic": True, "out": folder / "w.json"}
    return pg.learn(GAME, games=games, **(chosen | options))


def weights(folder: Path) -> str:
    return (folder / "w.json").read_text()


def last_state(folder: Path) -> dict[str, Any]:
    run = open_folder(folder / "w.json.run")
    return run.read([*run.checkpoints().values()][-1])[0]


def test_the_same_seed_gives_the_same_weights_and_another_one_others(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder, seed in zip(folders, (1, 1, 2), strict=True):
        folder.mkdir()
        learn(folder, seed=seed)
    one, two, other = map(weights, folders)
    assert one == two != other


def test_a_run_that_is_resumed_is_the_same_run(tmp_path: Path) -> None:
    (whole := tmp_path / "whole").mkdir()
    (parts := tmp_path / "parts").mkdir()
    learn(whole, 40)
    learn(parts, 13)
    found = pg.learn(resume=parts / "w.json.run", games=40)
    assert found.games == 40
    assert weights(whole) == weights(parts)
    one, two = last_state(whole), last_state(parts)
    assert one.keys() == two.keys()
    assert all((one[name] == two[name]).all() for name in one)


KILLED = """
import os, signal, sys
import plyground as pg

def see(progress):
    if progress.tally.games >= 15 and len(progress.lines) > 1:
        os.kill(os.getpid(), signal.SIGKILL)

from plyground.learning import run
run.CHECKPOINT_SECONDS = 0.0
pg.learn(sys.argv[1], sys.argv[2], sys.argv[3], games=40, deterministic=True, on_progress=see)
"""


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    (whole := tmp_path / "whole").mkdir()
    (killed := tmp_path / "killed").mkdir()
    learn(whole, 40)
    args = [sys.executable, "-c", KILLED, GAME, FAST, str(killed / "w.json")]
    assert subprocess.run(args, check=False).returncode == -signal.SIGKILL
    assert len(open_folder(killed / "w.json.run").checkpoints()) > 1
    assert pg.learn(resume=killed / "w.json.run").games == 40
    assert weights(whole) == weights(killed)


def test_the_weights_are_what_a_player_takes(tmp_path: Path) -> None:
    learn(tmp_path)
    player = f"negamax:depth=2,evaluation={tmp_path / 'w.json'}"
    assert pg.play(GAME, player, "random:seed=1").result in ("first", "second", "draw")


def test_two_threads_learn_as_many_games(tmp_path: Path) -> None:
    found = learn(tmp_path, 40, threads=2, deterministic=False)
    assert found.games == 40 and found.plies > 40


def test_the_progress_has_a_line_for_each_checkpoint(tmp_path: Path) -> None:
    found = learn(tmp_path)
    lines = open_folder(tmp_path / "w.json.run").progress()
    assert [line.number for line in lines] == [*range(found.checkpoints)]
    assert lines[-1].games == 40 and lines[-1].plies == found.plies
    assert {"lacks_one", "error"} <= {*lines[-1].watched}
    results = [line.first_wins + line.draws + line.second_wins for line in lines]
    assert sum(results) == 40


@pytest.mark.slow
def test_old_checkpoints_are_evenly_spaced(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    run = open_folder(tmp_path / "w.json.run")
    line = run.progress()[-1]
    for number in range(200):
        run.write(msgspec.structs.replace(line, number=number), {"weights": np.zeros(1)})
    kept = [*run.checkpoints()]
    assert kept[-3:] == [197, 198, 199] and len(kept) <= SPACED + 3
    spaces = {after - before for before, after in pairwise(kept[:-3])}
    assert len(spaces) == 1


def test_watchers_hear_how_far_it_is(tmp_path: Path) -> None:
    heard: list[Progress] = []
    learn(tmp_path, on_progress=heard.append)
    assert heard[-1].tally.games == 40 and heard[-1].left == 0


# --- what cannot be done ------------------------------------------------------------------------


def test_weights_that_run_away_stop_the_run_and_the_last_good_ones_stay(tmp_path: Path) -> None:
    with pytest.raises(RanAway, match=r"ran away after .* games: .*; the last good checkpoint is"):
        learn(tmp_path, 10**6, method="td-leaf:depth=1,rates=constant,rate=100,unit=1000000000")
    assert np.isfinite(last_state(tmp_path)["weights"]).all()
    pg.make_evaluation(pg.make_game(GAME), str(tmp_path / "w.json"))


@pytest.mark.parametrize(
    ("evaluation", "message"),
    [
        ("zero", "has no weights"),
        (f"{BAD}:own-score", "no sum of weight times feature"),
        (f"{BAD}:nothing", "the feature weight is nan"),
        (f"{BAD}:huge", "the feature weight is 1e\\+300"),
    ],
)
def test_evaluations_without_usable_features(tmp_path: Path, evaluation: str, message: str) -> None:
    with pytest.raises(CannotLearn, match=message):
        learn(tmp_path, evaluation=evaluation)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "td-leav"}, "did you mean td-leaf"),
        ({"method": "td-leaf:rates=fast"}, "expected constant or coherence or adam"),
        ({"method": "td-leaf:lambda=2"}, "from 0 to 1"),
        ({"games": 0}, "games=0"),
        ({"games": None}, "there is no limit"),
        ({"games": None, "minutes": -1.0}, "minutes=-1"),
        ({"threads": 2}, "a deterministic run has one thread"),
        ({"out": "nowhere/w.json"}, "nowhere is no folder"),
        ({"out": "w.net"}, "w.net: expected a name that ends in .json or .xml, as td-leaf writes"),
        ({"out": "w.json", "method": "patterns"}, "w.json: expected a name that ends in .net"),
        ({"evaluation": "documemt"}, "did you mean document"),
    ],
)
def test_bad_options_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadOption, match=message):
        learn(tmp_path, **options)


def test_no_file_and_no_run_is_overwritten(tmp_path: Path) -> None:
    learn(tmp_path)
    with pytest.raises(BadOption, match="already exists"):
        learn(tmp_path)
    (tmp_path / "w.json").unlink()
    with pytest.raises(BadRun, match="has a run already: go on with --resume"):
        learn(tmp_path)


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    learn(tmp_path)
    run = open_folder(tmp_path / "w.json.run")
    with run.driving():
        assert run.is_driven
        with pytest.raises(BadRun, match="is being learned in already"):
            pg.learn(resume=run.path, games=50)
    assert not run.is_driven


def test_a_full_disk_ends_the_run_and_it_can_go_on(tmp_path: Path) -> None:
    learn(tmp_path, 10)
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    before = weights(tmp_path)
    with (
        patch.object(folder_module, "write_whole", side_effect=full),
        pytest.raises(BadRun, match="cannot be written: no space left on device"),
    ):
        pg.learn(resume=tmp_path / "w.json.run", games=20)
    assert weights(tmp_path) == before
    assert pg.learn(resume=tmp_path / "w.json.run", games=20).games == 20


def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path) -> None:
    learn(tmp_path, 40)
    expected = weights(tmp_path)
    paths = [*open_folder(tmp_path / "w.json.run").checkpoints().values()]
    paths[-1].write_bytes(paths[-1].read_bytes()[:100])
    assert pg.learn(resume=tmp_path / "w.json.run").games == 40
    assert weights(tmp_path) == expected


@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense"])
def test_folders_that_are_no_runs(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadRun, match="is no folder of a run"):
        pg.learn(resume=tmp_path / "missing")
    with pytest.raises(BadRun, match="cannot be read"):
        pg.learn(resume=tmp_path)
    (tmp_path / "run.json").write_bytes(content)
    with pytest.raises(PlygroundError, match=r"run\.json"):
        pg.learn(resume=tmp_path)


# --- the command --------------------------------------------------------------------------------


def test_the_command_tells_programs_what_was_learned(tmp_path: Path) -> None:
    out = tmp_path / "w.xml"
    args = ("learn", GAME, "--method", FAST, "--games", "20", "--seed", "3", "--out", str(out))
    found = told(plyground(*args, "--deterministic", "--json").stdout)
    expected = {"method", "games", "plies", "cpu_seconds", "plies_per_second", "out", "checkpoints"}
    assert expected <= {*found} and found["method"] == "td-leaf" and found["games"] == 20
    assert "NumWeights>5<" in out.read_text()
    again = plyground("learn", "--resume", f"{out}.run", "--games", "30")
    assert again.returncode == 0 and "from 30 games" in again.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "there is no game"),
        ([GAME], "expected --out FILE"),
        ([GAME, "--out", "w.json"], "expected --minutes or --games"),
        ([GAME, "--out", "w.json", "--games", "5", "--from", "x"], "takes no sources"),
    ],
)
def test_the_command_complains_in_one_sentence(args: list[str], message: str) -> None:
    assert message in complaint(plyground("learn", *args))


def test_the_plan_is_plain_json(tmp_path: Path) -> None:
    learn(tmp_path, 5)
    plan = json.loads((tmp_path / "w.json.run" / "run.json").read_text())
    assert plan["kind"] == "learn-plan" and plan["method"] == FAST and plan["digest"]


# --- methods and opponents ----------------------------------------------------------------------


@pytest.mark.parametrize("method", ["td-leaf", "treestrap", "rootstrap"])
def test_every_method_that_plays_learns_that_open_paths_are_good(
    tmp_path: Path, method: str
) -> None:
    learn(tmp_path, 300, method=f"{method}:depth=2,opening=2", evaluation="default")
    watched = open_folder(tmp_path / "w.json.run").progress()[-1].watched
    assert watched["gaps"] > 0


def test_it_learns_against_opponents_with_either_side(tmp_path: Path) -> None:
    found = learn(tmp_path, 8, opponents=["random", "negamax:depth=1"])
    assert found.games == 8
    with pytest.raises(BadOption, match="human is no opponent"):
        learn(tmp_path, 8, out=tmp_path / "v.json", opponents=["human"])


def test_an_opponent_that_fails_stops_the_run_with_one_sentence(tmp_path: Path) -> None:
    bad = ROOT / "tests" / "learning" / "failing_player.py"
    with pytest.raises(CannotLearn, match=r"the opponent .* failed: .*no more"):
        learn(tmp_path, 40, opponents=["random", f"{bad}"])
    run = open_folder(tmp_path / "w.json.run")
    assert run.progress()[-1].games == 2  # those before it count
