# ruff: noqa: N802 - tests are named after what the document names
"""Conniption as its document describes it: the object, the search and the program.

Nothing waits for the compiler here: searches are checked uncompiled, in another process.
"""

import io
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from plyground.classic.conniption import (
    Conniption,
    alpha_beta_search,
    command,
    max_value,
    min_value,
    play_series,
)
from plyground.classic.conniption_search import TABLE_BYTES, Visited, _kept_search
from plyground.classic.dialogue import Dialogue
from plyground.core.errors import BadOption, BadPosition
from plyground.core.score import BAND, INFINITE, WIN_SCORE
from plyground.records.record import Record
from tests.classic.plain import PLAIN, failures
from tests.command import PROGRAM, ROOT, complaint, on_a_terminal, plyground
from tests.positions import game_of, random_line
from tests.test_documents import BLOCK, run_python

T, F = True, False
EMPTY: Any = ((),) * 7
DRAWN = 5
"""The seed of a random game that fills the board without a line."""
BOTH_WHEN_FLIPPED = ((F, T), (T, F, T), (F, T), (T, F, T), (), (), ())
UNTIL_NOW = (-INFINITE, INFINITE)


def bottom(ai: tuple[int, ...] = (), opponent: tuple[int, ...] = ()) -> Any:
    """A board with discs on the bottom of these columns."""
    return tuple(
        (T,) if column in ai else (F,) if column in opponent else () for column in range(1, 8)
    )


def states(seed: int) -> list[Conniption]:
    """Every state of a random game."""
    return [Conniption.of(position) for position in random_line(game_of("conniption"), seed)]


def children(state: Conniption) -> dict[str, Conniption]:
    state.genChildStates()
    assert state.children is not None
    return {child.resMove or "": child for child in state.children}


def flipped(board: Any) -> Any:
    return tuple(column[::-1] for column in board)


def pushed(board: Any, column: int, disc: bool) -> Any:
    """The board with a disc inserted at the bottom of a column."""
    return (*board[: column - 1], (disc, *board[column - 1]), *board[column:])


# --- the object --------------------------------------------------------------------------------


def test_Conniption_has_the_fields_of_the_document() -> None:
    state = Conniption(EMPTY)
    assert (state.board, state.player1Turn, state.flipsRem) == (EMPTY, True, (4, 4))
    assert (state.flippable, state.parent, state.resMove, state.children) == (True, *3 * (None,))
    parent = state
    state = Conniption([[True], *6 * [[]]], False, (3, 2), False, parent, "f1")
    assert (state.board, state.player1Turn, state.flipsRem) == (bottom((1,)), False, (3, 2))
    assert (state.flippable, state.parent, state.resMove) == (False, parent, "f1")


@pytest.mark.parametrize("seed", range(4))
def test_Conniption_is_the_position_of_our_game(seed: int) -> None:
    for position in random_line(game_of("conniption"), seed):
        assert Conniption.of(position).position == position


@pytest.mark.parametrize(
    ("board", "flips", "expected"),
    [
        ((), (4, 4), "the board is not 7 tuples"),
        (((),) * 8, (4, 4), "the board is not 7 tuples"),
        ("1234567", (4, 4), "the board is not 7 tuples"),
        ([*"1234567"], (4, 4), "column 1 is not a tuple of at most 6 discs"),
        (((), (T,) * 7, *EMPTY[2:]), (4, 4), "column 2 is not a tuple of at most 6 discs"),
        (((), ("x",), *EMPTY[2:]), (4, 4), "column 2 holds something other than True and False"),
        (EMPTY, (4,), "flipsRem is not two numbers"),
        (EMPTY, (4, -1), r"flipsRem is \(4, -1\): expected numbers from 0 to 1000"),
        (EMPTY, (4, "x"), "expected numbers from 0 to 1000"),
    ],
)
def test_Conniption_refuses_what_is_no_state(board: Any, flips: Any, expected: str) -> None:
    with pytest.raises(BadPosition, match=expected):
        Conniption(board, flipsRem=flips)


