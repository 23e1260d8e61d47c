"""Connect Four: rules, options, texts."""

import re
from typing import Any

import pytest

from plyground import DRAW, LOSS, ONGOING, make_game
from plyground.core.errors import BadOption, BadPosition, IllegalMove, UnknownGame
from plyground.core.game import legal_moves, play_text
from tests.positions import played, random_positions

FULL_WITHOUT_A_LINE = "OOXOXOX/XOXOXOX/OXOXOXO/OXOXOXO/XOXOXOX/XOXOXOX"


def board(*rows: str) -> str:
    """The lowest rows of a standard board under empty ones."""
    return "/".join(["......."] * (6 - len(rows)) + [*rows])


def texts(game: Any, position: Any) -> list[str]:
    return [game.move_text(position, move) for move in legal_moves(game, position)]


# Rules


def test_discs_fall_on_each_other() -> None:
    game: Any = make_game("connect-four")
    position = played(game, "4 4 4 1")
    assert game.position_text(position) == board("...X...", "...O...", "O..X...")
    assert game.outcome(position) == ONGOING
    assert game.side(position) == 0


@pytest.mark.parametrize(
    ("moves", "loser"),
    [
        ("1 2 1 2 1 2 1", 1),
        ("4 1 5 1 6 1 7", 1),
        ("1 2 2 3 3 4 3 4 4 7 4", 1),
        ("7 6 6 5 5 4 5 4 4 1 4", 1),
        ("1 7 1 7 1 7 2 7", 0),
    ],
    ids=["vertical", "horizontal", "rising", "falling", "second player"],
)
def test_four_in_a_row_win(moves: str, loser: int) -> None:
    game: Any = make_game("connect-four")
    before = played(game, moves[:-2])
    after = played(game, moves)
    assert game.outcome(before) == ONGOING
    assert game.outcome(after) == LOSS
    assert game.side(after) == loser
    assert legal_moves(game, after) == []


def test_more_than_four_win_too() -> None:
    game: Any = make_game("connect-four")
    assert game.outcome(played(game, "1 1 2 2 3 3 5 5 6 6 7 7 4")) == LOSS


def test_three_and_one_beyond_the_edge_are_no_line() -> None:
    """The top of one column and the bottom of the next are neighbours only as bits."""
    game: Any = make_game("connect-four")
    position = game.parse_position("X....../X....../X....../O....../O....../OX.....")
    assert game.outcome(position) == ONGOING


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game: Any = make_game("connect-four")
    position = game.parse_position(FULL_WITHOUT_A_LINE)
    assert game.outcome(position) == DRAW
    assert legal_moves(game, position) == []
    almost = game.parse_position("." + FULL_WITHOUT_A_LINE[1:])
    assert game.outcome(almost) == ONGOING
    assert texts(game, almost) == ["1"]
    assert game.outcome(play_text(game, almost, "1")) == DRAW


def test_a_line_with_the_last_disc_is_no_draw() -> None:
    game: Any = make_game("connect-four:width=4,height=1,connect=2")
    assert game.outcome(played(game, "1 2 3 4")) == DRAW
    assert game.outcome(played(game, "1 3 4 2")) == LOSS


# Moves as people write them


def test_a_full_column_is_no_move() -> None:
    game: Any = make_game("connect-four")
    position = played(game, "3 3 3 3 3 3")
    assert texts(game, position) == ["1", "2", "4", "5", "6", "7"]
    with pytest.raises(IllegalMove, match="'3' is not a legal move here: expected one of 1, 2, 4"):
        game.parse_move(position, "3")


@pytest.mark.parametrize("text", ["0", "8", "", "x", "-1", "1.5", "4 4", "44"])
def test_what_is_no_column_is_refused(text: str) -> None:
    game: Any = make_game("connect-four")
    with pytest.raises(IllegalMove, match=re.escape(f"{text!r} is not a legal move here")):
        game.parse_move(game.start(), text)


def test_no_move_after_the_end() -> None:
    game: Any = make_game("connect-four")
    with pytest.raises(IllegalMove, match="'4' cannot be played: the game is over"):
        game.parse_move(played(game, "1 2 1 2 1 2 1"), "4")


