"""The Go Text Protocol, from both sides."""

import os
import sys
import time
from random import Random

import pytest
from hypothesis import given, strategies as st

from plyground.adapters.gtp import GtpEngine
from plyground.arena.plan import Entry, Plan, check_plan
from plyground.core.errors import BadMessage, BadOption
from plyground.core.wire import Termination
from plyground.live.game import LiveGame
from plyground.players import gtp as gtp_player, outside
from plyground.players.player import make_player
from plyground.protocol import gtp, program as program_module
from plyground.protocol.program import Program
from plyground.records.record import Record
from plyground.web.offers import Offers
from tests.command import plyground, refused
from tests.outside import wait_until_gone
from tests.positions import ROOT
from tests.waiting import PATIENCE

SCRIPTED = str(ROOT / "tests" / "data" / "gtp_engine.py")
GAME = "tic-tac-toe"
FITTING = [GAME, "gomoku", "examples/hex.py:size=5", "examples/othello.py:size=4"]
OTHERS = ["connect-four", "dominoes", "watch-your-back", "qubic", "examples/nim.py"]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def scripted(how: str = "well", mark: str = "") -> str:
    return f"gtp:{sys.executable} {SCRIPTED} {how} {mark}"


# --- texts ---------------------------------------------------------------------------------------


@given(st.integers(1, gtp.MAX_SIZE), st.data())
def test_vertices_can_be_read_back(size: int, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, size * size - 1))
    vertex = gtp.format_vertex(square, size)
    assert gtp.parse_vertex(vertex, size) == gtp.parse_vertex(vertex.lower(), size) == square
    assert "I" not in vertex
    assert gtp.parse_vertex("PASS", size) is None


def test_vertices_are_those_of_go() -> None:
    found = {gtp.format_vertex(square, 19) for square in (0, 18, 342, 8, 360)}
    assert found == {"A19", "T19", "A1", "J19", "T1"}


@given(st.integers(1, 25), st.text())
def test_other_texts_are_no_vertices(size: int, text: str) -> None:
    try:
        square = gtp.parse_vertex(text, size)
        assert text.lower() == "pass" if square is None else 0 <= square < size * size
    except BadMessage as error:
        assert "expected a vertex" in str(error)


def test_commands_are_read_as_the_protocol_says() -> None:
    assert gtp.parse_command("12 play\tblack D4 # why\n") == ("12", "play", ("black", "D4"))
    assert gtp.parse_command("na\x07me\r\n") == ("", "name", ())
    assert gtp.parse_command("  # only a remark") is gtp.parse_command("\n") is None


@given(st.text(), st.booleans())
def test_an_answer_ends_with_its_only_empty_line(text: str, is_good: bool) -> None:
    said = gtp.format_answer("7", text, is_good)
    assert said.startswith("=7" if is_good else "?7")
    assert said.endswith("\n\n") and said.count("\n\n") == 1


@pytest.mark.parametrize("game", FITTING)
def test_every_move_of_a_game_that_fits_is_a_vertex(game: str) -> None:
    record, random = Record(game), Random(3)
    size = gtp.check_game(record)
    while not record.is_over and len(record) < 12:
        vertices = {gtp.move_vertex(record, move, size): move for move in record.legal_moves[:20]}
        for vertex, move in vertices.items():
            assert gtp.vertex_move(record, vertex, size) == move
        record.push(random.choice(record.legal_moves))


@pytest.mark.parametrize("game", OTHERS)
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(BadOption, match="does not fit GTP: expected moves that are squares"):
        gtp.check_game(Record(game))
    with pytest.raises(BadOption, match="does not fit GTP"):
        check_plan(Plan(game=game, players=(Entry(player=scripted()), Entry(player="random"))))
    assert "does not fit GTP" in refused("gtp", game)


# --- our engine ----------------------------------------------------------------------------------


