"""What a tournament tells: in tables and plots, at its end and while somebody else runs it."""

import fcntl
import os
import threading
import time
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from plyground.arena import follower as follower_module, report as report_module
from plyground.arena.follower import Follower
from plyground.arena.html import page
from plyground.arena.messages import TournamentReport
from plyground.arena.plan import SprtPlan
from plyground.arena.plots import plots
from plyground.arena.report import report
from plyground.arena.store import create_store, is_driven, open_store
from plyground.arena.words import pace_text, sentences, tables
from plyground.core import lock
from plyground.core.errors import BadTournament
from plyground.reports.words import duration_text, nelo_text
from tests.command import ran
from tests.test_tournament import played
from tests.tournaments import invented, make_plan, stored

PLAYERS = ("random", "random", "negamax:depth=1")


def texts(found: TournamentReport) -> dict[str, list[tuple[str, ...]]]:
    return {table.title: [*table.rows] for table in tables(found)}


# --- in words ----------------------------------------------------------------------------------


def test_the_tables_have_all_that_was_counted(tmp_path: Path) -> None:
    plan = make_plan(*PLAYERS, games=21)
    games = invented(plan)
    with stored(tmp_path / "t.db", plan, games) as store:
        found = report(store)
    shown = texts(found)
    assert [*shown] == [
        "standings",
        "who met whom",
        "meetings",
        "by colour",
        "time and depth",
        "failures",
        "openings",
    ]
    for place, player in enumerate(found.players, 1):
        mine = [game for game in games if player.name in (game.first, game.second)]
        as_first = [game for game in mine if game.first == player.name]
        won = {"first": 1.0, "draw": 0.5, "second": 0.0}
        points = sum(won[game.result] for game in as_first)
        failed = sum(
            game.failed is not None and (game.first, game.second)[game.failed] == player.name
            for game in mine
        )
        name = f"{place} {player.name}"
        assert shown["standings"][place - 1][0] == name
        assert shown["standings"][place - 1][1:3] == (f"{player.points:g}", "42")
        assert shown["standings"][place - 1][-1] == str(failed)
        assert shown["by colour"][place - 1][2:] == (
            f"{points:g}/{len(as_first)}",
            f"{player.points - points:g}/{len(mine) - len(as_first)}",
        )
        assert shown["time and depth"][place - 1] == (name, "1.00 ms", "2.0", "9")
        assert (name, str(failed)) in shown["failures"]
    assert len(shown["meetings"]) == 3
    note = next(table.note for table in tables(found) if table.title == "openings")
    assert note.startswith("the 9 most lopsided of 9 openings")
    told = [*sentences(found)]
    assert told[0].startswith("63 of 63 games (") and "crashed" in told[0]


def test_the_curve_of_a_test_ends_where_the_test_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_module, "CURVE_POINTS", 7)
    plan = make_plan("random", "random", games=300, sprt=SprtPlan(elo0=0, elo1=5))
    games = invented(plan)
    games[2] = replace(games[0], number=3)
    with stored(tmp_path / "t.db", plan, games) as store:
        found = report(store)
        text = page(store, found)
    assert found.sprt and found.llr_curve[0] == (0, 0.0)
    pairs, llr = found.llr_curve[-1]
    assert pairs == found.sprt.pairs and llr == pytest.approx(found.sprt.llr)
    assert any("LLR" in line and "normalised" in line for line in sentences(found))
    assert [plot.title for plot in plots(found)] == ["ratings", "test"]
    assert text.count("<svg") == 3  # the curve stands in one of its own
    assert found.copies >= 1 and any("earlier games" in warning for warning in found.warnings)


def test_names_are_no_markup(tmp_path: Path) -> None:
    plan = make_plan("random", "random")
    wild = replace(plan.players[0], name="<script>alert('&')</script>")
    plan = replace(plan, players=(wild, plan.players[1]))
    with stored(tmp_path / "t.db", plan, invented(plan)) as store:
        found = report(store)
        text = page(store, found)
    assert "<script>alert" not in text and text.count("<script>") == 1
    for plot in plots(found):
        ElementTree.fromstring(plot.svg)  # a picture of its own


