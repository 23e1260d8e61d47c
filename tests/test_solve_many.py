"""Files of positions solved by many processes: the same verdicts as by one, whatever happens."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import plyground as pg
from plyground.api.pool_solver import PoolSolver
from plyground.core.errors import BadOption
from plyground.core.game import legal_moves
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from plyground.workers.local import LocalPool
from plyground.workers.pool import Finished
from tests.command import ran, refused, told_lines
from tests.test_pools import cluster
from tests.test_tournament import LosingPool

pytestmark = pytest.mark.slow

GAME = "connect-four:width=5,height=4"


def columns(count: int, plies: range = range(4, 12), game_text: str = GAME) -> list[str]:
    """Random positions that are not over."""
    game, random = pg.make_game(game_text), Random(7)
    found: list[str] = []
    while len(found) < count:
        position, text = game.start(), ""
        for _ in range(random.choice(plies)):
            moves = legal_moves(game, position)
            if not moves:
                break
            move = random.choice(moves)
            text, position = text + game.move_text(position, move), game.play(position, move)
        if legal_moves(game, position):
            found.append(text)
    return found


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return columns(60)


@pytest.fixture(scope="module")
def wanted(texts: list[str]) -> list[Verdict | None]:
    return pg.solve_many(GAME, texts)


def lines(file: Path, *args: str) -> tuple[list[Any], Any, int]:
    """What the command tells of the positions, and in the end; and its exit code."""
    finished = ran("solve", GAME, "--file", str(file), "--json", *args)
    *positions, summary = told_lines(finished.stdout)
    return positions, summary, finished.returncode


def test_the_number_of_processes_changes_no_line(tmp_path: Path, texts: list[str]) -> None:
    file = tmp_path / "positions.txt"
    scores = [*range(-3, 4)]
    file.write_text("".join(f"{text} {scores[n % 7]}\n" for n, text in enumerate(texts)))
    one, first, code = lines(file)
    two, second, other_code = lines(file, "--jobs", "2")
    assert one == two and code == other_code == 1
    costs = {"nodes", "seconds", "cpu_seconds"}
    assert {name for name in first if first[name] != second[name]} <= costs
    assert second["nodes"] > 0 and second["cpu_seconds"] > 0


@pytest.mark.parametrize("weak", [False, True])
def test_many_are_solved_as_by_one(texts: list[str], weak: bool) -> None:
    heard: list[tuple[int, Verdict | None]] = []

    def hear(number: int, verdict: Verdict | None) -> None:
        heard.append((number, verdict))

    found = pg.solve_many(GAME, texts, "exact:table=2MB", weak=weak, jobs=2, on_found=hear)
    assert found == pg.solve_many(GAME, texts, weak=weak)
    assert heard == [*enumerate(found)]


def test_a_process_that_is_killed_loses_nothing(
    texts: list[str], wanted: list[Verdict | None]
) -> None:
    random, killed = Random(1), 0
    with LocalPool(2) as pool:

        def kill(number: int, verdict: Verdict | None) -> None:
            nonlocal killed
            if killed < 4 and random.random() < 0.2 and pool.pids:
                with suppress(ProcessLookupError):
                    os.kill(random.choice(pool.pids), signal.SIGKILL)
                killed += 1

        solver = PoolSolver(GAME, "exact:table=2MB", pool)
        assert pg.solve_many(GAME, texts, solver, on_found=kill) == wanted
    assert killed


def test_limits_are_those_of_the_whole_file(tmp_path: Path, texts: list[str]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(texts))
    found, summary, code = lines(file, "--jobs", "2", "--nodes", "1")
    assert [one["number"] for one in found] == [*range(1, len(texts) + 1)]
    assert code == 3 and not summary["interrupted"]
    assert summary["solved"] == sum(one["verdict"] is not None for one in found) < len(texts)


class HoldingPool(LosingPool):
    """Never comes to the first part of a file; Ctrl-C is typed after some others."""

    def __init__(self, parts: int = -1) -> None:
        super().__init__(0)
        self.parts, self.has_begun = parts, False

    def finished(self, timeout: float) -> list[Finished]:
        self.has_begun = self.has_begun or len(self.waiting) > self.size  # not just getting ready
        if self.has_begun:
            self.waiting = [task for task in self.waiting if task.number != 1]
            self.parts -= 1
        if not self.parts:
            raise KeyboardInterrupt
        if self.waiting:
            return super().finished(timeout)
        time.sleep(0.01)
        return []


def test_what_was_solved_is_told_when_time_is_over(
    texts: list[str], wanted: list[Verdict | None]
) -> None:
    """One position that takes long keeps nobody from hearing of the others."""
    heard: list[int] = []
    solver = PoolSolver(GAME, "exact:table=2MB", HoldingPool())
    found = solver.solve_many(
        [pg.Record(GAME, text).position for text in texts],
        Limits(time=1),
        on_found=lambda number, verdict: heard.append(number),
    )
    held = found.index(next(filter(None, found)))
    assert 0 < held < 10 and found == [None] * held + wanted[held:]
    assert heard == [*range(len(texts))]


def test_what_was_solved_is_told_after_ctrl_c(
    texts: list[str], wanted: list[Verdict | None]
) -> None:
    found: dict[int, Verdict | None] = {}
    solver = PoolSolver(GAME, "exact:table=2MB", HoldingPool(parts=4))
    with pytest.raises(KeyboardInterrupt):
        solver.solve_many(
            [pg.Record(GAME, text).position for text in texts], on_found=found.__setitem__
        )
    solved = {number: verdict for number, verdict in found.items() if verdict}
    assert solved and solved == {number: wanted[number] for number in solved}


def test_ctrl_c_ends_it_with_a_summary(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    easy = columns(40, range(24, 34), "connect-four")
    file.write_text("\n".join([*easy, *[""] * 3, "44", "33", "55"]))
    args = ["solve", "connect-four", "--file", str(file), "--jobs", "2", "--json"]
    command = [sys.executable, "-m", "plyground", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        *found, last = [first, *process.stdout.readlines()]
        assert process.wait() == 130
    summary = json.loads(last)
    solved = [line for line in found if json.loads(line)["verdict"]]
    assert solved and summary["interrupted"]
    assert summary["solved"] - len(solved) in (0, 1)  # one may be counted but not printed
    assert [json.loads(line)["number"] for line in found] == [*range(1, len(found) + 1)]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--jobs", "2"], "they need --file"),
        (["--pool", "ray"], "they need --file"),
        (["--file", "FILE", "--jobs", "2", "--table-file", "x"], "the table of one process"),
        (["--file", "FILE", "--pool", "rays"], "expected local, ray or ray:ADDRESS"),
        (["--file", "FILE", "--pool", "ray", "--jobs", "2"], "leave out jobs"),
        (["--file", "FILE", "--jobs", "2", "--table", "many"], "table=many"),
        (["--file", "FILE", "--jobs", "2", "--table", "1KB"], "too small"),
        (["--file", "FILE", "--jobs", "2", "--nodes", "0"], "expected more than 0"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(
    tmp_path: Path, args: list[str], sentence: str
) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("12\n21\n")
    given = [str(file) if arg == "FILE" else arg for arg in args]
    assert sentence in refused("solve", GAME, *given)


def test_a_solver_that_is_made_already_stays_in_its_process() -> None:
    with pytest.raises(BadOption, match="expected a text such as exact"):
        pg.solve_many(GAME, ["12"], pg.make_solver(GAME, table="2MB"), jobs=2)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="expected a text such as exact"):
        pg.solve_many(GAME, ["12"], "dfpn", jobs=2)


@pytest.mark.peers
def test_a_cluster_solves_the_same(tmp_path: Path, texts: list[str]) -> None:
    made, file = cluster(), tmp_path / "positions.txt"
    file.write_text("\n".join(texts))
    assert lines(file, "--pool", f"ray:{made.address}")[0] == lines(file)[0]
    made.shutdown()
