"""Any wrong input gives one sentence and exit code 2."""

import json
import os
import subprocess
import time
from pathlib import Path

import pexpect
import pytest

from tests.command import PROGRAM, ROOT, complaint, imported_by, plyground, refused

COMPLAINTS = [
    (["bogus"], "No such command"),
    (["--bogus"], "No such option"),
    (["perft"], "Missing argument"),
    (["perft", "connect-four"], "Missing argument"),
    (["perft", "connect-four", "x"], "depth is 'x': expected a whole number"),
    (["perft", "connect-four", "2.5"], "depth is '2.5': expected a whole number"),
    (["perft", "connect-four", "9" * 5000], "9999': expected"),
    (["analyse", "connect-four", "--time", "soon"], "--time is 'soon': expected a number"),
    (["perft", "connect-four", "0"], "depth is '0': expected 1 or more"),
    (["perft", "connect-four", "501"], "depth is '501': expected 500 or less"),
    (["show", "connect-for"], "did you mean connect-four"),
    (["show", "zzz"], "there is no game 'zzz'"),
    (["show", ""], "there is no game ''"),
    (["show", "connect-four:width=0"], "at least 1 column"),
    (["show", "connect-four:width=20"], "at most 64 fit"),
    (["show", "connect-four:connect=9"], "from 1 to 7"),
    (["show", "connect-four:colour=1"], "its options are width, height, connect"),
    (["show", "connect-four:width=seven"], "expected a whole number"),
    (["show", "connect-four:width=99999999999999999999"], "expected a whole number"),
    (["show", "connect-four:width=7,width=7"], "given twice"),
    (["show", "connect-four:7,6"], "has no option '6'"),
    (["show", "connect-four:width"], "has no option 'width'"),
    (["show", "connect-four:,"], "has no option ''"),
    (["show", "paths:examples"], "is a directory"),
    (["show", "paths:nothing.txt"], "nothing.txt: cannot be read: no such file"),
    (["show", "paths:board=0x3"], "at least 1"),
    (["show", "paths:board=99x99"], "at most 256 spaces"),
    (["show", "paths:board=3x3,line=4"], "from 1 to 3"),
    (["show", "paths:board=3x3,misere=maybe"], "expected 1 or 0"),
    (["show", "dominoes:rows=0"], "at least 1 of each"),
    (["show", "dominoes:rows=17,columns=17"], "at most 256"),
    (["show", "conniption:flips=a/b"], "two such as 2/0"),
    (["show", "conniption:win_check=never"], "expected step or turn_end"),
    (["show", "watch-your-back:turn_limit=5"], "more than 192"),
    (["show", "nothing.py"], "nothing.py: cannot be read"),
    (["show", "examples/breakthrough.py:rows=2"], "4 rows or more"),
    (["show", "connect-four", "--moves", "9"], "move 1: '9' is not a legal move"),
    (["show", "connect-four", "--moves", "1 1 1 1 1 1 1"], "move 7"),
    (["show", "connect-four", "--position", "45x"], "row"),
    (["show", "connect-four", "--position", "11111111"], "move 7"),
    (["show", "conniption", "--position", "x"], "is not a position"),
    (["show", "watch-your-back", "--position", "X------X...X O 20"], "12 squares"),
    (["show", "examples/nim.py", "--position", "x"], "expected the numbers left,turn"),
    (["show", "examples/nim.py", "--position", "5"], "expected the numbers left,turn"),
    (["show", "examples/nim.py", "--position", f"{2**64},0"], "left is 18446744073709551616"),
    (["show", "examples/nim.py", "--position", "5,7"], "that no game of nim reaches"),
    (["show", "examples/nim.py", "--position", "2000000000,0"], "that no game of nim reaches"),
    (["show", "examples/breakthrough.py", "--position", "1,1,0"], "that no game of breakthrough"),
    (["show", "examples/breakthrough.py", "--position", f"{2**64},0,0"], "white is"),
    (["show", "examples/breakthrough.py", "--position", "-1,0,0"], "not from 0 to"),
    (["play", "connect-four", "--first", "nobody"], "there is no player 'nobody'"),
    (["play", "connect-four", "--first", "random:seed=x"], "expected a whole number"),
    (["play", "connect-four", "--first", "random:depth=3"], "has no option 'depth=3'"),
    (["play", "connect-four", "--first", "best:time=inf"], "time=inf: expected a finite number"),
    (["play", "connect-four", "--first", "best:time=nan"], "time=nan: expected a finite number"),
    (["match", "paths", "solver:table=9999999GB", "random"], "at most 1024GB"),
    (["book", "build", "paths", "x", "--side", "z"], "expected one of first, second, both"),
    (["export", "connect-four"], "has no file form"),
    (["warm", "zzz"], "there is no game"),
    (["check", "zzz"], "there is no game"),
]


@pytest.mark.parametrize(("args", "expected"), COMPLAINTS, ids=str)
def test_bad_input_gets_one_sentence(args: list[str], expected: str) -> None:
    assert expected in refused(*args)


def test_export_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("mine")
    assert "already exists" in complaint(plyground("export", "paths:board=3x3", str(file)))
    assert file.read_text() == "mine"


def test_export_to_a_missing_folder() -> None:
    assert "no such file" in complaint(plyground("export", "paths:board=3x3", "nowhere/x.txt"))


def test_a_closed_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    finished = subprocess.run(
        [*PROGRAM, "games"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (finished.returncode, finished.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_gets_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        finished = subprocess.run(
            [*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert finished.returncode == 2
    assert finished.stderr == "plyground: output: no space left on device\n"


def on_a_disk_with(blocks: int, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command whose files cannot grow beyond `blocks` blocks."""
    room = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh"]
    return subprocess.run(
        [*room, *PROGRAM, *args], input=typed, capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_a_match_whose_games_fill_the_disk_shows_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    players = ("random", "random", "--games", "500", "--record", str(file))
    finished = on_a_disk_with(4, "match", "examples/nim.py", *players)
    assert f"plyground: {file}: cannot be written: file too large\n" in finished.stderr
    assert finished.returncode == 2 and "won/drawn/lost" in finished.stdout
    numbers = [json.loads(line)["number"] for line in file.read_text().splitlines()[:-1]]
    assert numbers == [*range(1, len(numbers) + 1)] != []


def test_a_game_that_the_disk_has_no_room_for_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished = on_a_disk_with(
        0, "play", "examples/nim.py", "--second", "human", typed=f"1\nsave {file}\n2\nquit\n"
    )
    _, refusal, later = finished.stdout.partition(f"{file}: cannot be written: file too large\n")
    assert refusal and ": 2" in later
    assert finished.returncode == 0 and not file.exists()


@pytest.mark.slow
def test_ctrl_c_stops_a_long_kernel_at_once() -> None:
    screen = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], "perft", "connect-four", "20"], timeout=120)
    screen.expect("perft 20")  # the progress bar: the kernel is running
    began = time.monotonic()
    screen.sendintr()
    screen.expect("    5  +16,807 ")  # what is complete is shown
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    "args", [["--help"], ["games"], ["show", "paths:board=4x4x4"], ["show", "zzz"], ["perft"]]
)
def test_listings_and_errors_do_not_wait_for_the_compiler(args: list[str]) -> None:
    assert "numba" not in imported_by(*args)


def test_no_standard_output_gets_one_sentence() -> None:
    command = " ".join([*PROGRAM, "games", ">&-"])
    finished = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert finished.returncode == 2
    assert finished.stderr == "plyground: there is no standard output to write to\n"
