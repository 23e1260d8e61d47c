"""`plyground classic connect-four`: each row of what the document describes, C1 to C12."""

# ruff: noqa: N802 - tests are named after the rows

import io
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from plyground import LOSS, ONGOING
from plyground.classic import connect_four as program
from plyground.classic.connect_four_board import (
    RED,
    YELLOW,
    cells,
    coloured,
    game,
    is_draw,
    other,
    picture,
    red_side,
    winner,
)
from plyground.classic.connect_four_minds import (
    MINDS,
    MinimaxOptions,
    answers,
    attacks,
    average,
    choose_by_average,
    choose_by_minimax,
    double_attacks,
    forced_hand,
    minimax,
    points,
    rounded,
    scaled,
    think,
    wins,
)
from plyground.classic.dialogue import Dialogue
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.score import BAND
from plyground.games.connect_four import evaluations
from plyground.search import reference
from tests.command import complaint, on_a_terminal, plyground
from tests.positions import random_line

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
GOLDEN = (Path(__file__).parents[1] / "data" / "connect_four_picture.txt").read_text()
FULL_WITHOUT_A_LINE = "OOXOXOX/XOXOXOX/OXOXOXO/OXOXOXO/XOXOXOX/XOXOXOX"
ALL_SUICIDES = "6241111222154774165545662446526577"


def board(columns: str) -> Any:
    return game().parse_position(columns)


def boards(games: int) -> list[Any]:
    """Every unfinished board of some random games."""
    lines = (random_line(game(), seed)[:-1] for seed in range(games))
    return [position for line in lines for position in line]


def classic(*args: str, typed: str = "", env: dict[str, str] = PLAIN) -> Any:
    finished = plyground("classic", "connect-four", *args, typed=typed, env=env)
    assert finished.returncode == 0 and finished.stderr == "", finished
    return finished


# --- the board ---------------------------------------------------------------------------------


def test_C1_the_picture_is_drawn_as_in_the_document() -> None:
    drawn = picture(cells(game().start(), YELLOW))
    assert f"{drawn}\n" == GOLDEN
    lengths = [len(line) for line in drawn.split("\n")]
    assert lengths == [40] * 12 + [41]
    assert [drawn.index(digit) for digit in "1234567"] == [5, 10, 15, 20, 25, 30, 35]
    assert drawn.split("\n")[-1] == "  " + "\\" * 39
    assert f"\n\n{GOLDEN}" in classic("--mind", "averaging").stdout


def test_C1_tokens_stand_under_the_digits() -> None:
    header, *lines = picture(cells(board("1234567"), RED)).split("\n")
    (filled,) = (line for line in lines if "R" in line or "Y" in line)
    assert filled == lines[10] and [n for n, sign in enumerate(filled) if sign in "RY"] == [
        n for n, sign in enumerate(header) if sign.isdigit()
    ]


def test_C2_tokens_are_letters_or_coloured_blocks() -> None:
    drawn = picture(cells(board("12"), YELLOW))
    assert drawn.count("[Y]") == drawn.count("[R]") == 1 and "[Y]  [R]" in drawn
    text = coloured(drawn)
    assert text.plain == drawn.replace("Y", "\u2588").replace("R", "\u2588")
    tokens = {(text.plain[span.start], str(span.style)) for span in text.spans}
    assert tokens == {("\u2588", "bold yellow"), ("\u2588", "bold red")}


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"force_terminal": True, "color_system": "standard"}, "[\x1b[1;33m\u2588\x1b[0m]"),
        ({"force_terminal": True, "no_color": True}, "[Y]"),
        ({"force_terminal": False}, "[Y]"),
    ],
    ids=["colour", "NO_COLOR", "no terminal"],
)
def test_C2_letters_stand_where_colour_is_off(options: Any, shown: str) -> None:
    file = io.StringIO()
    program.show(
        Dialogue(Console(file=file, width=80, highlight=False, **options)), board("1"), RED
    )
    assert shown in file.getvalue()


