"""Pools by their texts: `local`, `ray`, `ray:ADDRESS`."""

from contextlib import AbstractContextManager, nullcontext

from plyground.core.errors import BadOption
from plyground.live.process import DEFAULT_MEMORY
from plyground.workers.local import LocalPool
from plyground.workers.queued import QueuedPool


def pool_for_many(
    text: str | None, jobs: int = 1, max_memory: int = DEFAULT_MEMORY
) -> AbstractContextManager[QueuedPool | None]:
    """The pool that somebody asks for; None if one process is enough, which is then this one."""
    if text is None and jobs == 1:
        return nullcontext()
    return make_pool(text, jobs, max_memory=max_memory)


def make_pool(
    text: str | None,
    jobs: int = 1,
    *,
    has_affinity: bool = False,
    max_memory: int = DEFAULT_MEMORY,
) -> QueuedPool:
    """The pool that a text names; `jobs` processes of this machine if there is none. Raises
    BadOption."""
    check_pool(text, jobs, has_affinity)
    if text is None or text == "local":
        return LocalPool(jobs, max_memory, has_affinity)
    from plyground.workers.ray_pool import RayPool

    return RayPool(text.partition(":")[2], max_memory)


def check_pool(text: str | None, jobs: int = 1, has_affinity: bool = False) -> None:
    """Refuse what names no pool; whether there is a cluster is seen when one is made."""
    if jobs < 1:
        raise BadOption(f"jobs={jobs}: expected 1 or more")
    if text is None or text == "local":
        return
    name, colon, address = text.partition(":")
    if name != "ray" or (colon and not address):
        raise BadOption(f"the pool {text!r}: expected local, ray or ray:ADDRESS")
    if jobs != 1 or has_affinity:
        raise BadOption("a cluster has a worker for each processor: leave out jobs and affinity")
