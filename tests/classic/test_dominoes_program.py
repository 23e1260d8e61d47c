"""`plyground classic dominoes`: each function of the document, D1 to D7."""

# ruff: noqa: N802 - tests are named after the rows

import math
from collections.abc import Callable
from typing import Any

import pexpect
import pytest
from syrupy.assertion import SnapshotAssertion

from plyground import make_game
from plyground.classic import dominoes as program
from plyground.classic.dominoes import (
    evaluate,
    get_next_moves,
    get_winner,
    is_draw,
    is_over,
    is_valid_move,
    main,
    make_move,
    minimax,
)
from plyground.classic.dominoes_board import Board, coloured, converted, picture
from plyground.core.errors import BadOption, BadPosition, IllegalMove
from plyground.core.score import WIN_SCORE
from plyground.games.dominoes.evaluations import OpenWindows
from plyground.live.seat import ProgramSeat
from plyground.records.record import Record
from plyground.search import reference
from tests.command import complaint, on_a_terminal, plyground
from tests.positions import random_line

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
INFINITY = math.inf


def rows(*texts: str) -> Board:
    """A board from rows of o, 1 and 2."""
    return [[mark if mark == "o" else int(mark) for mark in text] for text in texts]


def empty(height: int = 6, width: int = 7) -> Board:
    return rows(*["o" * width] * height)


def lists(game: Any, position: Any) -> Board:
    """A position of our game as the document's board."""
    text = game.position_text(position)
    return rows(*text.translate(str.maketrans("X.O", "1o2")).split("/"))


def test_lists_become_the_positions_of_our_game() -> None:
    game: Any = make_game("dominoes")
    for position in (position for seed in range(4) for position in random_line(game, seed)):
        assert converted(lists(game, position), game.side(position) + 1, 4) == (game, position)


# --- the seven functions -----------------------------------------------------------------------


@pytest.mark.parametrize("move", [(1, 0, 0), (2, 0, 0), (1, 5, 5), (2, 4, 6), (1, 2, 3)])
def test_D1_valid_moves(move: Any) -> None:
    assert is_valid_move(empty(), move)


@pytest.mark.parametrize(
    "move",
    [
        *[(0, 0, 0), (3, 0, 0), (-1, 0, 0)],
        *[(1, -1, 0), (1, 0, -1), (2, -1, 0), (2, 0, -1), (1, 6, 0), (2, 6, 0), (1, 0, 7)],
        *[(1, 0, 6), (2, 5, 0)],  # the second square is off the board
        *[(1, 2), (1, 2, 3, 4), (), None, 5, "123", [1, 0, 0], {1, 2, 3}, (1, 0, None)],
        *[(1.0, 0, 0), ("1", "0", "0"), (True, 0, 0), (1, False, 0), (1, 0, 10**30), ((), (), ())],
    ],
    ids=repr,
)
def test_D1_invalid_moves_are_false_and_never_an_exception(move: Any) -> None:
    assert is_valid_move(empty(), move) is False


@pytest.mark.parametrize("taken", [1, 2])
def test_D1_both_squares_must_be_empty(taken: int) -> None:
    board = empty()
    board[2][3] = taken
    moves = [(1, 2, 3), (2, 2, 3), (1, 2, 2), (2, 1, 3)]
    assert not any(is_valid_move(board, move) for move in moves)
    assert is_valid_move(board, (1, 2, 4)) and is_valid_move(board, (2, 3, 3))


@pytest.mark.parametrize(
    "board",
    [None, 5, "oo", [], [[]], [["o", "o"], ["o"]], [["o", "x"]], [["o", True]], [5, 6], {}],
    ids=repr,
)
def test_D1_what_is_no_board_has_no_valid_move(board: Any) -> None:
    assert is_valid_move(board, (1, 0, 0)) is False


def test_D2_moves_come_by_rows_and_across_before_down() -> None:
    assert get_next_moves(empty(2, 3), 1, line=3) == [
        *[(1, 0, 0), (2, 0, 0), (1, 0, 1), (2, 0, 1), (2, 0, 2), (1, 1, 0), (1, 1, 1)]
    ]
    assert len(get_next_moves(empty(), 2)) == 71
    assert len(get_next_moves(empty(6, 6), 1)) == 60


