"""Dominoes in line: rules, options, texts."""

import re
from typing import Any

import pytest

from plyground import DRAW, LOSS, ONGOING, make_game
from plyground.core.errors import BadOption, BadPosition, IllegalMove
from plyground.core.game import legal_moves, play_text
from tests.positions import played, random_positions


def texts(game: Any, position: Any) -> list[str]:
    return [game.move_text(position, move) for move in legal_moves(game, position)]


def board(*rows: str) -> str:
    """The highest rows of a standard board over empty ones."""
    return "/".join([*rows] + ["......."] * (6 - len(rows)))


# Rules


def test_a_domino_marks_two_squares() -> None:
    game: Any = make_game("dominoes")
    position = played(game, "1,1,1 2,5,7")
    assert game.position_text(position) == ("XX...../......./......./......./......O/......O")
    assert (game.outcome(position), game.side(position)) == (ONGOING, 0)


def test_moves_come_by_rows_and_across_before_down() -> None:
    game: Any = make_game("dominoes:rows=2,columns=3,line=3")
    assert texts(game, game.start()) == [
        "1,1,1",
        "2,1,1",
        "1,1,2",
        "2,1,2",
        "2,1,3",
        "1,2,1",
        "1,2,2",
    ]


@pytest.mark.parametrize(
    ("options", "count"),
    [("", 71), (":rows=6,columns=6", 60), (":rows=8,columns=8", 112), (":rows=16,columns=16", 480)],
)
def test_number_of_first_moves(options: str, count: int) -> None:
    game: Any = make_game(f"dominoes{options}")
    assert len(legal_moves(game, game.start())) == count


def test_both_squares_must_be_free() -> None:
    game: Any = make_game("dominoes:rows=2,columns=3,line=3")
    assert texts(game, played(game, "2,1,1")) == ["1,1,2", "2,1,2", "2,1,3", "1,2,2"]


def test_a_domino_does_not_reach_into_the_next_row() -> None:
    game: Any = make_game("dominoes")
    position = game.start()
    ends = [text for text in texts(game, position) if text.startswith("1,") and text[-1] == "7"]
    assert ends == []
    assert not [text for text in texts(game, position) if text.startswith("2,6,")]


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        ("1,3,3 1,1,1 1,3,5", "OO...../......./..XXXX./......./......./......."),
        ("2,1,1 1,6,6 2,3,1", "X....../X....../X....../X....../......./.....OO"),
        (
            "1,1,1 1,6,1 2,2,2 1,6,6 2,3,3 1,5,6 1,4,4",
            "XX...../.X...../.XX..../..XXX../.....OO/OO...OO",
        ),
        (
            "1,1,4 1,6,1 2,2,3 1,6,6 2,3,2 1,5,6 2,4,1",
            "...XX../..X..../.XX..../XX...../X....OO/OO...OO",
        ),
        (
            "1,1,1 1,3,1 1,1,6 1,3,6 1,6,1 1,3,4",
            "XX...XX/......./OO.OOOO/......./......./XX.....",
        ),
    ],
    ids=["across", "down", "falling", "rising", "second player"],
)
def test_lines_win_in_every_direction(moves: str, end: str) -> None:
    game: Any = make_game("dominoes")
    before = played(game, moves.rpartition(" ")[0])
    after = played(game, moves)
    assert game.outcome(before) == ONGOING
    assert (game.position_text(after), game.outcome(after)) == (end, LOSS)
    assert legal_moves(game, after) == []


def test_longer_lines_win_too() -> None:
    game: Any = make_game("dominoes:line=3")
    assert game.outcome(played(game, "1,1,1 1,3,1 1,1,5 1,3,5 1,1,3")) == LOSS


def test_four_are_no_line_of_five() -> None:
    game: Any = make_game("dominoes:line=5")
    assert game.outcome(played(game, "1,1,1 1,3,1 1,1,3")) == ONGOING


def test_squares_of_the_next_row_do_not_continue_a_line() -> None:
    game: Any = make_game("dominoes")
    assert game.outcome(played(game, "1,1,6 1,5,1 1,2,1")) == ONGOING


def test_no_place_for_a_domino_is_a_draw_even_with_free_squares() -> None:
    game: Any = make_game("dominoes:rows=2,columns=3,line=3")
    position = played(game, "1,1,1 1,2,2")
    assert game.position_text(position) == "XX./.OO"
    assert game.outcome(position) == DRAW
    assert legal_moves(game, position) == []


