"""Matches: openings, pairs, results, failures, and the command."""

import re
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pexpect
import pytest
from syrupy.assertion import SnapshotAssertion

from plyground import make_game
from plyground.api.match import match
from plyground.cli.match import command
from plyground.core.errors import BadOption
from plyground.core.game import canonical_key
from plyground.core.score import plies_to_end
from plyground.core.wire import Termination
from plyground.evaluations.registry import make_evaluation
from plyground.matches import series
from plyground.matches.match import Match
from plyground.matches.messages import match_info
from plyground.matches.openings import openings
from plyground.matches.rating import elo
from plyground.matches.result import GameResult, Result, empty_result
from plyground.matches.series import play_match
from plyground.players import player as registry
from plyground.records.record import Record
from plyground.search.reference import minimax
from plyground.workers.making import pool_for_many
from tests.command import ROOT, complaint, on_a_terminal, plyground, refused, told, told_lines
from tests.positions import NIM, SEVEN_GAMES, game_of
from tests.test_documents import BLOCK, run_console, run_python

ONE, TWO = "random:seed=1", "random:seed=2"

ENDLESS = """
from typing import NamedTuple
from plyground import ONGOING, game

class Position(NamedTuple):
    turn: int

@game("endless")
class Endless(NamedTuple):
    def start(self):
        return Position(0)
    def moves(self, position):
        for move in range(1):
            yield move
    def play(self, position, move):
        return Position(1 - position.turn)
    def outcome(self, position):
        return ONGOING
"""


class Scripted:
    """Plays the legal move that comes first."""

    name = "scripted"
    thought: Any = None

    def choose(self, record: Record) -> Any:
        return next(iter(record.game.moves(record.position)))


class Crashes(Scripted):
    def choose(self, record: Record) -> Any:
        raise ValueError("out of ideas")


class Exits(Scripted):
    def choose(self, record: Record) -> Any:
        sys.exit("enough")


class PlaysElsewhere(Scripted):
    def choose(self, record: Record) -> Any:
        return 99


class PlaysNothing(Scripted):
    def choose(self, record: Record) -> Any:
        return None


class PlaysHalves(Scripted):
    def choose(self, record: Record) -> Any:
        return super().choose(record) + 0.5


class CannotBeMade(Scripted):
    def __init__(self) -> None:
        raise BadOption("the weights are gone")


class Thinks(Scripted):
    def choose(self, record: Record) -> Any:
        self.thought = SimpleNamespace(depth=len(record.moves) % 2 + 4, nodes=None)
        return super().choose(record)


SCRIPTED = {
    "first-move": Scripted,
    "crashes": Crashes,
    "exits": Exits,
    "elsewhere": PlaysElsewhere,
    "nothing": PlaysNothing,
    "halves": PlaysHalves,
    "unmade": CannotBeMade,
    "thinks": Thinks,
}


