"""A tournament in a file: an SQLite database that loses nothing and counts nothing twice.

plan    one row: the plan, as a message
games   one row for each game that has ended, by its number; the game as a message

Only the driver writes, and holds the file's lock meanwhile. Each game is written the moment it is
known, in a transaction that survives a power cut (write-ahead log, synchronised).
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from plyground.arena.messages import TournamentGame
from plyground.arena.plan import Plan
from plyground.core.errors import BadMessage, BadTournament
from plyground.core.files import why
from plyground.core.wire import decode, encode

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

APPLICATION: Final = 0x506C7967
"""Marks the file as ours: `Plyg`."""
SCHEMA: Final = 1
WAIT_SECONDS: Final = 5.0
"""How long a locked database is waited for."""
_TABLES: Final = """
CREATE TABLE plan (id INTEGER PRIMARY KEY CHECK (id = 1), content BLOB NOT NULL) STRICT;
CREATE TABLE games (number INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
"""


class Store:
    """A tournament's file. Opening it changes nothing; `driving` lets games be added."""

    def __init__(self, path: str | Path, connection: sqlite3.Connection) -> None:
        self.path, self._connection = Path(path), connection
        self.plan = self._read_plan()

    @contextlib.contextmanager
    def driving(self) -> Iterator[None]:
        """Be the one who writes; raises BadTournament if somebody else is."""
        with _locked(self.path):
            with _told(self.path):
                self._connection.execute("PRAGMA query_only = OFF")
            yield

    def add(self, games: Iterable[TournamentGame]) -> int:
        """Store games, unless their numbers are there already; tells how many were new."""
        rows = [(game.number, encode(game)) for game in games]
        statement = "INSERT INTO games VALUES (?, ?) ON CONFLICT (number) DO NOTHING"
        with _told(self.path), self._connection:
            before = self._connection.total_changes
            self._connection.executemany(statement, rows)
            return self._connection.total_changes - before

    def games(self, after: int = 0) -> Iterator[TournamentGame]:
        """The games that have ended, by their numbers, from a number on."""
        with _told(self.path):
            rows = self._connection.execute(
                "SELECT number, content FROM games WHERE number > ? ORDER BY number", (after,)
            )
            for number, content in rows:
                try:
                    yield decode(content, TournamentGame)
                except BadMessage as error:
                    raise BadTournament(f"{self.path}: game {number}: {error}") from None

    @property
    def count(self) -> int:
        """How many games have ended."""
        with _told(self.path):
            return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _read_plan(self) -> Plan:
        with _told(self.path):
            row = self._connection.execute("SELECT content FROM plan").fetchone()
        if row is None:
            raise BadTournament(f"{self.path} has no plan: it was not written to its end")
        try:
            return decode(row[0], Plan)
        except BadMessage as error:
            raise BadTournament(f"{self.path}: {error}") from None


def create_store(path: str | Path, plan: Plan) -> Store:
    """A new file with a plan; an existing file is never overwritten."""
    path = Path(path)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with _told(path):
            connection = _connected(part)
            with contextlib.closing(connection):
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
                connection.executescript(_TABLES)
                with connection:
                    connection.execute("INSERT INTO plan VALUES (1, ?)", (encode(plan),))
                connection.execute("PRAGMA journal_mode = WAL")
        os.link(part, path)  # fails where the file exists
    except FileExistsError:
        raise BadTournament(f"{path} exists already: choose another name") from None
    except OSError as error:
        raise BadTournament(f"{path} {why(error)}") from None
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return open_store(path)


def open_store(path: str | Path) -> Store:
    """The tournament in a file; raises BadTournament."""
    path = Path(path)
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise BadTournament(f"{path} {why(error)}") from None
    with _told(path):
        connection = _connected(path)
        try:
            _check_kind(path, connection)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA query_only = ON")
            return Store(path, connection)
        except BaseException:
            connection.close()
            raise


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)


def _check_kind(path: Path, connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise BadTournament(f"{path} is not a tournament: make one with plyground tournament new")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA:
        raise BadTournament(f"{path} is a tournament of version {version}: expected {SCHEMA}")


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell what SQLite says of a file in one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise BadTournament(f"{path} is locked by another program") from None
        raise BadTournament(f"{path}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise BadTournament(f"{path} is not a tournament, or damaged: {error}") from None


def is_driven(path: Path) -> bool:
    """Whether somebody runs a tournament now; who looks leaves nothing behind."""
    if fcntl is None:
        return False
    try:
        handle = os.open(_lock_file(path), os.O_RDONLY)
    except OSError:  # nobody has ever run it
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(handle)


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a tournament. The system gives it back when its holder ends, however."""
    if fcntl is None:
        yield
        return
    lock = _lock_file(path)
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise BadTournament(f"{lock} {why(error)}") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise BadTournament(f"{lock} {why(error)}") from None
            raise BadTournament(f"{path} is being run already, by another process") from None
        yield
    finally:
        os.close(handle)
