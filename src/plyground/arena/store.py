"""A tournament in a file: an SQLite database that loses nothing and counts nothing twice.

plan    one row: the plan, as a message
games   one row for each game that has ended, by its number; the game as a message

Only the driver writes, and holds the file's lock meanwhile. Each game is written the moment it is
known, in a transaction that survives a power cut (write-ahead log, synchronised).
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from plyground.arena.messages import TournamentGame
from plyground.arena.plan import Plan
from plyground.core.errors import BadMessage, BadTournament
from plyground.core.files import create, open_plain, why
from plyground.core.lock import is_locked, locked
from plyground.core.wire import decode, encode

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
        self._file = _identity(self.path)
        self.plan = self._read_plan()

    @contextlib.contextmanager
    def driving(self) -> Iterator[None]:
        """Be the one who writes; raises BadTournament if somebody else is."""
        busy = f"{self.path} is being run already, by another process"
        with locked(_lock_file(self.path), BadTournament, busy):
            with _told(self.path):
                self._connection.execute("PRAGMA query_only = OFF")
                self._connection.execute("PRAGMA journal_mode = WAL")
            yield

    def add(self, games: Iterable[TournamentGame]) -> int:
        """Store games, unless their numbers are there already; tells how many were new."""
        if _identity(self.path) != self._file:  # what is written there is lost when this ends
            raise BadTournament(f"{self.path} was moved or deleted while it was run")
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
                yield self._decoded(number, content)

    def game(self, number: int) -> TournamentGame:
        """The game of a number; raises BadTournament if it has not ended."""
        with _told(self.path):
            statement = "SELECT content FROM games WHERE number = ?"
            row = self._connection.execute(statement, (number,)).fetchone()
        if row is None:
            raise BadTournament(f"{self.path} has no game {number}")
        return self._decoded(number, row[0])

    def _decoded(self, number: int, content: bytes) -> TournamentGame:
        try:
            return decode(content, TournamentGame)
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
    """A new file with a plan; an existing file is never overwritten. Raises BadOption."""
    return open_store(create(str(path), _content(plan)))


def _content(plan: Plan) -> bytes:
    """A database with a plan and no games, as it stands in a file."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.executescript(_TABLES)
        with connection:
            connection.execute("INSERT INTO plan VALUES (1, ?)", (encode(plan),))
        return connection.serialize()


def open_store(path: str | Path) -> Store:
    """The tournament in a file; raises BadTournament."""
    path = Path(path)
    try:
        open_plain(path).close()
    except OSError as error:
        raise BadTournament(f"{path}: cannot be read: {why(error)}") from None
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
    """Open a database; one in a folder where nothing can be written is read as it stands."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    is_fixed = not (os.access(path.parent, os.W_OK) or has_log)
    name = f"{path.absolute().as_uri()}?immutable=1" if is_fixed else path
    return sqlite3.connect(name, timeout=WAIT_SECONDS, check_same_thread=False, uri=is_fixed)


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


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_driven(path: Path) -> bool:
    """Whether somebody runs a tournament now; who looks leaves nothing behind."""
    return is_locked(_lock_file(path))


def _lock_file(path: Path) -> Path:
    """The same for each link to the file."""
    path = path.resolve()
    return path.with_name(f"{path.name}.lock")
