"""The laws of pools, which hold on this machine's processes and on a Ray cluster alike."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from plyground.arena.driver import Progress, run
from plyground.arena.store import create_store
from plyground.core.errors import BadOption, PlygroundError
from plyground.live.job import Job, Tell
from plyground.records.record import Record
from plyground.workers.in_order import in_order
from plyground.workers.local import LocalPool
from plyground.workers.making import make_pool
from plyground.workers.pool import Done, Failed, Finished, Lost, Task
from plyground.workers.queued import QueuedPool
from tests.test_tournament import LosingPool, outcomes, played
from tests.tournaments import make_plan
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

GAME = "tic-tac-toe"
MAX_MEMORY = 1 << 30


class WorkingJob(Job):
    """Does what it is asked, by the name of a function."""

    runs = 0

    def run(self, record: Record, tell: Tell) -> bytes:
        self.runs += 1
        how = self.question.decode()
        return str(getattr(self, how)()).encode()

    def well(self) -> str:
        return "well"

    def counts(self) -> int:
        return self.runs

    def tells_pid(self) -> int:
        return os.getpid()

    def raises(self) -> None:
        raise BadOption("expected something else")

    def divides(self) -> float:
        return 1 / 0

    def dies(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def takes_its_host_along(self) -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(PATIENCE)

    def waits(self) -> str:
        with self.stop_signal.running():
            while not self.stop_signal.is_set:
                time.sleep(0.01)
        return "stopped"

    def hangs(self) -> None:
        time.sleep(PATIENCE)

    def allocates(self) -> None:
        kept = []
        while True:
            kept.append(bytearray(os.urandom(1 << 20) * 64))


def cluster() -> Any:
    """Two nodes of one processor each, on this machine."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    return made


