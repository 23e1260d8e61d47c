"""The page's own sources: types, and what they are made of."""

import json
import re
import subprocess

import pytest

from docs import make_types
from plyground.web.app import PAGE
from tests.command import ROOT

pytestmark = pytest.mark.slow


def test_the_types_of_the_messages_are_up_to_date() -> None:
    """If they are not: `python docs/make_types.py`."""
    assert make_types.FILE.read_text() == make_types.content()


def test_the_types_of_the_page_are_right() -> None:
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    assert compiler.exists(), "say make test, or python hatch_build.py"
    found = subprocess.run([compiler, "--noEmit"], cwd=ROOT, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


def test_no_two_sheets_style_the_same_class() -> None:
    """What all views share is in `style.css`; the others begin with a class of their own view."""
    owner: dict[str, str] = {}
    shared = classes("style.css")
    for file in sorted(PAGE.glob("*.css")):
        for name in classes(file.name) - shared:
            assert owner.setdefault(name, file.name) == file.name, name


def classes(sheet: str) -> set[str]:
    """The classes that selectors of a style sheet begin with."""
    return {*re.findall(r"^(\.[a-z-]+)", (PAGE / sheet).read_text(), re.MULTILINE)}


def test_the_lock_names_hashes_and_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text()
    assert "://" not in text and "resolved" not in text
    packages = json.loads(text)["packages"]
    assert all(name == "" or "integrity" in package for name, package in packages.items())
