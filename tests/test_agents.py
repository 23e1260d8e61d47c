"""Python agents of others as players: files for Kaggle's ConnectX, and classes for a course."""

import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st

from plyground import make_game
from plyground.arena.plan import Entry, Openings, Plan, check_plan
from plyground.core.errors import BadOption, EngineFailed, EngineNonsense, PlygroundError
from plyground.core.game import Game
from plyground.core.wire import Termination
from plyground.games.connect_four.rules import ConnectFour
from plyground.live.game import LiveGame
from plyground.players import course as course_player, kaggle as kaggle_player, outside
from plyground.players.player import make_player
from plyground.protocol import agent, course, kaggle, program as program_module
from plyground.records.record import Record
from plyground.web.offers import Offers
from tests.command import refused
from tests.outside import wait_until_gone
from tests.positions import ROOT
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

KAGGLE = ROOT / "tests" / "data" / "kaggle_agent.py"
COURSE = ROOT / "tests" / "data" / "course_player.py"
SMALL = "connect-four:width=5,height=4,connect=3"
GAME = "tic-tac-toe"


def line_of(file: Path) -> int:
    """The line in which a scripted agent raises its error."""
    lines = file.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if "raise ZeroDivision" in line)


def connect_four(text: str = "connect-four") -> ConnectFour:
    game: Any = make_game(text)
    assert isinstance(game, ConnectFour)
    return game


def played(game: str, first: str, second: str = "random:seed=1", clock: str | None = None) -> Any:
    live = LiveGame(game, first, second, clock)
    live.play()
    return live


# --- Kaggle's observations ---------------------------------------------------------------------


@given(st.integers(1, 6), st.integers(1, 6), st.lists(st.integers(0, 5), max_size=20))
def test_an_observation_tells_the_position(width: int, height: int, columns: list[int]) -> None:
    game = connect_four(f"connect-four:width={width},height={height},connect=1")._replace(connect=4)
    record = Record(cast(Game, game))
    for column in columns:
        if not record.is_over and column in record.legal_moves:
            record.push(column)
    seen = kaggle.observation(record)
    assert seen["step"] == len(record) and seen["mark"] == record.turn + 1
    for column, row in ((move, height - 1) for move in record.moves):
        assert seen["board"][row * width + column]
    assert kaggle.position(game, seen) == record.position
    told = kaggle.configuration(game)
    assert (told["columns"], told["rows"], told["inarow"]) == (width, height, 4)


def test_a_configuration_names_a_game() -> None:
    told = kaggle.configuration(connect_four(SMALL))
    assert make_game(kaggle.game_text(told)) == make_game(SMALL)
    with pytest.raises(PlygroundError, match="the other side's turn"):
        kaggle.position(connect_four(), kaggle.observation(Record("connect-four")) | {"mark": 2})


