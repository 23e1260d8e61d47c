"""Every legal move of every game with a scene is made by clicks, and no clicks make two moves."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground.boards.clicks import clicks
from plyground.core.errors import AmbiguousClicks
from plyground.core.game import legal_moves
from tests.positions import BREAKTHROUGH, EDGES, HEX, NIM, POINTS
from tests.test_boards import STRIP
from tests.test_notation import record_of, records

GAMES = [
    "connect-four",
    "conniption",
    "paths",
    "paths:board=3x3x3",
    "dominoes",
    "watch-your-back",
    BREAKTHROUGH,
    HEX,
    POINTS,
    EDGES,
]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_every_legal_move_is_made_by_squares_or_by_a_button(name: str, data: Any) -> None:
    record = data.draw(records(name))
    found = clicks(record)
    by_squares, by_button = {*found.squares.values()}, {*found.buttons.values()}
    assert by_squares | by_button == {*legal_moves(record.game, record.position)}
    assert not by_squares & by_button
    if name == "conniption":
        assert all("f" in text for text in found.buttons)
    else:
        assert {*found.buttons} <= {"forfeit"}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_no_clicks_begin_others(name: str, data: Any) -> None:
    found = clicks(data.draw(records(name))).squares
    for squares in found:
        assert not any(squares[:size] in found for size in range(1, len(squares)))


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
    record = record_of(name)
    assert record.game.move_text(record.position, clicks(record).squares[squares]) == text


def test_a_game_without_squares_has_a_button_for_every_move() -> None:
    record = record_of(NIM)
    assert clicks(record).squares == {}
    assert [*clicks(record).buttons] == record.legal_move_texts


def test_moves_of_the_same_squares_are_both_named(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    taking = STRIP.replace("yield 1", "yield 1\n        yield 2")
    file.write_text(taking.replace("return Position(position.left - 1)", "return Position(0)"))
    with pytest.raises(AmbiguousClicks, match=r"strip: '1' and '2' are made by the same squares"):
        clicks(record_of(str(file)))


def test_a_move_whose_squares_begin_anothers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "strip.py"
    taking = STRIP.replace("yield 1", "yield 1\n        yield 2")
    squares = "\n    def move_squares(self, position, move):\n        return range(move)\n"
    file.write_text(taking + squares)
    with pytest.raises(AmbiguousClicks, match=r"'1' and '2' .* \(0\)"):
        clicks(record_of(str(file)))