def test_C3_related_cells_have_room_for_four() -> None:
    made = cells(game().start(), RED)
    related = {(c.row, c.column, way) for c in made for way in c.related}
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    assert related == {
        (row, column, (down, right))
        for row in range(6)
        for column in range(7)
        for down, right in steps
        if 0 <= row + 3 * down < 6 and 0 <= column + 3 * right < 7
    }
    assert len(related) == 138 == 2 * 69
    for cell in made:
        for (down, right), following in cell.related.items():
            places = [(cell.row + n * down, cell.column + n * right) for n in (1, 2, 3)]
            assert [(c.row, c.column) for c in following] == places
            assert all(another in made for another in following)


def test_C3_cells_hold_their_colours() -> None:
    held = {(c.row, c.column): c.colour for c in cells(board("443"), RED) if c.colour}
    assert held == {(5, 3): YELLOW, (4, 3): RED, (5, 2): YELLOW}


@pytest.mark.parametrize(
    "columns",
    ["1212121", "4151617", "12233434474", "76655454414", "17171727", "1122335566774"],
    ids=["vertical", "horizontal", "rising", "falling", "second player", "seven"],
)
def test_C4_four_of_one_colour_win(columns: str) -> None:
    last = YELLOW if len(columns) % 2 else RED
    assert winner(cells(board(columns[:-1]), last)) is None
    assert winner(cells(board(columns), other(last))) == last


def test_C4_a_full_board_without_a_line_is_a_draw() -> None:
    assert is_draw(cells(board(FULL_WITHOUT_A_LINE), RED))
    assert not is_draw(cells(board("." + FULL_WITHOUT_A_LINE[1:]), RED))
    assert not is_draw(cells(board("1212121"), RED))


def test_C4_the_win_check_agrees_with_the_rules() -> None:
    for seed in range(20):
        for position in random_line(game(), seed):
            found = cells(position, RED)
            lost = game().outcome(position) == LOSS
            assert winner(found) == (YELLOW if lost else None)
            assert (game().outcome(position) == ONGOING) != (lost or is_draw(found))


# --- the forced hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "column"),
    [("121212", 1), ("112233", 4), ("1212133", 1), ("11223", 4), ("334455", 2)],
    ids=["wins", "wins rather than blocks", "blocks", "blocks a row", "the middle of two"],
)
def test_C5_wins_and_blocks_are_forced(columns: str, column: int) -> None:
    assert forced_hand(board(columns)) == column - 1


def test_C5_holds_everywhere() -> None:
    for position in boards(30):
        mine, theirs, hand = wins(position), attacks(position), forced_hand(position)
        if mine:
            assert hand in mine and game().outcome(game().play(position, hand)) == LOSS
        elif theirs:
            assert hand in theirs
        else:
            assert hand is None or hand in double_attacks(position)


def test_C6_two_winning_places_are_made_at_once() -> None:
    assert double_attacks(board("4151")) == [2, 5]
    assert forced_hand(board("4151")) == 2
    assert forced_hand(board("")) is None


def test_C6_two_places_above_each_other_cannot_both_be_stopped_either() -> None:
    position = board("16236673356541133")
    assert 1 in double_attacks(position)
    assert len(attacks(game().play(position, 1))) == 1


def test_C6_a_move_that_lets_the_other_win_is_ruled_out_first() -> None:
    position = board("274314756126673163")
    suicide = game().play(position, 1)
    assert len(attacks(suicide)) == 2 and wins(suicide)
    assert 1 not in answers(position) and double_attacks(position) == []
    assert choose_by_average(position, 1) in [0, 2, 3, 4, 5, 6]


def test_C6_one_move_is_made_where_all_are_ruled_out() -> None:
    position = board(ALL_SUICIDES)
    assert [*Game.non_losing_moves(game(), position)] == [] and not attacks(position)
    assert answers(position) == [2, 6] and choose_by_average(position, 4) == 2