@pytest.mark.parametrize(
    ("flips", "flippable", "moves"),
    [((4, 4), T, 28), ((2, 0), T, 28), ((1, 4), T, 21), ((4, 4), F, 14), ((0, 4), T, 7)],
)
def test_genChildStates_makes_as_many_as_the_stages_allow(
    flips: Any, flippable: bool, moves: int
) -> None:
    assert len(children(Conniption(EMPTY, True, flips, flippable))) == moves
    assert len(children(Conniption(EMPTY, False, flips[::-1], flippable))) == moves


@pytest.mark.parametrize("mine", [True, False])
def test_genChildStates_makes_each_stage_as_the_document_says(mine: bool) -> None:
    state = Conniption(((T, F), (), (F,), (F, F, T), (T,), (), (T, F)), mine, (3, 2))
    made = children(state)
    assert len(made) == 28
    for column in range(1, 8):
        up, over = state.board, flipped(state.board)
        assert made[f"{column}"].board == flipped(pushed(over, column, mine))
        assert made[f"{column}f"].board == pushed(over, column, mine)
        assert made[f"f{column}"].board == flipped(pushed(up, column, mine))
        assert made[f"f{column}f"].board == pushed(up, column, mine)
    for text, child in made.items():
        mover = 0 if mine else 1
        assert child.parent is state and child.player1Turn is not mine
        assert child.flippable is not text.endswith("f")
        assert child.flipsRem[1 - mover] == state.flipsRem[1 - mover]
        assert child.flipsRem[mover] == state.flipsRem[mover] - text.count("f")


def test_genChildStates_makes_them_once() -> None:
    state = Conniption(EMPTY)
    state.genChildStates()
    made = state.children
    state.genChildStates()
    assert state.children is made


def test_genChildStates_counts_distinct_states() -> None:
    first = {*children(Conniption(EMPTY)).values()}
    second = {child for state in first for child in children(state).values()}
    assert (len(first), len(second)) == (28, 490)


def test_genChildStates_of_a_game_that_is_over_makes_none() -> None:
    for last in (states(DRAWN)[-1], Conniption(bottom((1, 2, 3, 4)))):
        assert children(last) == {}


def test_equality_and_hash_are_on_board_turn_flips_and_flippable() -> None:
    state = Conniption(bottom((1,)))
    same = Conniption(bottom((1,)), True, (4, 4), True, state, "1")
    assert state == same and hash(state) == hash(same) and len({state, same}) == 1
    others = [
        Conniption(bottom((2,))),
        Conniption(bottom((1,)), False),
        Conniption(bottom((1,)), flipsRem=(4, 3)),
        Conniption(bottom((1,)), flippable=False),
    ]
    assert len({state, *others}) == 5
    assert state != "state"


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        (EMPTY, (F, F)),
        (bottom((1, 2, 3)), (F, F)),
        (bottom((4, 5, 6, 7)), (T, F)),
        (bottom((), (2, 3, 4, 5)), (F, T)),
        (((T,) * 4, *EMPTY[1:]), (T, F)),
        (((F,), (T, F), (T, T, F), (T, T, T, F), (), (), ()), (F, T)),
        (((F, F, F, T), (F, F, T), (F, T), (T,), (), (), ()), (T, F)),
        (BOTH_WHEN_FLIPPED, (F, F)),
        (flipped(BOTH_WHEN_FLIPPED), (T, T)),
    ],
)
def test_isWin_reports_both_sides(board: Any, lines: tuple[bool, bool]) -> None:
    assert Conniption.isWin(board) == lines