@pytest.fixture(params=["local", pytest.param("ray", marks=pytest.mark.peers)], scope="module")
def pool_text(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "local":
        yield "local"
        return
    made = cluster()
    yield f"ray:{made.address}"
    made.shutdown()


@pytest.fixture
def pool(pool_text: str) -> Iterator[QueuedPool]:
    jobs = 2 if pool_text == "local" else 1
    with make_pool(pool_text, jobs, max_memory=MAX_MEMORY) as made:
        yield made


def finished(pool: QueuedPool, *hows: str, max_seconds: float = float("inf")) -> list[Finished]:
    """What becomes of tasks, by their numbers."""
    for number, how in enumerate(hows):
        pool.submit(Task(number, GAME, WorkingJob(), how.encode(), max_seconds))
    found: list[Finished] = []
    deadline = time.monotonic() + PATIENCE
    while len(found) < len(hows) and time.monotonic() < deadline:
        found += pool.finished(0.5)
    return sorted(found, key=lambda one: one.number)


def test_each_task_is_done_once(pool: QueuedPool) -> None:
    assert pool.size == 2
    assert finished(pool, *["well"] * 30) == [Done(number, b"well") for number in range(30)]
    assert pool.finished(0.01) == []


def test_a_worker_stays_warm(pool: QueuedPool) -> None:
    contents = [
        int(one.content) for one in finished(pool, *["counts"] * 6) if isinstance(one, Done)
    ]
    assert sum(contents) > 6  # the second task of a process finds what the first one has left


def test_an_error_is_told_and_does_no_harm(pool: QueuedPool) -> None:
    ours, other, well = finished(pool, "raises", "divides", "well")
    assert isinstance(ours, Failed) and isinstance(ours.error, BadOption)
    assert isinstance(other, Failed) and "ZeroDivisionError" in str(other.error)
    assert isinstance(well, Done)


@pytest.mark.slow
def test_a_process_that_dies_loses_its_task_alone(pool: QueuedPool) -> None:
    killed, greedy, *well = finished(pool, "dies", "allocates", "well", "well")
    assert isinstance(killed, Lost) and "SIGKILL" in killed.reason
    assert isinstance(greedy, Lost) and "memory" in greedy.reason
    assert [type(one) for one in well] == [Done, Done]


@pytest.mark.slow
def test_limits_of_time_are_kept(pool: QueuedPool) -> None:
    waiting, hanging = finished(pool, "waits", "hangs", max_seconds=0.2)
    assert waiting == Done(0, b"stopped")
    assert isinstance(hanging, Lost) and "did not stop" in hanging.reason


def test_what_is_done_can_be_stopped(pool: QueuedPool) -> None:
    assert finished(pool, "well", "well") == [Done(0, b"well"), Done(1, b"well")]
    pool.stop()  # where nothing is done it does nothing
    for number in (2, 3):
        pool.submit(Task(number, GAME, WorkingJob(), b"waits"))
    assert pool.finished(0.3) == []
    found: list[Finished] = []

    def stopped() -> bool:
        pool.stop()
        found.extend(pool.finished(0.1))
        return len(found) == 2

    wait_until(stopped)
    assert {*found} == {Done(2, b"stopped"), Done(3, b"stopped")}


def test_whatever_it_does_a_pool_is_closed_at_once(pool_text: str) -> None:
    before = {*threading.enumerate()}
    with make_pool(pool_text) as pool:
        [answer] = finished(pool, "tells_pid")
        assert isinstance(answer, Done)
        pool.submit(Task(1, GAME, WorkingJob(), b"hangs"))
        assert pool.finished(0.2) == []
    wait_until(lambda: not Path(f"/proc/{answer.content.decode()}").exists())
    wait_until(
        lambda: not {thread for thread in {*threading.enumerate()} - before if is_ours(thread)}
    )


def is_ours(thread: threading.Thread) -> bool:
    return not thread.name.startswith("ray")


def test_answers_come_in_order_though_some_are_lost() -> None:
    random = Random(1)
    questions = [random.choice([b"well", b"counts"]) for _ in range(40)]
    for losses in (0.0, 0.2):
        found = [*in_order(LosingPool(losses), GAME, WorkingJob(), iter(questions))]
        assert [answer == b"well" for answer in found] == [one == b"well" for one in questions]
    with pytest.raises(PlygroundError, match="task 1 was lost 3 times: it is gone"):
        next(in_order(LosingPool(1), GAME, WorkingJob(), iter([b"well"])))


@pytest.mark.slow
def test_a_tournament_with_kills_has_the_same_table(tmp_path: Path, pool_text: str) -> None:
    """Kills processes that play and, on a cluster, those that hold them."""
    plan = make_plan("random", "mcts:nodes=300", games=40)
    calm = played(tmp_path, plan, name="calm.db")
    store = create_store(tmp_path / "killed.db", plan)
    with make_pool(pool_text, 2 if pool_text == "local" else 1) as pool:
        run(store, pool, random_kills(0.3))
    assert outcomes(store) == outcomes(calm)
    store.close()
    calm.close()


def worker_pids() -> list[int]:
    """Our processes that do tasks, and Ray's that hold them; none of players."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            above = [*ancestors(int(folder.name))]
            inside = any(_PLAYS in command_of(pid) for pid in above)
            command = command_of(int(folder.name))
            does_tasks = _PLAYS in command or command.startswith(b"ray::Hosted")
            if does_tasks and os.getpid() in above and not inside:
                found.append(int(folder.name))
    return found


_PLAYS = b"process_worker"


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def ancestors(pid: int) -> Iterator[int]:
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        if pid:
            yield pid


def random_kills(share: float, seed: int = 1) -> Callable[[Progress], None]:
    """Kills some worker after that share of the games."""
    random = Random(seed)

    def kill(progress: Progress) -> None:
        if random.random() < share and (pids := worker_pids()):
            with suppress(ProcessLookupError):
                os.kill(random.choice(pids), signal.SIGKILL)

    return kill


# --- what is asked for -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("rays", {}, "the pool 'rays': expected local, ray or ray:ADDRESS"),
        ("ray:", {}, "the pool 'ray:': expected local, ray or ray:ADDRESS"),
        ("", {}, "the pool '': expected local, ray or ray:ADDRESS"),
        ("ray", {"jobs": 2}, "a worker for each processor"),
        ("ray", {"has_affinity": True}, "a worker for each processor"),
        (None, {"jobs": 0}, "jobs=0: expected 1 or more"),
    ],
)
def test_pools_that_there_are_not_are_refused(
    text: str | None, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        make_pool(text, **options)


def test_a_pool_of_this_machine_is_the_default() -> None:
    for text in (None, "local"):
        made = make_pool(text, 3)
        assert isinstance(made, LocalPool) and made.size == 3


# --- clusters ----------------------------------------------------------------------------------


@pytest.mark.peers
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:1", "no Ray cluster can be reached at 127.0.0.1:1: Connection refused"),
        ("nowhere.invalid:6379", "no Ray cluster can be reached at nowhere.invalid:6379"),
        ("nonsense", "the Ray address 'nonsense': expected HOST:PORT"),
        ("ray://127.0.0.1:1", "no Ray cluster can be reached at ray://127.0.0.1:1"),
    ],
)
def test_an_address_without_a_cluster_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        make_pool(f"ray:{address}")


@pytest.mark.peers
def test_nodes_come_and_go_during_a_tournament(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two nodes are added, one of them is removed with its games; the table is the same as ever."""
    plan = make_plan("random", "mcts:nodes=3000", games=80)
    calm = played(tmp_path, plan, name="calm.db")
    made = cluster()
    capfd.readouterr()
    sizes: list[int] = []
    nodes: list[Any] = []
    store = create_store(tmp_path / "t.db", plan)
    with make_pool(f"ray:{made.address}") as pool:

        def see(progress: Progress) -> None:
            sizes.extend([pool.size] if progress.played else [])
            if progress.played and len(sizes) in (10, 20):
                nodes.append(made.add_node(num_cpus=1))
            if progress.played and len(sizes) == 40:
                made.remove_node(nodes.pop())

        run(store, pool, see)
        wait_until(lambda: pool.finished(0.1) == [] and pool.size == 3)
    assert sizes[0] == 2 and max(sizes) > 2
    assert outcomes(store) == outcomes(calm)
    assert capfd.readouterr() == ("", "")
    store.close()
    calm.close()
    made.shutdown()


@pytest.mark.peers
def test_a_host_that_is_killed_loses_its_task_alone(capfd: pytest.CaptureFixture[str]) -> None:
    made = cluster()
    capfd.readouterr()
    with make_pool(f"ray:{made.address}") as pool:
        lost, *well = finished(pool, "takes_its_host_along", *["well"] * 5)
        assert isinstance(lost, Lost) and lost.reason == "a Ray worker was lost"
        assert [type(one) for one in well] == [Done] * 5
        assert [type(one) for one in finished(pool, *["well"] * 10)] == [Done] * 10
        time.sleep(2)  # Ray would say something by now
    assert capfd.readouterr() == ("", "")
    made.shutdown()