# Options


@pytest.mark.parametrize(
    ("options", "width", "height", "connect"),
    [
        ("", 7, 6, 4),
        (":width=8,height=7", 8, 7, 4),
        (":width=9", 9, 6, 4),
        (":9", 9, 6, 4),
        (": height = 5 , width = 5 ", 5, 5, 4),
        (":width=32,height=1", 32, 1, 4),
        (":width=1,height=63", 1, 63, 4),
        (":connect=7", 7, 6, 7),
        (":connect=1", 7, 6, 1),
    ],
)
def test_options(options: str, width: int, height: int, connect: int) -> None:
    game: Any = make_game(f"connect-four{options}")
    assert (game.width, game.height, game.connect) == (width, height, connect)
    assert len(legal_moves(game, game.start())) == width


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("width=0", "width=0, height=6: a board has at least 1 column and 1 row"),
        ("height=0", "width=7, height=0: a board has at least 1 column and 1 row"),
        ("width=-7", "width=-7, height=6: a board has at least 1 column and 1 row"),
        ("width=10", r"width x \(height \+ 1\) is 70, at most 64 fit"),
        ("width=8,height=8", r"width x \(height \+ 1\) is 72, at most 64 fit"),
        ("width=13,height=4", "is 65, at most 64 fit"),
        ("connect=0", "connect=0: a line is from 1 to 7 long here"),
        ("connect=8", "connect=8: a line is from 1 to 7 long here"),
        ("connect=7,height=5,width=6", "connect=7: a line is from 1 to 6 long here"),
        ("depth=3", "no option 'depth=3': its options are width, height, connect"),
        ("8,7", "no option '7'"),
        ("width=8,height", "no option 'height'"),
        ("width=8,,height=7", "no option ''"),
        ("width=7,width=8", "the option 'width' is given twice"),
        ("8,width=8", "the option 'width' is given twice"),
        ("width=seven", "width=seven: expected a whole number"),
        ("width=", "width=: expected a whole number"),
        ("width=7.0", "width=7.0: expected a whole number"),
        ("width=-", "width=-: expected a whole number"),
        ("width=٧", "width=٧: expected a whole number"),
        ("width=1000000001", "width=1000000001: expected a whole number up to 1000000000"),
        ("width=" + "9" * 5000, "expected a whole number up to 1000000000"),
    ],
)
def test_options_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_game(f"connect-four:{options}")


def test_a_number_hidden_behind_many_noughts_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadOption, match="width="):
        make_game("connect-four:width=" + "0" * 5000)


def test_the_game_is_named_in_the_refusal() -> None:
    with pytest.raises(BadOption, match=r"^connect-four: connect=9"):
        make_game("connect-four:connect=9")


def test_a_misspelt_game_is_guessed() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'conect-four': did you mean connect-four\?"):
        make_game("conect-four")


@pytest.mark.parametrize(("width", "height"), [(8, 7), (9, 6)])
def test_large_boards_use_their_last_bits(width: int, height: int) -> None:
    game: Any = make_game(f"connect-four:width={width},height={height}")
    filler = [str(column) for column in range(1, width - 3)]
    position = game.start()
    # The last four columns get rows in pairs of alternating colours, so no line comes up early.
    for row in range(height - 1):
        columns = range(width - 3, width + 1)
        for column in columns if row // 2 % 2 else reversed(columns):
            position = play_text(game, position, str(column))
    assert game.outcome(position) == ONGOING
    for text in (str(width), filler[0], str(width - 1), filler[0], str(width - 2), filler[0]):
        position = play_text(game, position, text)
    last = play_text(game, position, str(width - 3))
    assert game.outcome(last) == LOSS
    assert game.position_text(last).split("/")[0].endswith("XXXX")
    assert game.key(last) < 2**64
    assert game.parse_position(game.position_text(last)) == last


def test_every_move_wins_with_lines_of_one() -> None:
    game: Any = make_game("connect-four:connect=1")
    assert game.outcome(game.start()) == ONGOING
    assert game.outcome(played(game, "5")) == LOSS


# Symmetry, key, sample