def test_D2_no_moves_when_the_game_is_over() -> None:
    won = rows("1111ooo", *["ooooooo"] * 5)
    assert get_next_moves(won, 1) == get_next_moves(won, 2) == []
    assert get_next_moves(won, 2, line=5) != []


def test_D2_are_the_valid_moves_of_every_board() -> None:
    game: Any = make_game("dominoes")
    for position in random_line(game, 3)[:-1]:
        board = lists(game, position)
        every = [(d, r, c) for r in range(6) for c in range(7) for d in (1, 2)]
        assert get_next_moves(board, 1) == [move for move in every if is_valid_move(board, move)]


def test_D2_numbers_of_games() -> None:
    """Perft on 6x7: 71, 4,614, and 5,384 wins among the 273,168 at three plies."""
    boards = [make_move(empty(), move, 1) for move in get_next_moves(empty(), 1)]
    assert len(boards) == 71
    assert sum(len(get_next_moves(board, 2)) for board in boards) == 4614


def test_D3_a_new_board_with_both_squares_marked() -> None:
    board = empty(2, 3)
    after = make_move(board, (1, 1, 1), 2)
    assert after == rows("ooo", "o22") and board == empty(2, 3)
    assert make_move(after, (2, 0, 0), 1) == rows("1oo", "122")
    assert after == rows("ooo", "o22")