@pytest.mark.parametrize(
    ("state", "value"),
    [
        (Conniption(EMPTY), 150),
        (Conniption(EMPTY, flippable=False), -150),
        (Conniption(EMPTY, flipsRem=(3, 4)), -850),
        (Conniption(EMPTY, flipsRem=(4, 2)), 4150),
        (Conniption(bottom((4,))), 157),
        (Conniption(bottom((4,)), False), 157),
        (Conniption(bottom((), (4,))), 155),
        (Conniption(bottom((1, 2, 3))), 2165),
        (Conniption(bottom((1, 2, 3, 4)), False, (1, 3)), 980_000),
        (Conniption(bottom((), (1, 2, 3, 4)), True, (1, 3)), -1_000_000),
        (Conniption(flipped(BOTH_WHEN_FLIPPED), True), 1_000_000),
        (Conniption(flipped(BOTH_WHEN_FLIPPED), False), -1_000_000),
    ],
)
def test_betterEval_of_known_states(state: Conniption, value: int) -> None:
    assert state.betterEval() == value


# --- the search --------------------------------------------------------------------------------


def best_of_children(state: Conniption, depth: int, visited: Visited | None = None) -> float:
    """The value of a state by the document's two halves."""
    made = children(state).values()
    if state.player1Turn:
        return max(min_value(child, *UNTIL_NOW, 1, depth, visited) for child in made)
    return min(max_value(child, *UNTIL_NOW, 1, depth, visited) for child in made)


def check_value_is_that_of_its_two_halves() -> None:
    """For each depth separately: the original kept alpha from the previous depth."""
    for seed, number in ((1, 5), (2, 8), (4, 17)):
        state = states(seed)[number]
        for depth, save_visited in ((2, True), (1, True), (2, False)):
            best, value = alpha_beta_search(state, depth, save_visited)
            assert value == best_of_children(state, depth)
            assert best in children(state).values()
            assert best.parent == state and best.resMove in children(state)


def check_to_a_greater_depth_without_flips() -> None:
    """A shallow search after a deep one: remembered states must not change its value."""
    state = Conniption(states(1)[8].board, True, (0, 0))
    for depth in (4, 3):
        value = max_value(state, *UNTIL_NOW, 0, depth)
        assert alpha_beta_search(state, depth, save_visited=True)[1] == value


def check_sees_the_end_inside_the_tree() -> None:
    """The original checked for complete lines only at the leaves."""
    ai = Conniption(bottom((1, 2, 3), (5, 6)))
    best, value = alpha_beta_search(ai, 2)
    assert best.resMove is not None and "4" in best.resMove and value == WIN_SCORE - 1
    opponent = Conniption(bottom((5, 6), (1, 2, 3)), False)
    assert alpha_beta_search(opponent, 2)[1] == 1 - WIN_SCORE


def check_gives_the_flipper_the_win_when_both_have_a_line() -> None:
    """The original had it the other way round."""
    for ai_moves, value in ((T, WIN_SCORE - 1), (F, 1 - WIN_SCORE)):
        state = Conniption(BOTH_WHEN_FLIPPED, ai_moves, (1, 1))
        assert children(state)["f1"].position.taken == state.position.taken
        assert alpha_beta_search(children(state)["f1"], 1)[1] == (
            WIN_SCORE if ai_moves else -WIN_SCORE
        )
        assert alpha_beta_search(state, 1)[1] == value


def check_does_not_reward_the_opponents_open_lines() -> None:
    """The original's evaluation does."""
    quiet, open_lines = Conniption(EMPTY, F), Conniption(bottom((), (3, 4)), F)
    assert open_lines.betterEval() > quiet.betterEval()
    assert max_value(Conniption(bottom((), (3, 4))), *UNTIL_NOW, 0, 0) < max_value(
        Conniption(EMPTY), *UNTIL_NOW, 0, 0
    )


def check_by_the_original_evaluation() -> None:
    for state in (states(1)[5], states(2)[8]):
        visited = Visited("document")
        assert state.player1Turn is (state == states(2)[8])
        made = children(state).values()
        choose = max if state.player1Turn else min
        expected = choose(int(child.betterEval()) for child in made)
        assert best_of_children(state, 1, visited) == expected