def test_the_mirror_image_is_the_only_symmetry() -> None:
    game: Any = make_game("connect-four")
    (image,) = game.symmetries(played(game, "1 2 2 7"))
    assert image == played(game, "7 6 6 1")
    (same,) = game.symmetries(played(game, "4 4"))
    assert same == played(game, "4 4")


@pytest.mark.parametrize("options", ["", ":width=8,height=7", ":width=9", ":width=4,height=5"])
def test_playing_and_mirroring_commute(options: str) -> None:
    game: Any = make_game(f"connect-four{options}")
    for position in random_positions(game, 200):
        (image,) = game.symmetries(position)
        assert game.outcome(image) == game.outcome(position)
        for move in legal_moves(game, position):
            (mirrored,) = game.symmetries(game.play(position, move))
            assert game.play(image, game.width - 1 - move) == mirrored


def test_the_key_is_exact() -> None:
    """The numbers of distinct positions by ply are known; each must have a key of its own."""
    game: Any = make_game("connect-four")
    positions, counts = {game.start()}, []
    keys: set[int] = set()
    for _ in range(7):
        counts.append(len(positions))
        fresh = {game.key(position) for position in positions}
        assert len(fresh) == len(positions)
        assert not fresh & keys
        keys |= fresh
        positions = {game.play(p, move) for p in positions for move in legal_moves(game, p)}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def test_samples_reach_every_move_equally() -> None:
    game: Any = make_game("connect-four")
    position = played(game, "3 3 3 3 3 3 1")
    drawn = [game.sample(position, (2 * n + 1 << 31) // 6) for n in range(6)]
    assert sorted(drawn) == legal_moves(game, position) == [0, 1, 3, 4, 5, 6]
    assert game.sample(position, 0) == 0
    assert game.sample(position, 2**32 - 1) == 6


# Position texts


def test_texts_are_read_back() -> None:
    game: Any = make_game("connect-four")
    for position in random_positions(game, 200):
        assert game.parse_position(game.position_text(position)) == position


def test_columns_played_are_a_position_too() -> None:
    game: Any = make_game("connect-four")
    assert game.parse_position("443") == played(game, "4 4 3")
    assert game.parse_position(" 4435 ") == played(game, "4 4 3 5")
    assert game.parse_position("") == game.start()


def test_small_letters_are_read() -> None:
    game: Any = make_game("connect-four")
    assert game.parse_position(board("x.o....")) == played(game, "1 3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("......./.......", "has 2 rows: expected 6 with '/' between them"),
        (board("......"), "row 6 has 6 squares, expected 7"),
        (board("........"), "row 6 has 8 squares, expected 7"),
        (board(".......", "..Z...."), "row 6, column 3 is 'Z': expected X, O or ."),
        (board("X......", "......."), "a disc floats over a gap in column 1"),
        (board("......O", ".......", "X......"), "a disc floats over a gap in column 7"),
        (board("O......"), "has 0 X and 1 O: X starts, so it has the same number or 1 more"),
        (board("XX....."), "has 2 X and 0 O: X starts"),
        (board("OOOO...", "XXXX..."), "both sides have a line already"),
        (board("OOOO...", "XXXXX.."), "both sides have a line already"),
        (board("OOO....", "XXXXO.."), "the side to move has a line already"),
        (
            board("......X", "O.....X", "OOO.O.X", "XXXXOOX"),
            "no single disc can have made all these lines",
        ),
        (board("OOXO...", "XXXXO.."), "no single disc can have made all these lines"),
        ("8", "'8': move 1: '8' is not a legal move here"),
        ("4444444", "'4444444': move 7: '4' is not a legal move here"),
        ("12121214", "'12121214': move 8: '4' cannot be played: the game is over"),
        ("²", "'²': move 1: '²' is not a legal move here"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    game: Any = make_game("connect-four")
    with pytest.raises(BadPosition, match=re.escape(message)):
        game.parse_position(text)


def test_one_disc_may_finish_two_lines() -> None:
    game: Any = make_game("connect-four")
    position = game.parse_position(board("O......", "OOO.OO.", "XXXXXXX"))
    assert game.outcome(position) == LOSS
