"""Boards as SVG: small, well-formed, the same every time, and safe whatever a game says."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from plyground.boards.svg import THEMES, board_svg
from tests.command import ROOT, plyground, refused
from tests.positions import BREAKTHROUGH, EDGES, HEX, NIM, POINTS
from tests.test_boards import STRIP
from tests.test_notation import record_of

GAMES = ["connect-four", "conniption", "paths", "dominoes", "watch-your-back", BREAKTHROUGH]
GAMES += [HEX, POINTS, EDGES]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_a_picture_is_small_well_formed_and_says_what_it_shows(name: str, theme: str) -> None:
    record = record_of(name)
    drawn = board_svg(record, theme)
    title, words = [*ET.fromstring(drawn)][:2]
    assert len(drawn.encode()) < 20_000 and drawn == board_svg(record, theme)
    assert record.status in (title.text or "") and "row" in (words.text or "")
    assert ("prefers-color-scheme" in drawn) == (theme == "auto")
    assert str(ROOT) not in drawn


def test_a_hostile_name_is_only_text(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    hostile = STRIP.replace('"Cat"', '"</svg><script>\\0"').replace(
        'tuple("abcd")', 'tuple("<&>\'")'
    )
    file.write_text(hostile)
    drawn = board_svg(record_of(str(file)))
    assert ET.fromstring(drawn) is not None and "<script" not in drawn


def test_a_game_without_squares_has_no_picture() -> None:
    assert board_svg(record_of(NIM)) == "" and record_of(NIM)._repr_svg_() is None


def test_show_writes_a_picture_to_a_new_file(tmp_path: Path) -> None:
    file = str(tmp_path / "board.svg")
    args = ("show", "connect-four", "--moves", "4 4 3", "--svg")
    assert plyground(*args, file).returncode == 0
    written = (tmp_path / "board.svg").read_text()
    assert written == board_svg(record_of("connect-four", "4 4 3")) == plyground(*args, "-").stdout
    for target, told in ((file, "exists"), (f"{tmp_path}/no/x.svg", "no such file")):
        complaint = refused(*args, target)
        assert told in complaint and complaint.count(target) == 1
    assert (tmp_path / "board.svg").read_text() == written
    assert "--svg and --json" in refused(*args, "-", "--json")
    assert "has no board" in refused("show", NIM, "--svg", "-")