# --- scoring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "player", "expected"),
    [
        ("", RED, 0),
        ("5315732641", YELLOW, 5 * 10),
        ("1342523621", RED, 30),
        ("11223", YELLOW, 25 + 50 + 10 - 10),
        ("112233", RED, 125),
        ("22334", YELLOW, 125),
    ],
    ids=["nothing", "twos", "three", "attack and forced hand", "wins now", "two attacks"],
)
def test_C7_scores_for_the_ai(columns: str, player: str, expected: int) -> None:
    assert points(board(columns), player) == expected


@pytest.mark.parametrize(
    ("columns", "player", "expected"),
    [
        ("5555575", RED, -15),
        ("57434", RED, 2 * -10),
        ("27646655", RED, -30),
        ("415426226", RED, -50),
        ("112233", YELLOW, -125),
        ("22334", RED, -125),
    ],
    ids=["impossible move", "twos", "three", "attack", "it wins now", "two attacks"],
)
def test_C8_scores_against_it(columns: str, player: str, expected: int) -> None:
    assert points(board(columns), player) == expected


def test_C9_only_what_can_become_a_four_counts() -> None:
    assert points(board("14243"), YELLOW) == -10  # three of RED between the edge and YELLOW
    assert points(board("15253"), YELLOW) == 25 + 50 - 10


# --- the averaging search ----------------------------------------------------------------------


def slow_average(position: Any, player: str, depth: int) -> int:
    """Steps I to VI, with nothing but the rules and the points."""
    own = points(position, player)
    swapped = position._replace(own=position.own ^ position.taken)
    moves = [*game().moves(position)] if game().outcome(position) == ONGOING else []
    if not moves or depth == 0:
        return own
    mine, theirs = (
        [m for m in moves if game().outcome(game().play(seen, m)) == LOSS]
        for seen in (position, swapped)
    )
    if mine or len(theirs) > 1:
        return 125 if bool(mine) == (player == RED) else -125
    tried = theirs or [*Game.non_losing_moves(game(), position)] or moves
    below = [slow_average(game().play(position, m), other(player), depth - 1) for m in tried]
    mean = Fraction(own + sum(below), 1 + len(below))
    return int(abs(mean) + Fraction(1, 2)) * (1 if mean > 0 else -1)


def test_C10_averages_follow_the_six_steps() -> None:
    for position in boards(8)[::5]:
        for player in (RED, YELLOW):
            assert average(position, player, 2) == slow_average(position, player, 2)


def test_C10_a_forced_move_has_one_child() -> None:
    position = board("11223")
    assert answers(position) == [3]
    child = points(board("112234"), RED)
    assert average(position, YELLOW, 1) == rounded(75 + child, 2)
    assert answers(board("1365254712142162")) == [2]  # though it lets the other win above it


def test_C10_suicides_are_pruned() -> None:
    assert answers(board("232231731")) == [0, 1, 2, 4, 5, 6]


def test_C10_what_is_inevitable_ends_the_search() -> None:
    for depth in (0, 1, 3):
        assert average(board("112233"), RED, depth) == 125
        assert average(board("112233"), YELLOW, depth) == -125
        assert average(board("22334"), YELLOW, depth) == 125
        assert average(board("1212121"), RED, depth) == -125
        assert average(board(FULL_WITHOUT_A_LINE), RED, depth) == 0


def test_C10_points_that_add_up_to_a_win_are_none() -> None:
    """The search goes on below a board of 125 points that nobody has won yet."""
    found = [
        (position, player)
        for position in boards(120)
        for player in (RED, YELLOW)
        if abs(points(position, player)) == 125
        and not wins(position)
        and len(attacks(position)) < 2
    ]
    assert found and any(abs(average(*place, 1)) != 125 for place in found)


