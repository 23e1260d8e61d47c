"""A lock in a file, which the system gives back when its holder ends, however."""

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from plyground.core.errors import PlygroundError
from plyground.core.files import why

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

TRIES: Final = 50
TRY_SECONDS: Final = 0.01


@contextlib.contextmanager
def locked(lock: Path, kind: type[PlygroundError], busy: str) -> Iterator[None]:
    """Hold a lock; raises an error of this kind with the sentence `busy` if somebody else does."""
    if fcntl is None:
        yield
        return
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise kind(f"{lock} cannot be written: {why(error)}") from None
    try:
        try:
            is_taken = _take(handle)
        except OSError as error:
            raise kind(f"{lock} cannot be locked: {why(error)}") from None
        if not is_taken:
            raise kind(busy)
        yield
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    """Take a lock; whether that went well. Those who only look hold it for a moment, so it is tried
    for longer than that."""
    for _ in range(TRIES):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            time.sleep(TRY_SECONDS)
        else:
            return True
    return False


def is_locked(lock: Path) -> bool:
    """Whether somebody holds a lock now; who looks leaves nothing behind."""
    if fcntl is None:
        return False
    try:
        handle = os.open(lock, os.O_RDONLY)
    except OSError:  # nobody has ever held it
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(handle)
