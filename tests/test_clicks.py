"""Every legal move of every game with a scene is made by clicks, and no clicks make two moves."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground.boards.cells import clickable_moves
from plyground.boards.clicks import clicks, move_map
from plyground.boards.svg import board_svg
from plyground.conformance import laws
from plyground.core.errors import AmbiguousClicks
from plyground.core.wire import MoveMap, decode, encode
from tests.positions import BREAKTHROUGH, EDGES, EXAMPLES, HEX, NIM, POINTS, game_of, label
from tests.test_boards import STRIP
from tests.test_notation import record_of, records

GAMES = [
    "connect-four",
    "conniption",
    "paths",
    "paths:board=3x3x3",
    "dominoes",
    "watch-your-back",
    POINTS,
    EDGES,
    *(name for name in EXAMPLES if name != NIM),
]


def moves_by_clicks(found: MoveMap) -> list[tuple[tuple[int, ...], str]]:
    """Everything that can be clicked, and the move that it makes."""
    return [(squares, made.move) for made in found.squares for squares in clicks(made.steps)]


@pytest.mark.parametrize("name", GAMES, ids=label)
@settings(max_examples=10)
@given(data=st.data())
def test_every_legal_move_is_made_by_squares_or_by_one_button(name: str, data: Any) -> None:
    record = data.draw(records(name))
    found = move_map(record)
    by_squares = {text for _, text in moves_by_clicks(found)}
    assert by_squares == {made.move for made in found.squares}
    assert sorted([*by_squares, *found.buttons]) == sorted(record.legal_move_texts)
    if name == "conniption":
        assert all("f" in text for text in found.buttons)
    else:
        assert {*found.buttons} <= {"forfeit", "pass"}


@pytest.mark.parametrize("name", GAMES, ids=label)
@settings(max_examples=10)
@given(data=st.data())
def test_following_the_map_click_by_click_makes_one_move(name: str, data: Any) -> None:
    """As a page does it: what is left after each click begins with what was clicked."""
    record = data.draw(records(name))
    every = moves_by_clicks(move_map(record))
    for squares, text in every:
        for size in range(1, len(squares)):
            assert not any(other == squares[:size] for other, _ in every)
        assert [move for other, move in every if other == squares] == [text]


@pytest.mark.parametrize("name", GAMES, ids=label)
@settings(max_examples=5)
@given(data=st.data())
def test_what_is_clicked_is_in_the_picture(name: str, data: Any) -> None:
    record = data.draw(records(name))
    drawn = ET.fromstring(board_svg(record))
    seen = [int(found) for node in drawn.iter() if (found := node.get("data-square"))]
    clicked = {square for squares, _ in moves_by_clicks(move_map(record)) for square in squares}
    assert clicked <= {*seen} and len({*seen}) == len(seen)


def test_the_map_is_a_message() -> None:
    found = move_map(record_of("conniption", "4"))
    assert decode(encode(found), MoveMap) == found


def test_flips_are_variants_of_drops_and_all_of_them_are_legal() -> None:
    record = record_of("conniption", "4 3f")  # no flip before the next drop
    found = move_map(record)
    drop, before, after, both = found.variants
    assert drop.squares == found.squares
    assert [made.move for made in after.squares] == [f"{column}f" for column in range(1, 8)]
    assert (before.squares, both.squares) == ((), ())
    told = {made.move for variant in found.variants for made in variant.squares}
    assert told == {*record.legal_move_texts}


@pytest.mark.parametrize(
    ("name", "squares", "text"),
    [
        ("connect-four", (38,), "4"),
        ("paths", (8,), "9"),
        ("dominoes", (1, 0), "1,1,1"),
        ("dominoes", (0, 1), "1,1,1"),
        ("watch-your-back", (35,), "3,4"),
        (BREAKTHROUGH, (48, 41), "a2b3"),
        (HEX, (12,), "b2"),
        (POINTS, (10,), "d6"),
        (EDGES, (5,), "a2"),
    ],
)
def test_squares_make_the_move_that_is_seen_there(
    name: str, squares: tuple[int, ...], text: str
) -> None:
    assert dict(moves_by_clicks(move_map(record_of(name))))[squares] == text


def test_a_game_without_squares_has_a_button_for_every_move() -> None:
    record = record_of(NIM)
    assert move_map(record).squares == ()
    assert [*move_map(record).buttons] == record.legal_move_texts


def test_moves_of_the_same_squares_are_both_named(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    taking = STRIP.replace("yield 1", "yield 1\n        yield 2")
    file.write_text(taking.replace("return Position(position.left - 1)", "return Position(0)"))
    with pytest.raises(AmbiguousClicks, match=r"strip: '1' and '2' are made by the same squares"):
        move_map(record_of(str(file)))
    assert clickable_moves(record_of(str(file))).buttons == ("1", "2")


def test_a_move_whose_squares_begin_anothers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    taking = STRIP.replace("yield 1", "yield 1\n        yield 2")
    squares = "\n    def move_squares(self, position, move):\n        return range(move)\n"
    file.write_text(taking + squares)
    with pytest.raises(AmbiguousClicks, match=r"'1' and '2' .* \(0\)"):
        move_map(record_of(str(file)))


def test_check_finds_moves_of_the_same_squares(tmp_path: Path) -> None:
    assert "moves in" in laws.clicks(trial_of(HEX))
    file = tmp_path / "hex.py"
    ambiguous = "\n    def move_squares(self, position, move):\n        return (move // 2,)\n"
    file.write_text(Path(HEX).read_text() + ambiguous)
    with pytest.raises(laws.Broken, match=r"'a1' and 'b1' are made by the same squares"):
        laws.clicks(trial_of(str(file)))


def trial_of(name: str) -> laws.Trial:
    game = game_of(name)
    return laws.Trial(game, [game.start()], [])