@pytest.mark.parametrize(
    ("board", "move", "player", "error"),
    [
        (empty(), (1, 0, 6), 1, IllegalMove),
        (empty(), (2, -1, 0), 1, IllegalMove),
        (empty(), "1 1 1", 1, IllegalMove),
        (rows("11oo"), (1, 0, 1), 2, IllegalMove),
        (empty(), (1, 0, 0), 3, BadOption),
        (empty(), (1, 0, 0), "1", BadOption),
        ([["o"], []], (1, 0, 0), 1, BadPosition),
        ([["o", 3]], (1, 0, 0), 1, BadPosition),
    ],
)
def test_D3_what_cannot_be_played_is_refused(
    board: Any, move: Any, player: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        make_move(board, move, player)


@pytest.mark.parametrize(
    "line",
    [
        [(0, 0), (0, 1), (0, 2), (0, 3)],
        [(5, 3), (5, 4), (5, 5), (5, 6)],
        [(2, 6), (3, 6), (4, 6), (5, 6)],
        [(2, 3), (3, 4), (4, 5), (5, 6)],
        [(5, 0), (4, 1), (3, 2), (2, 3)],
    ],
    ids=["across", "last row", "down", "falling", "rising"],
)
@pytest.mark.parametrize("player", [1, 2])
def test_D4_four_in_a_line_win(line: list[tuple[int, int]], player: int) -> None:
    board = empty()
    for row, column in line[:3]:
        board[row][column] = player
    assert get_winner(board) is None and not is_over(board)
    row, column = line[3]
    board[row][column] = 3 - player
    assert get_winner(board) is None
    board[row][column] = player
    assert get_winner(board) == player
    assert is_over(board) and not is_draw(board)
    assert get_winner(board, line=5) is None


def test_D4_none_is_a_running_game_or_a_draw() -> None:
    stuck = rows("11o2", "22o1", "11o2", "22o1", "o11o")
    running = rows("11o2", "22o1", "11o2", "22oo", "o11o")
    assert get_winner(stuck) is get_winner(running) is None
    assert (is_over(running), is_draw(running)) == (False, False)
    full = rows("1122", "2211", "1122", "2211")
    assert (get_winner(full), is_over(full), is_draw(full)) == (None, True, True)


def test_D4_lines_of_both_are_refused() -> None:
    both = rows("1111ooo", "2222ooo", *["ooooooo"] * 4)
    for ask in (get_winner, is_over, is_draw):
        with pytest.raises(BadPosition, match="both players have a line"):
            ask(both)


def test_D4_agrees_with_the_rules() -> None:
    game: Any = make_game("dominoes")
    for seed in range(8):
        *before, last = random_line(game, seed)
        assert get_winner(lists(game, before[-1])) is None
        winner = 2 - game.side(last) if last.won else None
        assert get_winner(lists(game, last)) == winner
        assert is_over(lists(game, last)) and is_draw(lists(game, last)) == (winner is None)


def test_D5_is_the_alpha_beta_of_the_textbook() -> None:
    game: Any = make_game("dominoes:rows=4,columns=5")
    default: Any = OpenWindows()
    for position in random_line(game, 1)[:-1:2]:
        player = game.side(position) + 1
        for depth in (0, 1, 2):
            expected = reference.minimax(game, default, position, depth)
            board = lists(game, position)
            assert minimax(board, depth, -INFINITY, INFINITY, player) == expected


def test_D5_finished_games_end_the_search() -> None:
    won = rows("1111ooo", "22oo22o", *["ooooooo"] * 4)
    for depth in (0, 1, 3):
        assert minimax(won, depth, -INFINITY, INFINITY, 1) == WIN_SCORE
        assert minimax(won, depth, -INFINITY, INFINITY, 2) == -WIN_SCORE
    draw = rows("1122", "2211", "1122", "2211")
    assert minimax(draw, 2, -INFINITY, INFINITY, 1) == 0


def test_D5_the_player_is_the_maximizer() -> None:
    board = rows("ooooooo", "ooooooo", "oo11ooo", "ooooooo", "ooooooo", "ooooooo")
    assert minimax(board, 1, -INFINITY, INFINITY, 1) == WIN_SCORE - 1
    assert minimax(board, 1, -INFINITY, INFINITY, 2) < WIN_SCORE // 2
    assert minimax(board, 2, -INFINITY, INFINITY, 2) == 2 - WIN_SCORE


def test_D5_the_documented_board_is_decided_on_ply_three() -> None:
    assert minimax(empty(), 3, -INFINITY, INFINITY, 1) == WIN_SCORE - 3


def test_D5_a_window_bounds_the_value() -> None:
    value = minimax(empty(4, 5), 2, -INFINITY, INFINITY, 1)
    assert minimax(empty(4, 5), 2, value - 1, value + 1, 1) == value
    assert minimax(empty(4, 5), 2, value + 5, INFINITY, 1) <= value + 5
    assert minimax(empty(4, 5), 2, -INFINITY, value - 5, 1) >= value - 5


@pytest.mark.parametrize("depth", [-1, 1.5, None, True, "2"])
def test_D5_depths_that_are_refused(depth: Any) -> None:
    with pytest.raises(BadOption, match="expected a whole number, 0 or more"):
        minimax(empty(), depth, -INFINITY, INFINITY, 1)


def test_D6_ten_for_each_window_of_four() -> None:
    board = rows("11111oo", "1222ooo", "1o2oooo", "1oo2ooo", "ooooooo", "ooooooo")
    assert (evaluate(board, 1), evaluate(board, 2)) == (30, 0)
    assert (evaluate(board, 1, line=5), evaluate(board, 1, line=3)) == (10, 50)


def test_D6_nothing_in_a_running_game_but_open_windows_count_in_minimax() -> None:
    board = rows("ooooooo", "ooooooo", "oo11ooo", "ooooooo", "ooooooo", "22ooooo")
    assert evaluate(board, 1) == evaluate(board, 2) == 0
    assert minimax(board, 0, -INFINITY, INFINITY, 1) > 0


# --- the program -------------------------------------------------------------------------------


def test_D7_a_whole_dialogue(snapshot: SnapshotAssertion) -> None:
    wrong = "\nx\n1 2\n1 2 3 4\n3 1 1\n1 7 1\n1 1 8\n0 0 0\n1 -1 1\n1 1 7\n2 6 1\n1 1.5 1\n² 1 1\n"
    typed = f"{wrong}1 3 3\n1 3 3\n1,3,5\n1 3 1\n"
    finished = plyground("classic", "dominoes", "--depth", "2", typed=typed, env=PLAIN)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == snapshot
    assert finished.stdout.endswith("Player 1 wins.\n")


class FirstMove:
    """Plays the legal move that comes first."""

    def choose(self, record: Record) -> int:
        return record.legal_moves[0]


@pytest.fixture
def said(talk: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The program's output; it plays the first legal move, so nothing is compiled."""

    monkeypatch.setattr(program, "computer_seat", lambda *_: ProgramSeat(FirstMove()))
    return lambda typed, **options: talk(program.command if options else main, typed, **options)


def test_D7_the_player_is_told_that_the_documented_board_is_decided(
    said: Callable[..., str],
) -> None:
    shown = said("")
    assert "the first player wins on ply 3" in shown and "--line 5 or --line 6" in shown
    assert "ply 3" not in said("", line=5) + said("", rows=4, columns=5)


@pytest.mark.parametrize("typed", ["", "x", "x\n", "1 3 3", "1 3 3\n", "1 3 3\n9 9\n"])
def test_D7_input_may_end_anywhere(typed: str, said: Callable[..., str]) -> None:
    assert said(typed).endswith("direction row column? \n")


def test_D7_other_boards_and_lines(said: Callable[..., str]) -> None:
    shown = said("2 1 1\n1 2 2\n", rows=2, columns=3, line=3)
    assert "\n  1 2 3\n1 o o o\n2 o o o\n" in shown
    assert shown.endswith("\n  1 2 3\n1 1 2 2\n2 1 1 1\nPlayer 1 wins.\n")


def test_D7_a_draw_is_announced(said: Callable[..., str]) -> None:
    assert said("1 2 1\n", rows=2, columns=2, line=2, ai_first=True).endswith("Player 1 wins.\n")
    assert said("", rows=1, columns=1, line=1).endswith("No room for a domino: a draw.\n")


def test_D7_the_documents_evaluation_sees_nothing_in_a_running_game(
    talk: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with any win. This checks the options of the search, not the search."""
    calls: list[Any] = []

    def seat(opponent: Any, any_win: bool) -> ProgramSeat:
        calls.append((opponent.evaluation, any_win))
        return ProgramSeat(FirstMove())

    monkeypatch.setattr(program, "computer_seat", seat)
    size: dict[str, Any] = {"rows": 2, "columns": 2, "line": 2, "ai_first": True}
    talk(program.command, "", **size)
    talk(program.command, "", **size, document_evaluation=True, any_win=True)
    assert calls == [("default", False), ("document", True)]


def test_D7_the_computer_starts_where_it_is_told_to(said: Callable[..., str]) -> None:
    shown = said("", ai_first=True)
    assert "You are player 2." in shown
    assert shown.index("Player 1 plays 1 1 1.") < shown.index("direction row column? ")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--line", "8"], "line=8: a line is from 1 to 7 long here"),
        (["--rows", "0"], "rows=0, columns=7: a board has at least 1 of each"),
        (["--rows", "99", "--columns", "99"], "at most 256 squares fit"),
        (["--depth", "0"], "--depth"),
    ],
    ids=str,
)
def test_D7_options_that_are_refused(options: list[str], expected: str) -> None:
    assert expected in complaint(plyground("classic", "dominoes", *options))


def test_D7_marks_are_coloured_but_not_the_numbers() -> None:
    drawn = picture(rows("11o", "o22"))
    assert drawn == "  1 2 3\n1 1 1 o\n2 o 2 2"
    text = coloured(drawn, 1)
    assert text.plain == drawn
    spans = [(text.plain[span.start : span.end], str(span.style)) for span in text.spans]
    assert spans == [("1", "bold red")] * 2 + [("2", "bold blue")] * 2


@pytest.mark.slow
def test_D7_a_person_plays_on_a_terminal() -> None:
    screen = on_a_terminal("classic", "dominoes", "--depth", "1", "--line", "5", **PLAIN)
    screen.expect("direction row column\\? ")
    screen.sendline("1 9 9")
    screen.expect("is not on the board")
    screen.sendline("1 3 3")
    screen.expect("\x1b\\[1;31m1")
    screen.expect("Player 2 plays")
    screen.expect("direction row column\\? ")
    screen.sendeof()
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0
