"""Watch Your Back!: rules, shrinking, options, texts."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

from plyground import DRAW, LOSS, ONGOING, WIN, make_game
from plyground.core.errors import BadOption, BadPosition, IllegalMove
from plyground.core.game import legal_moves, play_text
from plyground.records.record import Record

POSITION_A = "X--O---X---OO-O-O--@@-O@--O--O---@@-OOO@O@-@-@-----@----X--@---X O 0"
POSITION_C = ".........XO--OX..@----@..------..O--@@O..-O--@-..X@-@-X......... O 190"
POSITION_E = "..................X--X....-@@-....-@@-....XOOX.................. O 200"

WYB: Any = make_game("watch-your-back")


def empty_square(x: int, y: int, ring: int) -> str:
    low, high = ring, 7 - ring
    if not (low <= x <= high and low <= y <= high):
        return "."
    return "X" if x in (low, high) and y in (low, high) else "-"


LAST_SQUARES = [f"{x},{y}" for y in range(8) for x in range(8) if empty_square(x, y, 2) == "-"]


def board(white: str = "", black: str = "", ring: int = 0) -> str:
    """64 squares with pieces on `x,y x,y ...` after `ring` shrinks."""
    pieces = dict.fromkeys(black.split(), "@") | dict.fromkeys(white.split(), "O")
    places = ((x, y) for y in range(8) for x in range(8))
    return "".join(pieces.get(f"{x},{y}") or empty_square(x, y, ring) for x, y in places)


def played(position: str, *moves: str) -> Any:
    state = WYB.parse_position(position)
    for move in moves:
        state = play_text(WYB, state, move)
    return state


def after(position: str, *moves: str) -> str:
    text: str = WYB.position_text(played(position, *moves))
    return text


def texts(position: Any) -> list[str]:
    return [WYB.move_text(position, move) for move in legal_moves(WYB, position)]


# The golden cases


@pytest.mark.parametrize(
    ("before", "action", "end", "outcome"),
    [
        (
            "X------X------------------O@-@O-----O-------------------X------X O 20",
            "4,4-4,3",
            "X------X------------------O-O-O-------------------------X------X @ 21",
            LOSS,
        ),
        (
            "X------X-------------------@-@------O--------------O---OX------X O 20",
            "4,4-4,3",
            "X------X-------------------@-@---------------------O---OX------X @ 21",
            ONGOING,
        ),
        (
            "X-@----X-O--------------------------O--------------O---OX-----@X O 20",
            "1,1-1,0",
            "X-@----X----------------------------O--------------O---OX-----@X @ 21",
            ONGOING,
        ),
        (
            "X------X-O@------@-------O-----@---------O----@--@-@--O-X------X @ 127",
            "7,3-7,2",
            ".........X@---X..------..O-----..------..O----@..X-@--X......... O 128",
            ONGOING,
        ),
        (
            "X------X----------@O--------@-------------------O-------X------X @ 127",
            "4,3-4,2",
            "X------X----------@-@---------------------------O-------X------X O 128",
            LOSS,
        ),
        (
            "X--O---X----------------O-------@--------------@--------X------X @ 127",
            "7,5-7,4",
            ".........X----X..------..------..------..------..X----X......... O 128",
            DRAW,
        ),
    ],
    ids=["1 captures first", "2 mover dies", "3 corner", "4 shrinks", "5 ends", "6 all gone"],
)
def test_golden_cases(before: str, action: str, end: str, outcome: int) -> None:
    position = played(before, action)
    assert WYB.position_text(position) == end
    assert WYB.outcome(position) == outcome
    assert WYB.parse_position(end) == position


@pytest.mark.parametrize(
    ("position", "counts"),
    [(POSITION_A, [37, 1241]), (POSITION_C, [12, 226, 0]), (POSITION_E, [1, 12, 12])],
    ids=["A", "C", "E"],
)
def test_numbers_of_action_sequences(position: str, counts: list[int]) -> None:
    layer, found = [WYB.parse_position(position)], []
    for _ in counts:
        layer = [WYB.play(p, move) for p in layer for move in legal_moves(WYB, p)]
        found.append(len(layer))
    assert found == counts


# Placing


def test_r2_the_zones_of_the_two_sides() -> None:
    corners = {"0,0", "7,0", "0,7", "7,7"}
    white = {f"{x},{y}" for x in range(8) for y in range(6)} - corners
    black = {f"{x},{y}" for x in range(8) for y in range(2, 8)} - corners
    assert len(white) == len(black) == 46
    assert sorted(texts(WYB.start())) == sorted(white)
    assert sorted(texts(played(board() + " @ 1 placing"))) == sorted(black)


def test_r2_twenty_four_placements_come_before_the_first_move() -> None:
    rows = [[f"{x},{y}" for x in range(1, 7)] for y in range(8)]
    whites, blacks = rows[0] + rows[1], rows[6] + rows[7]
    position = WYB.start()
    for white, black in zip(whites, blacks, strict=True):
        assert WYB.position_text(position).endswith(" O " + str(position.ply) + " placing")
        position = play_text(WYB, play_text(WYB, position, white), black)
    assert WYB.position_text(position) == board(" ".join(whites), " ".join(blacks)) + " O 0"
    assert "1,1-1,2" in texts(position)


def test_r4_a_placement_captures() -> None:
    start = board("2,2", "3,2") + " O 2 placing"
    assert after(start, "4,2") == board("2,2 4,2") + " @ 3 placing"


def test_r3_a_corner_helps_to_capture() -> None:
    assert after(board("0,1") + " @ 1 placing", "0,2") == board("", "0,2") + " O 2 placing"


def test_r4_a_placement_captures_on_all_sides_before_it_could_die() -> None:
    """It would die between 2,3 and 4,3, but 4,3 dies first."""
    start = board("5,3 3,5", "2,3 4,3 3,4") + " O 12 placing"
    assert after(start, "3,3") == board("5,3 3,5 3,3", "2,3") + " @ 13 placing"


def test_r4_a_placement_dies_though_it_captures() -> None:
    start = board("3,5", "2,3 4,3 3,4") + " O 12 placing"
    assert after(start, "3,3") == board("3,5", "2,3 4,3") + " @ 13 placing"


def test_r2_a_placement_between_enemies_dies_and_frees_its_square() -> None:
    squares = board("", "2,3 4,3")
    died = played(squares + " O 4 placing", "3,3")
    assert WYB.position_text(died) == squares + " @ 5 placing"
    assert "3,3" in texts(died)
    by_black = play_text(WYB, died, "3,3")
    assert WYB.position_text(by_black) == board("", "2,3 3,3 4,3") + " O 6 placing"
    assert "3,3" in texts(play_text(WYB, died, "1,7"))


def test_fault_taking_back_a_placement_that_died_frees_its_square() -> None:
    record = Record(WYB, WYB.parse_position(board("", "2,3 4,3") + " O 4 placing"))
    before = record.position
    record.push(WYB.parse_move(before, "3,3"))
    assert record.position.other == 0
    record.undo(1)
    assert record.position == before and "3,3" in texts(record.position)


def test_r2_the_square_of_a_captured_piece_may_be_used_again() -> None:
    captured = played(board("2,2", "3,2") + " O 2 placing", "4,2", "1,7")
    assert "3,2" in texts(captured)


def test_r2_all_twelve_are_placed_even_if_some_died() -> None:
    position = played(board("", "0,2") + " O 22 placing", "5,5")
    assert WYB.position_text(position) == board("5,5", "0,2") + " @ 23 placing"
    assert WYB.position_text(play_text(WYB, position, "6,6")).endswith(" O 0")


def test_r7_the_counter_starts_again_with_the_moving_phase() -> None:
    start = board("1,0 2,0", "5,6 5,5") + " @ 23 placing"
    assert after(start, "6,6").endswith(" O 0")
    assert after(start, "6,6", "1,0-1,1").endswith(" @ 1")
    assert played(start, "6,6", "1,0-1,1", "6,6-6,5").ply == 24 + 2


# When the game ends


@pytest.mark.parametrize("position", [board() + " O 22 placing", board("1,0") + " @ 23 placing"])
def test_r8_nobody_loses_while_placing(position: str) -> None:
    state = WYB.parse_position(position)
    assert WYB.outcome(state) == ONGOING
    assert legal_moves(WYB, state) != []


@pytest.mark.parametrize(
    ("white", "black", "outcome"),
    [
        ("1,0 2,0", "6,6", ONGOING),
        ("1,0", "6,6", LOSS),
        ("1,0 2,0", "", WIN),
        ("1,0", "", DRAW),
        ("", "", DRAW),
        ("", "6,6", LOSS),
    ],
)
def test_r8_the_last_placement_may_end_the_game(white: str, black: str, outcome: int) -> None:
    position = played(board(white, black) + " @ 23 placing", "0,6")
    assert WYB.position_text(position) == board(white, black + " 0,6") + " O 0"
    assert WYB.outcome(position) == outcome


@pytest.mark.parametrize(
    ("white", "black", "outcome"),
    [
        ("1,0 2,0", "5,6 5,5", ONGOING),
        ("1,0", "5,6 5,5", LOSS),
        ("1,0 2,0", "5,6", WIN),
        ("1,0", "5,6", DRAW),
    ],
)
def test_r12_fewer_than_two_pieces_lose(white: str, black: str, outcome: int) -> None:
    assert WYB.outcome(WYB.parse_position(board(white, black) + " O 20")) == outcome


def test_r12_no_move_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="'2,0-3,0' cannot be played: the game is over"):
        played(board("1,0 2,0", "5,6") + " O 20", "2,0-3,0")


# Moving


def moves_from(position: str, square: str) -> set[str]:
    found = texts(WYB.parse_position(position))
    return {text.partition("-")[2] for text in found if text.startswith(f"{square}-")}


def test_r5_a_piece_steps_to_free_squares() -> None:
    assert moves_from(board("3,3 0,3", "6,6 6,5") + " O 0", "3,3") == {"2,3", "4,3", "3,2", "3,4"}


def test_r1_a_piece_does_not_leave_the_board_or_enter_a_corner() -> None:
    start = board("7,3 1,0 0,4", "5,6 5,5") + " O 0"
    assert moves_from(start, "7,3") == {"6,3", "7,2", "7,4"}
    assert moves_from(start, "1,0") == {"2,0", "1,1"}
    assert moves_from(start, "0,4") == {"1,4", "0,3", "0,5"}


def test_r5_a_piece_jumps_over_one_piece_of_either_colour() -> None:
    start = board("3,3 2,3", "4,3 6,6") + " O 0"
    assert moves_from(start, "3,3") == {"1,3", "5,3", "3,2", "3,4"}
    assert moves_from(start, "2,3") == {"1,3", "2,2", "2,4"}


def test_r5_a_piece_jumps_over_no_two_pieces() -> None:
    start = board("3,3 1,6", "4,3 5,3") + " O 0"
    assert moves_from(start, "3,3") == {"2,3", "3,2", "3,4"}


def test_r5_a_piece_jumps_only_once() -> None:
    start = board("3,3 1,6", "4,3 6,3") + " O 0"
    assert moves_from(start, "3,3") == {"2,3", "3,2", "3,4", "5,3"}


def test_r1_a_piece_does_not_jump_off_the_board_or_onto_a_corner() -> None:
    start = board("6,3 2,0", "7,3 1,0 4,4") + " O 0"
    assert moves_from(start, "6,3") == {"5,3", "6,2", "6,4"}
    assert moves_from(start, "2,0") == {"3,0", "2,1"}


def test_r5_a_piece_does_not_step_onto_or_jump_over_what_is_gone() -> None:
    start = board("2,1 1,4 3,1", "5,5 6,5", ring=1) + " O 130"
    assert moves_from(start, "2,1") == {"2,2", "4,1"}
    assert moves_from(start, "1,4") == {"1,3", "1,5", "2,4"}


def test_r5_a_jump_captures_nothing_by_itself() -> None:
    """The origin is empty when eliminations are looked for, so 4,3 stands beside one enemy."""
    start = board("3,3 1,6", "4,3 6,6") + " O 0"
    assert after(start, "3,3-5,3") == board("5,3 1,6", "4,3 6,6") + " @ 1"


def test_r5_a_jump_captures_where_it_lands() -> None:
    start = board("3,3 7,3", "4,3 6,3 6,6") + " O 0"
    assert after(start, "3,3-5,3") == board("5,3 7,3", "4,3 6,6") + " @ 1"


def test_r3_the_edge_is_not_hostile() -> None:
    start = board("2,3 5,5", "0,3 6,6") + " O 0"
    assert after(start, "2,3-1,3") == board("1,3 5,5", "0,3 6,6") + " @ 1"


def test_r3_removed_squares_are_not_hostile() -> None:
    start = board("3,3 5,5", "1,3 6,5", ring=1) + " O 130"
    assert after(start, "3,3-2,3") == board("2,3 5,5", "1,3 6,5", ring=1) + " @ 131"


def test_r3_captures_do_not_reach_round_the_edge() -> None:
    """7,3 and 0,4 are neighbours only as bits."""
    start = board("5,3 0,4", "7,3 2,6") + " O 0"
    assert after(start, "5,3-6,3") == board("6,3 0,4", "7,3 2,6") + " @ 1"


def test_r4_a_standing_piece_is_tested_only_beside_the_arrival() -> None:
    start = board("2,3 4,3 6,1", "3,3 6,6") + " O 0"
    assert after(start, "6,1-6,2") == board("2,3 4,3 6,2", "3,3 6,6") + " @ 1"


def test_r3_opposite_neighbours_must_be_in_line() -> None:
    start = board("3,4 5,5", "2,3 3,2 6,6") + " O 0"
    assert after(start, "3,4-3,3") == board("3,3 5,5", "2,3 3,2 6,6") + " @ 1"


@pytest.mark.parametrize(
    ("position", "text", "message"),
    [
        (POSITION_A, "", "'' is not a move: expected x,y to place, x,y-x,y to move (0 to 7)"),
        (POSITION_A, "a,b", "'a,b' is not a move: expected x,y to place"),
        (POSITION_A, "8,0-7,0", "'8,0-7,0' is not a move: expected x,y to place"),
        (POSITION_A, "1,1-1,2-1,3", "is not a move: expected x,y to place"),
        (POSITION_A, "3,3", "all pieces are placed, so a move is written x,y-x,y"),
        (POSITION_A, "0,2-2,1", "a piece steps to a free square beside it, or jumps over one"),
        (POSITION_A, "3,2-3,1", "a piece steps to a free square beside it, or jumps over one"),
        (POSITION_A, "forfeit", "'forfeit' cannot be played: there are legal moves"),
        (POSITION_E, "3,5-3,4", "a piece steps to a free square beside it, or jumps over one"),
        (
            board() + " O 0 placing",
            "3,6",
            "White places on a free square in rows 0 to 5, no corner",
        ),
        (
            board() + " O 0 placing",
            "0,0",
            "White places on a free square in rows 0 to 5, no corner",
        ),
        (board("3,3") + " @ 1 placing", "3,1", "Black places on a free square in rows 2 to 7"),
        (board("3,3") + " @ 1 placing", "3,3", "Black places on a free square in rows 2 to 7"),
        (board("3,3") + " @ 1 placing", "forfeit", "Black places on a free square in rows 2 to 7"),
        (board("3,3") + " O 2 placing", "3,3-3,4", "White places on a free square in rows 0 to 5"),
    ],
)
def test_moves_that_are_refused(position: str, text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(message)):
        WYB.parse_move(WYB.parse_position(position), text)


@pytest.mark.parametrize(
    "text",
    ["0,2-0,1", " 0,2-0,1 ", "(0,2)-(0,1)", "(0, 2)->(0, 1)", "((0, 2), (0, 1))", "0,2 -> 0,1"],
)
def test_moves_are_read_with_brackets(text: str) -> None:
    position = WYB.parse_position(POSITION_A)
    assert WYB.move_text(position, WYB.parse_move(position, text)) == "0,2-0,1"


@pytest.mark.parametrize("text", ["3,4", "(3,4)", "(3, 4)"])
def test_placements_are_read_with_brackets(text: str) -> None:
    assert WYB.move_text(WYB.start(), WYB.parse_move(WYB.start(), text)) == "3,4"


@pytest.mark.parametrize("position", [POSITION_A, POSITION_C, POSITION_E])
def test_every_legal_move_is_read_back(position: str) -> None:
    state = WYB.parse_position(position)
    for move in legal_moves(WYB, state):
        assert WYB.parse_move(state, WYB.move_text(state, move)) == move


# Forfeits


def test_r6_no_legal_action_is_a_forfeit_that_counts() -> None:
    position = WYB.parse_position(POSITION_E)
    assert texts(position) == ["forfeit"]
    assert after(POSITION_E, "Forfeit") == POSITION_E.replace("O 200", "@ 201")


def test_r6_a_forfeit_with_a_legal_action_is_illegal() -> None:
    position = WYB.parse_position(POSITION_A)
    assert "forfeit" not in texts(position)
    with pytest.raises(IllegalMove, match="there are legal moves"):
        WYB.parse_move(position, "forfeit")


@pytest.mark.parametrize(
    ("before", "end"),
    [
        (
            "X------X -O------ -O------ O@OO---- O@OO---- -O------ -O------ X------X @ 127",
            "........ .X----X. .------. .@OO---. .@OO---. .------. .X----X. ........ O 128",
        ),
        (
            "........ .XO---X. .-O----. .O@OO--. .O@OO--. .-O----. .XO---X. ........ @ 191",
            "........ ........ ..X--X.. ..@OO-.. ..@OO-.. ..X--X.. ........ ........ O 192",
        ),
    ],
    ids=["128th", "192nd"],
)
def test_fault_the_board_shrinks_after_a_forfeit_too(before: str, end: str) -> None:
    *rows, side, turn = before.split()
    start = f"{''.join(rows)} {side} {turn}"
    assert texts(WYB.parse_position(start)) == ["forfeit"]
    *rows, side, turn = end.split()
    assert after(start, "forfeit") == f"{''.join(rows)} {side} {turn}"


# Shrinking


def test_r9_the_board_does_not_shrink_a_turn_early() -> None:
    start = board("0,3 2,3 3,3", "5,5 6,6 7,6") + " O 126"
    assert after(start, "0,3-0,4") == board("0,4 2,3 3,3", "5,5 6,6 7,6") + " @ 127"
    shrunk = board("2,3 3,3", "5,5", ring=1) + " O 128"
    assert after(start, "0,3-0,4", "7,6-7,5") == shrunk


def test_r11_pieces_on_the_ring_and_on_new_corners_go() -> None:
    start = board("1,1 1,6 3,3 3,4", "6,1 6,6 0,3 5,3 5,4 7,2") + " @ 127"
    assert after(start, "7,2-7,3") == board("3,3 3,4", "5,3 5,4", ring=1) + " O 128"


def test_r11_pieces_of_the_ring_capture_nothing_as_they_go() -> None:
    """1,3 stands between the ring and an enemy that did not just arrive."""
    start = board("1,3 4,4", "0,3 2,3 5,6 7,2") + " @ 127"
    assert after(start, "7,2-7,3") == board("1,3 4,4", "2,3 5,6", ring=1) + " O 128"


def test_r11_a_new_corner_kills_pieces_of_either_colour() -> None:
    """2,1 dies between the corner 1,1 and 3,1; 1,5 between the corner 1,6 and 1,4."""
    start = board("2,1 1,4 4,4", "3,1 1,5 5,4 7,2") + " @ 127"
    assert after(start, "7,2-7,3") == board("1,4 4,4", "3,1 5,4", ring=1) + " O 128"


def test_r11_new_corners_kill_one_after_another() -> None:
    """On each side of the last board two enemies stand between two new corners: the corner that
    comes first (top left, bottom left, bottom right, top right) kills, and so saves the other."""
    start = board("3,2 2,3 4,5 5,3", "4,2 2,4 3,5 5,4 1,3", ring=1) + " @ 191"
    end = board("4,5 5,3", "4,2 2,4", ring=2) + " O 192"
    assert after(start, "1,3-1,4") == end


def test_r9_the_board_does_not_shrink_a_third_time() -> None:
    start = board("2,3 2,4", "5,3 5,4", ring=2) + " @ 255"
    assert after(start, "5,3-4,3") == board("2,3 2,4", "4,3 5,4", ring=2) + " O 256"


def test_r10_a_win_with_the_192nd_action_leaves_the_board() -> None:
    start = board("3,3 4,1", "2,3 5,3 6,5", ring=1) + " @ 191"
    end = board("4,1", "2,3 4,3 6,5", ring=1) + " O 192"
    assert after(start, "5,3-4,3") == end
    assert WYB.outcome(WYB.parse_position(end)) == LOSS


@pytest.mark.parametrize(
    ("white", "outcome"), [("0,3 0,4", LOSS), ("0,3 3,3", LOSS), ("4,4 3,3", ONGOING)]
)
def test_r10_a_shrink_may_end_the_game(white: str, outcome: int) -> None:
    position = played(board(white, "5,5 5,6 7,2") + " @ 127", "7,2-7,3")
    assert (WYB.outcome(position), position.ring) == (outcome, 1)


# Options


def test_r13_a_draw_after_the_last_turn() -> None:
    assert WYB.turn_limit == 400
    before = WYB.parse_position(POSITION_E.replace("O 200", "O 398"))
    assert WYB.outcome(before) == ONGOING
    assert WYB.outcome(play_text(WYB, before, "forfeit")) == ONGOING
    last = WYB.parse_position(POSITION_E.replace("O 200", "O 400"))
    assert WYB.outcome(last) == DRAW
    assert legal_moves(WYB, last) == []


@given(whites=st.sets(st.sampled_from(LAST_SQUARES), min_size=2, max_size=10))
def test_r13_a_full_last_board_is_drawn_however_it_is_divided(whites: set[str]) -> None:
    blacks = set(LAST_SQUARES) - whites
    position = WYB.parse_position(board(" ".join(whites), " ".join(blacks), ring=2) + " O 192")
    while WYB.outcome(position) == ONGOING:
        assert texts(position) == ["forfeit"]
        position = play_text(WYB, position, "forfeit")
    assert WYB.outcome(position) == DRAW


def test_r13_the_turn_limit_is_an_option() -> None:
    game: Any = make_game("watch-your-back:turn_limit=201")
    assert game.outcome(game.parse_position(POSITION_E)) == ONGOING
    last = play_text(game, game.parse_position(POSITION_E), "forfeit")
    assert game.outcome(last) == DRAW


def test_r13_the_turn_limit_can_be_off() -> None:
    game: Any = make_game("watch-your-back:turn_limit=0")
    assert game.outcome(game.parse_position(POSITION_E.replace("O 200", "O 99998"))) == ONGOING


def test_r13_a_win_on_the_last_turn_is_a_win() -> None:
    game: Any = make_game("watch-your-back:turn_limit=193")
    start = game.parse_position(board("2,3 5,3", "3,3 5,4", ring=2) + " O 192")
    assert game.outcome(play_text(game, start, "5,3-4,3")) == LOSS


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("turn_limit=192", "turn_limit=192: expected more than 192, or 0 for no limit"),
        ("turn_limit=1", "turn_limit=1: expected more than 192, or 0 for no limit"),
        ("turn_limit=-1", "turn_limit=-1: expected more than 192, or 0 for no limit"),
        ("turn_limit=many", "turn_limit=many: expected a whole number"),
        ("turn_limit=1000000001", "expected a whole number up to 1000000000"),
        ("turn_limit=" + "0" * 12 + "9" * 30, "expected a whole number up to 1000000000"),
        ("size=8", "no option 'size=8': its options are turn_limit"),
        ("turn_limit=300,turn_limit=0", "the option 'turn_limit' is given twice"),
    ],
)
def test_options_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_game(f"watch-your-back:{options}")


# Symmetry, key, sample


def random_games(count: int) -> list[Any]:
    """Every position of `count` random games."""
    generator = random.Random(5)
    found: list[Any] = []
    for _ in range(count):
        position = WYB.start()
        found.append(position)
        while legal_moves(WYB, position):
            position = WYB.play(position, generator.choice(legal_moves(WYB, position)))
            found.append(position)
    return found


def children_of(position: Any) -> set[Any]:
    return {WYB.play(position, move) for move in legal_moves(WYB, position)}


@pytest.mark.parametrize(
    ("ply", "count"),
    [(0, 1), (23, 1), (24, 7), (24 + 159, 7), (24 + 160, 0), (24 + 191, 0), (24 + 192, 7)],
)
def test_symmetries_by_phase_and_turn(ply: int, count: int) -> None:
    ring = (ply >= 24 + 128) + (ply >= 24 + 192)
    position = WYB.start()._replace(ply=ply, ring=ring)
    assert len([*WYB.symmetries(position)]) == count


def test_symmetries_symmetric_positions_have_symmetric_futures() -> None:
    positions = [p for p in random_games(4) if p.ply % 9 == 0 or p.ply == 24 + 127]
    assert any(position.ply == 24 + 127 for position in positions)
    for position in positions:
        children = children_of(position)
        for number, image in enumerate(WYB.symmetries(position)):
            table = WYB.images[number] if position.ply >= 24 else mirror_image()
            assert WYB.outcome(image) == WYB.outcome(position)
            assert children_of(image) == {turned(child, table) for child in children}


def mirror_image() -> tuple[int, ...]:
    return tuple(8 * y + 7 - x for y in range(8) for x in range(8))


def turned(position: Any, table: tuple[int, ...]) -> Any:
    own = sum(1 << table[n] for n in range(64) if position.own >> n & 1)
    other = sum(1 << table[n] for n in range(64) if position.other >> n & 1)
    return position._replace(own=own, other=other)


def best_result(position: Any, plies: int) -> int:
    """1, 0 or -1 for the side to move with best play for `plies` plies."""
    outcome = WYB.outcome(position)
    if outcome or not plies:
        return {WIN: 1, LOSS: -1}.get(outcome, 0)
    return max(-best_result(child, plies - 1) for child in children_of(position))


def test_symmetries_the_last_shrink_prefers_one_side() -> None:
    """The corners come one after another, so positions near the last shrink have no images: here
    White wins within two plies, but would not in every mirror image."""
    start = ".........X----X..----@O..------..-----@..--O---..X----X......... O 190"
    position = WYB.parse_position(start)
    assert best_result(position, 2) == 1
    assert {best_result(turned(position, table), 2) for table in WYB.images} == {0, 1}
    assert [*WYB.symmetries(position)] == []


def test_fault_the_key_depends_on_phase_and_turn() -> None:
    position = WYB.parse_position(board("1,2 2,2", "5,5 5,6") + " O 0")
    others = [
        *(position._replace(ply=24 + turn) for turn in (0, 2, 62, 124, 126)),
        *(position._replace(ply=turn) for turn in (4, 22)),
        position._replace(ply=24 + 128, ring=1),
        position._replace(own=position.other, other=position.own),
    ]
    assert len({WYB.key(other) for other in others}) == len(others)


def test_samples_reach_every_move_equally() -> None:
    for position in random_games(1)[:-1]:
        moves = legal_moves(WYB, position)
        count = len(moves)
        drawn = [WYB.sample(position, (2 * n + 1 << 31) // count) for n in range(count)]
        assert sorted(drawn) == sorted(moves)


# Position texts


def test_texts_are_read_back() -> None:
    for position in random_games(3):
        assert WYB.parse_position(WYB.position_text(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a position: expected 64 squares, O or @, the turn, and 'placing'"),
        (board(), "is not a position: expected 64 squares"),
        (board() + " O", "is not a position: expected 64 squares"),
        (board() + " O 0 moving", "is not a position: expected 64 squares"),
        (board() + " O 0 placing placing", "is not a position: expected 64 squares"),
        (board() + " X 0", "the side is 'X', expected O or @"),
        (board() + " o 0", "the side is 'o', expected O or @"),
        (board() + " O first", "the turn is 'first', expected a number from 0"),
        (board() + " O -2", "the turn is '-2', expected a number from 0"),
        (board() + " O " + "2" * 5000, "expected a number from 0"),
        (board() + " O 24 placing", "placing turns are 0 to 23"),
        (board() + " @ 0 placing", "in turn 0 it is O's move"),
        (board() + " O 1 placing", "in turn 1 it is @'s move"),
        (board() + " O 127", "in turn 127 it is @'s move"),
        (board()[:-1] + " O 0", "the board has 63 squares, expected 64"),
        (board() + "- O 0", "the board has 65 squares, expected 64"),
        (board().replace("---", "-z-", 1) + " O 0", "square 2,0 is 'z', expected O @ X - or ."),
        ("-" * 64 + " O 0", "corners (X) and removed squares (.) are not those of a board"),
        (board("0,0 3,3") + " O 20", "(a piece cannot stand on a corner)"),
        (board("1,1 3,3", "5,5 5,6", ring=1) + " O 128", "(a piece cannot stand on a corner)"),
        (board("0,3 3,3", "5,5 5,6", ring=1) + " O 128", "are not those of a board of 8, 6 or 4"),
        (board().replace("--", "-X", 1) + " O 0", "are not those of a board of 8, 6 or 4"),
        (board().replace("--", "-.", 1) + " O 0", "are not those of a board of 8, 6 or 4"),
        (board("3,3") + " O 0 placing", "White has 1 pieces, at most 0 by now"),
        (board("3,3 4,4", "5,5") + " O 2 placing", "White has 2 pieces, at most 1 by now"),
        (board("3,3", "5,5") + " @ 1 placing", "Black has 1 pieces, at most 0 by now"),
        (
            board(" ".join(f"{x},{y}" for x in range(1, 6) for y in range(1, 4))) + " O 20",
            "White has 15 pieces, at most 12 by now",
        ),
        (
            board("", " ".join(f"{x},{y}" for x in range(13) for y in (4, 5))) + " O 20",
            "Black has 16 pieces, at most 12 by now",
        ),
        (
            board("3,3 3,4", "5,5 5,4", ring=1) + " O 126",
            "in this turn the board has shrunk 0 times, not 1",
        ),
        (
            board("3,3 3,4", "5,5 5,4", ring=1) + " O 22 placing",
            "in this turn the board has shrunk 0 times, not 1",
        ),
        (
            board("3,3 3,4", "5,5 5,4") + " O 128",
            "in this turn the board has shrunk 1 times, not 0",
        ),
        (
            board("3,3 3,4", "5,3 5,4", ring=2) + " O 190",
            "in this turn the board has shrunk 1 times, not 2",
        ),
        (
            board("3,3 3,4", "5,5 5,4", ring=1) + " O 192",
            "in this turn the board has shrunk 2 times, not 1",
        ),
        (board("3,3") + " O 192", "in this turn the board has shrunk 2 times, not 0"),
        (board("3,3") + " O 130", "in this turn the board has shrunk 1 times, not 0"),
        (board("3,6") + " @ 1 placing", "White"),
        (board("3,3", "5,1") + " O 2 placing", "Black"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(message)):
        WYB.parse_position(text)
