"""What each command prints and reports, to people and to programs."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pexpect
import pytest
import typer

from plyground.cli.app import app
from plyground.search.bench import NAMES
from tests.command import (
    PROGRAM,
    ROOT,
    all_commands,
    complaint,
    imported_by,
    on_a_terminal,
    plyground,
    told,
)
from tests.positions import NIM

NUMBERS = [
    ("conniption", 5, [28, 588, 12_348, 259_308, 5_260_591]),
    ("watch-your-back", 3, [46, 2_084, 92_342]),
    ("dominoes", 4, [71, 4_614, 273_168, 14_365_644]),
    ("paths:board=3x3", 9, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
]
E_POSITION = "..................X--X....-@@-....-@@-....XOOX.................. O 200"


def report(*args: str, **kws: Any) -> Any:
    finished = plyground(*args, "--json", **kws)
    assert finished.returncode == 0, finished
    return told(finished.stdout)


@pytest.mark.parametrize(("game", "depth", "leaves"), NUMBERS, ids=lambda value: str(value)[:15])
def test_perft_reports_the_known_numbers(game: str, depth: int, leaves: list[int]) -> None:
    found = report("perft", game, str(depth))
    assert found["game"] == game
    assert [level["depth"] for level in found["depths"]] == [*range(1, depth + 1)]
    assert [level["leaves"] for level in found["depths"]] == leaves


def test_perft_shows_who_wins() -> None:
    found = report("perft", "watch-your-back", "3", "--position", E_POSITION)
    last = found["depths"][-1]
    assert [level["leaves"] for level in found["depths"]] == [1, 12, 12]
    assert (last["terminal"], last["wins"], last["losses"]) == (6, 0, 6)
    shown = plyground("perft", "watch-your-back", "3", "--position", E_POSITION).stdout
    assert "White wins" in shown and "Black wins" in shown


def test_perft_divides_and_counts_distinct_positions() -> None:
    found = report("perft", "connect-four", "4", "--divide", "--distinct", "--moves", "4 4")
    assert sum(found["divide"].values()) == found["depths"][-1]["leaves"] == 7**4
    assert [*found["divide"]] == list("1234567")
    assert [level["distinct"] for level in found["depths"]][:2] == [7, 49 - 0]


def test_perft_of_a_finished_game_is_nothing() -> None:
    found = report("perft", "paths:board=3x3", "2", "--moves", "1 2 4 5 7")
    assert [level["leaves"] for level in found["depths"]] == [0, 0]


@pytest.mark.slow
def test_bench_counts_every_search_and_solver_and_always_the_same() -> None:
    one, two = (told(plyground("bench", NIM, "--json").stdout) for _ in range(2))
    nodes = {count["search"]: count["nodes"] for count in one["searches"]}
    assert [*nodes] == [*NAMES] and all(nodes.values())
    assert one["nodes"] == two["nodes"] == sum(nodes.values())


def test_games_lists_names_options_and_a_line() -> None:
    games = {game["name"]: game for game in report("games")["games"]}
    assert [*games] == ["connect-four", "conniption", "dominoes", "paths", "watch-your-back"]
    assert [option["name"] for option in games["dominoes"]["options"]] == [
        "rows",
        "columns",
        "line",
    ]
    assert all(game["summary"] for game in games.values())


def test_show_takes_positions_and_moves() -> None:
    found = report("show", "conniption:flips=2/0", "--moves", "f4f 3")
    assert found["position"].endswith("X 0/0")
    assert found["mover"] == "Red" and found["outcome"] == "ongoing"
    again = report("show", "conniption:flips=2/0", "--position", found["position"])
    assert again["position"] == found["position"]


def test_show_says_who_has_won() -> None:
    finished = plyground("show", "connect-four", "--moves", "1 2 1 2 1 2 1")
    assert "Red wins" in finished.stdout
    assert "moves" not in finished.stdout


def test_an_exported_board_is_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "a,b=c.txt"
    assert plyground("export", "paths:board=3x3", str(file)).returncode == 0
    assert file.read_text() == plyground("export", "paths:board=3x3").stdout
    found = report("perft", f"paths:{file}", "5")
    assert (
        found["depths"][-1]["terminal"]
        == report("perft", "paths:board=3x3", "5")["depths"][-1]["terminal"]
    )


@pytest.mark.parametrize(
    "game",
    [
        "connect-four",
        "conniption",
        "dominoes",
        "paths:board=4x4",
        "watch-your-back",
        "examples/nim.py",
        "examples/breakthrough.py:rows=5,columns=5",
    ],
)
def test_random_players_finish_every_game(game: str) -> None:
    found = report("play", game, "--first", "random:seed=1", "--second", "random:seed=2")
    assert found["result"] in ("first", "second", "draw")
    assert found["plies"] == len(found["moves"]) > 0
    shown = report("show", game, "--moves", " ".join(found["moves"]))
    assert shown["position"] == found["position"]
    assert found == report("play", game, "--first", "random:seed=1", "--second", "random:seed=2")


def test_a_person_plays_through_a_pipe() -> None:
    typed = "help\nmoves\nx\n9\n1\nundo\n1\n1\nundo\nquit\n"
    finished = plyground("play", "connect-four", "--second", "human", typed=typed)
    assert finished.returncode == 0 and finished.stderr == ""
    assert "Type a move, or one of these" in finished.stdout
    assert "1 2 3 4 5 6 7\n" in finished.stdout
    assert "'x' is not a legal move here" in finished.stdout
    assert finished.stdout.count("Red: 1") == 3  # twice played, once shown again after an undo


def test_the_end_of_input_ends_the_game_gracefully() -> None:
    finished = plyground("play", "paths:board=3x3", "--second", "human", typed="5\n")
    assert finished.returncode == 0 and finished.stderr == ""
    assert plyground("play", typed="").returncode == 0


def test_a_decided_board_is_said_before_the_game() -> None:
    assert "try line=5 or line=6" in plyground("play", "dominoes", typed="quit\n").stdout
    assert "try line=5" not in plyground("play", "dominoes:line=5", typed="quit\n").stdout


def test_no_color_is_obeyed() -> None:
    screen = on_a_terminal("show", "connect-four", "--moves", "4", NO_COLOR="1")
    screen.expect(pexpect.EOF)
    assert "X" in screen.before and "●" not in screen.before
    assert not re.search(r"\x1b\[[0-9;]*3\d", screen.before)


def test_ctrl_c_in_the_midst_of_evaluated_code_ends_like_any_other(tmp_path: Path) -> None:
    """Much of what is imported evaluates texts, and Python does not forget what happened there."""
    (tmp_path / "slow.py").write_text('exec("raise KeyboardInterrupt")')
    finished = plyground("show", str(tmp_path / "slow.py"))
    assert (finished.returncode, finished.stderr) == (130, "plyground: interrupted\n")


def test_ctrl_c_at_a_prompt_leaves_quietly() -> None:
    screen = on_a_terminal("play", "connect-four")
    screen.expect("Red>")
    screen.sendintr()
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130


def test_every_command_has_examples_one_a_line() -> None:
    commands = dict(all_commands(typer.main.get_command(app)))
    assert len(commands) > 20
    for name, made in commands.items():
        mark, head, *examples = made.epilog.split("\n")
        assert (mark, head) == ("\b", "Examples:") and examples, name
        assert all(line.startswith(f"  plyground {name}") for line in examples), name
        assert not any(";" in line for line in examples), name
    shown = plyground("solve", "--help", env={"COLUMNS": "50"}).stdout.splitlines()
    assert {f"  {line}" for line in commands["solve"].epilog.split("\n")[2:]} <= {*shown}


GAMES_AND_EXAMPLES = [
    "connect-four",
    "conniption",
    "dominoes",
    "paths",
    pytest.param("paths:board=4x4x4", marks=pytest.mark.long),
    pytest.param("paths:board=10x10,line=5", marks=pytest.mark.long),
    "watch-your-back",
    "examples/nim.py",
    "examples/breakthrough.py",
]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_AND_EXAMPLES)
def test_every_game_keeps_every_law(game: str) -> None:
    found = report("check", game)
    assert found["passed"], [law for law in found["laws"] if not law["passed"]]
    assert len(found["laws"]) >= 13


HEAVY = {"numba", "numpy", "rich", "plyground.matches", "plyground.search", "plyground.terminal"}


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["solve", "--help"],
        ["book"],
        ["book", "build", "-h"],
        ["classic", "tic-tac-toe", "--help"],
    ],
)
def test_help_imports_nothing_that_it_does_not_show(args: list[str]) -> None:
    assert not imported_by(*args) & HEAVY


@pytest.mark.parametrize(
    ("room", "args", "modules"),
    [
        (
            "cli",
            ["show", "paths"],
            ["app", "common", "completing", "exit_codes", "lazy", "show", "signals"],
        ),
        ("classic", ["--help"], []),
        (
            "classic",
            ["classic", "tic-tac-toe", "-h"],
            ["answers", "any_win", "dialogue", "tic_tac_toe"],
        ),
    ],
)
def test_a_command_imports_no_other_command(room: str, args: list[str], modules: list[str]) -> None:
    start = f"plyground.{room}."
    found = [name.removeprefix(start) for name in imported_by(*args) if name.startswith(start)]
    assert sorted(found) == modules


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["plya"], "No such command 'plya'. Did you mean 'play', 'comply'?"),
        (["common"], "No such command 'common'."),
        (["classic", "tic_tac_toe"], "No such command 'tic_tac_toe'. Did you mean 'tic-tac-toe'?"),
        (["classic", "answers"], "No such command 'answers'."),
    ],
)
def test_an_unknown_command_is_refused_with_a_suggestion(args: list[str], said: str) -> None:
    assert complaint(plyground(*args)) == said


@pytest.mark.slow
def test_an_installed_package_adds_a_game(tmp_path: Path) -> None:
    (tmp_path / "nim_game.py").write_text((ROOT / "examples" / "nim.py").read_text())
    information = tmp_path / "nim_game-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: nim-game\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[plyground.games]\nnim = nim_game:Nim\n")
    env = {"PYTHONPATH": str(tmp_path)}
    assert "nim" in [game["name"] for game in report("games", env=env)["games"]]
    assert report("perft", "nim:heap=9", "2", env=env)["depths"][1]["leaves"] == 9


@pytest.mark.parametrize("arguments", [("play",), ("play", "paths"), ("classic", "dominoes")])
def test_a_closed_standard_input_is_the_end_of_input(arguments: tuple[str, ...]) -> None:
    line = " ".join([*PROGRAM, *arguments])
    finished = subprocess.run(
        f"{line} <&-", shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (finished.returncode, finished.stderr) == (0, "")
