"""Conniption: flips, who wins by them, options, texts."""

import re
from typing import Any

import pytest

from plyground import DRAW, LOSS, ONGOING, WIN, make_game
from plyground.core.errors import BadOption, BadPosition, IllegalMove
from plyground.core.game import legal_moves, play_text


def board(*rows: str) -> str:
    """The lowest rows of a standard board under empty ones."""
    return "/".join(["......."] * (6 - len(rows)) + [*rows])


def played(game: Any, moves: str, start: str = "") -> Any:
    position = game.parse_position(start) if start else game.start()
    for text in moves.split():
        position = play_text(game, position, text)
    return position


def after(game: Any, start: str, moves: str) -> tuple[str, int]:
    position = played(game, moves, start)
    return game.position_text(position), game.outcome(position)


EMPTY = board()
# A flip lines up X and O at once; without it nobody has a line.
BOTH_X_TO_MOVE = board(".X.X...", "XOXO...", "OXOX.OO") + " X 4/4"
BOTH_O_TO_MOVE = board(".X.X...", "XOXO...", "OXOXXOO") + " O 4/4"
BOTH_FLIPPED = board(".X.X...", "OOOO...", "XXXX.OO")
# A flip by X lines up only O, or only X.
GIFT = board(".O.O..X", "OXOX..X") + " X 4/4"
OWN_LINE = board(".X.X..O", "XOXO..O") + " X 4/4"
LONGEST_RESISTANCE = "4 f4 3 f7f 4 f7 5 7 2"
THREE = board("OOO....", "XXX....") + " X 4/4"


# Flips


def test_a_flip_reverses_each_column() -> None:
    game: Any = make_game("conniption")
    position = played(game, "4 4 4 1 1f")
    assert game.position_text(position) == board("...X...", "O..O...", "X..X...") + " O 3/4 locked"
    back = play_text(game, position, "7f")
    assert game.position_text(back) == board("...X...", "X..O...", "O..X..O") + " X 3/3 locked"


def test_the_parts_of_a_turn_come_in_order() -> None:
    game: Any = make_game("conniption")
    start = board("O......", "X......") + " X 4/4"
    ends = {move: after(game, start, move)[0] for move in ("1", "f1", "1f", "f1f")}
    assert ends == {
        "1": board("X......", "O......", "X......") + " O 4/4",
        "f1": board("X......", "X......", "O......") + " O 3/4",
        "1f": board("X......", "O......", "X......") + " O 3/4 locked",
        "f1f": board("O......", "X......", "X......") + " O 2/4 locked",
    }


def test_each_flip_costs_its_mover_one() -> None:
    game: Any = make_game("conniption")
    position = played(game, "f4f 3f 2 f1 2f")
    assert (position.turn, position.own_flips, position.other_flips) == (1, 2, 1)


@pytest.mark.parametrize("start", [EMPTY, board("X.....O"), board("X......", "O......", "X......")])
def test_a_flip_that_changes_nothing_is_legal_and_costs_one(start: str) -> None:
    game: Any = make_game("conniption")
    turn = "O" if start.count("X") > start.count("O") else "X"
    before = game.parse_position(f"{start} {turn} 4/4")
    plain, flipped = play_text(game, before, "7"), play_text(game, before, "f7")
    assert flipped == plain._replace(other_flips=3)


def test_no_flip_before_the_drop_after_a_closing_flip() -> None:
    game: Any = make_game("conniption")
    position = played(game, "4f")
    assert position.locked
    for text in ("f4", "f4f"):
        with pytest.raises(IllegalMove, match=f"'{text}' is not a legal move here"):
            game.parse_move(position, text)
    assert not play_text(game, position, "4").locked
    assert play_text(game, position, "4f").locked


def test_a_flip_before_the_drop_does_not_block_the_opponent() -> None:
    game: Any = make_game("conniption")
    position = played(game, "f4")
    assert not position.locked
    assert not play_text(game, position, "f4").locked


@pytest.mark.parametrize(
    ("flips", "count"),
    [
        ("4/4", 28),
        ("2/4", 28),
        ("1/4", 21),
        ("0/4", 7),
        ("4/3 locked", 14),
        ("1/3 locked", 14),
        ("0/3 locked", 7),
    ],
)
def test_number_of_moves_in_a_turn(flips: str, count: int) -> None:
    game: Any = make_game("conniption")
    position = game.parse_position(f"{board('X..O...')} X {flips}")
    assert len(legal_moves(game, position)) == count


