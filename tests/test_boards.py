"""Boards as people see them: in colour, in words, and without colour."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from plyground.boards.changes import last_squares
from plyground.boards.speech import line_words, position_words
from plyground.core.game import Game
from plyground.core.plain import plain_picture
from plyground.core.scene import Scene
from plyground.records.record import Record
from plyground.terminal.board import COLUMNS, DECIDED, LAST, board_text, side_text
from plyground.terminal.screen import show_board
from plyground.terminal.spectator import Spectator
from tests.positions import BREAKTHROUGH, EDGES, HEX, NIM, POINTS, SEVEN_GAMES, game_of
from tests.test_notation import record_of, records

FEW = settings(max_examples=15)
SHOWN = {
    "connect-four": ("connect-four", "4 4 3 5 5 2 4", None),
    "connect-four won": ("connect-four", "4 4 3 3 5 5 2", None),
    "conniption": ("conniption", "4 f4 3 f7f 4", None),
    "conniption locked": ("conniption:flips=2/1", "4 4 3f", None),
    "conniption won by both": (
        "conniption",
        "",
        "......./......./......./......./OOOO.../XXXX... X 3/4",
    ),
    "conniption, Yellow first": ("conniption:first=yellow", "4 1", None),
    "paths": ("paths", "5 1 3 7", None),
    "paths won": ("paths", "5 1 3 2 7", None),
    "paths 3x3x3": ("paths:board=3x3x3", "14 1 27", None),
    "dominoes": ("dominoes:line=5", "1,3,3 2,1,7 2,4,2 1,6,1", None),
    "dominoes won": ("dominoes", "1,3,3 2,1,7 1,3,1", None),
    "watch-your-back": ("watch-your-back", "3,3 4,4 2,5 1,7 0,1 0,2", None),
    "watch-your-back, Black places": ("watch-your-back", "3,3", None),
    "watch-your-back captures": (
        "watch-your-back",
        "6,3-6,4 3,3-4,3",
        "X------X------------------O@-@O-----O-------------------X------X O 20",
    ),
    "watch-your-back shrunk": (
        "watch-your-back",
        "",
        ".........X@---X..------..O-----..------..O----@..X-@--X......... O 128",
    ),
    "breakthrough": (BREAKTHROUGH, "a2a3 h7g6 b2c3", None),
    "nim": (NIM, "3 2 1", None),
    "hex": (f"{HEX}:size=4", "b2 c2 b3 c1", None),
    "hex won": (f"{HEX}:size=3", "b1 a1 b2 c2 b3", None),
    "points": (POINTS, "a7 d7 d6 g4 e5", None),
    "points won": (POINTS, "a7 d7 a4 g7 a1", None),
    "edges": (EDGES, "b1 a2 c2 b3 e4", None),
}


def shown(name: str) -> Record:
    return record_of(*SHOWN[name])


def coloured(record: Record, width: int = COLUMNS) -> str:
    """The board with readable escape codes."""
    console = Console(force_terminal=True, color_system="truecolor", width=width, no_color=False)
    with console.capture() as captured:
        show_board(console, record)
    return captured.get().replace("\x1b[", "^")


@pytest.mark.parametrize("name", SHOWN)
def test_a_board_in_colour(name: str, snapshot: SnapshotAssertion) -> None:
    assert coloured(shown(name)) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_a_board_in_words(name: str, snapshot: SnapshotAssertion) -> None:
    record = shown(name)
    assert "\n".join([*position_words(record), line_words(record)]) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_words_are_plain_characters(name: str) -> None:
    for line in position_words(shown(name)):
        assert line.isascii() and "\x1b" not in line


# --- laws --------------------------------------------------------------------------------------

BOARDS = (
    *SEVEN_GAMES,
    "connect-four:width=12,height=4",
    "paths:board=10x10,line=5",
    HEX,
    f"{HEX}:size=16",
    POINTS,
    EDGES,
    f"{EDGES}:boxes=3",
)


@pytest.mark.parametrize("name", BOARDS)
@FEW
@given(data=st.data())
def test_every_board_fits_the_screen(name: str, data: Any) -> None:
    record = data.draw(records(name))
    lines = board_text(record).plain.split("\n")
    assert max(map(len, lines)) <= COLUMNS
    assert len(lines) <= 24


@pytest.mark.parametrize("name", SEVEN_GAMES[:5])
@FEW
@given(data=st.data())
def test_a_winner_by_a_line_has_one_that_is_marked(name: str, data: Any) -> None:
    """Nothing is marked if the game goes on or is a draw."""
    record = data.draw(records(name))
    scene = record.game.scene(record.position)
    assert scene is not None
    has_lines = name != "watch-your-back" and record.game.outcome(record.position) in (1, -1)
    assert bool(scene.line) == has_lines
    marked = [span for span in board_text(record).spans if DECIDED in str(span.style)]
    assert len(marked) == len({*scene.line})


@pytest.mark.parametrize("name", SEVEN_GAMES[:5])
@FEW
@given(data=st.data())
def test_the_line_belongs_to_one_side_alone_or_each_has_one(name: str, data: Any) -> None:
    record = data.draw(records(name))
    scene = record.game.scene(record.position)
    assert scene is not None
    symbols = {"".join(scene.rows)[square] for square in scene.line}
    assert symbols <= {"X", "O"}
    assert len(symbols) < 2 or name == "conniption"


@pytest.mark.parametrize("name", ["connect-four", "conniption", "paths", "dominoes"])
@FEW
@given(data=st.data())
def test_the_last_piece_is_the_movers(name: str, data: Any) -> None:
    record = data.draw(records(name))
    scene = record.game.scene(record.position)
    assert scene is not None
    squares = last_squares(record)
    mover = record.game.sides[1 - record.turn]
    for square in squares:
        assert record.game.styles["".join(scene.rows)[square]][2] == mover
    assert (
        len(squares) == (2 if name == "dominoes" else 1) or not record.moves or name == "conniption"
    )


# --- marks -------------------------------------------------------------------------------------


def marked(record: Record, style: str) -> list[str]:
    """What stands on the squares with a mark."""
    text = board_text(record)
    spans = [span for span in text.spans if str(span.style).endswith(style)]
    return [text.plain[span.start : span.end].strip() for span in spans]


@pytest.mark.parametrize(
    ("name", "moves", "expected"),
    [
        ("connect-four", "4 4 3", ["●"]),
        ("conniption", "4 4 f4", ["●"]),
        ("conniption", "4 4 4f", ["●"]),
        ("dominoes", "1,1,1", ["(■─", "─■)"]),
        ("dominoes", "2,1,1", ["╭■╮", "╰■╯"]),
        ("paths", "1 9", ["O"]),
        ("watch-your-back", "3,3", ["○"]),
        ("watch-your-back", "", []),
    ],
)
def test_what_a_move_brought_is_marked(name: str, moves: str, expected: list[str]) -> None:
    assert marked(record_of(name, moves), LAST) == expected


def test_a_dropped_disc_is_found_again_under_a_flip() -> None:
    assert last_squares(record_of("conniption", "4 4 4")) == {4 * 7 - 4}
    assert last_squares(record_of("conniption", "4 4 4f")) == {6 * 7 - 4}
    assert last_squares(record_of("conniption", "4 4 f4f")) == {6 * 7 - 4}


def test_a_piece_is_marked_where_it_went_and_where_it_came_from() -> None:
    record = shown("watch-your-back captures")
    assert last_squares(record) == {8 * 3 + 3, 8 * 3 + 4}


def test_a_game_without_squares_marks_what_changed_in_its_picture(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    drawn = 'return "#" * position.left + "." * (4 - position.left)'
    rules, _, _ = STRIP.partition("    def scene")
    file.write_text(f"{rules}    def picture(self, position):\n        {drawn}\n")
    text = board_text(record_of(str(file), "1"))
    marks = [text.plain[s.start : s.end] for s in text.spans if "reverse" in str(s.style)]
    assert text.plain == "███ " and marks == [" "]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("paths:board=16x16,line=5", "  15  16"),
        ("dominoes:rows=6,columns=38,line=6", " 6 7 8"),
        ("connect-four:width=32,height=1", " 0 1 2"),
        ("dominoes:rows=4,columns=40,line=4", "7890"),
    ],
)
def test_wide_boards_have_narrow_squares(name: str, shown: str) -> None:
    lines = board_text(record_of(name)).plain.split("\n")
    assert max(map(len, lines)) <= COLUMNS
    assert lines[0].rstrip().endswith(shown)


WIDE = {
    "dominoes": ("dominoes:rows=3,columns=45,line=4", "1,2,1 2,1,45 1,3,39", None),
    "dominoes of three digits": ("dominoes:rows=2,columns=128,line=4", "1,2,1 2,1,45", None),
    "paths": ("paths:board=2x30,line=5", "1 2 60", None),
    "paths of one character": ("paths:board=3x70,line=3", "1 2 210 3 71 140", None),
}


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_board_in_colour(name: str, snapshot: SnapshotAssertion) -> None:
    record = record_of(*WIDE[name])
    assert coloured(record) == snapshot


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_board_where_there_is_no_colour(name: str, snapshot: SnapshotAssertion) -> None:
    record = record_of(*WIDE[name])
    assert printed(record, terminal=True) == snapshot


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_board_in_a_file_is_not_cut(name: str) -> None:
    record = record_of(*WIDE[name])
    assert printed(record, terminal=False) == record.game.picture(record.position) + "\n"


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_screen_shows_wide_boards_unchanged(name: str) -> None:
    record = record_of(*WIDE[name])
    picture = record.game.picture(record.position)
    assert printed(record, terminal=True, width=2000) == f"{picture}\n"
    assert max(map(len, board_text(record, 2000).plain.split("\n"))) > COLUMNS
    assert len(coloured(record, 2000)) > len(coloured(record))


@pytest.mark.parametrize("name", ["conniption", "watch-your-back"])
def test_what_is_said_under_a_board_is_said_without_it(name: str) -> None:
    record = shown(name)
    scene = record.game.scene(record.position)
    assert scene and scene.notes
    sentence, *notes = board_text(record, 7).plain.split("\n")
    assert sentence.startswith("the board is ") and "screen has 7 columns" in sentence
    assert notes == [f" {note}" for note in scene.notes]
    assert plain_picture(scene, 7).split("\n") == [sentence, *scene.notes]


def printed(record: Record, terminal: bool, width: int = COLUMNS) -> str:
    """A board as printed without colour."""
    console = Console(
        force_terminal=terminal, color_system=None, width=width, soft_wrap=not terminal
    )
    with console.capture() as captured:
        show_board(console, record)
    return captured.get()


@pytest.mark.parametrize(("side", "name"), [(0, "White"), (1, "Black")])
def test_a_side_is_named_in_its_colour_on_the_boards_ground(side: int, name: str) -> None:
    text = side_text(record_of("watch-your-back"), side)
    assert text.plain == name and re.fullmatch(r"on #\w+ bold #\w+", str(text.style))


# --- a game in one file ------------------------------------------------------------------------

STRIP = '''
from typing import NamedTuple
from plyground import LOSS, ONGOING, Scene, game


class Position(NamedTuple):
    left: int


@game("strip")
class Strip(NamedTuple):
    """Take squares from a strip."""

    sides = ("Cat", "Dog")
    styles = {"#": ("█", "green", "square"), ".": (" ", "")}

    def start(self):
        return Position(4)

    def moves(self, position):
        yield 1

    def play(self, position, move):
        return Position(position.left - 1)

    def outcome(self, position):
        return ONGOING if position.left else LOSS

    def scene(self, position):
        return Scene(("#" * position.left + "." * (4 - position.left),), columns=tuple("abcd"))
'''


@pytest.fixture
def strip(tmp_path: Path) -> Game:
    file = tmp_path / "strip.py"
    file.write_text(STRIP)
    return game_of(str(file))


def test_a_scene_is_all_a_new_game_needs(strip: Game) -> None:
    record = Record(strip)
    record.push(1)
    assert strip.picture(record.position) == " a b c d\n # # # ."
    assert [*position_words(record)] == ["row 1: square at a, b, c"]
    assert board_text(record).plain.split("\n") == ["  a  b  c  d", "  █  █  █    "]
    assert last_squares(record) == {3}


def test_a_scene_without_names_is_reported_as_its_picture(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    file.write_text(STRIP.replace(', "square")', ")"))
    record = record_of(str(file))
    assert [*position_words(record)] == [" a b c d\n # # # #"]


# --- what is said beside it --------------------------------------------------------------------


def seen(record: Record, plain: bool = False, colour: bool = False) -> str:
    console = Console(
        force_terminal=colour, color_system="truecolor" if colour else None, width=COLUMNS
    )
    spectator = Spectator(console, plain)
    with console.capture() as captured:
        spectator.see(record)
        spectator.see_end(record)
    return captured.get()


def test_the_line_is_reported_where_it_cannot_be_shown() -> None:
    record = shown("connect-four won")
    assert seen(record).endswith("Red wins\nthe line: row 6 at 2, 3, 4, 5\n")
    assert seen(record, plain=True).endswith("Red wins\nthe line: row 6 at 2, 3, 4, 5\n")
    assert seen(record, colour=True).endswith("Red wins\n")


def test_plain_output_is_nothing_but_words() -> None:
    text = seen(shown("connect-four"), plain=True)
    assert text == (
        "Red: 4\n"
        "rows 1 to 3: empty\n"
        "row 4: Red at 4\nrow 5: Yellow at 4; Red at 5\nrow 6: Yellow at 2, 5; Red at 3, 4\n"
    )


def test_scenes_of_layers_have_gaps() -> None:
    scene = game_of("paths:board=2x2x2").scene(game_of("paths:board=2x2x2").start())
    assert isinstance(scene, Scene) and scene.rows == ("__", "__", "", "__", "__")
