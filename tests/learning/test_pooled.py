"""Learning in many processes: what each of them has learned counts, and counts once."""

import _thread
import json
import os
import signal
import socket
import threading
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
import numpy as np
import pytest

import plyground as pg
from plyground.core.errors import BadOption, PlygroundError
from plyground.core.threads import stop_flag
from plyground.evaluations.patterns.file import write_network
from plyground.learning import pooled
from plyground.learning.errors import CannotLearn
from plyground.learning.folder import open_folder
from plyground.learning.messages import Learned
from plyground.learning.method import State, make_method
from plyground.learning.packing import pack, unpack
from plyground.learning.pooled import Answer, LearnJob, Pooled, Question
from plyground.learning.run import Progress
from plyground.live.process_messages import PART_BYTES, Answer as Message, Channel
from plyground.records.record import Record
from plyground.workers.pool import Task
from tests.command import ROOT, plyground, told
from tests.patterns import plan_of, random_network
from tests.positions import game_of
from tests.test_pools import cluster, worker_pids
from tests.test_tournament import LosingPool

pytestmark = pytest.mark.slow

GAME = "paths:board=3x3"
LINEAR = "td-leaf:depth=1,opening=1,exploration=0.3"
SMALL = "patterns:count=3,length=4"
REFINING = "treestrap:depth=2"
METHODS = [SMALL, LINEAR, f"{LINEAR},rates=coherence", REFINING]
MANY = 10**9


def learn(folder: Path, games: int = 200, **options: Any) -> Learned:
    ending = "net" if options.get("method", SMALL) == SMALL else "json"
    chosen: dict[str, Any] = {"method": SMALL, "jobs": 2, "out": folder / f"w.{ending}"}
    return pg.learn(GAME, games=games, **(chosen | options))


def made(text: str) -> Any:
    return make_method(text, **({"evaluation": network()} if text == REFINING else {}))


def begun(text: str = SMALL) -> Any:
    method = made(text)
    method.begin(game_of(GAME), 1, 1)
    return method


@cache
def network() -> str:
    """The file of a network to be refined."""
    file = Path(mkdtemp(prefix="plyground-")) / "w.net"
    write_network(file, game_of(GAME), plan_of(GAME), random_network(GAME), {})
    return str(file)


def learned(text: str, workers: int, games: int = 30) -> tuple[Any, State, list[State]]:
    """A method, its state, and those of workers that went on from there."""
    method = begun(text)
    method.learn(games, stop_flag())
    before, after = copy(method.state()), []
    for number in range(workers):
        method.restore(before)
        method.reseed(number)
        method.learn(games, stop_flag())
        after.append(copy(method.state()))
    return method, before, after


def copy(state: State) -> State:
    return {name: array.copy() for name, array in state.items()}


def equal(one: State, other: State) -> bool:
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name])
        for name in one
    )


# --- how states are sent ------------------------------------------------------------------------


def test_a_state_arrives_as_it_was_to_the_last_bit() -> None:
    state: State = {
        "floats": np.array([0.0, -0.0, np.nan, np.inf, 1e-45], dtype=np.float32),
        "table": np.arange(6).reshape(2, 3),
        "nothing": np.zeros(0),
    }
    before = copy(state) | {"table": np.ones((2, 3), dtype=np.int64)}
    for base in (None, before):
        found = unpack(pack(state, base), base)
        for name, array in state.items():
            assert found[name].tobytes() == array.tobytes()
            assert found[name].shape == array.shape and found[name].dtype == array.dtype


def test_what_has_not_changed_is_not_sent() -> None:
    before = {"weights": np.arange(1000)}
    after = {"weights": np.where(before["weights"] == 7, 8, before["weights"])}
    assert len(pack(after, before)["weights"].numbers) == 8


def test_a_message_of_many_parts_arrives_whole() -> None:
    ours, theirs = (Channel(line, Message) for line in socket.socketpair())
    sent = Message(1, 0, None, 0.0, os.urandom(3 * PART_BYTES + 7))
    sender = threading.Thread(target=ours.send, args=(sent,))
    sender.start()
    assert theirs.receive() == sent
    sender.join()


# --- what several processes have learned --------------------------------------------------------


@pytest.mark.parametrize("text", METHODS)
def test_where_nothing_was_learned_nothing_changes(text: str) -> None:
    method, before, _ = learned(text, 0)
    for after in ([], [before], [before, before]):
        assert equal(method.merged(before, after), before)


@pytest.mark.parametrize("text", METHODS)
def test_what_one_process_has_learned_is_taken_as_it_is(text: str) -> None:
    method, before, [after] = learned(text, 1)
    assert not equal(before, after)
    assert equal(method.merged(before, [after]), after)