def test_moves_as_people_write_them() -> None:
    game: Any = make_game("conniption:width=2,height=3,connect=3")
    position = game.start()
    texts = [game.move_text(position, move) for move in legal_moves(game, position)]
    assert sorted(texts) == ["1", "1f", "2", "2f", "f1", "f1f", "f2", "f2f"]
    assert game.parse_move(position, " F2f ") == game.parse_move(position, "f2F")


@pytest.mark.parametrize("text", ["", "f", "0", "8", "ff4", "4ff", "f 4", "4g"])
def test_what_is_no_turn_is_refused(text: str) -> None:
    game: Any = make_game("conniption")
    with pytest.raises(IllegalMove, match=re.escape(f"{text!r} is not a legal move here")):
        game.parse_move(game.start(), text)


def test_no_drop_in_a_full_column_even_with_a_flip() -> None:
    game: Any = make_game("conniption")
    position = played(game, "3 3 3 3 3 3")
    assert len(legal_moves(game, position)) == 24
    with pytest.raises(IllegalMove, match="'f3' is not a legal move here"):
        game.parse_move(position, "f3")


# Who wins


def test_a_line_of_the_mover_wins() -> None:
    game: Any = make_game("conniption")
    position = played(game, "1 7 1 7 1 7 1")
    assert game.outcome(position) == LOSS
    assert legal_moves(game, position) == []
    with pytest.raises(IllegalMove, match="the game is over"):
        game.parse_move(position, "4")


def test_a_flip_before_the_drop_can_end_the_game_alone() -> None:
    """The column is written but no disc falls, and the second flip is neither made nor paid."""
    game: Any = make_game("conniption")
    flipped = board(".O.O..O", "XXXX..O") + " O 3/4"
    assert after(game, OWN_LINE, "f6") == (flipped, LOSS)
    assert after(game, OWN_LINE, "f6f") == (flipped, LOSS)


def test_a_winning_drop_needs_no_flip_after_it() -> None:
    game: Any = make_game("conniption")
    won = board("OOO....", "XXXX...") + " O 4/4"
    assert after(game, THREE, "4") == (won, LOSS)
    assert after(game, THREE, "4f") == (won, LOSS)


def test_a_flip_after_the_drop_can_win() -> None:
    game: Any = make_game("conniption")
    end = board(".O.O..O", "XXXX.XO") + " O 3/4 locked"
    assert after(game, OWN_LINE, "6f") == (end, LOSS)


@pytest.mark.parametrize(
    ("move", "end"),
    [
        ("f6", board(".X.X..X", "OOOO..X") + " O 3/4"),
        ("f6f", board(".X.X..X", "OOOO..X") + " O 3/4"),
        ("6f", board(".X.X..X", "OOOO.XX") + " O 3/4 locked"),
    ],
)
def test_a_flip_that_lines_up_only_the_opponents_discs_loses(move: str, end: str) -> None:
    game: Any = make_game("conniption")
    assert after(game, GIFT, move) == (end, WIN)


@pytest.mark.parametrize(
    ("start", "move"),
    [
        (BOTH_X_TO_MOVE, "f5"),
        (BOTH_X_TO_MOVE, "f5f"),
        (BOTH_X_TO_MOVE, "5f"),
        (BOTH_O_TO_MOVE, "f7"),
        (BOTH_O_TO_MOVE, "7f"),
    ],
)
def test_both_lines_win_for_the_flipper_or_draw(start: str, move: str) -> None:
    assert after(make_game("conniption"), start, move)[1] == LOSS
    assert after(make_game("conniption:both_lines=mover"), start, move)[1] == LOSS
    assert after(make_game("conniption:both_lines=draw"), start, move)[1] == DRAW


def test_the_board_after_both_lines() -> None:
    assert after(make_game("conniption"), BOTH_X_TO_MOVE, "f5")[0] == BOTH_FLIPPED + " O 3/4"


def test_one_line_is_no_draw_with_both_lines_draw() -> None:
    game: Any = make_game("conniption:both_lines=draw")
    assert after(game, GIFT, "f6")[1] == WIN
    assert after(game, OWN_LINE, "f6")[1] == LOSS


def test_turn_end_looks_only_at_the_end_of_the_turn() -> None:
    game: Any = make_game("conniption:win_check=turn_end")
    passed = board(".X.X..O", "XOXO.XO") + " O 2/4 locked"
    assert after(game, OWN_LINE, "f6f") == (passed, ONGOING)
    broken = board("XXX....", "OOOX...") + " O 3/4 locked"
    assert after(game, THREE, "4f") == (broken, ONGOING)


