"""Boards as SVG: small, well-formed, the same every time, and safe whatever a game says."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from plyground.boards.svg import THEMES, board_svg
from tests.command import ROOT
from tests.positions import BREAKTHROUGH, NIM
from tests.test_boards import STRIP
from tests.test_notation import record_of

GAMES = ["connect-four", "conniption", "paths", "dominoes", "watch-your-back", BREAKTHROUGH]


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