def test_C10_halves_are_rounded_away_from_zero() -> None:
    assert [rounded(total, 2) for total in (5, -5, 1, -1, 0, 4)] == [3, -3, 1, -1, 0, 2]
    assert [rounded(total, 3) for total in (4, 5, -4, -5)] == [1, 2, -1, -2]


# --- minimax -----------------------------------------------------------------------------------


def test_C11_red_takes_the_highest_and_yellow_the_lowest() -> None:
    for position in boards(4)[::9]:
        children = [game().play(position, move) for move in game().moves(position)]
        assert minimax(position, RED, 1) == max(scaled(child, YELLOW) for child in children)
        assert minimax(position, YELLOW, 1) == min(scaled(child, RED) for child in children)


def test_C11_is_the_plain_search_of_the_textbook() -> None:
    for position in islice(boards(3), 0, None, 11):
        for player, sign in ((RED, 1), (YELLOW, -1)):
            scale: Any = evaluations.Scale(perspective=red_side(position, player))
            score = sign * reference.minimax(game(), scale, position, 3)
            end = 10.0 if score > 0 else -10.0
            assert minimax(position, player, 3) == (end if abs(score) >= BAND else score / 1000)


def test_C11_sooner_wins_come_first() -> None:
    assert choose_by_minimax(board("121212"), 4) == 0
    assert minimax(board("4151"), RED, 3) == 10.0 and minimax(board("4151"), YELLOW, 3) == -10.0
    assert choose_by_minimax(board("4151"), 3) in (2, 5)
    assert choose_by_minimax(board("11223"), 2) == 3


def test_C11_any_win_will_do_as_described() -> None:
    """The fourth column wins at once, and the second wins later."""
    position = board("3356245424737")
    soonest, first = (
        choose_by_minimax(position, 3, MinimaxOptions(any_win=any_win)) for any_win in (False, True)
    )
    thought = think(position, RED, 3, lines=7)
    won = {line.moves[0]: line.score for line in thought.lines if line.score >= BAND}
    assert soonest == max(won, key=lambda column: won[column]) and first == min(won) < soonest


def test_C12_the_ends_of_the_scale_are_real_wins() -> None:
    assert (scaled(board("1212121"), YELLOW), scaled(board("1212121"), RED)) == (10.0, -10.0)
    assert scaled(board(FULL_WITHOUT_A_LINE), RED) == 0
    assert (scaled(board("112233"), RED), scaled(board("112233"), YELLOW)) == (9.95, -9.95)
    for position in boards(20):
        assert abs(scaled(position, RED)) <= 9.95


def test_C12_each_item_takes_its_part_of_what_is_left() -> None:
    assert scaled(board("5315732641"), YELLOW) == 4.095  # five items of 1
    assert scaled(board("57434"), RED) == -1.9
    assert scaled(board("415426226"), RED) == -5.0
    assert scaled(board("5555575"), RED) == -1.5
    assert scaled(board("11223"), YELLOW) == 5.625  # 10 x (1 - .75 x .5 x .9) - 1
    five_of_three = evaluations.thousandths(evaluations.remaining(30, 5), 1.0)
    assert five_of_three == 8319


def test_C12_items_one_after_another_as_described() -> None:
    def summed(columns: str, player: str) -> int:
        position = board(columns)
        evaluation: Any = evaluations.Running(perspective=red_side(position, player))
        return int(evaluation.score(game(), position)) * (1 if player == RED else -1)

    assert summed("5315732641", YELLOW) == 4095  # five items of 1, as on the other scale
    assert summed("11223", YELLOW) == 6288  # 6.625, less a third of 1
    assert (summed("112233", RED), summed("112233", YELLOW)) == (9950, -9950)
    assert evaluations.added(0.0, 10, 1) == 1 and evaluations.added(1.0, -10, 1) == pytest.approx(
        0.1
    )


# --- the program -------------------------------------------------------------------------------


