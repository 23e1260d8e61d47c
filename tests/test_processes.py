"""Engines in processes: whatever they do, the host goes on, and the next question is answered."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.errors import (
    BadOption,
    EngineDied,
    EngineFailed,
    EngineIllegalMove,
    EngineNonsense,
    EngineOverMemory,
    EngineRaised,
    EngineStalled,
)
from plyground.core.wire import Termination
from plyground.live import process
from plyground.live.events import Event, SeatFailed
from plyground.live.game import LiveGame
from plyground.live.process import EngineProcess
from plyground.live.process_player import ProcessPlayer, ProcessSeat
from plyground.live.process_pool import ProcessPool
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.clock import ClockState
from plyground.search.limits import Limits
from plyground.search.thought import Thought
from tests.positions import NIM, ROOT, game_of
from tests.waiting import children, has_ended, state, wait_until

pytestmark = pytest.mark.slow

BAD = str(ROOT / "tests" / "data" / "bad_player.py")
GAME = "connect-four"
LONG = 120.0
MEMORY = 600 << 20


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(size=2, max_memory=MEMORY) as pool:
        yield pool


@pytest.fixture(autouse=True)
def no_zombie_is_left(pool: ProcessPool) -> Iterator[None]:
    yield
    wait_until(lambda: not any(state(child) == "Z" for child in children(os.getpid())))


def engines(parent: int) -> list[int]:
    """The processes of engines that a process has started."""
    return [number for number in children(parent) if "process_worker" in command(number)]


def command(number: int) -> str:
    """Its words; those of one that has ended are gone."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text()
    except OSError:
        return ""


def bad(pool: ProcessPool, how: str) -> ProcessPlayer:
    return ProcessPlayer(f"{BAD}:how={how}", pool)


# --- engines that do as they should ------------------------------------------------------------


def test_a_process_finds_what_the_player_itself_finds(pool: ProcessPool) -> None:
    limits, seen = Limits(nodes=20_000), list[Thought]()
    for game in (GAME, NIM):
        record = Record(game)
        for _ in range(3):
            player = ProcessPlayer("negascout:table=1MB", pool)
            there = player.think(record, 2, limits, seen.append)
            here = make_engine_player("negascout:table=1MB").think(record, 2, limits)
            assert (there.lines, there.depth, there.nodes) == (here.lines, here.depth, here.nodes)
            assert [thought.depth for thought in seen] == [*range(1, here.depth + 1)]
            record.push(there.move)
            player.close()
            seen.clear()


def test_a_process_keeps_its_table_from_move_to_move(pool: ProcessPool) -> None:
    player, record = ProcessPlayer("mcts:memory=16MB", pool), Record(GAME)
    hashfull = []
    for _ in range(3):
        hashfull.append(player.think(record, limits=Limits(simulations=3000)).hashfull)
        assert player.cpu_seconds > 0
        record.push(player.think(record, limits=Limits(simulations=1)).move)
    assert hashfull[1] > hashfull[0] / 2
    record.undo(2)
    assert player.think(record, limits=Limits(nodes=100)).lines
    player.close()


def test_the_clock_of_a_game_reaches_the_player(pool: ProcessPool) -> None:
    player, record = ProcessPlayer("negascout", pool), Record(GAME)
    player.prepare(record)
    record.clock = ClockState(2.0, moves_to_go=20)
    player.choose(record)
    assert player.thought and player.thought.seconds < 2.0
    player.close()


def test_a_stop_reaches_the_process(pool: ProcessPool) -> None:
    player, record = ProcessPlayer("negascout:time=1000", pool), Record(GAME)
    player.prepare(record)
    for delay in (0.0, 0.02, 0.1):
        thinking = player.thinking(record)
        time.sleep(delay)
        thinking.stop()
        assert thinking.result.move in range(7)
    player.stop()
    assert player.think(record, limits=Limits(depth=5)).depth == 5  # no stop is left over
    player.close()


def test_what_cannot_be_sent_or_made_is_refused(pool: ProcessPool) -> None:
    class Mine:
        def choose(self, record: Record) -> int:
            return 0

    Mine.__module__ = "__main__"
    with pytest.raises(BadOption, match="other processes cannot import"):
        ProcessPlayer(Mine, pool).choose(Record(GAME))
    with pytest.raises(BadOption, match="there is no player 'nobody'"):
        ProcessPlayer("nobody", pool).choose(Record(GAME))
    with pytest.raises(EngineRaised, match="random does not search"):
        ProcessPlayer("random", pool).think(Record(GAME))


# --- engines that do not -----------------------------------------------------------------------

