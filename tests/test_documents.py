"""The examples in the documents run as they stand, and the rooms are all described."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, plyground

BLOCK = re.compile(r"^```(?P<head>[^\n]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ["README.md", "docs/your-own-game.md"]


def run_console(block: str, folder: Path) -> None:
    """Each command succeeds, and what the page shows of its output appears in this order."""
    command, *shown = block.removeprefix("$ plyground ").splitlines()
    finished = plyground(*shlex.split(command), cwd=folder)
    assert finished.returncode == 0, finished
    place = 0
    for line in filter(None, shown):
        found = finished.stdout.find(line, place)
        assert found >= 0, f"{line!r} is not in\n{finished.stdout}"
        place = found + len(line)


def run_python(head: str, block: str, folder: Path) -> None:
    file = re.search(r"file=(\S+)", head)
    if file:
        with (folder / file[1]).open("a" if "append" in head else "w") as target:
            target.write(("\n" if "append" in head else "") + block)
    else:
        subprocess.run([sys.executable, "-c", block], check=True, capture_output=True, cwd=folder)


@pytest.mark.parametrize("page", PAGES)
def test_every_example_runs(page: str, tmp_path: Path) -> None:
    folder = tmp_path
    (folder / "examples").symlink_to(ROOT / "examples")
    blocks = [*BLOCK.finditer((ROOT / page).read_text())]
    assert len(blocks) >= 4
    for block in blocks:
        if block["head"] == "console":
            run_console(block["body"], folder)
        else:
            run_python(block["head"], block["body"], folder)


def test_every_room_is_described() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    rooms = [path.name for path in (ROOT / "src" / "plyground").iterdir() if path.is_dir()]
    assert [room for room in rooms if f"{room}/" not in text and room != "__pycache__"] == []


def test_every_game_has_a_page() -> None:
    from plyground.games.registry import all_games

    pages = {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    assert pages == {*all_games()}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_examples_stay_small(path: Path) -> None:
    """Rules under 60 lines: all that stands before the parts for speed and for people."""
    rules = re.split("# For (?:speed|people)", path.read_text())[0]
    lines = [line for line in rules.splitlines() if line.strip()]
    assert len(lines) < 60
    assert "numba" not in path.read_text()