def test_a_whole_dialogue(snapshot: SnapshotAssertion) -> None:
    wrong = "\nnobody\n4\n0\n"
    columns = "x\n4\n8\n\n4 4\n-1\n²\n3\n1\n5\n7\n7\n1\n1\n2\n2\n3\n6\n5\n5\n6\n7\n"
    finished = classic(typed=wrong + "1\n" + columns * 2)
    assert finished.stdout == snapshot
    assert finished.stdout.endswith("wins.\n")


@pytest.mark.slow
@pytest.mark.parametrize("mind", MINDS)
def test_each_mind_is_met_by_name_and_number(mind: str, talk: Callable[..., str]) -> None:
    by_option = talk(program.command, "4\n4\n", mind=mind)
    by_name = talk(program.command, f"{mind}\n4\n4\n")
    by_number = talk(program.command, f"{[*MINDS].index(mind) + 1}\n4\n4\n")
    assert by_name == by_number and by_number.endswith(by_option)
    assert by_option.startswith(f"You are YELLOW (Y), the AI is RED (R): {mind}.\n")
    assert by_option.count("RED plays ") == 2


def test_red_starts_where_it_is_told_to(talk: Callable[..., str]) -> None:
    shown = talk(program.command, "", mind="averaging", ai_first=True)
    assert shown.index("RED plays 4.") < shown.index("YELLOW, your column?")


def test_a_draw_is_announced() -> None:
    assert program.ending(board(FULL_WITHOUT_A_LINE), RED) == "The board is full: a draw."
    assert program.ending(board("1212121"), RED) == "YELLOW wins."


@pytest.mark.parametrize("typed", ["", "zzz\n", "2", "2\n", "2\n4", "2\n4\n\n", "2\n9\n"])
def test_input_may_end_anywhere(typed: str, talk: Callable[..., str]) -> None:
    assert talk(program.command, typed).endswith("? \n")


@pytest.mark.parametrize(
    ("mind", "depth", "expected"),
    [
        ("zen", None, "there is no mind 'zen': expected one of forced-hand, averaging, minimax"),
        ("", None, "there is no mind ''"),
        ("averaging", 6, "--depth 6: averaging looks from 1 to 5 plies ahead"),
        ("forced-hand", 2, "--depth 2: forced-hand looks from 1 to 1 plies ahead"),
    ],
)
def test_minds_that_are_refused(mind: str, depth: int | None, expected: str) -> None:
    with pytest.raises(BadOption, match=expected):
        program.command(mind=mind, depth=depth)


@pytest.mark.parametrize("depth", ["0", "9", "x"])
def test_depths_that_are_refused(depth: str) -> None:
    assert "--depth" in complaint(plyground("classic", "connect-four", "--depth", depth))


def test_a_depth_that_does_not_suit_a_mind_is_asked_for_again(talk: Callable[..., str]) -> None:
    shown = talk(program.command, "1\n2\n4\n", depth=2)
    assert "--depth 2: forced-hand looks from 1 to 1 plies ahead\n" in shown
    assert "RED plays" in shown


@pytest.mark.slow
def test_a_person_plays_on_a_terminal() -> None:
    screen = on_a_terminal("classic", "connect-four", **PLAIN)
    screen.expect("Which mind")
    screen.sendline("averaging")
    screen.expect("your column\\? ")
    screen.sendline("4")
    screen.expect("\x1b\\[1;33m\u2588")
    screen.expect("RED plays")
    screen.expect("\x1b\\[1;31m\u2588")
    screen.expect("your column\\? ")
    screen.sendeof()
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


def test_nothing_heavy_is_imported_with_the_commands() -> None:
    code = (
        "import sys, plyground.classic.connect_four, plyground.classic.dominoes;"
        "heavy = ('numba', 'numpy', 'rich', 'plyground.search', 'plyground.games.connect_four');"
        "sys.exit(' '.join(name for name in heavy if name in sys.modules) or 0)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
