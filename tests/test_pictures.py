"""The plain pictures and texts of positions, exactly as people see them."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from plyground import make_game
from tests.positions import played

EXAMPLES = Path(__file__).parents[1] / "examples"

SHOWN = {
    "connect-four": ("connect-four", "4 4 3 5 5 2 4"),
    "connect-four 8x7": ("connect-four:width=8,height=7", "8 8 1"),
    "connect-four twelve columns": ("connect-four:width=12,height=4", "12 10 1 9"),
    "conniption": ("conniption", "4 f4 3 f7f 4"),
    "conniption locked": ("conniption:flips=2/1", "4 4 3f"),
    "paths": ("paths", "5 1 3 7"),
    "paths, O first": ("paths:first=O", "5 1 3"),
    "paths 5x4": ("paths:board=5x4,line=4", "1 20 7 10"),
    "paths 3x3x3": ("paths:board=3x3x3", "14 1 27"),
    "dominoes": ("dominoes", "1,3,3 2,1,7 2,4,2"),
    "dominoes 11x12": ("dominoes:rows=11,columns=12,line=6", "1,11,11 2,1,1"),
    "watch-your-back": ("watch-your-back", "3,3 4,4 2,5 1,7 0,1 0,2"),
    "nim": (str(EXAMPLES / "nim.py"), "3 2 1"),
    "breakthrough": (str(EXAMPLES / "breakthrough.py"), "a2a3 h7g6 b2c3"),
    "breakthrough 5x4": (f"{EXAMPLES / 'breakthrough.py'}:rows=5,columns=4", "a2b3 c4b3"),
}


def seen(game: Any, position: Any) -> str:
    return f"{game.picture(position)}\n\n{game.position_text(position)}"


@pytest.mark.parametrize("name", SHOWN)
def test_the_start(name: str, snapshot: SnapshotAssertion) -> None:
    game = make_game(SHOWN[name][0])
    assert seen(game, game.start()) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_the_middle_of_a_game(name: str, snapshot: SnapshotAssertion) -> None:
    text, moves = SHOWN[name]
    game = make_game(text)
    assert seen(game, played(game, moves)) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_is_read_back(name: str) -> None:
    text, moves = SHOWN[name]
    game = make_game(text)
    position = played(game, moves)
    assert game.parse_position(game.position_text(position)) == position


@pytest.mark.parametrize(
    "position",
    [
        "X------X------------------O@-@O-----O-------------------X------X O 20",
        ".........X@---X..------..O-----..------..O----@..X-@--X......... O 128",
        "..................X--X....-@@-....-@@-....XOOX.................. O 200",
    ],
    ids=["8x8", "6x6", "4x4"],
)
def test_watch_your_back_as_the_board_shrinks(position: str, snapshot: SnapshotAssertion) -> None:
    game = make_game("watch-your-back")
    assert seen(game, game.parse_position(position)) == snapshot


def test_a_path_game_without_a_grid(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    file = tmp_path / "seven.txt"
    file.write_text("7\n1 2 4\n2 3 5\n3 4 6\n4 5 7\n5 6 1\n6 7 2\n7 1 3\n")
    game = make_game(f"paths:{file}")
    assert seen(game, played(game, "4 1 2")) == snapshot


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("connect-four", "XO."),
        ("conniption", "XO."),
        ("paths", "XO_"),
        ("dominoes", "XO."),
        ("watch-your-back", "O@X-.~"),
        ("breakthrough", "WB."),
    ],
)
def test_a_colour_screen_knows_every_symbol_of_the_board(name: str, symbols: str) -> None:
    assert {*make_game(SHOWN[name][0]).styles} == {*symbols}
