"""Tournaments: planned, played, stored and rated, whatever goes wrong."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from plyground.arena.driver import Progress, run
from plyground.arena.export import record_of, record_text
from plyground.arena.game import seeded
from plyground.arena.messages import TournamentGame
from plyground.arena.plan import (
    Openings,
    Plan,
    SprtPlan,
    check_plan,
    read_plan,
)
from plyground.arena.report import report, status
from plyground.arena.store import Store, create_store, open_store
from plyground.core.errors import BadOption, BadTournament, PlygroundError
from plyground.core.wire import Termination
from plyground.records.notation import parse_record
from plyground.records.record import Record
from plyground.workers.local import LocalPool
from plyground.workers.pool import Done, Lost, Task
from tests.command import plyground, ran, refused, told
from tests.positions import ROOT
from tests.test_documents import BLOCK, run_console
from tests.tournaments import GAME, make_plan
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

BAD = str(ROOT / "tests" / "data" / "bad_player.py")
KILLS = 200 if os.environ.get("PLYGROUND_LONG") else 4


def outcome(game: TournamentGame) -> tuple[Any, ...]:
    """What of a game does not depend on the clock."""
    return (
        game.number,
        game.first,
        game.second,
        game.moves,
        game.result,
        game.termination,
        game.seed,
    )


def outcomes(store: Store) -> list[tuple[Any, ...]]:
    return [outcome(game) for game in store.games()]


def played(folder: Path, plan: Plan, jobs: int = 0, name: str = "t.db") -> Store:
    """A tournament played to its end, in this process or in some others."""
    check_plan(plan)
    store = create_store(folder / name, plan)
    if not jobs:
        run(store, LosingPool(0))
        return store
    with LocalPool(jobs) as pool:
        run(store, pool)
    return store


# --- playing -----------------------------------------------------------------------------------


def test_a_tournament_is_played_and_rated(tmp_path: Path) -> None:
    plan = make_plan("random", "negamax:depth=2", "negamax:depth=9", games=6)
    with played(tmp_path, plan, jobs=2) as store:
        found, now = report(store), status(store)
        games = [*store.games()]
    assert (now.games, now.done, now.is_over, now.is_running) == (18, 18, True, False)
    assert [game.number for game in games] == [*range(1, 19)]
    assert sum(player.points for player in found.players) == 18
    assert sum(player.games for player in found.players) == 36
    assert found.players[-1].player == "random"
    assert all(player.low <= player.elo <= player.high for player in found.players)  # type: ignore[operator]
    assert sum(meeting.games for meeting in found.meetings) == 18
    assert found.terminations == {"normal": 18}
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:1] == other.moves[:1]
        assert (one.first, one.second) == (other.second, other.first)
    for game in games:
        assert len(game.infos) == len(game.moves) - game.opening_plies
        assert parse_record(record_text(plan, game)).record == record_of(plan, game)


def test_the_number_of_workers_changes_no_game(tmp_path: Path) -> None:
    plan = make_plan("random", "random", "mcts:nodes=50", games=4)
    with played(tmp_path, plan, 1, "one.db") as one:
        with played(tmp_path, plan, 2, "two.db") as two:
            assert outcomes(one) == outcomes(two)
        assert len({game.seed for game in one.games()}) == one.count
        with played(tmp_path, replace(plan, seed=2), 1, "other.db") as other:
            assert outcomes(one) != outcomes(other)


def test_players_get_a_seed_where_they_take_one() -> None:
    assert seeded("random", 7) == "random:seed=7"
    assert seeded("mcts:nodes=5", 7) == "mcts:nodes=5,seed=7"
    assert seeded("random:seed=1", 7) == "random:seed=1"
    assert seeded("negamax:depth=2", 7) == "negamax:depth=2"


@pytest.mark.parametrize("format", ["gauntlet", "knock-out", "swiss"])
def test_formats_by_rounds_are_played_to_their_end(tmp_path: Path, format: Any) -> None:
    plan = make_plan("random", "negamax:depth=1", "random", "random", "random", format=format)
    with played(tmp_path, plan) as store:
        assert status(store).is_over
        again = outcomes(store)
        with LocalPool(1) as pool:
            run(store, pool)
        assert outcomes(store) == again


def test_a_test_stops_when_it_is_decided(tmp_path: Path) -> None:
    plan = make_plan(
        "negamax:depth=9", "random", games=1000, sprt=SprtPlan(elo0=0, elo1=100), seed=3
    )
    with played(tmp_path, plan) as store:
        found = report(store)
        assert found.sprt is not None and found.sprt.accepted == 1
        assert status(store).is_over and found.done < 1000
        assert found.copies or found.sprt.pairs == found.done // 2


def test_copies_prove_nothing(tmp_path: Path) -> None:
    plan = make_plan(
        "negamax:depth=2,table=1MB", "negamax:depth=3,table=1MB", games=60, sprt=SprtPlan(elo1=1.0)
    )
    with played(tmp_path, plan) as store:
        found = report(store)
    assert found.copies > 0
    assert found.sprt is not None and found.sprt.pairs <= 9
    assert any("copies" in warning for warning in found.warnings)


# --- players that fail -------------------------------------------------------------------------


HOW_PLAYERS_FAIL = {
    "raises": Termination.CRASHED,
    "segfaults": Termination.CRASHED,
    "exits": Termination.CRASHED,
    "hangs": Termination.STALLED,
    "hangs_up": Termination.CRASHED,
    "babbles": Termination.CRASHED,
    "allocates": Termination.CRASHED,
    "forks": Termination.STALLED,
}


@pytest.mark.slow
def test_a_player_that_fails_loses_that_game_and_nobody_else(tmp_path: Path) -> None:
    bad = [f"{BAD}:how={how}" for how in HOW_PLAYERS_FAIL]
    plan = make_plan("random", *bad, format="gauntlet", games=1, memory=600, move_seconds=0.5)
    with played(tmp_path, plan, jobs=2) as store:
        games = [*store.games()]
        found = {player.name: player.failures for player in report(store).players}
    assert [game.termination for game in games] == [*HOW_PLAYERS_FAIL.values()]
    assert all(game.result == "first" and game.reason for game in games)
    assert found.pop("p0") == {}
    assert found == {f"p{n}": {str(game.termination): 1} for n, game in enumerate(games, 1)}


def test_a_player_that_does_not_exist_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    players = ("--player", "nobody", "--player", "random")
    assert "nobody" in refused("tournament", "new", str(file), "--game", GAME, *players)
    assert not file.exists()


# --- nothing is lost ---------------------------------------------------------------------------


class LosingPool:
    """Does tasks here and now, but loses some of them first."""

    def __init__(self, losses: float, seed: int = 1) -> None:
        self.size, self.losses, self.random = 2, losses, Random(seed)
        self.waiting: list[Task] = []

    def submit(self, task: Task) -> None:
        self.waiting.append(task)

    def finished(self, timeout: float) -> list[Any]:
        task = self.waiting.pop(self.random.randrange(len(self.waiting)))
        if self.random.random() < self.losses:
            return [Lost(task.number, "it is gone")]
        task.job.question = task.question
        return [Done(task.number, task.job.run(Record(task.game), lambda content: None))]

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_games_that_are_lost_are_played_again(tmp_path: Path) -> None:
    plan = make_plan("random", "random", "random", games=20)
    with create_store(tmp_path / "calm.db", plan) as calm:
        run(calm, LosingPool(0))
        with create_store(tmp_path / "lossy.db", plan) as lossy:
            run(lossy, LosingPool(0.3))
            assert outcomes(lossy) == outcomes(calm)


def test_a_game_that_is_always_lost_ends_the_run(tmp_path: Path) -> None:
    with create_store(tmp_path / "t.db", make_plan("random", "random")) as store:
        with pytest.raises(PlygroundError, match="lost 20 times: it is gone"):
            run(store, LosingPool(1))
        run(store, LosingPool(0))
        assert status(store).is_over


@pytest.mark.slow
def test_a_driver_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Kill -9 at random moments; in the end the table is the same as without."""
    plan = make_plan("random", "random", "mcts:nodes=100", games=2 * KILLS)
    calm = played(tmp_path, plan, name="calm.db")
    file = tmp_path / "killed.db"
    create_store(file, plan).close()
    random, seen = Random(2), 0
    for _ in range(KILLS):
        process = start("run", str(file), "--jobs", "2")
        wanted = seen + random.randrange(1, 6)
        while process.poll() is None and (seen := count(file)) < wanted:
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert count(file) >= seen
    plyground("tournament", "run", str(file))
    with open_store(file) as store:
        assert outcomes(store) == outcomes(calm)
    calm.close()


