"""Compiled code is reused where nothing changed, and never where something did."""

import ast
import errno
import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground.core import private
from plyground.core.compile.reach import Reach
from plyground.core.compile.sources import reached_modules
from plyground.core.private import PrivateFolder
from tests.command import PROGRAM, ROOT, plyground, told


def perft_leaves(game: str, cache: Path, cwd: Path = ROOT, **env: str) -> list[int]:
    finished = plyground(
        "perft", game, "3", "--json", cwd=cwd, env={"PLYGROUND_CACHE": str(cache), **env}
    )
    assert finished.returncode == 0, finished
    return [level["leaves"] for level in told(finished.stdout)["depths"]]


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


@pytest.mark.compiles
def test_an_edited_file_is_seen(tmp_path: Path) -> None:
    nim = tmp_path / "nim.py"
    shutil.copy(ROOT / "examples" / "nim.py", nim)
    assert perft_leaves(str(nim), tmp_path / "cache") == [3, 9, 27]
    edit(nim, "range(1, min", "range(2, min")
    edit(nim, "position.left > 0", "position.left > 1")
    assert perft_leaves(str(nim), tmp_path / "cache") == [2, 4, 8]


STEPS = """
from enum import IntEnum
from numba import njit

STEP = 1

class Step(IntEnum):
    FIRST = 1

def step():
    return 1

@njit
def compiled_step():
    return 1
"""
IN_NIM = """
import steps
from steps import STEP, Step, compiled_step, step

def by_default(first=STEP):
    return first

def outer(first):
    def inner():
        return first
    return inner

enclosed = outer(STEP)
"""


def nim_with_steps(folder: Path, first: str) -> tuple[Path, Path]:
    """Nim that imports its smallest move from a module beside it, and that module."""
    nim, beside = folder / "nim.py", folder / "steps.py"
    shutil.copy(ROOT / "examples" / "nim.py", nim)
    beside.write_text(STEPS)
    edit(nim, "\n\nclass Position", f"{IN_NIM}\n\nclass Position")
    edit(nim, "range(1, min", f"range({first}, min")
    edit(nim, "position.left > 0", "position.left > 1")  # one cannot be taken after the edit
    return nim, beside


@pytest.mark.compiles
@pytest.mark.parametrize(
    "first",
    [
        "step()",
        "steps.STEP",
        "by_default()",
        "enclosed()",
        "Step.FIRST",
        "compiled_step()",
    ],
)
def test_an_edited_module_beside_the_file_is_seen(tmp_path: Path, first: str) -> None:
    nim, beside = nim_with_steps(tmp_path, first)
    assert perft_leaves(str(nim), tmp_path / "cache") == [3, 9, 27]
    beside.write_text(STEPS.replace("1", "2"))
    assert perft_leaves(str(nim), tmp_path / "cache") == [2, 4, 8]


EDITED_LATE = """
from pathlib import Path
from plyground import make_game
from plyground.search.perft import perft

game = make_game("nim.py")
steps = Path("steps.py")
steps.write_text(steps.read_text().replace("1", "2"))
print(perft(game, game.start(), 3).levels[-1].leaves)
"""


@pytest.mark.compiles
def test_a_module_edited_after_it_was_read_is_not_taken_for_what_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nim_with_steps(tmp_path, "step()")
    monkeypatch.chdir(tmp_path)
    done = run_script(EDITED_LATE, tmp_path)
    assert done.stdout == "27\n", done
    assert perft_leaves("nim.py", tmp_path / "cache", tmp_path) == [2, 4, 8]


@pytest.mark.compiles
def test_an_edited_built_in_rule_is_seen(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "plyground", tmp_path / "plyground")
    rules = tmp_path / "plyground" / "games" / "connect_four" / "rules.py"
    path = {"PYTHONPATH": str(tmp_path)}
    assert perft_leaves("connect-four", tmp_path / "cache", tmp_path, **path) == [7, 49, 343]
    edit(rules, "for column in range(self.width)", "for column in range(1, self.width)")
    assert perft_leaves("connect-four", tmp_path / "cache", tmp_path, **path) == [6, 36, 216]


def warmed(cache: Path, **env: str) -> int:
    """How many kernels had to be compiled for Nim."""
    finished = plyground(
        "warm", "examples/nim.py", "--json", env={"PLYGROUND_CACHE": str(cache), **env}
    )
    compiled: int = told(finished.stdout)["games"][0]["compiled"]
    return compiled


@pytest.mark.compiles
def test_only_what_kernels_are_made_of_compiles_them_anew(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "plyground", tmp_path / "plyground")
    copied = {"PYTHONPATH": str(tmp_path)}
    every_kernel = warmed(tmp_path / "cache", **copied)
    assert every_kernel > 0
    assert warmed(tmp_path / "cache", **copied) == 0, "the second start compiles nothing"
    rooms = [path for path in (tmp_path / "plyground").iterdir() if path.is_dir()]
    for room in rooms:
        if room.name not in ("core", "search", "games", "evaluations"):
            for file in room.rglob("*.py"):
                file.write_text(file.read_text() + "\n# a word\n")
    assert warmed(tmp_path / "cache", **copied) == 0
    kernels = tmp_path / "plyground" / "search" / "playout.py"
    kernels.write_text(kernels.read_text() + "\n# a word\n")
    assert 0 < warmed(tmp_path / "cache", **copied) < every_kernel