class Host:
    """Talks to an engine in this process."""

    def __init__(self, player: str = "negamax:depth=3", game: str = GAME) -> None:
        self.said: list[str] = []
        self.engine = GtpEngine(self.said.append, game, player)

    def ask(self, line: str) -> str:
        """The answer to a line, without its empty line."""
        self.engine.handle(line)
        return self.said.pop().removesuffix("\n\n")


def test_it_names_itself_and_its_commands() -> None:
    host = Host()
    assert host.ask("1 protocol_version") == "=1 2"
    assert host.ask("name") == "= Plyground"
    commands = host.ask("list_commands").removeprefix("= ").split("\n")
    for command in commands:
        assert host.ask(f"known_command {command}") == "= true"
    assert {*commands} > {"play", "genmove", "undo", "quit", "komi", "time_left", "showboard"}
    assert host.ask("known_command dance") == "= false"


def test_it_wins_takes_back_and_begins_anew() -> None:
    host = Host()
    assert host.ask("boardsize 3") == host.ask("clear_board") == host.ask("komi 6.5") == "="
    for line in ("play b A3", "play white a1", "play BLACK B3", "play w b1"):
        assert host.ask(line) == "="
    assert "X X _" in host.ask("showboard")
    assert host.ask("genmove black") == "= C3"
    assert host.ask("genmove white") == "? illegal move: the game is over"
    assert host.ask("undo") == host.ask("play b C1") == "="
    assert host.ask("genmove w") == "= C3"
    host.ask("clear_board")
    assert host.ask("undo") == "? cannot undo"
    assert not host.engine.handle("quit")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("3 dance", "?3 unknown command"),
        ("boardsize 19", "? unacceptable size: expected 3"),
        ("boardsize", "? syntax error: boardsize takes 1 arguments"),
        ("play black A1 A2", "? syntax error: play takes 2 arguments"),
        ("play red A1", "? red: expected black or white"),
        ("play black A1", "? illegal move: it is white's turn"),
        ("play white B2", "? illegal move: B2 is not a legal move here"),
        ("play white D4", "? illegal move: D4: expected a vertex from A1 to C3, or pass"),
        ("play white pass", "? illegal move: pass is not a legal move here"),
        ("time_left white soon 0", "? syntax error: soon: expected a number"),
        ("time_settings nan 1 1", "? syntax error: nan: expected a number"),
    ],
)
def test_bad_lines_get_a_sentence_and_change_nothing(line: str, answer: str) -> None:
    host = Host("random")
    host.ask("play black B2")
    before = host.engine.record.moves[:]
    assert host.ask(line) == answer
    assert host.engine.record.moves == before


@given(st.lists(st.text(max_size=30), max_size=5))
def test_any_line_gets_an_answer(lines: list[str]) -> None:
    host = Host("random")
    for line in lines:
        host.engine.handle(line)
    assert all(said.startswith(("=", "?")) and said.endswith("\n\n") for said in host.said)


def test_it_keeps_the_time_it_is_told() -> None:
    host = Host("random:seed=1")
    host.ask("time_settings 60 10 5")
    assert [clock and clock.left for clock in host.engine.clocks] == [60, 60]
    host.ask("genmove black")
    clock = host.engine.clocks[0]
    assert clock and 50 < clock.left < 60
    host.ask("time_left white 10 5")
    clock = host.engine.clocks[1]
    assert clock and clock.moves_to_go == 5 and 9 < clock.left < 10
    host.ask("time_settings 0 1 0")
    assert host.engine.clocks == [None, None]
    host.ask("time_settings 0 30 5")
    clock = host.engine.clocks[0]
    assert clock and (clock.left, clock.moves_to_go) == (30, 5)


def test_an_error_of_a_player_is_an_answer() -> None:
    host = Host("random")
    host.engine.player.choose = lambda record: 1 // 0  # type: ignore[method-assign]
    assert host.ask("genmove black").startswith("? ZeroDivisionError")
    assert host.ask("name") == "= Plyground"


