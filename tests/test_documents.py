"""The examples in the documents run as they stand, and the rooms are all described."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.cli.app import Commands
from tests.command import ROOT, plyground as run_program

BLOCK = re.compile(r"^```(?P<head>[^\n]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<file>[^)#:]*)(?:#(?P<heading>[^)]*))?\)")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/adapters.md",
    "docs/analysing.md",
    "docs/wire.md",
    "docs/your-own-game.md",
    "docs/players.md",
    "docs/books.md",
    "docs/gallery.md",
    "docs/proofs.md",
    "docs/protocols.md",
    "docs/games/watch-your-back.md",
    *(f"docs/searches/{path.name}" for path in sorted(ROOT.glob("docs/searches/*.md"))),
]


def run_console(block: str, folder: Path) -> None:
    """Each command succeeds, and what the page shows of its output appears in this order."""
    command, *shown = block.removeprefix("$ plyground ").splitlines()
    finished = run_program(*shlex.split(command), cwd=folder)
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


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_example_runs(page: str, tmp_path: Path) -> None:
    folder = tmp_path
    (folder / "examples").symlink_to(ROOT / "examples")
    text = (ROOT / page).read_text()
    blocks = [*BLOCK.finditer(text)]
    assert 2 * len(blocks) == len(re.findall("^```", text, re.MULTILINE)) > 0
    for block in blocks:
        if block["head"] == "console":
            run_console(block["body"], folder)
        elif "source=" not in block["head"]:  # those are compared with the source they show
            run_python(block["head"], block["body"], folder)


def test_every_room_is_described() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    rooms = [path.name for path in (ROOT / "src" / "plyground").iterdir() if path.is_dir()]
    assert [room for room in rooms if f"{room}/" not in text and room != "__pycache__"] == []


@pytest.mark.parametrize("room", ["core", "core/compile", "search"])
def test_every_module_is_described(room: str) -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    modules = {path.name for path in (ROOT / "src" / "plyground" / room).glob("*.py")}
    assert [name for name in sorted(modules - {"__init__.py"}) if name not in text] == []


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    commands = Commands().list_commands(None)
    assert len(commands) > 10
    assert [name for name in commands if f"plyground {name}" not in text] == []


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda path: path.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.finditer(page.read_text()):
        target = page.parent / link["file"] if link["file"] else page
        assert target.exists(), link[0]
        if link["heading"]:
            assert link["heading"] in anchors(target), link[0]


def anchors(page: Path) -> list[str]:
    """The names by which headings of a page are linked."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_every_game_has_a_page() -> None:
    from plyground.games.registry import all_games

    pages = {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    assert pages == {*all_games()}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_no_example_knows_the_compiler(path: Path) -> None:
    assert "numba" not in path.read_text()