def test_turn_end_drops_the_disc_after_a_flip_that_makes_a_line() -> None:
    game: Any = make_game("conniption:win_check=turn_end")
    assert after(game, OWN_LINE, "f6") == (board(".O.O..O", "XXXX.XO") + " O 3/4", LOSS)
    assert after(game, GIFT, "f6") == (board(".X.X..X", "OOOO.XX") + " O 3/4", WIN)
    assert after(game, THREE, "4") == (board("OOO....", "XXXX...") + " O 4/4", LOSS)


def test_turn_end_with_both_lines() -> None:
    mover: Any = make_game("conniption:win_check=turn_end")
    drawn: Any = make_game("conniption:win_check=turn_end,both_lines=draw")
    assert after(mover, BOTH_X_TO_MOVE, "f5")[1] == LOSS
    assert after(drawn, BOTH_X_TO_MOVE, "f5")[1] == DRAW


@pytest.mark.parametrize(
    ("start", "last", "end"),
    [
        ("OX./XOX O 1/1", "3", "OXO/XOX X 1/1"),
        ("OX./XOX O 1/1", "3f", "XOX/OXO X 1/0 locked"),
        ("XO./OXX O 1/1", "f3", "OXO/XOX X 1/0"),
    ],
)
def test_a_full_board_after_the_last_flip_is_a_draw(start: str, last: str, end: str) -> None:
    game: Any = make_game("conniption:width=3,height=2,connect=3,flips=1")
    position = played(game, last, start)
    assert (game.position_text(position), game.outcome(position)) == (end, DRAW)
    assert legal_moves(game, position) == []


def test_a_line_on_a_full_board_is_no_draw() -> None:
    game: Any = make_game("conniption:width=4,height=1,connect=2,flips=1")
    assert after(game, "X.OX O 1/1", "2f")[1] == LOSS
    assert after(game, "XOX. O 1/1", "4f")[1] == DRAW


# Options


def test_flips_of_each_player() -> None:
    game: Any = make_game("conniption:flips=2/0")
    assert game.position_text(game.start()) == f"{EMPTY} X 2/0"
    assert len(legal_moves(game, game.start())) == 28
    second = played(game, "4")
    assert len(legal_moves(game, second)) == 7
    spent = played(game, "f4f 4")
    assert len(legal_moves(game, spent)) == 7
    assert game.position_text(spent).endswith(" X 0/0")


@pytest.mark.parametrize("flips", ["0", "0/0"])
def test_without_flips_it_is_connect_four(flips: str) -> None:
    game: Any = make_game(f"conniption:flips={flips}")
    assert len(legal_moves(game, game.start())) == 7
    assert game.outcome(played(game, "1 7 1 7 1 7 1")) == LOSS


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ("", ("Red", "Yellow")),
        (":first=red", ("Red", "Yellow")),
        (":first=yellow", ("Yellow", "Red")),
    ],
)
def test_who_starts(options: str, sides: tuple[str, str]) -> None:
    game = make_game(f"conniption{options}")
    assert game.sides == sides
    assert tuple([*game.styles[symbol]][2] for symbol in "XO") == sides
    styles = {
        name: make_game("conniption").styles["XO"[n]][1] for n, name in enumerate(("Red", "Yellow"))
    }
    assert tuple(game.styles[symbol][1] for symbol in "XO") == tuple(styles[side] for side in sides)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("width=0", "a board has at least 1 column and 1 row"),
        ("width=10", "at most 64 fit"),
        ("connect=8", "connect=8: a line is from 1 to 7 long here"),
        ("flips=", "flips=: expected a number up to 1000, or two such as 2/0"),
        ("flips=-1", "flips=-1: expected a number"),
        ("flips=many", "flips=many: expected a number"),
        ("flips=1001", "flips=1001: expected a number up to 1000"),
        ("flips=2/x", "flips=2/x: expected a number"),
        ("flips=/2", "flips=/2: expected a number"),
        ("flips=2/", "flips=2/: expected a number"),
        ("flips=1/2/3", "flips=1/2/3: expected a number"),
        ("flips=" + "9" * 5000, "expected a number up to 1000"),
        ("win_check=never", "win_check=never: expected step or turn_end"),
        ("both_lines=both", "both_lines=both: expected mover or draw"),
        ("first=blue", "first=blue: expected red or yellow"),
        ("flips=2,flips=3", "the option 'flips' is given twice"),
        ("seed=3", "no option 'seed=3'"),
    ],
)
def test_options_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=re.escape(message)):
        make_game(f"conniption:{options}")


