"""The Universal Game Interface, from both sides."""

import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from plyground.adapters.ugi import UgiEngine
from plyground.arena.driver import run
from plyground.arena.game import Order, play
from plyground.arena.plan import Entry, Plan
from plyground.arena.report import report
from plyground.arena.store import create_store
from plyground.core import wire
from plyground.core.errors import (
    BadMessage,
    BadOption,
    EngineFailed,
    EngineStalled,
    PlygroundError,
)
from plyground.core.score import MAX_EVAL, WIN_SCORE
from plyground.core.wire import Termination
from plyground.live.events import Moved
from plyground.live.game import LiveGame
from plyground.players import outside, ugi as ugi_player
from plyground.players.player import make_player
from plyground.protocol import program as program_module, ugi
from plyground.protocol.comply import comply
from plyground.protocol.program import Program
from plyground.web.offers import Offers
from plyground.workers.local import LocalPool
from tests.command import ran, refused, told
from tests.outside import left_behind, wait_until_gone
from tests.positions import ROOT, game_of
from tests.waiting import PATIENCE, wait_until

SCRIPTED = str(ROOT / "tests" / "data" / "ugi_engine.py")
OURS = f"{sys.executable} -m plyground ugi"
GAME = "tic-tac-toe"


def scripted(how: str = "well") -> str:
    return f"ugi:{sys.executable} {SCRIPTED} {how}"


# --- texts -------------------------------------------------------------------------------------

moves = st.lists(
    st.text("abc123 -", min_size=1, max_size=6).map(str.strip).filter(bool), max_size=8
)


@given(st.none() | st.text("abc/. 1", min_size=1).map(lambda text: f"x{text}y"), moves)
def test_positions_can_be_read_back(start: str | None, texts: list[str]) -> None:
    command = ugi.PositionCommand(start, tuple(texts))
    line = ugi.format_position(command)
    name, _, rest = line.partition(" ")
    assert name == "position" and "\n" not in line
    if not start or " moves " not in start:
        assert ugi.parse_position(rest) == command


times = st.none() | st.integers(1, 10**7).map(lambda milliseconds: milliseconds / 1000)


@given(times, times, times, st.none() | st.integers(1, 99), st.none() | st.integers(1, 10**9))
def test_limits_can_be_read_back(
    left: float | None,
    other: float | None,
    movetime: float | None,
    to_go: int | None,
    nodes: int | None,
) -> None:
    go = ugi.Go(left, other, 0.01, 0.02, movetime, to_go, nodes)
    assert ugi.parse_go(ugi.format_go(go).removeprefix("go")) == go


@given(st.text())
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    for parse in (ugi.parse_go, ugi.parse_option, ugi.parse_position, ugi.parse_bestmove):
        try:
            parse(text)
        except BadMessage as error:
            assert str(error)
    ugi.parse_info(text)


# --- our engine --------------------------------------------------------------------------------


class Host:
    """Talks to an engine in this process."""

    def __init__(self, player: str = "negamax:depth=3", game: str = GAME) -> None:
        self.said: queue.Queue[str] = queue.Queue()
        self.engine = UgiEngine(self.said.put, game, player)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.handle(line)

    def two(self) -> list[str]:
        """The next two lines."""
        return [self.said.get(timeout=PATIENCE) for _ in range(2)]

    def until(self, word: str) -> list[str]:
        """What the engine says until a line that begins with a word."""
        lines = [self.said.get(timeout=PATIENCE)]
        while not lines[-1].startswith(word):
            lines.append(self.said.get(timeout=PATIENCE))
        return lines


def test_it_names_itself_before_it_loads_anything() -> None:
    host = Host(game="no such game")
    host.tell("ugi", "isready")
    assert host.until("readyok")[-2] == "ugiok"
    host.tell("position startpos")
    assert "no game" in host.until("info")[-1]


