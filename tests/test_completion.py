"""Tab completion: what a shell gets when it asks, and how it is set up to ask."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.cli.completing import player_names
from plyground.players.player import all_players
from tests.command import ROOT, ran, refused

FOLDER = Path(sys.executable).parent

DRIVER = """
eval "$(plyground completion show bash)"
while read -r current line; do
    case "$current" in none) current= ;; esac
    case "$line" in *_) line="${line%_}" ;; esac
    COMP_LINE="$line" COMP_POINT=${#line} COMPREPLY=()
    COMP_WORDS=(plyground "$current") COMP_CWORD=1
    _plyground_completion plyground
    printf '%s ' "${COMPREPLY[@]}"; echo
done
"""
OFFERED = {
    # What bash takes for the word to be completed, and the line; _ for a blank at its end.
    "pe plyground pe": "perft",
    "--fi plyground play --fi": "--first",
    "con plyground play --moves '4 4' con": "connect-four conniption",
    ": plyground solve connect-four:": "width= height= connect=",
    "4,co plyground solve dominoes:rows=4,co": "4,columns=",
    "neg plyground match paths:board=3x3 neg": "negamax negascout",
    "so plyground play --second=so": "solver",
    "tic plyground classic tic": "tic-tac-toe",
    "none plyground book _": "build show",
}


@pytest.mark.slow
@pytest.mark.skipif(not (FOLDER / "plyground").exists(), reason="the program is not installed")
def test_bash_is_offered_what_fits() -> None:
    finished = subprocess.run(
        ["bash", "-c", DRIVER],
        input="\n".join(OFFERED) + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PATH": f"{FOLDER}:{os.environ['PATH']}"},
        check=True,
    )
    assert finished.stderr == ""
    assert [line.strip() for line in finished.stdout.splitlines()] == [*OFFERED.values()]


def test_a_shell_that_asks_does_not_wait_for_the_compiler() -> None:
    script = (
        "import sys; sys.argv = ['plyground']; from plyground.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    request = {"_PLYGROUND_COMPLETE": "complete_bash", "COMP_CWORD": "9"}
    for line, offered in (("plyground match paths ", "negascout"), ("plyground play ", "paths")):
        finished = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env={**os.environ, **request, "COMP_WORDS": line},
            check=True,
        )
        assert offered in finished.stdout.split()
        assert not {"numba", "numpy", "rich"} & {*finished.stderr.split()}


def test_the_names_of_players_are_those_that_can_be_made() -> None:
    assert player_names() == [*all_players()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_installing_twice_is_installing_once(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    start = tmp_path / f".{shell}rc"
    start.write_text("mine")
    assert ran("completion", "install").returncode == 0
    finished = ran("completion", "install", shell)
    script = Path(finished.stdout.split(" is written")[0])
    assert script.is_relative_to(tmp_path)
    assert script.read_text() == ran("completion", "show").stdout
    assert "_PLYGROUND_COMPLETE=complete" in script.read_text()
    lines = start.read_text().splitlines()
    if shell == "fish":
        assert lines == ["mine"]
    else:
        assert lines[0] == "mine" and len(lines) == 2 and f"source '{script}'" in lines[1]


def test_a_shell_that_is_not_known_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert refused("completion", "install") == "your shell is tcsh: expected bash, zsh or fish"
    assert "expected one of bash, zsh, fish" in refused("completion", "show", "tcsh")
