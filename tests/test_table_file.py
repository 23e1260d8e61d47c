"""A solver's table in a file: nothing is lost, and nothing wrong is accepted."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from plyground.core.errors import BadTable
from plyground.core.game import Game
from plyground.search.exact import table_file
from plyground.search.exact.driver import ExactSolver
from plyground.search.exact.table import FIRST, MIN_BYTES
from plyground.search.exact.table_file import kept_bytes, kept_table, load_table, save_table
from plyground.search.limits import Limits
from tests.command import PROGRAM, ROOT, plyground, refused, told
from tests.positions import NIM, game_of, label
from tests.proving import CONNECT_FOUR

SMALL = "connect-four:width=4,height=4"


def solver_of(name: str = CONNECT_FOUR) -> ExactSolver:
    return ExactSolver(game_of(name), MIN_BYTES)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of a solver that has solved the small board."""
    path, solver = tmp_path / "kept.table", solver_of()
    with kept_table(path, solver):
        solver.solve(solver.game.start())
    return path


def nodes_with(path: Path, game: Game) -> int:
    solver = ExactSolver(game, MIN_BYTES)
    load_table(path, solver)
    return solver.solve(game.start()).nodes


def test_what_was_solved_is_known_afterwards(kept: Path) -> None:
    assert nodes_with(kept, game_of(CONNECT_FOUR)) < 50
    assert kept_bytes(kept) == MIN_BYTES


def test_a_table_is_the_same_when_it_is_read_back(kept: Path) -> None:
    one, two = solver_of(), solver_of()
    load_table(kept, one)
    save_table(kept, one)
    load_table(kept, two)
    assert (one.table == two.table).all() and one.table[FIRST:].any()


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_whatever_ends_the_work_the_table_is_kept(error: type[BaseException], kept: Path) -> None:
    kept.unlink()
    solver = solver_of()
    with pytest.raises(error), kept_table(kept, solver):
        solver.solve(solver.game.start())
        raise error
    assert nodes_with(kept, solver.game) < 50


def test_the_table_is_written_while_the_solver_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "SAVE_SECONDS", 0.01)
    path, solver = tmp_path / "kept.table", solver_of()
    with kept_table(path, solver):
        solver.solve(solver.game.start())
        deadline = time.monotonic() + 60
        while nodes_with(path, solver.game) > 50:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_the_salt_goes_on_where_it_was(tmp_path: Path) -> None:
    """A game of unknown length is solved by several questions, whose answers are not mixed."""
    path, solver = tmp_path / "kept.table", solver_of(NIM)
    with kept_table(path, solver):
        solver.solve(solver.game.start())
    again = solver_of(NIM)
    with kept_table(path, again):
        assert again.salt == solver.salt > 0
        found = again.solve(again.game.start())
    assert found.verdict == solver.solve(solver.game.start()).verdict


# --- files that are refused --------------------------------------------------------------------


def refusal(path: Path, solver: ExactSolver) -> str:
    with pytest.raises(BadTable) as caught:
        load_table(path, solver)
    assert not solver.table[FIRST:].any(), "nothing of it is taken over"
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("name", ["connect-four:width=4,height=5", NIM], ids=label)
def test_a_table_of_another_game_is_refused(name: str, kept: Path) -> None:
    wanted = "is the table of another game, or of other rules"
    assert refusal(kept, solver_of(name)) == wanted


def test_a_table_of_other_rules_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_file, "rules_digest", lambda game: "another")
    assert refusal(kept, solver_of()).startswith("is the table of another game")


def test_a_table_of_another_size_is_refused(kept: Path) -> None:
    larger = ExactSolver(game_of(CONNECT_FOUR), MIN_BYTES + 8)
    assert refusal(kept, larger).startswith("holds a table of 131,072 entries: expected 131,073")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(data=st.data())
def test_any_change_is_noticed(data: st.DataObject, kept: Path) -> None:
    content = bytearray(kept.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1) | st.integers(0, 60))
    content[place] ^= data.draw(st.integers(1, 255))
    changed = kept.with_name("changed.table")
    changed.write_bytes(content)
    assert refusal(changed, solver_of())


@pytest.mark.parametrize("size", [0, 1, 30, 1000, -1])
def test_a_file_that_is_cut_short_is_refused(size: int, kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:size])
    assert refusal(kept, solver_of())


def test_nothing_is_lost_where_the_table_cannot_be_written(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    solver = solver_of()
    with pytest.raises(BadTable, match="cannot be written: no space left on device"):
        save_table(kept, solver)
    assert kept.read_bytes() == before and len([*kept.parent.iterdir()]) == 1


# --- the command -------------------------------------------------------------------------------


def test_the_command_goes_on_with_a_table(tmp_path: Path) -> None:
    line = ("solve", SMALL, "--table-file", str(tmp_path / "kept.table"), "--json")
    stopped, first, second = (
        told(plyground(*line, *more).stdout)
        for more in (("--nodes", "1000", "--table", "2MB"), (), ())
    )
    assert stopped["verdict"] is None
    assert first["verdict"] == second["verdict"] == {"outcome": "draw", "plies": None}
    assert first["nodes"] > 1000 > 50 > second["nodes"]
    assert kept_bytes(tmp_path / "kept.table") == 2 << 20, "as large as the file says"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "status", "how"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_an_interrupted_solve_is_kept(
    by: signal.Signals, status: int, how: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept.table"
    line = [*PROGRAM, "solve", "connect-four", "--table-file", str(path), "--table", "2MB"]
    running = subprocess.Popen(line, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while not path.exists():  # by then the solver is about to begin
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    running.send_signal(by)
    _, output = running.communicate(timeout=120)
    assert (running.returncode, output) == (status, f"plyground: {how}\n")
    solver = ExactSolver(game_of("connect-four"), 2 << 20)
    load_table(path, solver)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--method", "dfpn", "--table-file", "x"), "--method dfpn excludes --threads"),
        (("--method", "dfpn", "--threads", "2"), "--method dfpn excludes --threads"),
        (("--threads", "0"), "threads=0: expected from 1 to 64"),
        (("--table-file", "no/such/folder/x"), "no/such/folder/x: cannot be written: no such file"),
        (("--table-file", "."), ".: cannot be read: is a directory"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert refused("solve", SMALL, *arguments).startswith(said)


def test_limits_do_not_hinder_keeping(tmp_path: Path) -> None:
    path, solver = tmp_path / "kept.table", solver_of()
    with kept_table(path, solver):
        assert solver.solve(solver.game.start(), Limits(nodes=500)).verdict is None
    assert 0 < nodes_with(path, solver.game) < solver_of().solve(solver.game.start()).nodes