def imported_modules(file: Path) -> set[str]:
    """All modules of the package that the syntax tree of a file names."""
    named = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            named |= {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in named if file_of(name)}


def file_of(module: str) -> Path | None:
    path = ROOT.joinpath("src", *module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@pytest.mark.parametrize(
    "name", ["core.compile", "search.alphabeta.kernel", "search.exact.driver", "cli.solve"]
)
def test_every_import_is_found(name: str) -> None:
    reached = reached_modules(f"plyground.{name}")
    assert len(reached) > 1
    for module in reached:
        file = file_of(module)
        assert file and imported_modules(file) <= reached | SHOWN
    assert not reached & SHOWN


class Pair(NamedTuple):
    one: int
    other: int

    def turned(self) -> "Pair":
        return self._replace(one=self.other, other=self.one)


def test_a_rule_that_replaces_fields_has_the_same_digest_each_time() -> None:
    """`_replace` reaches a class method, which cannot be pickled."""
    first, second = (Reach(Pair, ("turned",)) for _ in range(2))
    assert "_make" in first.tuples[Pair]
    assert first.digest == second.digest


SHOWN = {f"plyground.core.{name}" for name in ("display", "plain", "scene", "style")}
"""What games show to people: a word changed there compiles nothing anew."""

INTERRUPTED = """
import os, signal
from plyground.core.compile import kernel
from plyground.core.events import on_compile

@kernel
def one(number):
    return number + 1

interrupt = lambda name, starts: os.kill(os.getpid(), signal.SIGINT) if starts else None
on_compile.append(interrupt)
try:
    one(1)
except KeyboardInterrupt:
    on_compile.remove(interrupt)
    on_compile.append(lambda name, starts: print("compiled again") if starts else None)
    print("interrupted, then", one(1))
"""


@pytest.mark.compiles
def test_what_is_being_compiled_at_an_interrupt_is_finished_unseen(tmp_path: Path) -> None:
    """Inside of LLVM an interrupt would be lost, or leave code half made."""
    done = run_script(INTERRUPTED, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted, then 2\n", "")


RECURSIVE = """
from plyground.core.compile import kernel, part

@part
def steps(number, length):
    return 1 + steps(number - length, length + 0) if number > 0 else 0

@kernel
def of_any_length(number, length):
    return steps(number, length)

@kernel
def of_one(number):
    return steps(number, 1)

print(of_any_length(9, 1), of_one(9))
"""
"""The second kernel calls code that was compiled for the first: numba has one for the constant."""


def run_script(source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The output of a program whose compiled code is kept beside it."""
    script = folder / "script.py"
    script.write_text(source)
    env = {**os.environ, "PLYGROUND_CACHE": str(folder / "cache")}
    return subprocess.run([sys.executable, script], capture_output=True, text=True, env=env)


@pytest.mark.compiles
def test_code_that_needs_what_another_kernel_compiled_is_not_kept(tmp_path: Path) -> None:
    for _ in range(2):
        done = run_script(RECURSIVE, tmp_path)
        assert (done.returncode, done.stdout) == (0, "9 9\n"), done
    kept = [path.name.split("-")[0] for path in (tmp_path / "cache").rglob("*.nbc")]
    assert kept == ["__main__.of_any_length"]


@pytest.mark.compiles
def test_code_is_found_that_is_compiled_after_what_calls_it(tmp_path: Path) -> None:
    done = run_script(RECURSIVE.replace("print(", "print(of_one(9), "), tmp_path)
    assert (done.returncode, done.stdout) == (0, "9 9 9\n"), done


@pytest.mark.compiles
def test_no_start_waits_for_linear_algebra(tmp_path: Path) -> None:
    """numba would load that of SciPy, which here cannot be loaded."""
    (tmp_path / "scipy" / "linalg").mkdir(parents=True)
    (tmp_path / "scipy" / "__init__.py").write_text("__version__ = '1.14.0'")
    (tmp_path / "scipy" / "linalg" / "__init__.py").write_text("raise RuntimeError")
    leaves = perft_leaves("examples/nim.py", tmp_path / "cache", PYTHONPATH=str(tmp_path))
    assert leaves == [3, 9, 27]


@pytest.mark.compiles
def test_other_options_are_other_code(tmp_path: Path) -> None:
    assert perft_leaves("examples/nim.py:most=2", tmp_path) == [2, 4, 8]
    assert perft_leaves("examples/nim.py:most=4", tmp_path) == [4, 16, 64]


@pytest.mark.compiles
def test_two_cold_starts_at_once_both_work(tmp_path: Path) -> None:
    env = {**os.environ, "PLYGROUND_CACHE": str(tmp_path)}
    games = ["examples/nim.py:most=2", "examples/nim.py:most=3"] * 2
    running = [
        subprocess.Popen(
            [*PROGRAM, "perft", game, "2", "--json"], stdout=subprocess.PIPE, env=env, cwd=ROOT
        )
        for game in games
    ]
    found = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    assert [[level["leaves"] for level in one["depths"]] for one in found] == [[2, 4], [3, 9]] * 2
    assert perft_leaves("examples/nim.py:most=2", tmp_path) == [2, 4, 8]


@pytest.mark.compiles
def test_a_folder_that_cannot_be_written_costs_a_note_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    env = {"PLYGROUND_CACHE": str(tmp_path / "file" / "cache")}
    finished = plyground("perft", "examples/nim.py", "2", env=env)
    assert finished.returncode == 0
    assert finished.stderr.startswith("plyground: note: compiled code is not kept")
    assert len(finished.stderr.splitlines()) == 1


with_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no file owners here")


@pytest.mark.compiles
@with_owners
def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    env = {"PLYGROUND_CACHE": str(tmp_path)}
    plyground("perft", "examples/nim.py", "2", env=env)
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    folder.chmod(0o777)
    finished = plyground("perft", "examples/nim.py", "2", env=env)
    assert finished.returncode == 0
    assert "others can write there" in finished.stderr


MALICIOUS = b"someone else's"


@with_owners
def test_a_folder_exchanged_between_check_and_read_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone who may write the parent puts a folder of their own in place of a checked one."""
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    PrivateFolder(mine).write("kernel", b"our own")
    theirs.mkdir()
    (theirs / "kernel").write_bytes(MALICIOUS)
    check = private._check_only_ours

    def exchange_after_check(status: os.stat_result, is_above: bool) -> None:
        check(status, is_above)
        if not is_above:
            mine.rename(tmp_path / "gone")
            theirs.rename(mine)

    monkeypatch.setattr(private, "_check_only_ours", exchange_after_check)
    assert PrivateFolder(mine).read("kernel") == b"our own"
    assert (mine / "kernel").read_bytes() == MALICIOUS


@with_owners
@pytest.mark.parametrize("mode, is_read", [(0o755, True), (0o777, False), (0o1777, True)])
@pytest.mark.parametrize("levels", [1, 2])
def test_every_folder_above_is_checked(
    tmp_path: Path, mode: int, is_read: bool, levels: int
) -> None:
    """In one that everyone may write, names can be exchanged, unless it keeps them as /tmp does."""
    folder = PrivateFolder(tmp_path / "outer" / "between" / "inner")
    folder.write("kernel", b"our own")
    folder.path.parents[levels - 1].chmod(mode)
    if is_read:
        assert folder.read("kernel") == b"our own"
    else:
        for use in (lambda: folder.read("kernel"), lambda: folder.write("other", b"")):
            with pytest.raises(PermissionError, match="others can write"):
                use()


@with_owners
def test_neither_links_nor_files_of_others_are_read(tmp_path: Path) -> None:
    folder = PrivateFolder(tmp_path / "folder")
    folder.write("kernel", b"our own")
    (folder.path / "link").symlink_to(folder.path / "kernel")
    with pytest.raises(OSError):
        folder.read("link")
    if os.getuid() == 0:  # only the administrator can give files away
        os.chown(folder.path / "kernel", 12345, -1)
        with pytest.raises(PermissionError, match="belongs to someone else"):
            folder.read("kernel")


def test_a_full_disk_costs_a_note_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.core.compile import cache

    def full(folder: PrivateFolder, name: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    monkeypatch.setattr(PrivateFolder, "write", full)
    kept = cache.KernelCache(test_a_full_disk_costs_a_note_only)

    class Compiled:
        codegen: Any = type("Codegen", (), {"magic_tuple": staticmethod(lambda: ())})
        library = type("Library", (), {"has_dynamic_globals": False})

        def _reduce(self) -> tuple[()]:
            return ()

    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        kept.save_overload("()", Compiled())
    assert "No space left" in str(notes[0].message)


@pytest.mark.compiles
def test_a_damaged_file_is_compiled_anew(tmp_path: Path) -> None:
    assert perft_leaves("examples/nim.py", tmp_path) == [3, 9, 27]
    for file in tmp_path.rglob("*.nbc"):
        file.write_bytes(file.read_bytes()[:100])
    assert perft_leaves("examples/nim.py", tmp_path) == [3, 9, 27]


def test_two_games_with_equal_options_stay_two_games(tmp_path: Path) -> None:
    from plyground import make_game
    from plyground.search.perft import perft

    text = (ROOT / "examples" / "nim.py").read_text().replace("left > 0", "left > 1")
    files = [tmp_path / "one.py", tmp_path / "two.py"]
    files[0].write_text(text)
    files[1].write_text(text.replace("range(1, min", "range(2, min"))
    games = [make_game(str(file)) for file in files]
    assert games[0] == games[1]
    assert [make_game(str(file)) for file in files] == games  # still found, both named nim
    leaves = [perft(game, game.start(), 2).levels[-1].leaves for game in games]
    assert leaves == [9, 4]