def check_any_win_will_do() -> None:
    """The first of the best turns, if all wins count the same."""
    met = []
    for discs in (((4, 5, 6), (1,)), ((3, 4), (6,)), ((1, 5), (6, 7))):
        state = Conniption(bottom(*discs), True, (0, 0))
        values = {
            text: min_value(child, *UNTIL_NOW, 1, 3) for text, child in children(state).items()
        }
        worth = {text: min(values[text], BAND) for text in sorted(values)}
        first = next(text for text in worth if worth[text] == max(worth.values()))
        best, value = alpha_beta_search(state, 3, any_win=True)
        assert (best.resMove, value) == (first, values[first])
        met.append(value < alpha_beta_search(state, 3)[1])
    assert {*met} == {True, False}, "some later win should have been as good as the soonest"


def check_of_a_full_board_is_the_board() -> None:
    """The original crashed."""
    last = states(DRAWN)[-1]
    assert sum(len(column) for column in last.board) == 42
    assert alpha_beta_search(last, 4) == (last, 0)
    nearly = states(DRAWN)[-2]
    best, value = alpha_beta_search(nearly, 42)
    assert best in children(nearly).values() and value == best_of_children(nearly, 1)


def check_of_a_game_that_is_over_is_its_result() -> None:
    for ai_moves in (T, F):
        assert alpha_beta_search(Conniption(bottom((1, 2, 3, 4)), ai_moves), 1)[1] == WIN_SCORE
        assert alpha_beta_search(Conniption(bottom((), (1, 2, 3, 4)), ai_moves), 1)[1] == -WIN_SCORE


@pytest.mark.parametrize("depth", [0, -1, 1000])
def test_alpha_beta_search_refuses_a_depth_that_is_none(depth: int) -> None:
    with pytest.raises(BadOption, match="the limit depth is"):
        alpha_beta_search(Conniption(EMPTY), depth)


def check_memory_does_not_grow() -> None:
    for state in states(1)[:6]:
        alpha_beta_search(state, 2, save_visited=True)
    kept: Any = _kept_search("default")
    assert 0 < kept.table.nbytes <= TABLE_BYTES
    visited, state = Visited(max_size=50), states(1)[0]
    assert best_of_children(state, 2, visited) == best_of_children(state, 2)
    assert len(visited.scores) == 50


CHECKS = [name.removeprefix("check_") for name in dir() if name.startswith("check_")]


@pytest.fixture(scope="module")
def failed() -> dict[str, str]:
    return failures(__name__)


@pytest.mark.parametrize("check", CHECKS)
def test_alpha_beta_search(check: str, failed: dict[str, str]) -> None:
    assert failed[f"check_{check}"] == ""


def test_max_value_and_min_value_remember_what_they_evaluated() -> None:
    visited, state = Visited(), Conniption(EMPTY)
    value = max_value(state, *UNTIL_NOW, 0, 0, visited)
    assert [*visited.scores.values()] == [value]
    visited.scores[state.position] = value + 7
    assert max_value(state, *UNTIL_NOW, 0, 0, visited) == value + 7
    assert max_value(state, *UNTIL_NOW, 0, 0) == value


def test_max_value_and_min_value_stop_where_a_move_cannot_matter() -> None:
    for state in (Conniption(EMPTY), Conniption(EMPTY, False)):
        half = max_value if state.player1Turn else min_value
        whole, cut = Visited(), Visited()
        exact = half(state, -float("inf"), float("inf"), 0, 1, whole)
        window = (-INFINITE, exact - 1) if state.player1Turn else (exact + 1, INFINITE)
        alpha, beta = window
        bound = half(state, alpha, beta, 0, 1, cut)
        assert bound >= window[1] if state.player1Turn else bound <= window[0]
        assert len(cut.scores) < len(whole.scores)


def test_max_value_and_min_value_refuse_the_others_turn() -> None:
    with pytest.raises(BadPosition, match="the AI is to move"):
        max_value(Conniption(EMPTY, False), *UNTIL_NOW, 0, 1)
    with pytest.raises(BadPosition, match="the opponent is to move"):
        min_value(Conniption(EMPTY), *UNTIL_NOW, 0, 1)
    with pytest.raises(BadPosition, match="depth 2 is below max_depth 1"):
        max_value(Conniption(EMPTY), *UNTIL_NOW, 2, 1)