# --- outside programs ----------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [None, "60+0"])
def test_a_program_plays_either_side_after_an_opening(clock: str | None) -> None:
    for players in ((scripted(), "random:seed=1"), ("random:seed=1", scripted())):
        live = LiveGame(Record(GAME, moves="1 2"), *players, clock=clock)
        live.play()
        live.raise_failure()
        assert live.record.termination == Termination.NORMAL


def test_a_program_is_told_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    send = Program.send

    def hear(self: Program, line: str) -> None:
        told.append(line)
        send(self, line)

    monkeypatch.setattr(Program, "send", hear)
    player = make_player(scripted())
    record = Record(GAME, moves="1")
    record.push(player.choose(record))
    assert told == ["boardsize 3", "clear_board", "play black A3", "genmove white"]
    record.push(record.legal_moves[0])
    player.choose(record)
    assert [line.split()[0] for line in told[4:]] == ["play", "genmove"]
    record.undo(3)
    record.push("9")
    told.clear()
    player.choose(record)
    assert told == ["clear_board", "play black C1", "genmove white"]
    player.close()  # type: ignore[attr-defined]
    assert told[-1] == "quit"


@pytest.mark.parametrize(
    ("how", "termination", "reason"),
    [
        ("never", Termination.STALLED, "did not move within"),
        ("half", Termination.STALLED, "did not move within"),
        ("illegal", Termination.ILLEGAL_MOVE, "Z9: expected a vertex"),
        ("nothing", Termination.ILLEGAL_MOVE, "expected a vertex"),
        ("dies", Termination.CRASHED, "exit code 3"),
        ("refuses", Termination.CRASHED, "boardsize 3: the program refuses: unknown command"),
        ("floods", Termination.CRASHED, "lines in a second"),
        ("crashes-at-start", Termination.CRASHED, "no licence"),
    ],
)
def test_a_program_that_misbehaves_loses_with_a_reason(
    how: str, termination: Termination, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gtp_player, "MOVE_SECONDS", 0.4)
    # What is to fail does so, however slowly; a busy machine reads no 20,000 lines a second.
    is_slow = termination == Termination.STALLED
    monkeypatch.setattr(outside, "GRACE_SECONDS", 0.2 if is_slow else PATIENCE)
    monkeypatch.setattr(program_module, "MAX_RATE", 1000)
    mark = f"{how}-{os.getpid()}-{time.monotonic_ns()}"
    live = LiveGame(GAME, scripted(how, mark), "random:seed=1")
    live.play()
    assert (live.record.termination, live.record.winner) == (termination, 1)
    assert live.failed is not None and reason in live.failed.reason
    wait_until_gone(SCRIPTED, mark)


def test_a_program_may_resign() -> None:
    live = LiveGame(GAME, "random:seed=1", scripted("resigns"))
    live.play()
    live.raise_failure()
    assert (live.record.termination, live.record.winner) == (Termination.RESIGNED, 0)


@pytest.mark.slow
def test_our_engine_plays_for_our_host() -> None:
    game = "examples/othello.py:size=4"
    ours = f"gtp:{sys.executable} -m plyground gtp {game} --player random:seed=1"
    live = LiveGame(game, ours, "random:seed=2")
    live.play()
    live.raise_failure()
    assert live.record.termination == Termination.NORMAL


def test_the_command_answers_until_it_is_told_to_end() -> None:
    said = plyground("gtp", GAME, "--player", "random", typed="1 name\n2 quit\n3 name\n").stdout
    assert said == "=1 Plyground\n\n=2\n\n"


def test_bad_commands_are_refused() -> None:
    with pytest.raises(BadOption, match="expected a command"):
        make_player("gtp:")
    with pytest.raises(BadOption, match="cannot be started by a page"):
        Offers().player("gtp:true")
    assert "gtp" not in [player.name for player in Offers().message().players]
    assert "nobody" in refused("gtp", GAME, "--player", "nobody")
