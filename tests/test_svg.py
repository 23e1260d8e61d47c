"""Boards as SVG: small, well-formed, the same every time, and safe whatever a game says."""

import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from rich.color import Color
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from plyground.boards.speech import position_words
from plyground.boards.svg import THEMES, board_svg
from plyground.core.style import style_of, style_table
from tests.command import ROOT, plyground, refused
from tests.positions import BREAKTHROUGH, EDGES, EXAMPLES, HEX, NIM, POINTS, label
from tests.test_boards import STRIP
from tests.test_contrast import READABLE, SEEN, contrast
from tests.test_notation import record_of

SVG = "{http://www.w3.org/2000/svg}"
SHOWN = {
    "connect-four": ("connect-four", "4 4 3 5 5 4 3 3 2 6 4 4"),
    "connect-four won": ("connect-four", "4 4 3 3 5 5 2"),
    "conniption": ("conniption", "4 f4 3 5 4f 5 3 2"),
    "paths": ("paths", "5 1 3 2 7"),
    "paths 3x3x3": ("paths:board=3x3x3", "14 1 27"),
    "dominoes": ("dominoes", "1,3,3 2,1,7 2,4,2"),
    "dominoes won": ("dominoes", "1,3,3 2,1,7 1,3,1"),
    "watch-your-back": ("watch-your-back", "3,4 3,3 4,4 4,2 2,3 5,3 4,1 3,6 5,4 2,5"),
    "breakthrough": (BREAKTHROUGH, "a2a3 h7g6 b2c3"),
    "hex": (f"{HEX}:size=4", "b2 c2 b3 c1"),
    "hex won": (f"{HEX}:size=3", "b1 a1 b2 c2 b3"),
    "points": (POINTS, "a7 d7 d6 g4 e5"),
    "points won": (POINTS, "a7 d7 a4 g7 a1"),
    "edges": (EDGES, "b1 a2 c2 b3 e4"),
}
"""Pictures that are kept as files, to look at."""
GAMES = ["connect-four", "conniption", "paths", "dominoes", "watch-your-back", POINTS, EDGES]
GAMES += ["gomoku"]
GAMES += [name for name in EXAMPLES if name != NIM]