@pytest.mark.parametrize(
    ("seconds", "text"), [(4, "4 s"), (89, "89 s"), (600, "10 min"), (12_000, "3 h 20 min")]
)
def test_durations_can_be_read(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


@pytest.mark.parametrize(
    ("nelo", "text"),
    [
        (0, "+0.0"),
        (-12.34, "-12.3"),
        (1000, "+1000.0"),
        (13604, "over +1,000"),
        (-9e9, "under -1,000"),
    ],
)
def test_an_elo_that_means_nothing_is_not_told(nelo: float, text: str) -> None:
    assert nelo_text(nelo, 1) == text


@pytest.mark.parametrize(
    ("pace", "text"),
    [
        (71.26, "71.3 games a second"),
        (0.5, "30 games a minute"),
        (0.001, "3.6 games an hour"),
    ],
)
def test_a_pace_has_a_unit_that_can_be_read(pace: float, text: str) -> None:
    assert pace_text(pace) == text


# --- while somebody else runs it ----------------------------------------------------------------


def test_who_follows_counts_what_a_report_does(tmp_path: Path) -> None:
    """Games come in any order, some at a time; each is counted once, and nothing is left behind."""
    plan = make_plan(*PLAYERS, games=10)
    games = invented(plan)
    Random(5).shuffle(games)
    follower = Follower(tmp_path / "t.db")
    with create_store(tmp_path / "t.db", plan) as store:
        with store.driving():
            for start in range(0, len(games), 7):
                assert follower.look()
                assert follower.tally and len(follower.tally.table.rows) == start
                assert follower.is_running and not follower.look()
                store.add(games[start : start + 7])
        assert follower.look() and not follower.is_running
        wanted = report(store)
    assert follower.tally
    found = follower.tally.report(wanted.file)
    assert {*found.openings} == {*wanted.openings}
    assert replace(found, openings=()) == replace(wanted, openings=())
    follower.look()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["t.db", "t.db.lock"]


def test_who_follows_begins_anew_with_another_tournament(tmp_path: Path) -> None:
    file, plan = tmp_path / "t.db", make_plan("random", "random", games=4)
    follower = Follower(file)
    stored(file, plan, invented(plan)).close()
    assert follower.look()
    file.unlink()
    with pytest.raises(BadTournament, match=r"t\.db is not there any more"):
        follower.look()
    stored(file, replace(plan, seed=2), invented(plan)[:1]).close()
    assert follower.look()
    assert follower.tally and len(follower.tally.table.rows) == 1
    file.write_bytes(b"no database at all, but long enough to be read as one" * 100)
    with pytest.raises(BadTournament, match="not a tournament"):
        follower.look()


def test_who_follows_misses_nothing_that_is_written_while_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is written to the log before it can be read: the log is the same before and after."""
    plan = make_plan("random", "random")
    with create_store(tmp_path / "t.db", plan) as store, store.driving():
        follower = Follower(store.path)
        fresh, old = (follower_module._Signature(1, time.time_ns() - age) for age in (0, 10**12))
        monkeypatch.setattr(Follower, "_signature", lambda self: fresh)
        assert follower.look()
        store.add(invented(plan)[:1])
        assert follower.look()
        monkeypatch.setattr(Follower, "_signature", lambda self: old)
        assert not follower.look()
        store.add(invented(plan))
        assert not follower.look()  # nobody reads what has not changed for a long time


def test_who_looks_never_has_a_run_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the wrong moment holds the lock a little while."""
    monkeypatch.setattr(lock, "TRIES", 10_000)  # the timer may be late on a busy machine
    file = tmp_path / "t.db"
    with stored(file, make_plan("random", "random"), []) as store:
        looks = os.open(f"{file}.lock", os.O_RDONLY)
        fcntl.flock(looks, fcntl.LOCK_SH)
        threading.Timer(0.1, os.close, [looks]).start()
        with store.driving():
            assert is_driven(file)


def test_watching_ends_with_the_run(tmp_path: Path) -> None:
    file, plan = tmp_path / "t.db", make_plan("random", "random")
    stored(file, plan, invented(plan)).close()
    told = ran("tournament", "status", str(file), "--watch").stdout
    assert told == "round-robin of 2 players in tic-tac-toe: 2 of 2 games, over\n"


def test_a_game_is_found_by_its_number(tmp_path: Path) -> None:
    file, plan = tmp_path / "t.db", make_plan("random", "random")
    games = invented(plan)
    stored(file, plan, games[:1]).close()
    with open_store(file) as store:
        assert store.game(1) == games[0]
        with pytest.raises(BadTournament, match=r"t\.db has no game 2"):
            store.game(2)


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_time_and_depth_are_those_of_whoever_moved(tmp_path: Path, plies: int) -> None:
    """Also after an opening that leaves the second player to move."""
    plan = make_plan("random", "negamax:depth=2")
    plan = replace(plan, openings=replace(plan.openings, plies=plies))
    with played(tmp_path, plan) as store:
        found = {player.name: player for player in report(store).players}
    assert found["p0"].depth is None and found["p1"].depth is not None