# Key, symmetry


def test_the_key_depends_on_flips_turn_and_lock() -> None:
    game: Any = make_game("conniption")
    position = played(game, "4 4")
    others = [
        position,
        position._replace(own_flips=3),
        position._replace(other_flips=3),
        position._replace(own_flips=3, other_flips=3),
        position._replace(locked=True),
        position._replace(turn=1),
        position._replace(own=0),
    ]
    assert len({game.key(other) for other in others}) == len(others)


def test_playing_and_mirroring_commute() -> None:
    game: Any = make_game("conniption")
    position = game.start()
    for text in LONGEST_RESISTANCE.split()[:-1]:
        (image,) = game.symmetries(position)
        for move in legal_moves(game, position):
            (mirrored,) = game.symmetries(game.play(position, move))
            mirror_move = (6 - (move >> 2)) * 4 + (move & 3)
            assert game.play(image, mirror_move) == mirrored
        position = play_text(game, position, text)


def test_the_known_line_of_longest_resistance_wins_on_ply_nine() -> None:
    game: Any = make_game("conniption")
    assert game.outcome(played(game, LONGEST_RESISTANCE[:-2])) == ONGOING
    position = played(game, LONGEST_RESISTANCE)
    assert (game.outcome(position), game.side(position)) == (LOSS, 1)


# Position texts


def test_texts_are_read_back_after_every_turn() -> None:
    game: Any = make_game("conniption")
    position = game.start()
    for text in LONGEST_RESISTANCE.split():
        assert game.parse_position(game.position_text(position)) == position
        position = play_text(game, position, text)
    assert game.parse_position(game.position_text(position)) == position


@pytest.mark.parametrize("start", [BOTH_X_TO_MOVE, GIFT, OWN_LINE])
def test_a_game_ended_by_a_first_flip_is_read_back(start: str) -> None:
    """The disc of the last turn never fell, so the counts alone would name the wrong side."""
    game: Any = make_game("conniption")
    position = played(game, "f5", start)
    assert game.parse_position(game.position_text(position)) == position


def test_small_letters_are_read() -> None:
    game: Any = make_game("conniption")
    assert game.parse_position(board("x.o....") + " x 4/4") == played(game, "1 3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a position: expected ROWS, X or O to move, flips left such as 4/3"),
        (EMPTY, "is not a position: expected ROWS"),
        (f"{EMPTY} X", "is not a position: expected ROWS"),
        (f"{EMPTY} Z 4/4", "is not a position: expected ROWS"),
        (f"{EMPTY} X 4/4 open", "is not a position: expected ROWS"),
        (f"{EMPTY} X 4/4 locked locked", "is not a position: expected ROWS"),
        ("......./....... X 4/4", "has 2 rows: expected 6"),
        (board("......") + " X 4/4", "row 6 has 6 squares, expected 7"),
        (board("..#....") + " X 4/4", "row 6, column 3 is '#': expected X, O or ."),
        (board("X......", ".......") + " O 4/4", "a disc floats over a gap in column 1"),
        (board("O......") + " X 4/4", "has 0 X and 1 O: X starts"),
        (board("XX.....") + " O 4/4", "has 2 X and 0 O: X starts"),
        (board("X......") + " X 4/4", "with these discs it is O's turn, not X's"),
        (f"{EMPTY} O 4/4", "with these discs it is X's turn, not O's"),
        (f"{EMPTY} X 5/4", "flips left 5/4, but the game starts with 4/4"),
        (f"{EMPTY} X 4/5", "flips left 4/5, but the game starts with 4/4"),
        (f"{EMPTY} X four", "'four' is not two counts of flips such as 4/3"),
        (f"{EMPTY} X 4/", "'4/' is not two counts of flips such as 4/3"),
        (f"{EMPTY} X -1/4", "'-1/4' is not two counts of flips such as 4/3"),
        (f"{EMPTY} X {'9' * 5000}/4", "flips"),
        (board("X..O...") + " X 3/4 locked", "locked, but the opponent has used no flip"),
        (f"{EMPTY} X 4/3 locked", "locked"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    game: Any = make_game("conniption")
    with pytest.raises(BadPosition, match=re.escape(message)):
        game.parse_position(text)


def test_with_turn_end_a_finished_board_has_the_last_disc() -> None:
    game: Any = make_game("conniption:win_check=turn_end")
    with pytest.raises(BadPosition, match="it is X's turn, not O's"):
        game.parse_position(BOTH_FLIPPED + " O 3/4")