# --- Kaggle agents -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["connect-four", SMALL])
@pytest.mark.parametrize("how", ["well", "floods"])
def test_an_agent_plays_whatever_it_prints(
    game: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_HOW", how)
    if how == "floods":
        game = "connect-four:width=2,height=2,connect=2"
    live = played(game, f"kaggle:{KAGGLE}")
    live.raise_failure()
    assert live.record.is_over


def test_an_agent_gets_as_many_arguments_as_it_takes(tmp_path: Path) -> None:
    files = {
        "one.py": "agent = lambda seen: seen['board'].index(0) % 7",
        "none.py": "def agent(): return 3",
        "class.py": "class Agent:\n    def __call__(self, seen, told): return 3\nagent = Agent()",
        "near.py": "from helper_of_it import agent",
        "helper_of_it.py": "def agent(seen, told):\n    return 3 if seen.step else told.inarow",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    record = Record("connect-four")
    answers = {name: make_player(f"kaggle:{tmp_path / name}").choose(record) for name in files}
    assert answers == {"one.py": 0, "none.py": 3, "class.py": 3, "near.py": 4, "helper_of_it.py": 4}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaggle_player, "ACT_SECONDS", 0.3)
    monkeypatch.setattr(kaggle_player, "OVERAGE_SECONDS", 0.6)
    monkeypatch.setattr(outside, "DEFAULT_MEMORY", 200 << 20)


@pytest.mark.parametrize(
    ("how", "termination", "reason"),
    [
        ("never", Termination.STALLED, "did not move within 0.9 seconds"),
        ("never-loads", Termination.STALLED, "did not move within 0.9 seconds"),
        ("late", Termination.STALLED, "did not move within 0."),
        ("forks", Termination.STALLED, "did not move within"),
        ("full", Termination.ILLEGAL_MOVE, "99 is not a legal move"),
        ("negative", Termination.ILLEGAL_MOVE, "-1 is not a legal move"),
        ("nothing", Termination.CRASHED, "'None': expected a column"),
        ("text", Termination.CRASHED, "xxx': expected a column"),
        ("dies", Termination.CRASHED, "exit code 3"),
        (
            "raises",
            Termination.CRASHED,
            f"line {line_of(KAGGLE)}: ZeroDivisionError: by nothing",
        ),
        ("raises-at-start", Termination.CRASHED, "ValueError: no licence"),
        ("dies-at-start", Termination.CRASHED, "exit code 4"),
        ("exits-at-start", Termination.CRASHED, "SystemExit: enough"),
        ("talks-back", Termination.CRASHED, "lines in a second"),
        ("allocates", Termination.CRASHED, "emory"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_an_agent_that_misbehaves_loses_with_a_reason(
    how: str,
    termination: Termination,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if termination != Termination.STALLED:
        monkeypatch.setattr(kaggle_player, "OVERAGE_SECONDS", PATIENCE)  # it fails, however slowly
    monkeypatch.setattr(program_module, "MAX_RATE", 1000)  # a busy machine reads no 20,000
    monkeypatch.setenv("AGENT_HOW", how)
    file = tmp_path / "agent.py"
    shutil.copy(KAGGLE, file)
    live = played("connect-four", f"kaggle:{file}")
    assert (live.record.termination, live.record.winner) == (termination, 1)
    assert reason in live.failed.reason and "\n" not in live.failed.reason
    wait_until_gone(str(file))


def test_an_agent_is_told_what_the_clock_leaves() -> None:
    player = make_player(f"kaggle:{KAGGLE}")
    record = Record("connect-four")
    assert kaggle_player.act_seconds(record) == 2.0
    live = LiveGame(record, player, "random:seed=1", "2+0")
    live.listen(lambda event: None)
    live.play()
    live.raise_failure()
    record.undo(len(record))
    record.clock = live.clock.state(0) if live.clock else None
    assert kaggle_player.act_seconds(record) < 0.2


@pytest.mark.parametrize("game", ["tic-tac-toe", "conniption", "examples/nim.py"])
def test_games_that_kaggle_does_not_have_are_refused(game: str) -> None:
    file = f"kaggle:{KAGGLE}"
    live = played(game, file)
    with pytest.raises(BadOption, match="is no game of Kaggle's ConnectX: kaggle:"):
        live.raise_failure()
    assert "connect-four" in refused("match", game, file, "random")
    with pytest.raises(BadOption, match="plays connect-four only"):
        check_plan(Plan(game=game, players=(Entry(player=file), Entry(player="random"))))


# --- a course's classes ------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, "connect-four", "examples/othello.py:size=4"])
def test_a_class_plays_any_game_from_either_side(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_GAME", game)
    monkeypatch.chdir(ROOT)
    for players in ((f"course:{COURSE}", "random:seed=3"), ("random:seed=4", f"course:{COURSE}")):
        live = played(game, *players)
        live.raise_failure()
        assert live.record.is_over


def test_a_class_of_the_course_plays_watch_your_back(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(
        "from plyground.adapters.comp30024_small import Player as Small\n"
        "class Player(Small):\n"
        "    def __init__(self, colour): super().__init__(colour, seconds=0.01)\n"
        "    def action(self, turns):\n"
        "        ply = self.position.ply\n"
        "        assert turns == (ply if ply < 24 else ply - 24)\n"
        "        return super().action(turns)\n"
    )
    record = Record("watch-your-back")
    live = LiveGame(record, f"course:{file}", "random:seed=1", max_plies=40)
    live.play()
    live.raise_failure()
    assert len(record) == 40 or record.is_over


@pytest.mark.parametrize(
    ("how", "termination", "reason"),
    [
        ("never", Termination.STALLED, "did not move within"),
        ("busy", Termination.STALLED, "over 0.4 seconds of processor time"),
        ("illegal", Termination.ILLEGAL_MOVE, "99"),
        ("nothing", Termination.CRASHED, "the action None: expected the text of a move"),
        ("dies", Termination.CRASHED, "exit code 3"),
        ("raises", Termination.CRASHED, f"line {line_of(COURSE)}: ZeroDivisionError: by nothing"),
        ("raises-at-start", Termination.CRASHED, "ValueError: no licence"),
        ("raises-when-made", Termination.CRASHED, "ValueError: no colour"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_class_that_misbehaves_loses_with_a_reason(
    how: str, termination: Termination, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course_player, "CPU_SECONDS", 0.4 if how == "busy" else 0.8)
    monkeypatch.setattr(outside, "GRACE_SECONDS", 0.2 if how == "never" else PATIENCE)
    monkeypatch.setenv("AGENT_HOW", how)
    live = played(GAME, f"course:{COURSE}")
    assert (live.record.termination, live.record.winner) == (termination, 1)
    assert reason in live.failed.reason


def test_a_class_begins_after_an_opening_only_if_it_can(tmp_path: Path) -> None:
    able = tmp_path / "able.py"
    able.write_text(
        "class Player:\n"
        "    def __init__(self, colour): self.seen = []\n"
        "    def begin(self, actions): self.seen = list(actions)\n"
        "    def action(self, turns):\n"
        "        assert turns == len(self.seen), self.seen\n"
        "        return next(n for n in map(str, range(1, 10)) if n not in self.seen)\n"
        "    def update(self, action): self.seen.append(action)\n"
    )
    assert make_player(f"course:{able}").choose(Record(GAME, moves="1 2")) == "3"
    assert make_player(f"course:{able}").choose(Record(GAME, moves="1 2 3")) == "4"
    assert make_player(f"course:{COURSE}").choose(Record(GAME, moves="1"))
    with pytest.raises(EngineFailed, match="no method begin"):
        make_player(f"course:{COURSE}").choose(Record(GAME, moves="1 2"))
    plan = Plan(game=GAME, players=(Entry(player=f"course:{COURSE}"), Entry(player="random")))
    with pytest.raises(BadOption, match="course plays whole games only"):
        check_plan(plan)
    assert "whole games" in refused("match", GAME, f"course:{COURSE}", "random")
    check_plan(Plan(game=GAME, players=plan.players, openings=Openings(plies=0)))
    check_plan(Plan(game=GAME, players=(Entry(player=f"course:{able}"), plan.players[1])))


@given(st.recursive(st.none() | st.text() | st.integers() | st.floats(), st.lists, max_leaves=6))
def test_any_action_is_read_or_refused(action: Any) -> None:
    for game in (GAME, "watch-your-back"):
        try:
            assert isinstance(course.parse_action(make_game(game), action), str)
        except PlygroundError as error:
            assert str(error)


# --- both --------------------------------------------------------------------------------------


@given(st.text())
def test_any_line_of_an_agent_is_read_or_refused(line: str) -> None:
    for text in (line, f"answer {line}", f"answer [0.5, {line}]"):
        try:
            found = agent.read_answer(text)
            assert found is None or isinstance(found[0], float)
        except EngineFailed as error:
            assert isinstance(error, EngineNonsense)


@pytest.mark.parametrize("name", ["kaggle", "course"])
def test_bad_files_are_refused(name: str) -> None:
    with pytest.raises(BadOption, match="expected a file"):
        make_player(f"{name}:")
    with pytest.raises(BadOption, match="there is no such file"):
        make_player(f"{name}:no/such/agent.py")
    for text in (f"{name}:x.py", f" {name} : x"):
        with pytest.raises(BadOption, match="cannot be started by a page"):
            Offers().player(text)
    assert name not in [player.name for player in Offers().message().players]


def test_what_is_stopped_and_does_not_move_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_HOW", "never")
    monkeypatch.setattr(outside, "STOP_SECONDS", 0.1)
    live = LiveGame("connect-four", f"kaggle:{KAGGLE}", "random")
    live.listen(lambda event: live.leave())
    live.play()
    assert live.is_left and live.failed is None
