"""The files of tournaments: damaged, locked, full, moved, and as a power cut leaves them."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from plyground.arena import store as store_module
from plyground.arena.driver import Progress, run
from plyground.arena.report import report, status
from plyground.arena.store import Store, create_store, open_store
from plyground.core.errors import BadOption, BadTournament
from tests.command import complaint, ran, refused
from tests.test_tournament import LosingPool, count, outcomes, played
from tests.tournaments import make_plan

pytestmark = pytest.mark.slow

CUTS = 400 if os.environ.get("PLYGROUND_LONG") else 8

# --- bad files ---------------------------------------------------------------------------------


def bad(folder: Path, content: bytes | None) -> str:
    file = folder / "bad.db"
    if content is not None:
        file.write_bytes(content)
    return refused("tournament", "status", str(file))


def test_files_that_are_no_tournaments_are_refused(tmp_path: Path) -> None:
    assert "no such file" in bad(tmp_path, None).lower()
    assert "not a tournament" in bad(tmp_path, b"nothing of the kind")
    assert "not a tournament" in bad(tmp_path, b"")
    good = tmp_path / "good.db"
    create_store(good, make_plan("random", "random")).close()
    content = good.read_bytes()
    assert "not a tournament, or damaged" in bad(tmp_path, content[:-4096] + b"\xff" * 4096)
    with sqlite3.connect(good) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    assert "version 7: expected 1" in refused("tournament", "run", str(good))


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("precious")
    with pytest.raises(BadOption, match="already exists"):
        create_store(file, make_plan("random", "random"))
    assert file.read_text() == "precious" and [*tmp_path.iterdir()] == [file]


def test_a_locked_file_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "WAIT_SECONDS", 0.05)
    file = tmp_path / "t.db"
    create_store(file, make_plan("random", "random")).close()
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    with open_store(file) as store, pytest.raises(BadTournament, match="locked by another"):
        run(store, LosingPool(0))
    other.close()


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """SQLite's own limit on the size of a file stands for the disk's."""
    plan = make_plan("random", "random", games=400)
    with create_store(tmp_path / "t.db", plan) as store:
        store._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(BadTournament, match="full"):
            run(store, LosingPool(0))
        before = outcomes(store)
    assert before
    with open_store(tmp_path / "t.db") as store:
        assert outcomes(store) == before
        run(store, LosingPool(0))
        assert status(store).is_over and {*before} <= {*outcomes(store)}


def test_a_full_disk_is_told_of_by_the_command(tmp_path: Path) -> None:
    """The system's own limit on the size of files."""
    file = tmp_path / "t.db"
    create_store(file, make_plan("random", "random", games=400)).close()
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, {(1 << 17, 1 << 17)})"
    command = "from plyground.cli.app import main; main()"
    process = subprocess.run(
        [sys.executable, "-c", f"{limited}; {command}", "tournament", "run", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{file}: " in complaint(process)
    before = count(file)
    assert before
    ran("tournament", "run", str(file))
    assert count(file) == 400


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a plain file" in refused("tournament", "status", str(tmp_path / "pipe"))


def test_a_folder_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be written: no such file"):
        create_store(tmp_path / "none" / "t.db", make_plan("random", "random"))


@pytest.mark.parametrize("how", ["moved", "deleted", "replaced"])
def test_a_file_that_is_taken_away_ends_the_run(tmp_path: Path, how: str) -> None:
    folder, elsewhere = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    plan = make_plan("random", "random", games=20)
    other = create_store(tmp_path / "other.db", plan)

    def take_away(progress: Progress) -> None:
        if progress.played and folder.exists() and not elsewhere.exists():
            folder.rename(elsewhere)
            if how == "deleted":
                shutil.rmtree(elsewhere)
            if how == "replaced":
                folder.mkdir()
                shutil.copy(other.path, folder / "t.db")

    taken = pytest.raises(BadTournament, match="was moved or deleted while it was run")
    with create_store(folder / "t.db", plan) as store, taken:
        run(store, LosingPool(0), take_away)
    if how == "moved":  # with all that belongs to it: it goes on there
        before = count(elsewhere / "t.db")
        with open_store(elsewhere / "t.db") as store:
            run(store, LosingPool(0))
            assert before >= 1 and store.count == 20
    if how == "replaced":
        assert count(folder / "t.db") == 0
    other.close()


def test_where_nothing_can_be_written_a_tournament_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with played(tmp_path, make_plan("random", "random")) as store:
        before = outcomes(store)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    file = tmp_path / "t.db"
    (tmp_path / "t.db.lock").unlink()
    with open_store(file) as store:
        assert outcomes(store) == before and report(store).done == 2
        with store.driving(), pytest.raises(BadTournament, match="readonly"):
            store.add(store.games())


def test_links_to_a_tournament_have_one_lock(tmp_path: Path) -> None:
    with create_store(tmp_path / "t.db", make_plan("random", "random")) as store, store.driving():
        link = tmp_path / "link.db"
        link.symlink_to("t.db")
        with open_store(link) as other, pytest.raises(BadTournament, match="being run already"):
            run(other, LosingPool(0))


# --- power cuts --------------------------------------------------------------------------------


def test_each_game_is_synchronised(tmp_path: Path) -> None:
    with create_store(tmp_path / "t.db", make_plan("random", "random")) as store, store.driving():
        names = ("journal_mode", "synchronous")
        found = [store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    assert found == ["wal", 2]


class Disk(NamedTuple):
    """What a disk holds at some moment of a run. The third file of a database is never read after a
    crash."""

    database: bytes
    log: bytes
    valid: int
    """How much of the log counts; older frames may follow."""
    copied: int
    """How much of the log stands in the database, too."""
    stored: int
    """How many games were stored by then."""

    def write(self, file: Path, log: bytes) -> None:
        file.write_bytes(self.database)
        beside(file, "-wal").write_bytes(log)


def beside(file: Path, suffix: str) -> Path:
    return file.with_name(f"{file.name}{suffix}")


def log_sizes(file: Path) -> tuple[int, int]:
    """How many bytes of a log count, and how many of them stand in the database, too. Those were
    synchronised before, so a disk that does what it says cannot have lost them."""
    index = beside(file, "-shm").read_bytes()
    frames = (int.from_bytes(index[place : place + 4], sys.byteorder) for place in (16, 96))
    valid, copied = (32 + count * (24 + 4096) for count in frames)
    return valid, copied


def disks(store: Store) -> list[Disk]:
    """The disk after each game of a whole run. The log is copied into the database often."""
    found: list[Disk] = []
    file = store.path

    def look(progress: Progress) -> None:
        if progress.played:
            log = beside(file, "-wal").read_bytes()
            found.append(Disk(file.read_bytes(), log, *log_sizes(file), len(found) + 1))

    with store.driving():
        store._connection.execute("PRAGMA wal_autocheckpoint = 5")
    run(store, LosingPool(0), look)
    return found


def torn(disk: Disk, random: Random) -> bytes:
    """A log as it may be when the power fails while more is written to it."""
    older = disk.log[disk.valid :] or disk.log[32:]
    written = random.choice([b"", older, bytes(9000), random.randbytes(9000)])
    return disk.log[: disk.valid] + written[: random.randrange(9000)]


@contextmanager
def after_a_cut(folder: Path, disk: Disk, log: bytes) -> Iterator[Store]:
    file = folder / "cut.db"
    for left in folder.glob("cut.db*"):
        left.unlink()
    disk.write(file, log)
    with open_store(file) as store:
        yield store


def test_a_power_cut_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    """What was synchronised is there, whatever follows it in the log."""
    with create_store(tmp_path / "t.db", make_plan("random", "random", games=60)) as calm:
        states = disks(calm)
        expected, random = outcomes(calm), Random(1)
        assert len({disk.database for disk in states}) > 5
        for disk in random.choices(states, k=CUTS):
            with after_a_cut(tmp_path, disk, torn(disk, random)) as store:
                assert store.count == disk.stored
                run(store, LosingPool(0, seed=2))
                assert outcomes(store) == expected


def test_a_log_may_end_anywhere(tmp_path: Path) -> None:
    """Games that are lost with it are played again."""
    with create_store(tmp_path / "t.db", make_plan("random", "random", games=60)) as calm:
        states = disks(calm)
        expected, random = outcomes(calm), Random(2)
        for disk in random.choices(states, k=CUTS):
            cut = random.randint(disk.copied, disk.valid)
            with after_a_cut(tmp_path, disk, disk.log[:cut]) as store:
                assert {*outcomes(store)} <= {*expected}
                run(store, LosingPool(0, seed=2))
                assert outcomes(store) == expected


def test_a_power_cut_may_come_while_the_log_is_copied_into_the_database(tmp_path: Path) -> None:
    """Some pages are copied, others are not, and the log is still whole."""
    with create_store(tmp_path / "t.db", make_plan("random", "random", games=60)) as calm:
        states = disks(calm)
        expected, random = outcomes(calm), Random(3)
        copied = [
            (before, after)
            for before, after in pairwise(states)
            if before.database != after.database and after.log[:32] == before.log[:32]
        ]
        assert copied
        for before, after in random.choices(copied, k=CUTS):
            mixed = mix(before.database, after.database, random)
            disk = after._replace(database=mixed)
            with after_a_cut(tmp_path, disk, after.log) as store:
                assert store.count == after.stored
                run(store, LosingPool(0, seed=2))
                assert outcomes(store) == expected


def mix(before: bytes, after: bytes, random: Random, page: int = 4096) -> bytes:
    """Pages of two contents of a file; it is longer from the first new page on."""
    pages = [before[place : place + page] for place in range(0, len(before), page)]
    for place in range(0, len(after), page):
        if random.random() < 0.5:
            number, new = place // page, after[place : place + page]
            pages += [bytes(page)] * (number + 1 - len(pages))
            pages[number] = new
    return b"".join(pages)