# --- the program -------------------------------------------------------------------------------


Program = Callable[[str], str]


def textbook_search(state: Conniption, *how: Any) -> tuple[Conniption, float]:
    """A search to depth 1 that needs no compiler."""
    worth = min_value if state.player1Turn else max_value
    values = [(worth(child, *UNTIL_NOW, 1, 1), text) for text, child in children(state).items()]
    value, text = max(values) if state.player1Turn else min(values)
    return children(state)[text], value


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """The program in this process, with what is typed in place of standard input."""

    def run(typed: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        monkeypatch.setattr("plyground.classic.conniption.alpha_beta_search", textbook_search)
        command(depth=1, seed=1)
        shown, complaints = capsys.readouterr()
        assert complaints == ""
        return shown

    return run


def transcript(typed: str, *args: str) -> str:
    """The program run as a person does, uncompiled, with an evaluation that does not change."""
    defaults = ("--depth", "1", "--evaluation", "document")
    finished = plyground("classic", "conniption", *defaults, *args, typed=typed, env=PLAIN)
    assert finished.returncode == 0 and finished.stderr == "", finished
    return masked(finished.stdout)


def masked(text: str) -> str:
    """Without the times, which differ from run to run."""
    return re.sub(r"Time: \d+\.\d\d s", "Time: N s", text)


def test_a_dialogue_with_the_AI(snapshot: SnapshotAssertion) -> None:
    wrong = "maybe\nopponent\nperhaps\nno\n0\nmany\n2\n"
    first = "help\nundo\ndisplay\n4\nundo\nsearch\n8\nfff\n4\n3f\ndis\n5\n6\n2\n1\n7\n"
    typed = wrong + first + "4\nquit\n"
    assert transcript(typed) == snapshot


def test_games_against_a_random_opponent(snapshot: SnapshotAssertion) -> None:
    assert transcript("ai\nyes\n2\n", "--seed", "1", "--forget-visited") == snapshot


def test_undo_after_the_AIs_first_move(program: Program) -> None:
    """The original crashed. Here there is no turn of the person's to take back."""
    shown = program("ai\nno\n1\nundo\n4\n")
    assert len(re.findall("The AI plays", shown)) == 2
    assert "Your move, or help: there is no move to take back\n" in shown
    assert "The opponent plays 4" in shown


def test_answers_may_be_whole_words_or_their_beginnings(program: Program) -> None:
    """The original refused "yes" and "display" although its prompts named them."""
    shown = program("OPP\nn\n1\nd\nDISPLAY\ns\nh\nq\n4\n")
    assert shown.count("flips left: Red 4, Yellow 4") == 3
    assert "Suggested move: " in shown and "quit     leave the program" in shown
    assert " plays " not in shown.removeprefix("Who plays")
    assert "The AI has" in program("AI\nyes\n1\n")


@pytest.mark.parametrize("typed", ["", "ai\n", "ai\nno\n", "opponent\nno\n3\n", "o\nno\n1\n4"])
def test_input_may_end_anywhere(typed: str, program: Program) -> None:
    program(typed)


def test_wrong_answers_get_one_sentence_and_the_question_again(program: Program) -> None:
    shown = program(
        "\nai opponent\n\x00\nopponent\n-\nno\n1.5\n-1\n1000001\n" + "9" * 5000 + "\n1\n"
    )
    assert shown.count("Who plays first (ai/opponent)? ") == 4
    assert shown.count("expected ai or opponent\n") == 3
    assert shown.count("expected yes or no\n") == 1
    assert shown.count("expected a whole number from 1 to 1,000,000\n") == 4
    assert max(map(len, shown.splitlines())) < 200


@pytest.mark.parametrize("typed", [b"\xff\xfe\nai\n\xc3\n", None])
def test_what_is_no_text_is_a_wrong_answer_and_no_input_is_the_end(typed: bytes | None) -> None:
    """With UTF-8 text, and with standard input closed."""
    call = [*PROGRAM, "classic", "conniption"]
    env = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8:strict"}
    closed = f"{shlex.join(call)} <&-"
    finished = subprocess.run(
        ["sh", "-c", closed if typed is None else shlex.join(call)],
        input=typed,
        capture_output=True,
        env=env,
        cwd=ROOT,
        check=True,
    )
    assert finished.stderr == b""
    assert finished.stdout.count(b"expected") == (0 if typed is None else 2)


def test_wrong_moves_get_one_sentence_and_the_question_again(program: Program) -> None:
    wrong = ["", "0", "8", "ff4", "4 4", "f", "é", "undo 2", "4" + "x" * 5000, "4" + " " * 30 + "x"]
    shown = program("opponent\nno\n1\n" + "\n".join(wrong) + "\nundo\n")
    assert shown.count("is not a legal move here: expected one of 1, 1f, ") == len(wrong)
    assert "there is no move to take back" in shown
    assert " plays " not in shown.removeprefix("Who plays")


def test_the_last_two_moves_are_taken_back_together(program: Program) -> None:
    shown = program("opponent\nno\n1\n4\n4\nundo\nundo\nundo\n")
    assert shown.count("there is no move to take back") == 1
    assert shown.count("The opponent plays 4") == 2


class Replay:
    """Plays the moves of a random game."""

    name = "replay"

    def __init__(self, seed: int) -> None:
        self.line = random_line(game_of("conniption"), seed)

    def choose(self, record: Record) -> int:
        wanted = self.line[len(record.moves) + 1]
        moves: list[int] = [*record.game.moves(record.position)]
        return next(move for move in moves if record.game.play(record.position, move) == wanted)


def test_a_full_board_is_a_draw() -> None:
    """The original crashed."""
    paper = io.StringIO()
    play_series(Dialogue(Console(file=paper)), (Replay(DRAWN), Replay(DRAWN)), True, 1)
    assert "A draw after 42 turns\nThe AI has 0 wins, 0 losses, 1 draws\n" in paper.getvalue()


def test_wins_and_losses_are_counted() -> None:
    """Seeds of random games that the AI's side wins and loses; the other begins the second."""
    for seed in range(3):
        line = random_line(game_of("conniption"), seed)
        lost = len(line) % 2 == 1
        paper = io.StringIO()
        play_series(Dialogue(Console(file=paper)), (Replay(seed), Replay(seed)), True, 2)
        expected = "0 wins, 2 losses, 0 draws" if lost else "2 wins, 0 losses, 0 draws"
        assert f"The AI has {expected}\n" in paper.getvalue()


@pytest.mark.slow
def test_on_a_terminal_discs_have_colours() -> None:
    screen = on_a_terminal("classic", "conniption", "--depth", "1", **PLAIN)
    for prompt, answer in (("first", "opponent"), ("random", "no"), ("games", "1"), ("move", "4")):
        screen.expect(prompt)
        screen.sendline(answer)
    screen.expect("The AI plays")
    screen.expect("●")
    screen.expect("Your move")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--depth", "0"], "--depth"),
        (["--depth", "43"], "--depth"),
        (["--evaluation", "none"], "there is no evaluation 'none'"),
        (["--evaluation", "zero", "--document-evaluation"], "leave zero out"),
        (["extra"], "unexpected extra argument"),
    ],
)
def test_wrong_options_are_reported_before_any_question(args: list[str], expected: str) -> None:
    assert expected in complaint(plyground("classic", "conniption", *args))


def test_the_example_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(*next(iter(PLAIN.items())))
    page = (ROOT / "docs" / "games" / "conniption.md").read_text()
    (block,) = BLOCK.finditer(page)
    run_python(block["head"], block["body"], tmp_path)