FAILURES: dict[str, tuple[type[EngineFailed], str]] = {
    "raises": (EngineRaised, "ZeroDivisionError: by nothing"),
    "segfaults": (EngineDied, "the process of an engine was ended by SIGSEGV"),
    "exits": (EngineDied, "the process of an engine ended with exit code 3"),
    "hangs_up": (EngineDied, "an engine hung up"),
    "allocates": (EngineOverMemory, "of memory: expected at most 600 MB"),
    "forks_and_allocates": (EngineOverMemory, "of memory: expected at most 600 MB"),
    "answers_none": (EngineIllegalMove, "None is not a move: expected a number or a text"),
    "answers_half": (EngineIllegalMove, "0.5 is not a move: expected a number or a text"),
    "answers_far": (EngineIllegalMove, "1e+30 is not a legal move here"),
    "babbles": (EngineNonsense, "an engine sent nonsense"),
    "boasts": (EngineNonsense, "a message of 2,147,483,648 bytes"),
    "floods": (EngineNonsense, "an engine answered question 999: expected "),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", FAILURES)
def test_a_failing_engine_is_a_typed_error_and_the_next_question_is_answered(
    how: str, pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "hangs_up":  # it goes on, and is not waited for
        monkeypatch.setattr(process, "STOP_SECONDS", 0.1)
    player, record = bad(pool, how), Record(GAME)
    error, message = FAILURES[how]
    with pytest.raises(EngineFailed) as raised:
        player.choose(record)
    assert type(raised.value) is error and message in str(raised.value)
    player.given = f"{BAD}:how=well"
    assert player.choose(record) == 0
    player.close()


def test_a_move_may_be_a_number_of_a_library(pool: ProcessPool) -> None:
    player = bad(pool, "answers_numpy")
    assert player.choose(Record(GAME)) == 0
    player.close()


def test_a_flood_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_RATE", 100)  # a busy machine may not read 1,000
    told = "more than 100 messages in a second"
    with ProcessPool(size=1) as pool, pytest.raises(EngineNonsense, match=told):
        ProcessPlayer(f"{BAD}:how=floods,number=1", pool).choose(Record(GAME))


def test_an_error_of_whoever_watches_leaves_no_engine_at_work(pool: ProcessPool) -> None:
    player, record = ProcessPlayer("negascout", pool), Record(GAME)

    def fail(thought: Thought) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        player.think(record, limits=Limits(depth=30), watch=fail)
    assert player.think(record, limits=Limits(depth=4)).depth == 4
    player.close()


@pytest.mark.parametrize("how", ["hangs", "spins", "breaks_off", "forks"])
def test_an_engine_that_ignores_a_stop_is_killed(
    how: str, pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "STOP_SECONDS", 0.2)
    player, record = bad(pool, how), Record(GAME)
    before = {*engines(os.getpid())}
    with player.stop_signal.running():
        threading.Timer(0.1, player.stop).start()
        with pytest.raises(EngineStalled, match=r"^an engine did not stop within 0.2 seconds$"):
            player.choose(record)
    assert len({*engines(os.getpid())} - before) <= 1  # a spare at most
    player.max_seconds = 0.1
    with pytest.raises(EngineStalled):
        player.choose(record)  # the host stops it by itself
    player.given = f"{BAD}:how=well"
    player.max_seconds = LONG
    assert player.choose(record) == 0
    player.close()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["forks", "sets_free", "forgets"])
def test_all_that_a_killed_engine_has_started_is_killed(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also who has left its group and its session."""
    file = tmp_path / "pid"
    monkeypatch.setenv("CHILD", str(file))
    monkeypatch.setattr(process, "STOP_SECONDS", 0.2)
    with ProcessPool(size=1) as pool:
        player = bad(pool, how)
        threading.Thread(target=stop_when_written, args=(player, file), daemon=True).start()
        with pytest.raises(EngineStalled):
            player.choose(Record(GAME))
        wait_until(lambda: has_ended(int(file.read_text())))


def stop_when_written(player: ProcessPlayer, file: Path) -> None:
    """Stop a player once its child has said who it is."""
    wait_until(lambda: file.exists() and file.read_text())
    player.stop()


def test_a_seat_that_fails_loses_and_the_game_is_intact(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for how, termination in (("segfaults", Termination.CRASHED), ("hangs", Termination.STALLED)):
        player = bad(pool, how)
        player.max_seconds = 0.1
        monkeypatch.setattr(process, "STOP_SECONDS", 0.2)
        record, heard = Record(game_of(GAME), game_text=GAME), list[Event]()
        live = LiveGame(record, "random:seed=1", ProcessSeat(player))
        live.listen(heard.append)
        live.play()
        assert record.termination == termination and record.winner == 0
        assert len(record.moves) == 1
        assert any(isinstance(event, SeatFailed) for event in heard)
        player.close()


@pytest.mark.parametrize(
    ("how", "clock", "termination"),
    [
        ("sleeps", "move=0.1", Termination.CLOCK),
        ("sleeps", "move=0.1,cpu=1", Termination.PLY_LIMIT),
        ("works", "move=0.1,cpu=1", Termination.CLOCK),
        ("works", "move=100,cpu=1", Termination.PLY_LIMIT),
    ],
)
def test_processor_time_is_that_of_the_process(
    pool: ProcessPool, how: str, clock: str, termination: Termination
) -> None:
    player, record = bad(pool, how), Record(game_of(GAME), game_text=GAME)
    LiveGame(record, ProcessSeat(player), "random:seed=1", clock, max_plies=1).play()
    assert record.termination == termination


ONCE = """
from plyground import Record, player

@player("once")
class Once:
    asked = 0

    def choose(self, record: Record) -> int:
        self.asked += 1
        assert self.asked == 1 + len(record.moves) // 2, "asked twice for a move"
        return record.legal_moves[0]
"""


def test_a_player_is_asked_once_for_each_move(pool: ProcessPool, tmp_path: Path) -> None:
    """Also where it had time to get ready before the clock."""
    (tmp_path / "once.py").write_text(ONCE)
    record = Record(game_of(GAME), game_text=GAME)
    seat = ProcessSeat(ProcessPlayer(str(tmp_path / "once.py"), pool))
    live = LiveGame(record, seat, "random:seed=1", "60+1", max_plies=6)
    live.play()
    live.raise_failure()


def test_two_engines_in_processes_play_a_game(pool: ProcessPool) -> None:
    players = [ProcessPlayer("negascout:nodes=500", pool), ProcessPlayer("random:seed=2", pool)]
    record = Record(game_of(GAME), game_text=GAME)
    LiveGame(record, ProcessSeat(players[0]), ProcessSeat(players[1])).play()
    assert record.is_over and record.termination == Termination.NORMAL
    for player in players:
        player.close()


# --- the pool ----------------------------------------------------------------------------------


def test_a_pool_keeps_what_is_given_back_and_closes_it_after_a_time() -> None:
    with ProcessPool(size=1, idle_seconds=1.5) as pool:
        first = pool.take(GAME, "random:seed=1")
        other = pool.take(GAME, "random:seed=2")
        pids = {first.pid, other.pid}
        pool.give_back(first)
        pool.give_back(other)
        assert pool.waiting == 1
        again = pool.take(GAME, "random:seed=1")
        again.kill()
        pool.give_back(again)
        wait_until(lambda: not pool.waiting and not any(map(state, pids)))


def test_a_pool_prefers_a_process_that_knows_the_game() -> None:
    with ProcessPool(size=4) as pool:
        one, two = pool.take(GAME, "random:seed=1"), pool.take(NIM, "random:seed=1")
        pool.give_back(two)
        pool.give_back(one)
        assert pool.take(NIM, "random:seed=1") is two
        one.kill()
        three = pool.take(GAME, "random:seed=1")
        assert three is not one and three.is_alive
        for taken in (two, three):
            taken.kill()


def test_a_closed_pool_leaves_no_process() -> None:
    pool = ProcessPool(size=2)
    kept, spare = pool.take(GAME, "random"), pool.waiting
    assert spare == 1
    pool.close()
    pool.give_back(kept)
    assert not kept.is_alive and pool.waiting == 0


# --- the end of the host -----------------------------------------------------------------------

HOST = """
import sys, threading
from plyground.live.process_player import ProcessPlayer
from plyground.live.process_pool import ProcessPool
from plyground.records.record import Record
pool = ProcessPool(size=2)
player = ProcessPlayer(sys.argv[1], pool)
process = player._process_for(Record("connect-four"))
print(process.pid, flush=True)
player.choose(Record("connect-four"))
"""


@pytest.mark.parametrize("how", ["hangs", "spins"])
def test_no_engine_outlives_a_host_that_is_killed(how: str) -> None:
    """Not even one that never lets Python run."""
    args = [sys.executable, "-c", HOST, f"{BAD}:how={how}"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, text=True, cwd=ROOT) as host:
        assert host.stdout
        pid = int(host.stdout.readline())
        workers = [pid, *engines(host.pid)]
        time.sleep(0.3)
        assert not has_ended(pid)
        host.send_signal(signal.SIGKILL)
        host.wait()
    wait_until(lambda: all(map(has_ended, workers)))


def test_ctrl_c_is_for_the_host_alone() -> None:
    engine = EngineProcess()
    try:
        engine.begin()
        assert os.getsid(engine.pid) != os.getsid(0)
    finally:
        engine.kill()
