"""Many machines: workers on all processors of a Ray cluster, whose nodes may come and go."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Final

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.extras import extra
from plyground.live.process import DEFAULT_MEMORY
from plyground.workers.pool import Failed, Finished, Lost, Task
from plyground.workers.queued import QueuedPool
from plyground.workers.worker import Worker

LOOK_SECONDS: Final = 1.0
"""How often the pool looks which nodes there are."""
REACH_SECONDS: Final = 5.0
"""How long an address may take to accept a connection."""
ANSWER_SECONDS: Final = 20.0
"""How long a cluster may take to say that it is well."""


class RayPool(QueuedPool):
    """A worker for each processor of the cluster at `address`; without one, of the cluster that
    this machine belongs to, or else of a new one that ends with the pool."""

    def __init__(self, address: str = "", max_memory: int = DEFAULT_MEMORY) -> None:
        super().__init__()
        self.max_memory = max_memory
        self._ray, self._is_ours = _connected(address)
        self._nodes: dict[str, list[RayWorker]] = {}
        self._next_look = 0.0
        self._look()
        if not any(self._nodes.values()):
            self.close()
            raise BadOption("the Ray cluster has no processors: start a node with --num-cpus")

    @property
    def size(self) -> int:
        """How many processors there are at the moment."""
        return max(1, sum(map(len, self._nodes.values())))

    def finished(self, timeout: float) -> list[Finished]:
        """What was finished since the last call."""
        if time.monotonic() >= self._next_look:
            self._look()
        return super().finished(timeout)

    def close(self) -> None:
        """End all workers, and the cluster if it is the pool's own."""
        super().close()
        if self._is_ours:
            self._ray.shutdown()

    def _look(self) -> None:
        """Follow the nodes that were added, and those that were removed."""
        self._next_look = time.monotonic() + LOOK_SECONDS
        alive = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0))
            for node in self._ray.nodes()
            if node["Alive"]
        }
        for node in {*self._nodes} - {*alive}:
            for worker in self._nodes.pop(node):
                worker.kill()
        for node, processors in alive.items():
            workers = self._nodes.setdefault(node, [])
            while len(workers) < processors:
                workers.append(RayWorker(self._ray, node, self.max_memory))
                self._add(workers[-1])


class RayWorker:
    """A worker on a node, as its pool sees it."""

    is_gone = False

    def __init__(self, ray: Any, node: str, max_memory: int) -> None:
        self._ray, self._node, self._max_memory = ray, node, max_memory
        self._actor: Any = None
        self._is_ready = False

    def get_ready(self) -> None:
        """Wait until its node has a processor free, and after a loss until Ray has started it
        again. Were it given a task meanwhile, that would be lost at once, and the next one, too."""
        errors = self._ray.exceptions
        while not self._is_ready and not self.is_gone:
            try:
                self._actor = self._actor or self._new_actor()
                answer = self._actor.is_ready.remote()
                self._is_ready = self._wait(answer) and self._ray.get(answer)
            except errors.RayError as error:
                if getattr(error, "actor_init_failed", False):
                    return  # the next task comes upon it, too, and can tell
                if not isinstance(error, errors.ActorUnavailableError):
                    self._actor = None  # Ray will not start it again
                time.sleep(LOOK_SECONDS)

    def do(self, task: Task) -> Finished:
        """Have it done on the node. Limits of time are kept there: Ray interrupts no actor."""
        errors = self._ray.exceptions
        self._is_ready = False
        try:
            answer = self._actor.do.remote(task)
            if not self._wait(answer):
                return Lost(task.number, "its node was removed")
            finished: Finished = self._ray.get(answer)
            self._is_ready = True
            return finished
        except errors.RayTaskError as error:
            return Failed(task.number, PlygroundError(f"a Ray worker failed: {_last_line(error)}"))
        except errors.RayActorError as error:
            if error.actor_init_failed:
                reason = f"no Ray worker can begin: {_last_line(error)}"
                return Failed(task.number, PlygroundError(reason))
            return Lost(task.number, "a Ray worker was lost")
        except errors.RayError as error:
            return Lost(task.number, f"Ray: {_last_line(error)}")

    def stop(self) -> None:
        """Stop the task that it does, if any."""
        actor = self._actor
        with suppress(self._ray.exceptions.RayError, ValueError):
            if actor:
                actor.stop.remote()

    def kill(self) -> None:
        """End it; any thread may do so."""
        self.is_gone = True
        actor = self._actor
        with suppress(self._ray.exceptions.RayError, ValueError):
            if actor:
                self._ray.kill(actor)

    def _wait(self, answer: Any) -> bool:
        """Wait until there is an answer or an error; False if this worker is gone before."""
        while not self._ray.wait([answer], num_returns=1, timeout=LOOK_SECONDS)[0]:
            if self.is_gone:
                return False
        return True

    def _new_actor(self) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        lasting: dict[str, Any] = {"num_cpus": 1, "max_restarts": -1, "max_task_retries": 0}
        two_at_once = 2  # a task, and what stops it
        actor = self._ray.remote(**lasting, max_concurrency=two_at_once)(Hosted)
        here = NodeAffinitySchedulingStrategy(self._node, soft=False)
        return actor.options(scheduling_strategy=here).remote(os.getcwd(), self._max_memory)


class Hosted:
    """The same worker as seen by its node: it holds the process that does the tasks."""

    def __init__(self, folder: str, max_memory: int) -> None:
        with suppress(OSError):
            os.chdir(folder)  # files of games and players are named from there
        self._worker = Worker(max_memory)

    def is_ready(self) -> bool:
        return True

    def do(self, task: Task) -> Finished:
        return self._worker.do(task)

    def stop(self) -> None:
        self._worker.stop()


def _connected(address: str) -> tuple[Any, bool]:
    """Ray, connected to a cluster, and whether it was not connected before."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of a change
    with extra("ray"):
        import ray
    if ray.is_initialized():
        return ray, False
    _silence(ray)
    handler = signal.getsignal(signal.SIGTERM)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    try:
        if address:
            _check_reachable(address)
        if address or _is_well(""):
            ray.init(address or "auto", **quiet)
        else:
            ray.init("local", include_dashboard=False, **quiet)
    except Exception as error:
        if isinstance(error, PlygroundError):
            raise
        where = f"the Ray cluster at {address}" if address else "a Ray cluster"
        raise BadOption(f"{where} cannot be used: {_last_line(error)}") from None
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, handler)  # Ray sets its own
    return ray, True


def _silence(ray: Any) -> None:
    """Ray prints to standard output, whatever its settings, when a worker dies; whoever owns the
    pool hears of it by what is lost."""
    if hasattr(ray._private.worker, "print_to_stdstream"):
        ray._private.worker.print_to_stdstream = lambda *given, **options: None


def _check_reachable(address: str) -> None:
    """Refuse an address where no cluster answers; Ray itself would try for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and host and port.isdecimal()):
        raise BadOption(f"the Ray address {address!r}: expected HOST:PORT, such as 10.0.0.1:6379")
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(f"no Ray cluster can be reached at {address}: {reason}") from None
    if not address.startswith("ray://") and not _is_well(address):
        raise BadOption(f"no Ray cluster answers at {address}")


def _is_well(address: str) -> bool:
    """Whether a cluster answers at an address, or on this machine; asked by another process, as one
    that asks in vain cannot be interrupted."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check"]
    try:
        return not subprocess.run(
            [*command, *(["--address", address] if address else [])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=ANSWER_SECONDS,
        ).returncode
    except subprocess.TimeoutExpired:
        return False


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