@pytest.mark.parametrize("text", METHODS)
def test_counters_add_up_and_weights_lie_between(text: str) -> None:
    method, before, after = learned(text, 3)
    found = method.merged(before, iter(after))
    name = "tally" if text == SMALL else "counters"
    games = np.sum([state[name] - before[name] for state in after], axis=0)
    assert np.allclose(found[name], before[name] + games)
    if "coherence" in text:
        sizes = np.sum([state["sizes"] - before["sizes"] for state in after], axis=0)
        assert np.allclose(found["sizes"], before["sizes"] + sizes)
    all_weights = [state["weights"] for state in after]
    assert (found["weights"] >= np.min(all_weights, axis=0) - 1e-12).all()
    assert (found["weights"] <= np.max(all_weights, axis=0) + 1e-12).all()
    method.restore(found)
    assert method.learn(5, stop_flag()).games == 5


def test_a_weight_moves_all_the_way_where_one_process_has_met_it() -> None:
    method, before, _ = learned(SMALL, 0)
    one, two = copy(before), copy(before)
    for state, place, move in ((one, 3, 50), (two, 8, -70)):
        state["weights"][place] += move
        state["coherence"][2 * place : 2 * place + 2] += 0.25
    found = method.merged(before, [one, two])
    assert found["weights"][3] == one["weights"][3] and found["weights"][8] == two["weights"][8]
    moved = one["coherence"] - before["coherence"] + two["coherence"] - before["coherence"]
    assert np.allclose(found["coherence"] - before["coherence"], moved)


def test_a_weight_that_all_have_met_does_not_overshoot() -> None:
    method, before, [after] = learned(SMALL, 1)
    found = method.merged(before, [after, after, after])
    assert np.array_equal(found["weights"], after["weights"])
    sums = 3 * (after["coherence"] - before["coherence"])
    assert np.allclose(found["coherence"] - before["coherence"], sums, rtol=1e-3, atol=1e-4)


def test_who_has_learned_more_about_a_weight_counts_more() -> None:
    method, before, _ = learned(SMALL, 0)
    one, two = copy(before), copy(before)
    for state, move, errors in ((one, 100, 3.0), (two, -100, 1.0)):
        state["weights"][4] += move
        state["coherence"][9] += errors  # the sum of its absolute errors
    assert method.merged(before, [one, two])["weights"][4] == before["weights"][4] + 50


@pytest.mark.parametrize("text", METHODS)
def test_two_workers_do_not_play_the_same_games(text: str) -> None:
    job = LearnJob(made(text), 1, 1)
    state = pack(begun(text).state())
    job.question = msgspec.msgpack.encode(Question(40, 60.0, state))
    record = Record(GAME)
    answers = [
        msgspec.msgpack.decode(job.run(record, lambda content: None), type=Answer) for _ in range(2)
    ]
    assert [answer.tally.games for answer in answers] == [40, 40]
    assert answers[0].state["weights"] != answers[1].state["weights"]


# --- runs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SMALL, pytest.param(LINEAR, marks=pytest.mark.slow)])
def test_two_processes_learn_as_many_games_as_asked(tmp_path: Path, text: str) -> None:
    found = learn(tmp_path, 201, method=text)
    assert found.games == 201 and found.plies > 201 and found.cpu_seconds > 0
    line = open_folder(Path(found.folder)).progress()[-1]
    assert line.first_wins + line.draws + line.second_wins == 201
    assert line.watched["error"] > 0
    player = f"negamax:depth=2,evaluation={found.out}"
    assert pg.play(GAME, player, "random:seed=1").result in ("first", "second", "draw")


def test_a_run_goes_on_with_its_processes_or_without(tmp_path: Path) -> None:
    processes: list[int] = []

    def see(progress: Progress) -> None:
        processes[:] = worker_pids()

    folder = Path(learn(tmp_path, 40, on_progress=see).folder)
    assert open_folder(folder).plan.jobs == len(processes) == 2
    assert pg.learn(resume=folder, games=50, jobs=1, on_progress=see).games == 50
    assert not processes
    assert pg.learn(resume=folder, games=60, on_progress=see).games == 60
    assert len(processes) == 2
    plan = json.loads((folder / "run.json").read_text())
    older = {name: value for name, value in plan.items() if name not in ("jobs", "pool")}
    (folder / "run.json").write_text(json.dumps(older))
    assert open_folder(folder).plan.jobs == 1
    assert pg.learn(resume=folder, games=70).games == 70


def test_ctrl_c_ends_a_round_and_what_was_learned_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pooled, "MIN_SECONDS", 600.0)
    interrupt = threading.Timer(0.5, _thread.interrupt_main)
    found = learn(tmp_path, MANY, on_progress=begin_once(interrupt))
    assert found.interrupted and found.games > 0
    assert open_folder(Path(found.folder)).progress()[-1].games == found.games


def begin_once(timer: threading.Timer) -> Any:
    """Begins a timer when the first checkpoint is written, before the first round."""
    return lambda progress: None if timer.ident or timer.finished.is_set() else timer.start()


