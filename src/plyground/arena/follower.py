"""A tournament that somebody else runs, looked at again and again; nothing is locked or left
behind."""

import time
from collections import deque
from pathlib import Path
from typing import Final, NamedTuple

from plyground.arena.report import Tally
from plyground.arena.store import is_driven, open_store
from plyground.arena.table import Table
from plyground.core.errors import BadTournament

LOOK_SECONDS: Final = 1.0
"""How long those who follow wait before they look again."""
SETTLE_SECONDS: Final = 10
"""After this time, what was written to a file counts."""
PACE_SECONDS: Final = 60.0
"""The pace is that of the last minute."""
MIN_SECONDS: Final = 2.0
"""A pace over less time says nothing."""


class Pace:
    """How fast games end."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, done: int) -> None:
        """So many games have ended by now."""
        now = time.monotonic()
        if not self._seen or self._seen[-1][0] < now - MIN_SECONDS / 10:
            self._seen.append((now, done))
        while len(self._seen) > 2 and self._seen[1][0] < now - PACE_SECONDS:
            self._seen.popleft()

    @property
    def per_second(self) -> float | None:
        """How many games end in a second; None if that is not known yet."""
        if not self._seen:
            return None
        (began, before), (ended, after) = self._seen[0], self._seen[-1]
        is_known = ended - began >= MIN_SECONDS and after > before
        return (after - before) / (ended - began) if is_known else None

    def seconds_left(self, table: Table) -> float | None:
        """Until all games that are planned so far have ended; a test may end sooner."""
        pace = self.per_second
        return (len(table.fixtures) - len(table.rows)) / pace if pace else None


class _Signature(NamedTuple):
    """What differs when a tournament's file, or the log beside it, was written to."""

    file: int
    file_written: int
    log_written: int = 0
    log_size: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether what was written can be read by now: games are in the log before they count."""
        return time.time_ns() - max(self.file_written, self.log_written) > SETTLE_SECONDS * 10**9


class Follower:
    """Reads the games that are new since it looked last."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.tally: Tally | None = None
        self.pace = Pace()
        self._seen: _Signature | None = None
        """Nothing is new as long as this is the same; None if something may be."""
        self._told = -1
        """How many games were known when something was new last."""
        self._whole = 0
        """Up to this number, all games are counted."""

    @property
    def is_running(self) -> bool:
        return is_driven(self.path)

    def look(self) -> bool:
        """Read what is new; whether anything was. Raises BadTournament."""
        seen = self._signature()
        if seen == self._seen:
            return False
        self._read()
        self._seen = seen if seen.is_settled else None
        assert self.tally
        done, told = len(self.tally.table.rows), self._told
        self.pace.note(done)
        self._told = done
        return done != told

    def _read(self) -> None:
        with open_store(self.path) as store:
            tally = self.tally
            if tally is None or store.plan != tally.plan or store.count < len(tally.table.rows):
                tally, self._whole, self._told, self.pace = Tally(store.plan), 0, -1, Pace()
            known = tally.table.rows
            for game in store.games(after=self._whole):
                if game.number not in known:
                    tally.add(game)
        while self._whole + 1 in known:
            self._whole += 1
        self.tally = tally

    def _signature(self) -> _Signature:
        try:
            found = self.path.stat()
        except OSError:
            raise BadTournament(f"{self.path} is not there any more") from None
        try:
            log = self.path.with_name(f"{self.path.name}-wal").stat()
        except OSError:  # nobody runs it
            return _Signature(found.st_ino, found.st_mtime_ns)
        return _Signature(found.st_ino, found.st_mtime_ns, log.st_mtime_ns, log.st_size)
