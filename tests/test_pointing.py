"""Every move of every game with squares can be pointed at; if it is ambiguous, it is typed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground.boards.clicks import ways_of
from plyground.core.scene import real_squares
from plyground.core.style import style_table
from plyground.records.record import Record
from plyground.terminal.board import Marks, draw_board
from plyground.terminal.keys import DOWN, LEFT, RIGHT, UP
from plyground.terminal.pointing import Pointer
from tests.positions import BREAKTHROUGH, EDGES, HEX, NIM, POINTS, game_of
from tests.test_boards import STRIP
from tests.test_notation import record_of, records

FEW = settings(max_examples=10)
MOVING = "X------X------------------O@-@O-----O-------------------X------X O 20"
GAMES = ["connect-four", "paths", "paths:board=3x3x3", "dominoes", "watch-your-back", BREAKTHROUGH]
GAMES += [HEX, POINTS, EDGES]


def picked(pointer: Pointer) -> tuple[int, ...]:
    return pointer.picked


def pointed(pointer: Pointer, *squares: int) -> list[str]:
    """The result of choosing squares one after another."""
    found: list[int] = []
    for square in squares:
        found = pointer.choose(square)
    return [pointer.game.move_text(pointer.position, move) for move in found]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_every_move_that_is_seen_can_be_pointed_at(name: str, data: Any) -> None:
    record = data.draw(records(name))
    for move, way in ways_of(record).items():
        text = record.game.move_text(record.position, move)
        if not way:
            assert text == "forfeit"
            continue
        first = min(way[0])
        squares = [first, *(min(step - {first}) for step in way[1:])]
        found = Pointer(record)
        assert text in pointed(found, *squares)


@pytest.mark.parametrize("name", [game for game in GAMES if game != "watch-your-back"])
@FEW
@given(data=st.data())
def test_no_two_moves_have_the_same_way(name: str, data: Any) -> None:
    record = data.draw(records(name))
    ways = [*ways_of(record).values()]
    assert len({*ways}) == len(ways)


@pytest.mark.parametrize(
    ("name", "moves", "squares", "expected"),
    [
        ("connect-four", "", (3,), ["4"]),
        ("connect-four", "4 4", (38,), ["4"]),
        ("conniption", "4", (3,), ["4"]),
        ("paths", "5", (8,), ["9"]),
        ("paths:board=3x3x3", "", (26,), ["27"]),
        ("dominoes", "", (0, 1), ["1,1,1"]),
        ("dominoes", "", (1, 0), ["1,1,1"]),
        ("dominoes", "", (7, 0), ["2,1,1"]),
        ("watch-your-back", "", (35,), ["3,4"]),
        (BREAKTHROUGH, "", (48, 40), ["a2a3"]),
        (BREAKTHROUGH, "", (48, 41), ["a2b3"]),
    ],
)
def test_squares_make_moves(
    name: str, moves: str, squares: tuple[int, ...], expected: list[str]
) -> None:
    assert pointed(Pointer(record_of(name, moves)), *squares) == expected


def moving() -> Pointer:
    return Pointer(record_of("watch-your-back", "", MOVING))


def test_a_piece_is_chosen_and_then_where_it_goes() -> None:
    pointer = moving()
    assert pointed(pointer, 36) == [] and picked(pointer) == (36,)
    assert pointer.marks() == Marks(36, (36,), {28, 35, 37, 44})
    assert pointed(pointer, 28) == ["4,4-4,3"] and picked(pointer) == ()


def test_another_piece_may_be_chosen_instead_and_the_same_is_given_back() -> None:
    pointer = moving()
    assert pointed(pointer, 36, 26) == [] and picked(pointer) == (26,)
    assert pointed(pointer, 26) == [] and picked(pointer) == ()


def test_a_square_that_makes_no_move_changes_nothing() -> None:
    pointer = moving()
    assert pointed(pointer, 0) == [] and picked(pointer) == ()
    assert pointed(pointer, 36, 0) == [] and picked(pointer) == (36,)


def test_a_move_whose_piece_dies_where_it_arrives_is_pointed_at_too() -> None:
    text = "X------X-------------------@-@------O--------------O---OX------X O 20"
    pointer = Pointer(record_of("watch-your-back", "", text))
    assert pointed(pointer, 36, 28) == ["4,4-4,3"]


def test_a_flip_has_no_square_of_its_own() -> None:
    pointer = Pointer(record_of("conniption", "4 4"))
    for square in range(42):
        assert pointed(pointer, square) == [str(square % 7 + 1)]


def test_an_ambiguous_square_lists_all_its_moves(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    file.write_text(
        STRIP.replace("yield 1", "yield 1\n        yield 2").replace(
            "position.left - 1", "position.left - move"
        )
    )
    record = record_of(str(file))
    assert pointed(Pointer(record), 3) == ["1", "2"]
    assert pointed(Pointer(record), 2, 3) == ["2"]


def test_a_game_without_names_for_its_symbols_is_pointed_at_too(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    file.write_text(STRIP.replace('styles = {"#": ("█", "green", "square"), ".": (" ", "")}', ""))
    assert pointed(Pointer(record_of(str(file))), 3) == ["1"]


def test_a_game_without_squares_is_not_pointed_at() -> None:
    pointer = Pointer(record_of(NIM))
    assert not pointer.can_point
    pointer.step(UP)
    assert pointer.cursor is None and pointer.marks() == Marks()


# --- the cursor --------------------------------------------------------------------------------


def test_the_cursor_appears_where_something_is_and_stays_on_the_board() -> None:
    pointer = Pointer(record_of("paths"))
    pointer.step(DOWN)
    assert pointer.cursor == 4
    for key, square in ((UP, 1), (UP, 1), (LEFT, 0), (LEFT, 0), (DOWN, 3), (RIGHT, 4)):
        pointer.step(key)
        assert pointer.cursor == square
    pointer.clear()
    assert pointer.cursor is None
    last = Pointer(record_of("paths", "9"))
    last.step(UP)
    assert last.cursor == 8
    again = Pointer(record_of("paths", "9"), home=2)
    again.step(UP)
    assert again.cursor == 2


def test_the_cursor_goes_over_gaps_between_layers() -> None:
    pointer = Pointer(record_of("paths:board=2x2x2"), home=2)
    for key, square in ((UP, 2), (DOWN, 4), (DOWN, 6), (DOWN, 6), (UP, 4), (UP, 2)):
        pointer.step(key)
        assert pointer.cursor == square


@pytest.mark.parametrize("name", [*GAMES, "conniption", "paths:board=16x16,line=5"])
def test_the_cursor_reaches_every_square(name: str) -> None:
    record = record_of(name)
    pointer, seen, ahead = Pointer(record), set(), []
    pointer.step(DOWN)
    ahead.append(pointer.cursor)
    while ahead:
        pointer.cursor = square = ahead.pop()
        seen.add(square)
        for key in (UP, DOWN, LEFT, RIGHT):
            pointer.cursor = square
            pointer.step(key)
            ahead += [pointer.cursor] if pointer.cursor not in seen else []
    game = game_of(name)
    scene = game.scene(record.position)
    assert scene and seen == real_squares(scene, style_table(game.styles))


def test_the_move_under_the_cursor_is_previewed() -> None:
    pointer = Pointer(record_of("connect-four"))
    assert pointer.preview() == ""
    pointer.step(UP)
    assert pointer.preview() == "4"
    piece = moving()
    piece.choose(36)
    assert piece.preview() == ""
    piece.step(UP)
    assert piece.preview() == "4,4-4,3"


# --- what is drawn -----------------------------------------------------------------------------


@pytest.mark.parametrize("coloured", [True, False])
@pytest.mark.parametrize("width", [200, 80, 24, 18, 12])
@pytest.mark.parametrize("name", [*GAMES, "conniption", "paths:board=10x10,line=5"])
def test_a_click_finds_the_square_that_is_drawn_there(
    name: str, width: int, coloured: bool
) -> None:
    record = record_of(name)
    drawn = draw_board(record, width, coloured)
    lines = drawn.text.plain.split("\n")
    symbols = "".join(record.game.scene(record.position).rows)  # type: ignore[union-attr]
    assert {*drawn.cells} in ({*range(len(symbols))}, set())
    for square, (line, first, size) in drawn.cells.items():
        shown = lines[line][first : first + size].ljust(size)
        style = (
            record.game.styles.get(symbols[square], ("", ""))[0] if coloured else symbols[square]
        )
        where_lines_meet = name == POINTS and (coloured or symbols[square] == " ")
        assert style in shown or shown.strip().isdigit() or where_lines_meet
        for column in range(first, first + size):
            assert drawn.square_at(line, column) == square
    assert drawn.square_at(999, 0) is None


def test_marks_stand_around_a_square_or_beside_a_narrow_one() -> None:
    marks = Marks(4, (0,), (1,))
    text = draw_board(record_of("connect-four", "1 2"), marks=marks).text
    assert text.plain.split("\n")[1] == "  · (·) ·  · [·] ·  · "
    wide = record_of("paths:board=10x10,line=5", "1")
    row = draw_board(wide, marks=Marks(0, (), (1,))).text.plain.split("\n")[0]
    assert row.startswith(" [ X ]( 2 )")
    narrow = draw_board(wide, 24, marks=Marks(2, (), (1,))).text
    assert "[" not in narrow.plain and "(" not in narrow.plain
    styles = [str(span.style) for span in narrow.spans]
    assert any("reverse" in style for style in styles)


def test_without_colour_symbols_are_those_of_the_picture() -> None:
    record: Record = record_of("connect-four", "4 4")
    plain = draw_board(record, coloured=False).text
    assert "X" in plain.plain and "O" in plain.plain and plain.plain.isascii()
    assert not any("#" in str(span.style) for span in plain.spans)


TURNING = '''
from typing import NamedTuple
from plyground import DRAW, ONGOING, Scene, game


class Position(NamedTuple):
    own: int
    other: int
    turn: int


@game("turning")
class Turning(NamedTuple):
    """Place a piece: those of the other side beside it become yours."""

    sides = ("X", "O")
    styles = {"X": ("X", "", "X"), "O": ("O", "", "O"), ".": (".", "")}

    def start(self):
        return Position(0, 0b0110, 0)

    def moves(self, position):
        for square in range(4):
            if not (position.own | position.other) >> square & 1:
                yield square

    def play(self, position, move):
        turned = (1 << move << 1 | 1 << move >> 1) & position.other
        own = position.own | 1 << move | turned
        return Position(position.other & ~turned, own, 1 - position.turn)

    def outcome(self, position):
        return ONGOING if position.own | position.other != 15 else DRAW

    def side(self, position):
        return position.turn

    def scene(self, position):
        symbols = "OX" if position.turn else "XO"
        own, other = position.own, position.other
        row = ""
        for n in range(4):
            row += symbols[0] if own >> n & 1 else symbols[1] if other >> n & 1 else "."
        return Scene((row,))
'''


def test_pieces_that_are_turned_over_are_not_where_the_move_goes(tmp_path: Path) -> None:
    file = tmp_path / "turning.py"
    file.write_text(TURNING)
    record = record_of(str(file))
    assert ways_of(record)[0] == (frozenset({0}),)
    assert pointed(Pointer(record), 3) == ["3"]


@pytest.mark.parametrize(
    ("name", "start", "steps"),
    [
        (POINTS, 0, ((RIGHT, 3), (DOWN, 10), (DOWN, 17), (LEFT, 16), (UP, 8), (DOWN, 22))),
        (POINTS, 0, ((DOWN, 21), (RIGHT, 22), (RIGHT, 23), (RIGHT, 25))),
        (EDGES, 1, ((RIGHT, 3), (DOWN, 8), (LEFT, 7), (LEFT, 6), (LEFT, 5), (UP, 1), (DOWN, 6))),
        (f"{HEX}:size=3", 4, ((DOWN, 7), (UP, 4), (LEFT, 3), (UP, 0))),
    ],
)
def test_the_cursor_goes_from_place_to_place(
    name: str, start: int, steps: tuple[tuple[str, int], ...]
) -> None:
    pointer = Pointer(record_of(name), home=start)
    pointer.step(DOWN)
    for key, square in steps:
        pointer.step(key)
        assert pointer.cursor == square