class Picture(SingleFileSnapshotExtension):
    """Each picture in a file that a browser shows."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_what_it_was(name: str, snapshot: SnapshotAssertion) -> None:
    assert board_svg(record_of(*SHOWN[name])) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("name", [Path(name).stem for name in EXAMPLES if name != NIM])
def test_every_example_is_drawn_as_it_was(name: str, snapshot: SnapshotAssertion) -> None:
    """After the first move."""
    record = record_of(f"{ROOT}/examples/{name}.py")
    record.push(record.legal_moves[0])
    assert board_svg(record) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES, ids=label)
def test_a_picture_is_small_well_formed_and_says_what_it_shows(name: str, theme: str) -> None:
    record = record_of(name)
    assert len(board_svg(record, theme).encode()) < 20_000
    while record.legal_moves:
        record.push(record.legal_moves[len(record.moves) % len(record.legal_moves)])
        if len(record.moves) >= 200:
            break
    drawn = board_svg(record, theme)
    title, words = [*ET.fromstring(drawn)][:2]
    assert len(drawn.encode()) < 20_000 and drawn == board_svg(record, theme)
    assert (title.tag, words.tag) == (f"{SVG}title", f"{SVG}desc")
    assert record.status in (title.text or "")
    assert (words.text or "").split() == "; ".join(position_words(record)).split()
    assert ("prefers-color-scheme" in drawn) == (theme == "auto")
    assert str(ROOT) not in drawn


@pytest.mark.parametrize("name", SHOWN)
def test_everything_that_is_named_is_there_and_only_once(name: str) -> None:
    drawn = board_svg(record_of(*SHOWN[name]))
    ids = re.findall(r' id="([^"]*)"', drawn)
    classes = {word for found in re.findall(r' class="([^"]*)"', drawn) for word in found.split()}
    assert len({*ids}) == len(ids)
    assert {*re.findall(r'(?:href="|url\()#([^")]*)', drawn)} <= {*ids}
    assert classes <= {*re.findall(r"\.([a-z]{6}\w+)", drawn)}


def test_pictures_on_one_page_share_no_names() -> None:
    pictures = [board_svg(record_of(*SHOWN[name])) for name in SHOWN]
    pictures.append(board_svg(record_of("connect-four", "4 4 3 5 5 4 3 3 2 6 4")))
    names = [{*re.findall(r'(?:id="|\.)([a-z]{6}\w+)[{"]', drawn)} for drawn in pictures]
    assert all(names) and sum(map(len, names)) == len(set().union(*names))


def rings(name: str, moves: str) -> list[ET.Element]:
    """What marks the last move and the winning line: each is drawn twice, light on dark."""
    groups = ET.fromstring(board_svg(record_of(name, moves))).iter(f"{SVG}g")
    return [ring for group in groups if group.get("stroke-width") == "2.5" for ring in group]


def test_one_ring_goes_round_a_piece() -> None:
    domino = rings("dominoes", "1,3,3")
    assert [(ring.get("width"), ring.get("height")) for ring in domino] == [("76", "36")]
    upright = rings("dominoes", "2,3,3")
    assert [(ring.get("width"), ring.get("height")) for ring in upright] == [("36", "76")]
    assert len(rings("dominoes", "1,3,3 2,1,7 1,3,1")) == 1 + 2


def test_where_a_piece_came_from_is_marked_otherwise() -> None:
    came, went = (ring.get("stroke-dasharray") for ring in rings(BREAKTHROUGH, "a2a3")[::-1])
    assert came and not went


# --- colours -----------------------------------------------------------------------------------

PAGES = {"light": "#ffffff", "dark": "#0d1117"}
"""White, and the darkest of the usual dark pages."""


def colours_of(drawn: str) -> dict[str, str]:
    """The colour of each class, without the prefix of the picture."""
    return dict(re.findall(r"\.[a-z]{6}(\w+)\{fill:(#\w{6})", drawn))


def shaded(colour: Color) -> Color:
    """A colour under the dark rim of a disc."""
    return Color.from_rgb(*(0.4 * part for part in colour.get_truecolor()))


@pytest.mark.parametrize("theme", PAGES)
@pytest.mark.parametrize("name", GAMES, ids=label)
def test_pieces_and_words_can_be_told_from_what_is_under_them(name: str, theme: str) -> None:
    record = record_of(name)
    for _ in range(6):
        record.push(record.legal_moves[0])
    scene = record.game.scene(record.position)
    assert scene
    found, table = colours_of(board_svg(record, theme)), style_table(record.game.styles)
    under = Color.parse(found["g"])
    for number, symbol in enumerate(sorted({*"".join(scene.rows), *scene.borders})):
        style = style_of(table, symbol)
        if style.name:
            square = Color.parse(found.get(f"q{number}", found["g"]))
            inked, rim = Color.parse(found[f"c{number}"]), shaded(square)
            by_rim = min(contrast(inked, rim), contrast(rim, square))
            has_rim = style.drawn_shape in ("disc", "ring")
            assert max(contrast(inked, square), has_rim * by_rim) >= SEEN, style.name
    words = Color.parse(found["t"])
    assert contrast(words, Color.parse(PAGES[theme])) >= READABLE
    assert not scene.names or contrast(Color.parse(found["n"]), under) >= READABLE
    assert contrast(Color.parse(found["l"]), under) >= READABLE


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


def test_the_pictures_of_the_documents_are_fresh() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))
    for name, (game_text, moves) in made["PICTURES"].items():
        kept = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
        assert board_svg(made["played"](game_text, moves)) == kept, "run docs/make_pictures.py"


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