def test_a_line_with_the_last_domino_is_no_draw() -> None:
    game: Any = make_game("dominoes:rows=2,columns=3,line=3")
    assert game.outcome(played(game, "2,1,1 1,2,2 1,1,2")) == LOSS


def test_a_board_without_room_is_drawn_at_once() -> None:
    game: Any = make_game("dominoes:rows=1,columns=1,line=1")
    assert game.outcome(game.start()) == DRAW


def test_every_domino_wins_with_lines_of_two() -> None:
    game: Any = make_game("dominoes:line=2")
    children = [game.play(game.start(), move) for move in legal_moves(game, game.start())]
    assert {game.outcome(child) for child in children} == {LOSS}


# Moves as people write them


@pytest.mark.parametrize("text", ["1,3,4", "1 3 4", " 1, 3, 4 ", "1,3 4"])
def test_moves_are_read_with_commas_or_blanks(text: str) -> None:
    game: Any = make_game("dominoes")
    position = play_text(game, game.start(), text)
    assert game.position_text(position) == "......./......./...XX../......./......./......."


def test_every_legal_move_is_read_back() -> None:
    game: Any = make_game("dominoes")
    position = played(game, "1,3,4 2,2,2")
    for move in legal_moves(game, position):
        assert game.parse_move(position, game.move_text(position, move)) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: expected direction (1 right, 2 down), row, column, such as 1,3,4"),
        ("1,3", "'1,3' is not a move: expected direction"),
        ("1,3,4,5", "'1,3,4,5' is not a move: expected direction"),
        ("a,3,4", "'a,3,4' is not a move: expected direction"),
        ("1,-3,4", "'1,-3,4' is not a move: expected direction"),
        ("1,3.0,4", "'1,3.0,4' is not a move: expected direction"),
        ("1,3," + "4" * 5000, "is not a move: expected direction"),
        ("0,3,4", "'0,3,4': direction 0 is not 1 (right) or 2 (down)"),
        ("3,3,4", "'3,3,4': direction 3 is not 1 (right) or 2 (down)"),
        ("1,0,4", "'1,0,4': row 0, column 4 is not on the board of 6 rows and 7 columns"),
        ("1,7,4", "'1,7,4': row 7, column 4 is not on the board of 6 rows and 7 columns"),
        ("1,3,0", "'1,3,0': row 3, column 0 is not on the board"),
        ("1,3,8", "'1,3,8': row 3, column 8 is not on the board"),
        ("1,3,7", "'1,3,7' cannot be played: both squares must be free and on the board"),
        ("2,6,1", "'2,6,1' cannot be played: both squares must be free and on the board"),
        ("1,1,1", "'1,1,1' cannot be played: both squares must be free and on the board"),
        ("1,1,2", "'1,1,2' cannot be played: both squares must be free and on the board"),
    ],
)
def test_moves_that_are_refused(text: str, message: str) -> None:
    game: Any = make_game("dominoes")
    with pytest.raises(IllegalMove, match=re.escape(message)):
        game.parse_move(played(game, "1,1,1"), text)


def test_no_move_after_the_end() -> None:
    game: Any = make_game("dominoes")
    with pytest.raises(IllegalMove, match="'1,6,1' cannot be played: the game is over"):
        game.parse_move(played(game, "1,3,3 1,1,1 1,3,5"), "1,6,1")


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("rows=0", "rows=0, columns=7: a board has at least 1 of each"),
        ("columns=0", "rows=6, columns=0: a board has at least 1 of each"),
        ("rows=-6,columns=-7", "a board has at least 1 of each"),
        ("rows=16,columns=17", "rows=16, columns=17: at most 256 squares fit"),
        ("rows=1000000000,columns=1000000000", "at most 256 squares fit"),
        ("line=0", "line=0: a line is from 1 to 7 long here"),
        ("line=8", "line=8: a line is from 1 to 7 long here"),
        ("rows=3,columns=3", "line=4: a line is from 1 to 3 long here"),
        ("width=6", "no option 'width=6': its options are rows, columns, line"),
        ("line=4,line=5", "the option 'line' is given twice"),
        ("line=four", "line=four: expected a whole number"),
    ],
)
def test_options_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_game(f"dominoes:{options}")


