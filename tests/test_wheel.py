"""What is installed from a wheel, with nothing else but the packages that it asks for, works
anywhere; and a wheel holds what it should."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.command import ROOT

pytestmark = pytest.mark.slow

SIZE = "paths:board=3x3"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def required(name: str, known: dict[str, Distribution]) -> dict[str, Distribution]:
    """The packages that a package requires, directly or indirectly."""
    for text in distribution(name).requires or []:
        wanted = Requirement(text)
        needed = canonicalize_name(wanted.name)
        if needed not in known and (not wanted.marker or wanted.marker.evaluate({"extra": ""})):
            known[needed] = distribution(needed)
            required(needed, known)
    return known


def contents(packages: dict[str, Distribution]) -> Iterator[Path]:
    """The folders and files of packages, as they stand in an environment."""
    for package in packages.values():
        names = {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}
        yield from (Path(str(package.locate_file(name))) for name in sorted(names))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and what it asks for.

    The packages are those of the tests' environment: to fetch them again would take minutes.
    """
    home = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    offline = ["--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *offline, str(wheel)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    for path in contents(required("plyground", {})):
        (packages / path.name).symlink_to(path)
    return home / "bin"


def run(program: Path, *args: str, cwd: Path) -> str:
    """The output of a program of the environment, without the tests' own variables."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    finished = subprocess.run(
        [program, *args], cwd=cwd, env=kept, capture_output=True, text=True, check=False
    )
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    return finished.stdout


# --- what it holds -----------------------------------------------------------------------------


def test_it_holds_the_package_and_the_documents_and_nothing_else(wheel: Path) -> None:
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = {
        f"plyground/{path.relative_to(ROOT / 'src' / 'plyground').as_posix()}"
        for path in (ROOT / "src" / "plyground").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    documents = {
        f"plyground/docs/{path.relative_to(ROOT / 'docs').as_posix()}"
        for path in (ROOT / "docs").rglob("*")
        if path.suffix in (".md", ".svg", ".json")
    }
    assert names == wanted | documents
    assert {"plyground/py.typed", "plyground/games/connect_four/opening.book"} <= names


def test_it_shows_nothing_of_the_machine_that_built_it(wheel: Path) -> None:
    content = ZipFile(wheel)
    places = [str(ROOT).encode(), f"{Path.home()}/".encode(), sys.prefix.encode()]
    leaks = [name for name in content.namelist() if any(p in content.read(name) for p in places)]
    assert leaks == []


# --- what it does ------------------------------------------------------------------------------


def test_commands_run_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    program = installed / "plyground"
    assert run(program, "--version", cwd=tmp_path) == "plyground 0.1.0\n"
    assert "watch-your-back" in run(program, "games", cwd=tmp_path)
    assert "X" in run(program, "show", "connect-four", "--moves", "4", cwd=tmp_path)
    assert "draw" in run(program, "solve", SIZE, cwd=tmp_path)
    players = ("--first", "random:seed=1", "--second", "random:seed=2")
    assert "wins" in run(program, "play", "dominoes", *players, cwd=tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_documents_are_there(installed: Path, tmp_path: Path) -> None:
    program = installed / "plyground"
    assert "connect-four " in run(program, "docs", cwd=tmp_path)
    assert run(program, "docs", "playing", cwd=tmp_path) == (ROOT / "docs/playing.md").read_text()
    assert str(installed.parent) in run(program, "docs", "playing", "--path", cwd=tmp_path)


def test_the_page_is_served(installed: Path, tmp_path: Path) -> None:
    """With other people's modules and their licences."""
    script = (
        "from urllib.request import build_opener, HTTPCookieProcessor\n"
        "from plyground.web.server import PageServer\n"
        "with PageServer() as server:\n"
        "    opener = build_opener(HTTPCookieProcessor())\n"
        "    print(len(opener.open(server.url).read()))\n"
        "    for name in ('preact.mjs', 'hooks.mjs', 'htm.mjs', 'preact.LICENSE', 'htm.LICENSE'):\n"
        "        print(len(opener.open(f'http://{server.host}/modules/{name}').read()))"
    )
    sizes = run(installed / "python", "-c", script, cwd=tmp_path).split()
    assert len(sizes) == 6 and all(int(size) > 500 for size in sizes)


def test_it_is_a_module_and_can_be_imported(installed: Path, tmp_path: Path) -> None:
    python = installed / "python"
    assert run(python, "-m", "plyground", "--version", cwd=tmp_path) == "plyground 0.1.0\n"
    script = "import plyground; print(plyground.__file__, plyground.make_game('dominoes').name)"
    file, name = run(python, "-c", script, cwd=tmp_path).split()
    assert Path(file).is_relative_to(installed.parent) and name == "dominoes"


def test_every_opening_book_is_found(installed: Path, tmp_path: Path) -> None:
    script = (
        "from plyground import make_game\n"
        "from plyground.book.own import own_book\n"
        "print(*(len(own_book(make_game(name))) for name in ('connect-four', 'watch-your-back')))"
    )
    sizes = run(installed / "python", "-c", script, cwd=tmp_path).split()
    assert all(int(size) > 0 for size in sizes)