def test_the_minutes_end_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooled, "MIN_SECONDS", 600.0)
    found = learn(tmp_path, MANY, minutes=0.01)
    assert not found.interrupted and found.games > 0


def in_pool(pool: LosingPool, text: str = SMALL, **options: Any) -> Pooled:
    """What learns with a pool."""
    there: Any = make_method(text, **options)
    return Pooled(begun(text), GAME, LearnJob(there, 1, 1), pool)


def test_what_is_lost_is_asked_for_again() -> None:
    learner, games = in_pool(LosingPool(0.3)), 0
    while games < 400:
        played = learner.learn(400 - games, stop_flag()).games
        assert played > 0
        games += played
    assert games == 400
    with pytest.raises(PlygroundError, match="that were to learn were lost: it is gone"):
        in_pool(LosingPool(1.0)).learn(10, stop_flag())


class SlowPool(LosingPool):
    """Does the first task when it is told to."""

    def __init__(self) -> None:
        super().__init__(0.0)
        self.submitted, self.held = 0, list[Task]()

    def submit(self, task: Task) -> None:
        self.submitted += 1
        (self.waiting if self.submitted > 1 else self.held).append(task)

    def finished(self, timeout: float) -> list[Any]:
        return super().finished(timeout) if self.waiting else []

    def give(self) -> None:
        """Do it now."""
        self.waiting += self.held


def test_who_takes_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooled, "PATIENCE_SECONDS", 0.0)
    pool = SlowPool()
    learner = in_pool(pool)
    assert learner.learn(400, stop_flag()).games == 200 and pool.submitted == 2
    assert learner.learn(100, stop_flag()).games == 100 and pool.submitted == 3  # by the other one
    pool.give()
    while pool.waiting:
        assert learner.learn(100, stop_flag()).games == 100
    before = pool.submitted
    assert learner.learn(100, stop_flag()).games == 100 and pool.submitted == before + 2


@pytest.mark.slow
def test_a_process_that_is_killed_in_a_round_costs_time_alone(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        killed.append(worker_pids()[0])
        os.kill(killed[0], signal.SIGKILL)

    found = learn(tmp_path, MANY, minutes=0.1, on_progress=begin_once(threading.Timer(1.0, kill)))
    lines = open_folder(Path(found.folder)).progress()
    assert killed and found.games == lines[-1].games > 0
    assert sum(line.first_wins + line.draws + line.second_wins for line in lines) == found.games


@pytest.mark.peers
def test_machines_come_and_go_while_they_learn(tmp_path: Path) -> None:
    there, rounds, nodes = cluster(), count(), list[Any]()

    def see(progress: Progress) -> None:
        number = next(rounds)
        if number == 1:
            nodes.append(there.add_node(num_cpus=1))
        if number == 3:
            there.remove_node(nodes.pop())

    pool = f"ray:{there.address}"
    found = learn(tmp_path, MANY, minutes=0.4, jobs=None, pool=pool, on_progress=see)
    assert found.games > 0 and next(rounds) > 4 and not nodes
    assert pg.learn(resume=found.folder, games=found.games + 10, jobs=1).games == found.games + 10
    there.shutdown()


# --- what cannot be done ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "results"}, "the method results learns in one process: leave out jobs and"),
        ({"method": "tournament"}, "the method tournament learns in one process: leave out"),
        ({"method": "results", "jobs": None, "pool": "local"}, "the method results learns in one"),
        ({"deterministic": True}, "a deterministic run has one process"),
        ({"deterministic": True, "jobs": 1, "pool": "local"}, "a deterministic run has one"),
        ({"jobs": 0}, "jobs=0: expected 1 or more"),
        ({"pool": "ray"}, "a worker for each processor: leave out jobs"),
        ({"jobs": 1, "pool": "rays"}, "the pool 'rays': expected local, ray or ray:ADDRESS"),
    ],
)
def test_what_is_refused_is_one_sentence(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        learn(tmp_path, **options)
    assert not [*tmp_path.iterdir()]


def test_an_opponent_that_fails_there_is_told_of_here() -> None:
    bad = ROOT / "tests" / "learning" / "failing_player.py"
    learner = in_pool(LosingPool(0.0), LINEAR, opponents=(str(bad),))
    with pytest.raises(CannotLearn, match=r"^the opponent .* failed: .*no more"):
        learner.learn(100, stop_flag())


def test_the_command_takes_jobs_and_pools(tmp_path: Path) -> None:
    args = ("learn", GAME, "--method", SMALL, "--games", "50", "--out", str(tmp_path / "w.net"))
    assert told(plyground(*args, "--jobs", "2", "--pool", "local", "--json").stdout)["games"] == 50
    again = plyground("learn", "--resume", str(tmp_path / "w.net.run"), "--games", "60")
    assert again.returncode == 0 and "from 60 games" in again.stdout