@pytest.mark.parametrize(
    ("options", "warned"),
    [
        ("", True),
        (":rows=8,columns=8", True),
        (":rows=6,columns=1", True),
        (":line=5", False),
        (":rows=4,columns=5", False),
    ],
)
def test_the_player_is_told_when_the_game_is_decided_at_once(options: str, warned: bool) -> None:
    intro = make_game(f"dominoes{options}").intro
    assert ("the first player wins on ply 3: try line=5 or line=6" in intro) == warned


# Symmetry, key, sample


@pytest.mark.parametrize(("options", "images"), [(":line=5", 3), (":rows=5,columns=5,line=4", 7)])
def test_symmetric_positions_have_symmetric_futures(options: str, images: int) -> None:
    game: Any = make_game(f"dominoes{options}")
    for position in random_positions(game, 30):
        found = [*game.symmetries(position)]
        assert len(found) == images
        children = [game.play(position, move) for move in legal_moves(game, position)]
        for number, image in enumerate(found):
            assert game.outcome(image) == game.outcome(position)
            mirrored = {[*game.symmetries(child)][number] for child in children}
            assert {game.play(image, move) for move in legal_moves(game, image)} == mirrored


def test_samples_reach_every_move_equally() -> None:
    game: Any = make_game("dominoes:rows=3,columns=4,line=4")
    for position in random_positions(game, 20):
        moves = legal_moves(game, position)
        count = len(moves)
        drawn = [game.sample(position, (2 * n + 1 << 31) // count) for n in range(count)]
        assert sorted(drawn) == sorted(moves)


def test_distinct_positions_have_distinct_keys() -> None:
    game: Any = make_game("dominoes")
    children = {game.play(game.start(), move) for move in legal_moves(game, game.start())}
    grandchildren = {game.play(p, move) for p in children for move in legal_moves(game, p)}
    everything = {game.start()} | children | grandchildren
    assert len({game.key(position) for position in everything}) == len(everything) == 4686


# Position texts


@pytest.mark.parametrize("options", ["", ":rows=5,columns=5,line=3", ":rows=9,columns=12,line=6"])
def test_texts_are_read_back(options: str) -> None:
    game: Any = make_game(f"dominoes{options}")
    for position in random_positions(game, 60):
        assert game.parse_position(game.position_text(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("......./.......", "has 2 rows: expected 6 with '/' between them"),
        (board("......"), "row 1 has 6 squares, expected 7"),
        (board(".......", "....7.."), "row 2, column 5 is '7': expected X, O or ."),
        (board("X......"), "has 1 X and 0 O: X starts, so it has the same number or 2 more"),
        (board("XXO...."), "has 2 X and 1 O: X starts"),
        (board("OO....."), "has 0 X and 2 O: X starts"),
        (board("XX..XX."), "has 4 X and 0 O: X starts"),
        (board("X.X...."), "the squares of X are not whole dominoes"),
        (board("X..X..."), "the squares of X are not whole dominoes"),
        (board("......X", "X......"), "the squares of X are not whole dominoes"),
        (board("XXX....", ".X....."), "has 4 X and 0 O"),
        (board("XXX..OO", ".X....."), "the squares of X are not whole dominoes"),
        (board("XX..O..", "XX.O..."), "the squares of O are not whole dominoes"),
        (board("XXXX...", ".......", "OOOO..."), "both sides have a line already"),
        (board("XXXX...", ".......", "OOOO.XX"), "both sides have a line already"),
        (board("XXXX...", ".......", "OO.OO.."), "the side to move has a line already"),
        (
            "XXXX.../OO.OO../......./......./OO...../XXXX...",
            "no single",
        ),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    game: Any = make_game("dominoes")
    with pytest.raises(BadPosition, match=re.escape(message)):
        game.parse_position(text)


@pytest.mark.parametrize(
    "rows", [("XX.OO..", "XX....."), ("XXX....", "..X..OO"), ("XX.....", "OO.....")]
)
def test_squares_that_dominoes_can_cover_are_read(rows: tuple[str, ...]) -> None:
    game: Any = make_game("dominoes")
    assert game.position_text(game.parse_position(board(*rows))) == board(*rows)


def test_a_finished_position_is_read_as_finished() -> None:
    game: Any = make_game("dominoes")
    assert game.outcome(game.parse_position(board("XXXX...", ".......", "OO....."))) == LOSS
