"""Runs of learning behind the page: followed while another process learns, changed by nobody
else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import NotNow
from plyground.learning.errors import BadRun
from plyground.learning.folder import Folder
from plyground.web import following
from plyground.web.runs import ServedRuns
from plyground.web.server import PageServer
from tests.learning.runs import add_rung, learned
from tests.serving import Page, opened


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.02)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return learned(tmp_path)


@pytest.fixture
def page(folder: Folder) -> Iterator[Page]:
    with PageServer(runs=[str(folder.path)]) as server, opened(server) as made:
        yield made


def shown(page: Page, **wanted: Any) -> dict[str, Any]:
    """The next of what is told of the run that is so."""
    while True:
        found = page.heard("learning-shown")
        if wanted.items() <= found.items():
            return found


def test_a_run_is_offered_and_told(page: Page) -> None:
    assert page.offer["runs"] == ["w.json.run"]
    page.say("watch-learning", name="w.json.run")
    found = shown(page)
    assert found["share"] == 1.0 and not found["is_running"] and not found["error"]
    assert "40 games" in found["sentences"][0]
    assert {one["title"] for one in found["weights"]} >= {"lacks one", "error"}
    assert len(found["boards"]) == 1


def test_what_is_new_is_told(page: Page, folder: Folder) -> None:
    page.say("watch-learning", name="w.json.run")
    assert not [one for one in shown(page)["curves"] if "points" in one["title"]]
    with folder.driving():
        shown(page, is_running=True)
        add_rung(folder, 0, "random", 2)
        found = shown(page)
    assert found["curves"][0]["title"] == "points against others"
    assert found["tables"][0]["rows"][0][2] == "20 %"
    shown(page, is_running=False)


def test_a_folder_that_is_gone_is_told_and_what_was_read_stands(page: Page, folder: Folder) -> None:
    page.say("watch-learning", name="w.json.run")
    before = shown(page)
    folder.path.rename(folder.path.with_name("other"))
    found = shown(page)
    assert "is no folder of a run" in found["error"] and found["weights"] == before["weights"]
    folder.path.with_name("other").rename(folder.path)
    shown(page, error=None)


def test_nothing_is_opened_that_the_command_line_does_not_name(page: Page, folder: Folder) -> None:
    for name in ("other.run", str(folder.path), "../w.json.run"):
        assert "is not offered" in page.refusal("watch-learning", name=name)


def test_who_looks_changes_nothing(page: Page, folder: Folder) -> None:
    files = {path: path.stat().st_mtime_ns for path in folder.path.iterdir()}
    page.say("watch-learning", name="w.json.run")
    shown(page)
    assert {path: path.stat().st_mtime_ns for path in folder.path.iterdir()} == files


def test_names_are_told_apart_and_what_is_no_run_is_refused(folder: Folder, tmp_path: Path) -> None:
    runs = ServedRuns([str(folder.path), str(folder.path)])
    assert runs.names == ["w.json.run", "w.json.run (2)"]
    assert runs.address == "#learning/w.json.run"
    with pytest.raises(NotNow):
        runs.find("x")
    with pytest.raises(BadRun, match="no folder of a run"):
        ServedRuns([str(tmp_path / "nothing")])
