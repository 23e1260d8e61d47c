"""`make soak`: a tournament whose processes are killed again and again loses nothing.

    python -m tests.kills [GAMES]

GAMES fast games (100,000, or PLYGROUND_SOAK_GAMES) are played twice: undisturbed, and while the
driver and its workers are killed at random moments. Now and then the power fails, too: the end of
the write-ahead log is cut off at some byte. In the end no game is missing, none is there twice, and
all are as they were without.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from plyground.arena.plan import Entry, Openings, Plan
from plyground.arena.report import report
from plyground.arena.store import create_store, open_store
from tests.test_tournament import outcome, start
from tests.test_tournament_files import beside, log_sizes
from tests.waiting import children, has_ended, wait_until

GAMES = int(os.environ.get("PLYGROUND_SOAK_GAMES", "100000"))
DRIVER_KILLS = 100
"""How often the driver is killed, about: each time after some share of the games."""
JOBS = 2
MOST_CUT = 40_000
"""How many bytes of a log a power cut takes at most."""
LOOK_SECONDS = 0.02


def plan_of(games: int) -> Plan:
    """Short games of players that need no time."""
    players = tuple(Entry(player="random", name=name) for name in ("one", "two", "three"))
    openings = Openings(plies=2)
    return Plan(game="tic-tac-toe", players=players, games=max(2, games // 3), openings=openings)


def played(file: Path) -> int:
    """How far a tournament has come: its greatest number is quickly found, unlike its count."""
    with closing(sqlite3.connect(file, timeout=60)) as connection:
        return int(connection.execute("SELECT max(number) FROM games").fetchone()[0] or 0)


class Disturber:
    """Kills what it can."""

    def __init__(self, file: Path, games: int, seed: int) -> None:
        self.file, self.games, self.random = file, games, Random(seed)
        self.counts: Counter[str] = Counter()

    def disturb(self) -> None:
        """Run the tournament, and kill its driver when some more games are stored, or before it
        has begun."""
        before = played(self.file)
        more = 0 if self.random.random() < 0.2 else self.random.uniform(0, 2) * self.games
        driver = start("run", str(self.file), "--jobs", str(JOBS))
        over = threading.Event()
        killer = threading.Thread(target=self.kill_workers, args=(driver.pid, over))
        killer.start()
        if not more:
            over.wait(self.random.uniform(0, 3))
        while driver.poll() is None and played(self.file) - before < more:
            time.sleep(LOOK_SECONDS)
        workers = children(driver.pid)
        if driver.poll() is None:
            self.end(driver)
        over.set()
        killer.join()
        code = driver.wait()
        assert code in (0, -signal.SIGKILL, 130, 143), f"the run ended with exit code {code}"
        wait_until(lambda: all(map(has_ended, workers)))  # by themselves
        if self.random.random() < 0.2:
            self.fail_power()

    def end(self, driver: subprocess.Popen[bytes]) -> None:
        how = self.random.choice([signal.SIGKILL] * 4 + [signal.SIGTERM, signal.SIGINT])
        self.counts[f"drivers ended by {how.name}"] += 1
        driver.send_signal(how)

    def kill_workers(self, driver: int, over: threading.Event) -> None:
        """Kill one worker now and then, until it is over."""
        while not over.wait(self.random.expovariate(0.7)):
            found = children(driver)
            if found:
                with suppress(ProcessLookupError):
                    os.kill(self.random.choice(found), signal.SIGKILL)
                    self.counts["workers killed"] += 1

    def fail_power(self) -> None:
        """Leave of the write-ahead log what a disk might: it ends anywhere."""
        log = beside(self.file, "-wal")
        if log.exists():
            valid, copied = log_sizes(self.file)
            os.truncate(log, self.random.randint(max(copied, valid - MOST_CUT), valid))
            self.counts["logs cut"] += 1


def run_calmly(file: Path) -> float:
    """Play what is missing; tells how long it took."""
    began = time.monotonic()
    assert start("run", str(file), "--jobs", str(JOBS)).wait() == 0
    return time.monotonic() - began


def check_same(calm: Path, killed: Path) -> int:
    """Both have the same games, each once, and the same table; tells how many."""
    with open_store(calm) as one, open_store(killed) as other:
        pairs = zip(one.games(), other.games(), strict=True)
        for number, (game, same) in enumerate(pairs, 1):
            assert outcome(game) == outcome(same), f"game {number} is another one"
            assert game.number == number, f"game {number} is missing"
        tables = [
            [(player.name, player.points, player.games, player.elo) for player in found.players]
            for found in (report(one), report(other))
        ]
        assert tables[0] == tables[1]
    with closing(sqlite3.connect(killed)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return number


def main(games: int) -> None:
    plan = plan_of(games)
    with TemporaryDirectory() as folder:
        calm, killed = Path(folder, "calm.db"), Path(folder, "killed.db")
        for file in (calm, killed):
            create_store(file, plan).close()
        seconds = run_calmly(calm)
        total = played(calm)
        print(f"undisturbed: {total:,} games in {seconds:.0f} s, {total / seconds:,.0f} a second")
        began = time.monotonic()
        disturber = Disturber(killed, max(1, total // DRIVER_KILLS), seed=1)
        while played(killed) < total:
            disturber.disturb()
        run_calmly(killed)
        seconds = time.monotonic() - began
        print(f"disturbed: {check_same(calm, killed):,} games in {seconds:.0f} s, all the same")
        for what, count in sorted(disturber.counts.items()):
            print(f"{what}: {count:,}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES)