@pytest.fixture(autouse=True)
def scripted_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of this file have names like all others."""
    for name, cls in SCRIPTED.items():
        monkeypatch.setitem(registry._players, ("__main__", name), cls)


def played(game: str, first: str, second: str, games: int, **kws: Any) -> list[GameResult]:
    jobs = kws.pop("jobs", 1)
    with pool_for_many(None, jobs) as pool:
        return [*play_match(Match(game, (first, second), games, **kws), pool)]


def summed(games: list[GameResult], names: tuple[str, str] = ("a", "b")) -> Result:
    result = empty_result(Match("", names, len(games)))
    for one in games:
        result.add(one)
    return result


def without_times(games: list[GameResult]) -> list[GameResult]:
    return [one._replace(usages=empty_usages()) for one in games]


def empty_usages() -> Any:
    return tuple(standing.usage for standing in empty_result(Match("", ("", ""), 0)).players)


# --- openings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEVEN_GAMES)
def test_openings_are_legal_ongoing_and_distinct(name: str) -> None:
    game = game_of(name)
    keys = []
    for opening in islice(openings(game, 3, seed=5), 10):
        record = Record(game)
        for move in opening:
            assert move in game.moves(record.position)
            record.push(move)
        assert len(opening) == 3 and not record.is_over
        keys.append(canonical_key(game, record.position))
    assert len({*keys}) == min(10, 7 if name == NIM else 10)


def test_openings_that_look_the_same_from_another_side_are_one() -> None:
    found = [*islice(openings(game_of("paths:board=3x3"), 1, seed=1), 7)]
    assert len({*found[:3]}) == 3, "a corner, an edge and the centre"
    assert found == [*found[:3], *found[:3], found[0]], "then the same again, in order"


def test_the_seed_alone_decides_the_openings() -> None:
    game = game_of("connect-four")
    one, again, other = ([*islice(openings(game, 4, seed), 20)] for seed in (7, 7, 8))
    assert one == again != other


def test_an_opening_may_be_empty() -> None:
    assert [*islice(openings(game_of("connect-four"), 0, seed=1), 3)] == [(), (), ()]


def test_an_opening_longer_than_every_game_is_refused() -> None:
    with pytest.raises(BadOption, match=r"opening_plies=22: 1,000 random games of nim were all"):
        next(openings(game_of(NIM), 22, seed=1))


def test_a_fair_opening_is_not_decided_soon() -> None:
    game = game_of("paths:board=4x4,line=3")
    zero = make_evaluation(game, "zero")
    decided = {True: 0, False: 0}
    for fair in (0, 3):
        for opening in islice(openings(game, 3, seed=1, fair=fair), 20):
            position = game.start()
            for move in opening:
                position = game.play(position, move)
            decided[fair > 0] += plies_to_end(minimax(game, zero, position, 3)) is not None
    assert decided[False] > 0, "random openings are often decided"
    assert decided[True] == 0


def test_in_a_level_opening_nobody_is_far_ahead() -> None:
    game = game_of("paths:board=4x4,line=4")
    default, leads = make_evaluation(game, "default"), []
    for drawn in (openings(game, 3, seed=1), openings(game, 3, seed=1, fair=2, margin=5)):
        for opening in islice(drawn, 20):
            position = game.start()
            for move in opening:
                position = game.play(position, move)
            leads.append(abs(minimax(game, default, position, 2)))
    assert max(leads[:20]) > 5, "random openings are often uneven"
    assert max(leads[20:]) <= 5


def test_a_margin_needs_to_know_how_far_to_look() -> None:
    with pytest.raises(BadOption, match=r"^margin=\d+ needs fair"):
        next(openings(game_of(NIM), 2, seed=1, margin=5))


def test_a_game_without_fair_openings_is_refused() -> None:
    with pytest.raises(BadOption, match=r"were all over by then, or decided within 12 plies"):
        next(openings(game_of(NIM), 2, seed=1, fair=12))


# --- pairs -------------------------------------------------------------------------------------


def test_both_games_of_a_pair_begin_alike_with_other_players_first() -> None:
    games = played("connect-four", ONE, TWO, 9)
    assert [one.number for one in games] == [*range(1, 10)]
    assert [one.first for one in games] == [0, 1, 0, 1, 0, 1, 0, 1, 0]
    texts = [one.opening_text for one in games]
    assert texts[:8:2] == texts[1:8:2] and len({*texts}) == 5
    assert summed(games).openings == texts[::2]


def test_games_begin_with_the_openings_drawn() -> None:
    game = game_of("connect-four")
    drawn = [*islice(openings(game, 4, seed=6), 3)]
    for one, opening in zip(played("connect-four", ONE, TWO, 6, seed=6)[::2], drawn, strict=True):
        record = Record(game)
        for move in opening:
            record.push(move)
        assert one.moves[:4] == record.move_texts


def test_players_see_the_whole_game_and_play_on_from_the_opening() -> None:
    game = make_game("connect-four")
    for one in played("connect-four", "first-move", ONE, 6, opening_plies=3):
        record = Record(game)
        for ply, text in enumerate(one.moves):
            if ply >= 3 and ply % 2 == one.first:
                assert game.parse_move(record.position, text) == min(game.moves(record.position))
            record.push(game.parse_move(record.position, text))
        assert record.is_over and game.position_text(record.position) == one.position
        assert record.winner == (None if one.winner is None else one.winner ^ one.first)


def test_the_same_match_has_the_same_games() -> None:
    one, again = (without_times(played("dominoes", ONE, TWO, 6, seed=3)) for _ in range(2))
    assert one == again
    assert one != without_times(played("dominoes", ONE, TWO, 6, seed=4))


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    alone, together = (played("connect-four", ONE, TWO, 21, jobs=jobs) for jobs in (1, 2))
    assert without_times(alone) == without_times(together)


def test_swapped_players_mirror_the_result() -> None:
    one, other = (summed(played("connect-four", *names, 40)) for names in [(ONE, TWO), (TWO, ONE)])
    for mine, yours in zip(one.players, reversed(other.players), strict=True):
        assert (mine.as_first, mine.as_second) == (yours.as_first, yours.as_second)
    assert one.players[0].score == one.players[1].score[::-1]
    assert one.rating.score == pytest.approx(1 - other.rating.score)
    found, opposite = elo(one.rating.score), elo(other.rating.score)
    assert found is not None and opposite is not None and found == pytest.approx(-opposite)
    assert one.openings == other.openings and one.plies == other.plies


def test_every_game_is_counted_once_for_each_player() -> None:
    result = summed(played("paths:board=3x3", ONE, TWO, 25, opening_plies=2))
    for standing in result.players:
        assert sum(standing.as_first) + sum(standing.as_second) == sum(standing.score) == 25
        assert standing.score.share is not None and 0 <= standing.score.share <= 1
    shares = [standing.score.share or 0.0 for standing in result.players]
    assert sum(shares) == 1 and shares[0] == pytest.approx(result.rating.score)
    assert result.players[0].score.draws == result.players[1].score.draws > 0


# --- failures ----------------------------------------------------------------------------------

FAILURES = {
    "crashes": "ValueError: out of ideas",
    "exits": "SystemExit: enough",
    "elsewhere": "99 is not a legal move here",
    "nothing": "None is not a move: expected a number or a text",
    "halves": "0.5 is not a move: expected a number or a text",
    "unmade": "scripted: the weights are gone",
}


@pytest.mark.parametrize("failing", FAILURES)
def test_who_fails_loses_and_the_match_goes_on(failing: str) -> None:
    games = played("connect-four", failing, ONE, 6)
    result = summed(games)
    bad, good = result.players
    assert bad.score == (0, 0, 6) and good.score == (6, 0, 0)
    assert (bad.failures, good.failures) == (6, 0) and good.first_failure is None
    assert bad.first_failure == f"game 1, ply 5: {FAILURES[failing]}"
    crashed = failing in ("crashes", "exits", "unmade")
    how = Termination.CRASHED if crashed else Termination.ILLEGAL_MOVE
    assert all((one.failure, one.termination) == (FAILURES[failing], how) for one in games)
    assert result.terminations == {how: 6}
    assert [len(one.moves) for one in games] == [4, 5] * 3
    assert result.rating.score == 0 and elo(result.rating.low) is None


@pytest.mark.slow
def test_a_game_without_end_is_a_draw(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    games = played(str(file), "first-move", "first-move", 2)
    assert [(one.termination, one.winner, len(one.moves)) for one in games] == [
        (Termination.PLY_LIMIT, None, 10_000)
    ] * 2
    result = summed(games)
    assert result.terminations == {Termination.PLY_LIMIT: 2} and result.players[0].score == (
        0,
        2,
        0,
    )


def test_a_player_shows_how_deep_it_looked() -> None:
    result = summed(played("connect-four", "thinks", ONE, 4))
    thinks, other = (standing.usage for standing in result.players)
    assert thinks.thoughts > 0 and 4 <= thinks.depth / thinks.thoughts <= 5 and thinks.nodes == 0
    assert other.thoughts == 0


def test_only_the_first_move_in_a_process_is_not_timed() -> None:
    played("connect-four", "thinks", ONE, 1)
    games = played("connect-four", "thinks", ONE, 3)
    for one in games:
        own = len(one.moves) - one.opening
        assert sum(usage.moves for usage in one.usages) == own
        assert all(usage.seconds > 0 for usage in one.usages)


# --- the command -------------------------------------------------------------------------------


def normalised(text: str) -> str:
    """Without what differs from run to run."""
    without_times = re.sub(r"[\d.,]+ ms *", "N ms ", text)
    return "\n".join(line.rstrip() for line in without_times.splitlines())


def shown(capsys: pytest.CaptureFixture[str], *args: Any, **kws: Any) -> str:
    """What the command prints when it runs in this process, with the players of this file."""
    command(*args, **kws)
    return normalised(capsys.readouterr().out)


@pytest.mark.parametrize(
    "args",
    [
        ["connect-four", ONE, TWO, "--games", "21"],
        ["paths:board=3x3", ONE, "random:seed=3", "--games", "8", "--opening-plies", "1"],
    ],
    ids=["connect-four", "paths"],
)
def test_what_a_match_shows(args: list[str], snapshot: SnapshotAssertion) -> None:
    finished = plyground("match", *args)
    assert finished.returncode == 0 and finished.stderr == ""
    assert normalised(finished.stdout) == snapshot


def test_what_a_lost_match_shows(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert shown(capsys, "connect-four", "crashes", "thinks", games=10) == snapshot


def test_what_a_won_match_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "connect-four", "first-move", "elsewhere", games=100)
    assert "Elo of first-move over elsewhere: over +412 (95 %)" in text


def test_games_without_end_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    text = shown(capsys, str(file), "first-move", "first-move", games=1)
    assert "games without an end, counted as draws: 1" in text
    assert "Elo of first-move over first-move: +0 (95 %: from" in text


def test_programs_get_all_of_it() -> None:
    finished = plyground("match", "connect-four", ONE, TWO, "--games", "7", "--json")
    assert finished.returncode == 0 and finished.stderr == ""
    found = told(finished.stdout)
    one, two = found["players"]
    assert (found["game"], found["games"], found["pairs"]) == ("connect-four", 7, 3)
    assert (one["name"], two["name"]) == (ONE, TWO)
    assert one["wins"] + one["draws"] + one["losses"] == 7 and one["wins"] == two["losses"]
    assert one["score"] + two["score"] == pytest.approx(1)
    assert one["as_first"] == {
        name: count - one["as_second"][name]
        for name, count in one.items()
        if name in ("wins", "draws", "losses")
    }
    assert one["seconds_per_move"] > 0 and one["cpu_seconds_per_move"] >= 0
    assert one["depth"] is one["nodes"] is one["first_failure"] is None and one["failures"] == 0
    assert found["elo_low"] < found["elo"] < found["elo_high"]
    assert 0 < found["los"] < 1 and found["plies_per_game"] > 7
    assert found["terminations"] == {"normal": 7} and found["clock"] is None
    assert (found["seed"], found["opening_plies"]) == (1, 4)
    assert len(found["openings"]) == 4 and all(len(o.split()) == 4 for o in found["openings"])
    assert plyground("show", "connect-four", "--moves", found["openings"][0]).returncode == 0


def test_a_match_that_is_not_complete_says_so() -> None:
    told_after = []
    match(
        "paths:board=3x3",
        ONE,
        TWO,
        games=2,
        on_game=lambda played, result: told_after.append(match_info(result).interrupted),
    )
    assert told_after == [True, False]


def test_what_has_no_bound_is_null_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    command("connect-four", "crashes", "first-move", games=4, json=True)
    found = told(capsys.readouterr().out)
    assert found["elo"] is found["elo_low"] is None and found["elo_high"] < 200
    assert found["players"][0]["first_failure"] == "game 1, ply 5: ValueError: out of ideas"


def test_all_games_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    shown(capsys, "connect-four", "crashes", ONE, games=3, record=str(file))
    lines = told_lines(file.read_text())
    assert [(line["number"], line["first"], line["second"]) for line in lines] == [
        (1, "crashes", ONE),
        (2, ONE, "crashes"),
        (3, "crashes", ONE),
    ]
    assert [line["result"] for line in lines] == ["second", "first", "second"]
    assert {line["reason"] for line in lines} == {"ValueError: out of ideas"}
    assert [line["plies"] for line in lines] == [len(line["moves"]) for line in lines] == [4, 5, 4]


def test_a_written_game_can_be_shown_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ["conniption", ONE, TWO, "--games", "2", "--record", str(file)]
    assert plyground("match", *args).returncode == 0
    for line in told_lines(file.read_text()):
        again = plyground("show", line["game"], "--moves", " ".join(line["moves"]), "--json")
        assert told(again.stdout)["position"] == line["position"]
        assert line["reason"] is None


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine")
    finished = plyground("match", "connect-four", ONE, TWO, "--record", str(file))
    assert "already exists" in complaint(finished)
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["connect-four", "random"], "Missing argument"),
        (["zzz", "random", "random"], "there is no game 'zzz'"),
        (["connect-four", "rndom", "random"], "there is no player 'rndom': did you mean random?"),
        (["connect-four", "random", "random:seed=x"], "expected a whole number"),
        (
            ["connect-four", "random", "human"],
            "human plays no matches: expected two computer",
        ),
        (["connect-four", "random", "best:evaluation=nope"], "there is no evaluation 'nope'"),
        (["connect-four", "best:book=no.book", "random"], "no.book: cannot be read: no such file"),
        (
            ["connect-four", "random", "random", "--games", "0"],
            "--games is '0': expected 1 or more",
        ),
        (
            ["connect-four", "random", "random", "--games", "-2"],
            "--games is '-2': expected 1 or more",
        ),
        (["connect-four", "random", "random", "--games", "1000001"], "expected 1000000 or less"),
        (["connect-four", "random", "random", "--opening-plies", "-1"], "'-1': expected 0 or more"),
        (["connect-four", "random", "random", "--opening-plies", "43"], "were all over by then"),
        (
            ["connect-four", "random", "random", "--seed", "-1"],
            "--seed is '-1': expected 0 or more",
        ),
        (["connect-four", "random", "random", "--jobs", "0"], "--jobs is '0': expected 1 or more"),
        (["connect-four", "random", "random", "--record", "nowhere/x"], "no such file"),
    ],
    ids=str,
)
def test_bad_input_gets_one_sentence(args: list[str], expected: str) -> None:
    assert expected in refused("match", *args)


def test_a_refused_match_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ["connect-four", "random", "random", "--opening-plies", "43", "--record", str(file)]
    refused("match", *args)
    assert not file.exists()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_was_played(jobs: str) -> None:
    screen = on_a_terminal(
        "match",
        "connect-four",
        "random",
        "random",
        "--games",
        "1000000",
        "--jobs",
        jobs,
        NO_COLOR="1",
    )
    screen.expect(r"[\d,]+ of 1,000,000 games", timeout=120)  # the live line
    screen.sendintr()
    screen.expect("won/drawn/lost")
    screen.expect("Elo of random over random")
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130
    assert "Traceback" not in screen.before


def test_openings_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Mock(wraps=openings)
    monkeypatch.setattr(series, "openings", search)
    command(NIM, "random", "random", games=4, json=True)
    assert search.call_count == 1


@pytest.mark.slow
def test_a_long_look_for_an_opening_is_shown_and_can_be_stopped() -> None:
    line = "match", "conniption", "random", "random", "--games", "2", "--fair"
    plyground(*line, "1")  # compiled here, so that there is nothing but the look to show
    screen = on_a_terminal(*line, "30")
    screen.expect("looking for an opening", timeout=120)
    screen.sendintr()
    screen.expect("plyground: interrupted", timeout=120)
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130
    assert "Traceback" not in screen.before


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    blocks = [*BLOCK.finditer((ROOT / "docs" / "matches.md").read_text())]
    assert [block["head"] for block in blocks] == ["console", "console", "python"]
    for block in blocks[:2]:
        run_console(block["body"], tmp_path)
    run_python("python", blocks[2]["body"], tmp_path)
