"""Whoever writes is killed at random moments: what was complete is there, the rest is absent or is
gone on with, and no process outlives the one that started it."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.book.file import read_book
from plyground.core.compile.cache import _CHECK_BYTES
from plyground.core.errors import BadOption
from plyground.core.files import create, write_whole
from plyground.proofs.file import read_proof
from plyground.proofs.verify import verify
from plyground.records.file import load
from plyground.search.exact.driver import ExactSolver
from plyground.search.exact.table_file import kept_bytes, load_table
from tests.killing import KILLS, Killer, Settings
from tests.positions import game_of

pytestmark = pytest.mark.slow

SMALL = "connect-four:width=4,height=4"
TABLE = ("--table", "2MB")
NOUGHTS = "paths:board=3x3"
RANDOM = ("random:seed=1", "random:seed=2")


def written(
    folder: Path,
    args: tuple[str, ...],
    check: Callable[[Path], None],
    settings: Settings | None = None,
    fresh: bool = True,
) -> tuple[Path, Path]:
    """The file of an undisturbed run, and the one that was killed so often and then left to finish.

    After each kill the file is looked at if it is there. A fresh one is written every time; else
    the next run goes on with it, which may be done before it is killed.
    """
    calm, disturbed = folder / "calm", folder / "disturbed"
    killer = Killer(*args, str(calm), settings=settings)
    killer.finish()
    killer.args = (*args, str(disturbed))
    kills = 0
    while kills < KILLS:
        kills += killer.kill() or not fresh
        if disturbed.exists():
            check(disturbed)
            if fresh:
                disturbed.unlink()
    killer.finish()
    assert {*folder.iterdir()} == {calm, disturbed}, "something was left behind"
    return calm, disturbed


def test_a_book(tmp_path: Path) -> None:
    game = game_of(NOUGHTS)
    known: list[set[int]] = [set()]

    def check(file: Path) -> None:
        """No position that was once there is lost."""
        known.append({*read_book(file, game).entries()})
        assert known[-1] >= known[-2]

    args = ("book", "build", NOUGHTS, "--plies", "3", "--all", "--player", "negamax:depth=3")
    settings = {"plyground.book.build.SAVE_SECONDS": 0.0}
    calm, disturbed = written(tmp_path, args, check, settings, fresh=False)
    assert disturbed.read_bytes() == calm.read_bytes()


def test_a_table(tmp_path: Path) -> None:
    def check(file: Path) -> None:
        solver = ExactSolver(game_of(SMALL), kept_bytes(file) or 0)
        load_table(file, solver)

    args = ("solve", SMALL, *TABLE, "--table-file")
    settings = {"plyground.search.exact.table_file.SAVE_SECONDS": 0.001}
    for file in written(tmp_path, args, check, settings, fresh=False):
        check(file)


def test_a_proof(tmp_path: Path) -> None:
    def check(file: Path) -> None:
        assert verify(read_proof(file)).flaw is None

    calm, disturbed = written(
        tmp_path, ("solve", SMALL, "--moves", "1 2 1 2", *TABLE, "--proof"), check
    )
    assert disturbed.read_bytes() == calm.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_games_of_a_match(jobs: str, tmp_path: Path) -> None:
    """A line without a newline is not a game yet."""

    def games(file: Path) -> list[str]:
        lines = file.read_text().splitlines(keepends=True)
        return [json.dumps(json.loads(line)) for line in lines if line.endswith("\n")]

    begun: list[list[str]] = []
    args = ("match", "connect-four", *RANDOM, "--games", "100", "--jobs", jobs, "--record")
    calm, disturbed = written(tmp_path, args, lambda file: begun.append(games(file)))
    assert games(disturbed) == games(calm) and len(games(calm)) == 100
    assert all(games(calm)[: len(some)] == some for some in begun)


def test_a_game(tmp_path: Path) -> None:
    """What was played so far can be gone on with."""
    begun: list[list[str]] = []

    def check(file: Path) -> None:
        saved_game, notes = load(str(file))
        assert not notes and saved_game.players == RANDOM
        begun.append(saved_game.record.move_texts)

    args = ("play", "connect-four", "--first", RANDOM[0], "--second", RANDOM[1], "--save")
    calm, disturbed = written(tmp_path, args, check)
    assert disturbed.read_bytes() == calm.read_bytes()
    whole = load(str(calm)).saved_game.record.move_texts
    assert all(whole[: len(moves)] == moves for moves in begun)
    assert {len(moves) for moves in begun} - {0, len(whole)}, "no game was there in part"


@pytest.mark.compiles
def test_compiled_code(tmp_path: Path) -> None:
    """Each file matches its checksum, and the next run succeeds."""
    cache = tmp_path / "cache"
    killer = Killer("perft", "examples/nim.py:heap=5", "3", PLYGROUND_CACHE=str(cache))
    killer.finish()
    names = {file.name for file in cache.glob("*/*")}
    assert names
    for number in range(KILLS):
        killer.env = {"PLYGROUND_CACHE": str(tmp_path / str(number))}
        killer.kill()
        for file in (tmp_path / str(number)).glob("*/*.nbc"):
            content = file.read_bytes()
            assert content[:_CHECK_BYTES] == hashlib.sha256(content[_CHECK_BYTES:]).digest()
    killer.finish()
    assert {file.name for file in (tmp_path / str(KILLS - 1)).glob("*/*")} == names


def test_a_new_file_takes_no_others_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even that of a file created while it was written."""
    path = tmp_path / "new"
    path.write_text("another's")
    monkeypatch.setattr(os.path, "lexists", lambda path: False)
    with pytest.raises(BadOption, match="already exists"):
        create(str(path), b"mine")
    assert path.read_text() == "another's" and [*tmp_path.iterdir()] == [path]


# --- what is left behind -----------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from plyground.core.files import replacement
with replacement(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.read()
"""


def test_what_a_killed_writer_left_behind_goes_with_the_next_write(tmp_path: Path) -> None:
    path, others = tmp_path / "kept", [tmp_path / "kept.part", tmp_path / "kept.0123456.part"]
    for other in others:
        other.write_text("a person's own")
    dead, living = (
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    )
    for writer in (dead, living):
        assert writer.stdout and writer.stdout.readline() == b"writing\n"
    dead.kill()
    dead.wait()
    assert len(os.listdir(tmp_path)) == 4
    write_whole(path, b"whole")
    assert path.read_bytes() == b"whole" and len(os.listdir(tmp_path)) == 4, "the living writer's"
    living.communicate()
    assert living.returncode == 0 and path.read_bytes() == b"half"
    assert {*tmp_path.iterdir()} == {path, *others}