def test_it_finds_a_win_and_tells_its_lines() -> None:
    host = Host("negamax:depth=9")
    host.tell("setoption name MultiPV value 2", "position startpos moves 1 4 2 5", "go")
    said = host.until("bestmove")
    assert said[-1] == "bestmove 3"
    assert any(" multipv 2 " in line for line in said)
    assert "score mate 1" in said[-3] and said[-3].endswith(" pv 3")


def test_it_answers_queries() -> None:
    host = Host()
    host.tell("position startpos moves 1 4 2 5 3", "query gameover", "query result")
    assert [host.said.get(timeout=PATIENCE) for _ in range(2)] == [
        "response true",
        "response p1win",
    ]
    host.tell("position startpos moves 1", "query p1turn", "query result")
    assert [host.said.get(timeout=PATIENCE) for _ in range(2)] == [
        "response false",
        "response none",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", "expected ugi, isready"),
        ("position startpos moves 1 1", "move 2"),
        ("position fen nonsense", "error"),
        ("setoption name Speed value 1", "expected Game, Player or MultiPV"),
        ("setoption name MultiPV value none", "from 1 to 64"),
        ("setoption name Game value chess", "there is no game"),
        ("setoption name Player value nobody", "nobody"),
        ("go depth many", "expected a whole number"),
        ("query weather", "expected gameover, p1turn, result"),
    ],
)
def test_bad_lines_get_a_sentence_and_change_nothing(line: str, sentence: str) -> None:
    host = Host()
    host.tell("position startpos moves 5", line)
    assert sentence in host.until("info string error")[-1]
    host.tell("query p1turn")
    assert host.until("response") == ["response false"]


def test_a_stop_is_obeyed_while_it_thinks_and_while_it_compiles() -> None:
    host = Host("mcts", "connect-four")
    host.tell("position startpos", "go infinite")
    host.until("info depth")
    host.tell("go infinite")
    assert "a search is going on" in host.until("info string error")[-1]
    host.tell("stop")
    assert host.until("bestmove")
    stuck = Host()
    player = stuck.engine.player()
    release = threading.Event()
    player.think = lambda *args: release.wait() and None  # type: ignore[attr-defined]
    stuck.tell("go infinite", "stop")
    assert stuck.until("bestmove") == ["bestmove 1"]
    release.set()
    stuck.tell("isready")
    assert stuck.until("readyok")


def test_quit_ends_it() -> None:
    engine = UgiEngine(lambda line: None)
    assert not engine.handle("quit")


# --- outside programs --------------------------------------------------------------------------


