"""A solver's table in a file, so that a solve that was interrupted goes on where it was.

   8  "plytable"                       lowest byte first
   2  version
   8  n, the entries of the table
   8  the last salt of its keys
  16  hash of the game's options and tables, of all that its rules reach, and of the layout
 8 n  the entries
  32  SHA-256 of all before

A table may be of gigabytes: it is read and written piece by piece. It can be written while a solver
works with it, as each entry tells something by itself.
"""

import contextlib
import hashlib
import os
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple

import numpy as np

from plyground.core.compile import rules_digest
from plyground.core.errors import BadTable
from plyground.core.files import about, open_plain, replacement
from plyground.core.game import Game
from plyground.search.exact.driver import ExactSolver
from plyground.search.exact.table import FIRST, LAYOUT, entries

MAGIC: Final = b"plytable"
VERSION: Final = 1
SAVE_SECONDS: Final = 300.0
_HEAD: Final = struct.Struct("<8sHQQ16s")
_PIECE: Final = 1 << 20


class _Head(NamedTuple):
    """How a file begins."""

    magic: bytes
    version: int
    entries: int
    salt: int
    identity: bytes

    @property
    def file_size(self) -> int:
        return _HEAD.size + 8 * self.entries + hashlib.sha256().digest_size


@contextlib.contextmanager
def kept_table(path: Path | str, solver: ExactSolver) -> Iterator[None]:
    """Whatever ends the work, the solver's table is in the file afterwards.

    What the file holds is used; it is written now and then, too, in case the power fails.
    """
    if os.path.lexists(path):
        load_table(path, solver)
    else:
        save_table(path, solver)  # a name that cannot be written is told before the work, not after
    try:
        with _every(SAVE_SECONDS, lambda: save_table(path, solver)):
            yield
    finally:
        save_table(path, solver)  # alone: an earlier state that comes later would take its place


def kept_bytes(path: Path | str) -> int | None:
    """The size of the table in a file; None where there is no file."""
    if not os.path.lexists(path):
        return None
    with about(path, BadTable, "read"), open_plain(path) as file:
        return 8 * (FIRST + _head(file).entries)


def load_table(path: Path | str, solver: ExactSolver) -> None:
    """Take over what a file knows; a file that is not sound, or of another game, is refused."""
    with about(path, BadTable, "read"), open_plain(path) as file:
        head = _head(file)
        _check_fits(head, solver)
        checksum, target = hashlib.sha256(_HEAD.pack(*head)), entries(solver.table)
        for start in range(0, len(target), _PIECE):
            part = target[start : start + _PIECE]
            piece = file.read(part.nbytes)
            checksum.update(piece)
            part[:] = np.frombuffer(piece, "<i8")
        if file.read() != checksum.digest():
            target[:] = 0
            raise BadTable("was changed: its checksum is not that of its content")
    solver.salt = head.salt


def save_table(path: Path | str, solver: ExactSolver) -> None:
    """Write the table of a solver; whatever stands there is replaced."""
    source = entries(solver.table)
    head = _Head(MAGIC, VERSION, len(source), solver.salt, _identity(solver.game))
    with about(path, BadTable, "written"), replacement(Path(path)) as file:
        checksum = hashlib.sha256(_HEAD.pack(*head))
        file.write(_HEAD.pack(*head))
        for start in range(0, len(source), _PIECE):
            piece = source[start : start + _PIECE].astype("<i8").tobytes()
            checksum.update(piece)
            file.write(piece)
        file.write(checksum.digest())


def _identity(game: Game) -> bytes:
    """A hash of all that a value in the table depends on."""
    content = repr((game.name, tuple(game), rules_digest(game), LAYOUT))  # type: ignore[arg-type]
    return hashlib.sha256(content.encode()).digest()[:16]


def _head(file: IO[bytes]) -> _Head:
    """How the file begins, once its size agrees with that."""
    content = file.read(_HEAD.size)
    if not content.startswith(MAGIC) or len(content) < _HEAD.size:
        raise BadTable("is no solver's table")
    head = _Head(*_HEAD.unpack(content))
    if head.version != VERSION:
        raise BadTable(f"is a table of version {head.version}: expected {VERSION}")
    size = os.fstat(file.fileno()).st_size
    if size != head.file_size:
        raise BadTable(f"has {size:,} bytes: expected {head.file_size:,}")
    return head


def _check_fits(head: _Head, solver: ExactSolver) -> None:
    if head.identity != _identity(solver.game):
        raise BadTable("is the table of another game, or of other rules")
    if head.entries != len(entries(solver.table)):
        wanted = f"expected {len(entries(solver.table)):,}"
        raise BadTable(f"holds a table of {head.entries:,} entries: {wanted}")


@contextlib.contextmanager
def _every(seconds: float, work: Callable[[], None]) -> Iterator[None]:
    """Do something again and again while the caller is busy; what goes wrong then is let go."""
    done = threading.Event()

    def repeat() -> None:
        while not done.wait(seconds):
            with contextlib.suppress(BadTable):  # told when the table is written at the end
                work()

    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