def start(*args: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "plyground", "tournament", *args]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def count(file: Path) -> int:
    with open_store(file) as store:
        return store.count


def test_a_game_counts_once(tmp_path: Path) -> None:
    with played(tmp_path, make_plan("random", "random")) as store:
        games = [*store.games()]
        with store.driving():
            assert store.add(games) == 0
        assert [*store.games()] == games


def test_a_second_driver_is_refused(tmp_path: Path) -> None:
    with create_store(tmp_path / "t.db", make_plan("random", "random")) as store, store.driving():
        assert status(store).is_running
        with open_store(tmp_path / "t.db") as other, pytest.raises(BadTournament, match="already"):
            run(other, LosingPool(0))
    assert not list(tmp_path.glob("*.part*"))


def test_whoever_only_looks_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with create_store(file, make_plan("random", "random")) as store:
        assert not status(store).is_running
    assert not file.with_name("t.db.lock").exists()


def test_whoever_only_looks_cannot_write(tmp_path: Path) -> None:
    with played(tmp_path, make_plan("random", "random")) as store:
        games = [*store.games()]
    with open_store(tmp_path / "t.db") as store, pytest.raises(BadTournament, match="readonly"):
        store.add(games)


# --- plans -------------------------------------------------------------------------------------


def test_all_that_is_wrong_with_a_plan_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        'game = "chess"\nplayers = ["random", "random", "nobody"]\ngames = 0\nclock = "x"'
    )
    with pytest.raises(BadOption) as error:
        read_plan(str(file))
    for part in ("no game 'chess'", "called random", "nobody", "games=0", "the clock 'x'"):
        assert str(error.value).count(part) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("game = 1", "expected str, got int, at game"),
        ('game = "nim"', "missing required field players"),
        ("game = ", "expected a plan in TOML"),
        ('game = "nim"\nplayers = []\nformat = "cup"', "round-robin or gauntlet"),
        ('game = "nim"\nplayers = []\nspeed = 1', "unknown field speed: expected one of game, "),
        ('game = "nim"\nplayers = [{text = "x"}]', "at players[0]: expected one of player, name"),
        ('game = "nim"\nplayers = []\n[openings]\nply = 1', "at openings: expected one of plies,"),
    ],
)
def test_a_plan_that_cannot_be_read_is_told_of(tmp_path: Path, content: str, sentence: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(content)
    assert sentence in refused("tournament", "new", str(tmp_path / "t.db"), "--file", str(file))


def test_more_games_than_can_be_looked_at_are_refused() -> None:
    with pytest.raises(BadOption, match="games=500,000: that is 1,500,000 in all: expected at m"):
        check_plan(make_plan("random", "random", "random", games=500_000))
    check_plan(make_plan("random", "random", games=1_000_000))


def test_a_game_that_the_rules_do_not_allow_any_more_is_told_of(tmp_path: Path) -> None:
    plan = make_plan("random", "random")
    with played(tmp_path, plan) as store:
        game = replace(next(store.games()), number=7, moves=("1", "1"))
    told = "game 7 cannot be played by the rules that tic-tac-toe has now: move 2: '1' is not"
    with pytest.raises(BadTournament, match=told):
        record_of(plan, game)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('[openings]\nfile = "none.txt"', "none.txt: cannot be read: no such file"),
        ('[openings]\nbook = "none.book"', "none.book: cannot be read: no such file"),
        ('[openings]\nfile = "a"\nbook = "b"', "from a file and from a book: expected one"),
        ("[openings]\nmargin = 5", "openings.margin=5: expected openings.fair, too"),
        ("[openings]\nfair = 2\nmargin = -5", "openings.margin=-5: expected a whole number from 0"),
        ("[openings]\nplies = 9", "1,000 random games of paths were all over by then"),
        ("rounds = 3", "rounds=3: expected none, as only a Swiss tournament has them"),
    ],
)
def test_openings_that_are_not_there_are_told_before_anything_is_written(
    tmp_path: Path, content: str, sentence: str
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(f'game = "{GAME}"\nplayers = ["random", "random:seed=2"]\n{content}')
    assert sentence in refused("tournament", "new", str(tmp_path / "t.db"), "--file", str(file))
    assert [*tmp_path.iterdir()] == [file]


def test_a_plan_in_a_file_is_the_whole_plan(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "{GAME}"\nplayers = ["random", "random:seed=2"]')
    new = ("tournament", "new", str(tmp_path / "t.db"), "--file", str(plan))
    for option in (
        "--games=4",
        "--seed=1",
        "--sprt=elo1=5",
        "--exact=1",
        "--adjudicate=max_plies=9",
    ):
        name = option.partition("=")[0]
        assert refused(*new, option) == f"--file has the whole plan: leave out {name}"
    assert "leave out --game, --player" in refused(*new, "--player", "random", "--game", GAME)
    ran(*new)


def test_openings_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("5 1\n# the corner\n1 5  # and its answer\n")
    plan = replace(make_plan("random", "random", games=4), openings=Openings(file=str(file)))
    with played(tmp_path, plan) as store:
        assert [game.moves[:2] for game in store.games()] == [("5", "1")] * 2 + [("1", "5")] * 2
    file.write_text("5 1\n5 5\n")
    other = create_store(tmp_path / "other.db", plan)
    with other, pytest.raises(PlygroundError, match=r"openings.txt, line 2: move 2: .*5"):
        run(other, LosingPool(0))


# --- commands ----------------------------------------------------------------------------------


def test_the_commands(tmp_path: Path) -> None:
    file, page = str(tmp_path / "t.db"), tmp_path / "t.html"
    players = ("--player", "one=random", "--player", "negamax:depth=1")
    new = ("tournament", "new", file, "--game", GAME, *players, "--games", "4")
    assert "round-robin of 2 players in tic-tac-toe, 4 games" in ran(*new).stdout
    found = told(ran("tournament", "status", file, "--json").stdout)
    assert (found["games"], found["done"], found["is_over"]) == (4, 0, False)
    assert "4 of 4 games" in ran("tournament", "run", file, "--jobs", "2").stdout
    found = told(ran("tournament", "report", file, "--json").stdout)
    assert {player["name"] for player in found["players"]} == {"one", "negamax:depth=1"}
    assert found["sprt"] is None
    ran("tournament", "report", file, "--html", str(page))
    assert "<svg" in page.read_text() and "negamax:depth=1" in page.read_text()
    games = ran("tournament", "games", file).stdout
    assert games.count("[Game ") == 4
    lines = ran("tournament", "games", file, "--json").stdout.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3, 4]


def test_ctrl_c_ends_a_run_and_what_was_played_stays(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    create_store(file, make_plan("random", "mcts:time=0.05", games=1000)).close()
    process = start("run", str(file))
    wait_until(lambda: count(file) >= 2)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    with open_store(file) as store:
        assert store.count >= 2 and not status(store).is_running


def test_a_pool_is_closed_while_it_works(tmp_path: Path) -> None:
    before = {*threading.enumerate()}
    with create_store(tmp_path / "t.db", make_plan("random", "random", games=50)) as store:
        with pytest.raises(ZeroDivisionError), LocalPool(2) as pool:
            run(store, pool, break_off)
        assert store.count >= 1
    wait_until(lambda: {*threading.enumerate()} <= before)


def break_off(progress: Progress) -> None:
    if progress.played:
        raise ZeroDivisionError


@pytest.mark.parametrize("has_affinity", [False, True])
def test_workers_may_keep_to_a_processor_of_their_own(tmp_path: Path, has_affinity: bool) -> None:
    usable = os.sched_getaffinity(0)
    seen: dict[int, set[int]] = {}

    def look(progress: Progress) -> None:
        seen.update({pid: os.sched_getaffinity(pid) for pid in pool.pids})

    plan = make_plan("random", "random", games=30)
    with (
        create_store(tmp_path / "t.db", plan) as store,
        LocalPool(2, has_affinity=has_affinity) as pool,
    ):
        run(store, pool, look)
    expected = [{sorted(usable)[place % len(usable)]} for place in range(2)]
    assert sorted(seen.values(), key=min) == (expected if has_affinity else [usable, usable])


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [*BLOCK.finditer((ROOT / "docs" / "tournaments.md").read_text())]
    assert [block["head"] for block in blocks] == [*["console"] * 5, "toml", *["console"] * 2]
    for block in blocks:
        if block["head"] == "console":
            run_console(block["body"], tmp_path)
    plan = tmp_path / "plan.toml"
    plan.write_text(blocks[5]["body"])
    (tmp_path / "engine").touch(0o755)
    monkeypatch.chdir(tmp_path)
    assert read_plan(str(plan)).adjudication.max_plies == 200


def test_a_reader_may_close_its_end(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    played(tmp_path, make_plan("random", "random", games=600)).close()
    for more in ([], ["--json"]):
        command = [sys.executable, "-m", "plyground", "tournament", "games", str(file), *more]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, stderr=pipe) as process:
            assert process.stdout and process.stderr
            process.stdout.readline()
            process.stdout.close()
            assert (process.wait(PATIENCE), process.stderr.read()) == (141, b"")
