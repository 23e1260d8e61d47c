"""`plyground docs`: every page is found by its name, and texts name pages, not files."""

import re
from pathlib import Path

import pytest

from plyground.cli.docs import command, pages
from tests.command import ROOT, on_a_terminal, plyground, refused, told

FILES = [*(ROOT / "docs").rglob("*.md")]


def test_every_page_has_a_name_and_a_line() -> None:
    shown = plyground("docs").stdout.splitlines()
    assert {line.split()[0] for line in shown} == {path.stem.lower() for path in FILES}
    assert len(shown) == len(FILES) and all(len(line.split()) > 2 for line in shown)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_page_that_does_not_go_to_a_terminal_is_its_file(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(path.stem)
    assert capsys.readouterr().out == path.read_text()


@pytest.mark.parametrize("name", ["paths", "Paths", "paths.md", "docs/games/paths.md"])
def test_a_page_is_named_in_many_ways(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command(name, path=True)
    assert capsys.readouterr().out == f"{ROOT / 'docs' / 'games' / 'paths.md'}\n"
    command(path=True)
    assert capsys.readouterr().out == f"{ROOT / 'docs'}\n"


def test_programs_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    command(json=True)
    listed = told(capsys.readouterr().out)["pages"]
    assert [page["name"] for page in listed] == [*pages()]
    command("solving", json=True)
    output = told(capsys.readouterr().out)
    assert output["text"] == Path(output["page"]["path"]).read_text() and output["page"] in listed
    assert output["page"]["title"] == "Solving"


def test_a_name_that_is_none() -> None:
    assert refused("docs", "playin") == "there is no page 'playin': did you mean playing?"
    assert refused("docs", "").startswith("there is no page '': expected one of adapters")


def test_on_a_terminal_a_page_is_laid_out() -> None:
    screen = on_a_terminal("docs", "proofs")
    shown = screen.read()
    assert screen.wait() == 0
    assert "\x1b[" in shown and "```" not in shown and ".md" not in shown


def test_no_text_of_the_program_names_a_file_that_may_not_be_there() -> None:
    sources = (ROOT / "src").rglob("*.py")
    named = re.compile(r"\b(docs/|README|CONTRIBUTING)\w*[^`]*\.md")
    found = {path.name: named.findall(path.read_text()) for path in sources}
    assert {name: texts for name, texts in found.items() if texts} == {"docs.py": ["docs/"]}


def test_the_pages_that_texts_name_are_there() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        for name in re.findall(r"plyground\s+docs ([a-z-]+)", path.read_text()):
            assert name in pages(), path
