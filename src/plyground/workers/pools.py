"""Pools by name: `local`, `ray`, `ray:ADDRESS`."""

from collections.abc import Iterator
from contextlib import contextmanager

from plyground.core.errors import BadOption
from plyground.workers.local import LocalPool
from plyground.workers.pool import Pool


@contextmanager
def make_pool(text: str = "local", jobs: int = 1, has_affinity: bool = False) -> Iterator[Pool]:
    """A pool of `jobs` workers; it is closed at the end. Raises BadOption."""
    name, _, address = text.partition(":")
    if name == "local" and not address:
        pool: Pool = LocalPool(jobs, has_affinity=has_affinity)
    else:
        raise BadOption(f"there is no pool {text}: expected local, ray or ray:ADDRESS")
    try:
        yield pool
    finally:
        pool.close()