def test_an_outside_program_plays() -> None:
    live = LiveGame(GAME, scripted(), "random:seed=1")
    live.play()
    live.raise_failure()
    assert live.record.is_over


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi_player, "START_SECONDS", 20.0)
    monkeypatch.setattr(ugi_player, "MOVE_SECONDS", 0.1)
    monkeypatch.setattr(outside, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(outside, "DEFAULT_MEMORY", 600 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "termination", "reason"),
    [
        ("never", Termination.STALLED, "did not move within"),
        ("late", Termination.STALLED, "did not move within"),
        ("half", Termination.STALLED, "did not move within"),
        ("forks", Termination.STALLED, "did not move within"),
        ("illegal", Termination.ILLEGAL_MOVE, "99"),
        ("nothing", Termination.CRASHED, "expected a move"),
        ("dies", Termination.CRASHED, "exit code 3"),
        ("raises", Termination.CRASHED, "ZeroDivisionError: by nothing"),
        ("floods", Termination.CRASHED, "lines in a second"),
        ("long", Termination.CRASHED, "a line of over"),
        ("closes", Termination.CRASHED, "closed its output"),
        ("crashes-at-start", Termination.CRASHED, "no licence"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_program_that_misbehaves_loses_with_a_reason(
    how: str, termination: Termination, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if termination != Termination.STALLED:
        monkeypatch.setattr(outside, "GRACE_SECONDS", PATIENCE)  # it is to fail, however slowly
    monkeypatch.setattr(program_module, "MAX_RATE", 1000)  # a busy machine reads no 20,000
    mark = f"{how}-{os.getpid()}-{time.monotonic_ns()}"
    live = LiveGame(GAME, f"{scripted(how)} {mark}", "random:seed=1")
    live.play()
    assert (live.record.termination, live.record.winner) == (termination, 1)
    assert live.failed is not None and reason in live.failed.reason
    assert len(live.failed.reason) < 600
    wait_until_gone(SCRIPTED, mark)


@pytest.mark.slow
def test_who_says_other_things_for_ever_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its host reads so slowly that this is no flood, and it always has said more."""
    monkeypatch.setattr(Program, "_count_line", lambda self: time.sleep(0.001))
    before = {*threading.enumerate()}
    program = Program([sys.executable, SCRIPTED, "chatters"])
    program.send("ugi")
    program.expect("info", PATIENCE)
    with pytest.raises(EngineStalled, match=r"not say ugiok within 0\.2 s"):
        program.expect("ugiok", 0.2)
    wait_until(lambda: {*threading.enumerate()} <= before)  # nobody reads what it has said


@pytest.mark.slow
def test_what_a_program_leaves_behind_is_ended() -> None:
    mark = f"daemon-{os.getpid()}-{time.monotonic_ns()}"
    live = LiveGame(GAME, f"{scripted('daemon')} {mark}", "random:seed=1", max_plies=3)
    live.play()
    live.raise_failure()
    wait_until_gone(SCRIPTED, mark)


@pytest.mark.slow
def test_what_a_program_says_of_its_moves_is_kept() -> None:
    live, found = LiveGame(GAME, scripted("scores:cp=-25"), scripted("scores:mate=2")), []
    live.max_plies = 2
    live.listen(lambda event: found.append(event.info) if isinstance(event, Moved) else None)
    live.play()
    first, second = found
    assert first is not None and second is not None
    assert (first.depth, first.seldepth, first.nodes, first.lines[0].score) == (3, 4, 100, -25)
    assert second.lines[0].score is None
    assert second.lines[0].verdict == wire.Verdict(outcome="win", plies=3)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("cp 25", 25),
        ("cp -25", -25),
        ("cp 99999999999", MAX_EVAL),
        ("mate 1", WIN_SCORE - 1),
        ("mate -1", 2 - WIN_SCORE),
        ("mate 0", -WIN_SCORE),
        *((text, None) for text in ("", "cp", "cp x", "mate", "mate 999999", "wdl 1", "cp \u0663")),
    ],
)
def test_scores_are_read(text: str, score: int | None) -> None:
    assert ugi.parse_score(text) == score


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "clock", "termination"),
    [
        ("sleeps", "move=0.1", Termination.CLOCK),
        ("sleeps", "move=0.1,cpu=1", Termination.PLY_LIMIT),
        ("works", "move=0.1,cpu=1", Termination.CLOCK),
    ],
)
def test_processor_time_is_that_of_the_program(
    how: str, clock: str, termination: Termination
) -> None:
    live = LiveGame(GAME, scripted(how), "random:seed=1", clock, max_plies=1)
    live.play()
    assert live.record.termination == termination


@pytest.mark.slow
def test_the_plan_says_how_much_memory_a_program_may_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "MEMORY_SECONDS", 0.05)
    players = (Entry(player=scripted("allocates"), name="greedy"), Entry(player="random"))
    plan = Plan(game=GAME, players=players, games=1, memory=200)
    game = play(
        plan, game_of(GAME), Order(number=1, round=1, first=0, second=1, opening=[], seed=1)
    )
    assert game.termination == Termination.CRASHED
    assert game.reason and game.reason.endswith("expected at most 200")


@pytest.mark.slow
def test_a_program_that_takes_all_memory_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "MEMORY_SECONDS", 0.05)
    program = Program([sys.executable, SCRIPTED, "allocates"], max_memory=300 << 20)
    for line in ("ugi", f"setoption name Game value {GAME}", "uginewgame", "go"):
        program.send(line)
    with pytest.raises(EngineFailed, match="MB of memory"):
        program.expect("bestmove", PATIENCE)
    assert not program.is_alive


@pytest.mark.slow
def test_a_program_ends_with_its_host() -> None:
    mark = f"stays-{os.getpid()}"
    script = (
        "import sys, time; from plyground.protocol.program import Program\n"
        f"program = Program([sys.executable, {SCRIPTED!r}, 'stays', {mark!r}])\n"
        "program.send('ugi'); program.expect('ugiok', 60); program.send('quit')\n"
        "print('ready', flush=True); time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as host:
        assert host.stdout and host.stdout.readline() == b"ready\n"
        assert left_behind(SCRIPTED, mark)
        host.kill()
    wait_until_gone(SCRIPTED, mark)


@pytest.mark.slow
def test_outside_programs_compete(tmp_path: Path) -> None:
    players = {
        "well": scripted(),
        "ours": f"ugi:{OURS} --player negamax:depth=3",
        "dies": scripted("dies"),
    }
    entries = tuple(Entry(player=text, name=name) for name, text in players.items())
    plan = Plan(game=GAME, players=entries, games=2, clock="30+1")
    with create_store(tmp_path / "t.db", plan) as store, LocalPool(1) as pool:
        run(store, pool)
        found = {player.name: player for player in report(store).players}
    assert found["dies"].points == 0 and found["dies"].failures == {"crashed": 4}
    assert found["well"].failures == found["ours"].failures == {}


def test_bad_commands_are_refused() -> None:
    with pytest.raises(BadOption, match="expected a command"):
        make_player("ugi:")
    with pytest.raises(BadOption, match="quotation"):
        make_player("ugi:'engine")
    for player in ("ugi:./no-such-engine", "gtp:./no-such-engine"):
        assert "no such program" in refused("match", GAME, player, "random")
    live = LiveGame(GAME, "ugi:./no-such-engine", "random")
    live.play()
    with pytest.raises(PlygroundError, match="no-such-engine cannot be started"):
        live.raise_failure()


def test_a_page_starts_no_programs() -> None:
    for text in ("ugi:true", "ugi:x.py", " ugi:true", "ugi :true", "ugi\t: true"):
        with pytest.raises(BadOption, match="cannot be started by a page"):
            Offers().player(text)
    assert "ugi" not in [player.name for player in Offers().message().players]


# --- compliance --------------------------------------------------------------------------------


@pytest.mark.slow
def test_our_engine_complies() -> None:
    for step in comply(OURS.split(), game_of(GAME), GAME):
        assert step.mistake == "", step


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "failed"),
    [
        ("illegal", "plays a legal move within movetime"),
        ("boasts", "answers queries as the rules say"),
        ("nothing", "plays a legal move within movetime"),
    ],
)
def test_mistakes_of_engines_are_told(how: str, failed: str) -> None:
    command = f"{sys.executable} {SCRIPTED} {how}"
    found = told(ran("comply", command, "--game", GAME, "--json").stdout)
    assert failed in [one["step"] for one in found["failed"]]
    assert found["passed"] + len(found["failed"]) == 16


@pytest.mark.slow
def test_an_engine_that_tells_all_the_time_is_told_to_stop() -> None:
    found = {
        step.name: step.mistake
        for step in comply([sys.executable, SCRIPTED, "tells"], game_of(GAME), GAME)
    }
    assert found["obeys stop"] == ""


def test_a_program_that_cannot_be_started_is_told_of() -> None:
    assert "cannot be started" in refused("comply", "./no-such-engine", "--game", GAME)
    assert os.path.exists(SCRIPTED)
