# ruff: noqa: N802 - tests are named after the rows of what the program has to do
"""Generalized tic-tac-toe as its document describes it.

Nothing waits for the compiler here: searches are checked uncompiled, in another process.
"""

import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pexpect
import pytest
from syrupy.assertion import SnapshotAssertion

from plyground.classic.tic_tac_toe import (
    NO_DEPTH,
    Computer,
    DocumentComputer,
    Table,
    command,
    objective,
    read_depth,
    set_table,
)
from plyground.core.errors import BadOption
from plyground.core.outcome import DRAW, LOSS, ONGOING
from plyground.core.score import BAND, WIN_SCORE
from plyground.evaluations.registry import make_evaluation
from plyground.records.record import Record
from plyground.search.reference import alphabeta
from tests.classic.plain import PLAIN, failures
from tests.command import ROOT, complaint, on_a_terminal, plyground
from tests.positions import game_of, random_line

BOARDS = ROOT / "examples" / "boards"
THREE = str(BOARDS / "3x3.txt")
ODD = str(BOARDS / "odd-paths.txt")
NAMED = {
    "3x3.txt": "paths:board=3x3",
    "4x4.txt": "paths:board=4x4",
    "5x5-line-4.txt": "paths:board=5x5,line=4",
    "qubic.txt": "paths:board=4x4x4",
}


Program = Callable[..., str]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """The program in this process; its computer takes the first space that is free."""

    def first_free(computer: Computer, record: Record) -> int:
        return next(iter(record.game.moves(record.position)))

    def run(file: str, typed: str, **options: Any) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        monkeypatch.setattr(Computer, "choose", first_free)
        command([file], **options)
        shown, complaints = capsys.readouterr()
        assert complaints == ""
        return shown

    return run


def transcript(file: str, *args: str, typed: str) -> str:
    """The program run as a person does, uncompiled."""
    finished = plyground("classic", "tic-tac-toe", file, *args, typed=typed, env=PLAIN)
    assert finished.returncode == 0 and finished.stderr == "", finished
    return finished.stdout


def board(folder: Path, text: str) -> str:
    file = folder / "board.txt"
    file.write_text(text)
    return str(file)


def placed(table: Table, computer: tuple[int, ...], human: tuple[int, ...]) -> Any:
    """A position with these spaces, from 1; the side with fewer marks is to move."""
    game = table.game
    boards = [sum(1 << space - 1 for space in spaces) for spaces in (computer, human)]
    if table.computer == 1:
        boards.reverse()
    turn = len(computer + human) % 2
    own, other = boards[turn], boards[1 - turn]
    complete = any(other & path == path for path in game.paths)
    return game.start()._replace(own=own, other=other, complete=complete)


# --- searches, which run in another process ----------------------------------------------------


def answer(table: Table, position: Any, depth: int = NO_DEPTH) -> tuple[int, int]:
    """The computer's space and its score."""
    computer = Computer(time=60, depth=depth)
    move = computer.choose(Record(table.game, position))
    thought = computer.engine_player.thought
    return move + 1, thought.score if thought else 0


def check_T7() -> None:
    table = set_table(THREE)
    game, evaluation = table.game, make_evaluation(table.game, "document")
    for computer, human in (((), ()), ((5,), (1,)), ((2,), (3,)), ((1, 6), (2, 5))):
        position = placed(table, computer, human)
        for depth in (1, 2, 3, game.plies_left(position)):
            expected = alphabeta(game, evaluation, position, depth)
            assert answer(table, position, depth)[1] == expected, (computer, human, depth)


def check_T9() -> None:
    path = " ".join(map(str, range(1, 10)))
    with TemporaryDirectory() as folder:
        table = set_table(board(Path(folder), f"20\n{path}\n10 11\n"))
    position = placed(table, (*range(1, 8), 10), tuple(range(12, 20)))
    grown = placed(table, (*range(1, 9), 10), tuple(range(12, 20)))
    assert objective(table, grown) > 21_870 > 10_000
    assert answer(table, position, 1) == (11, WIN_SCORE - 1)


def check_T10() -> None:
    """Every game that a person can play, moving first or second."""
    for first in ("computer", "human"):
        table = set_table(THREE, first)
        computer, seen = Computer(time=60), set()
        waiting, ends = [Record(table.game, table.game.start())], set()
        while waiting:
            record = waiting.pop()
            if record.is_over:
                ends.add(record.winner)
                continue
            is_computer = record.turn == table.computer
            moves = [computer.choose(record)] if is_computer else record.game.moves(record.position)
            for move in moves:
                after = record.copy()
                after.push(move)
                if after.position not in seen:
                    seen.add(after.position)
                    waiting.append(after)
        assert ends == {None, table.computer}


def check_T11() -> None:
    table = set_table(THREE)
    assert answer(table, placed(table, (1, 4), (2, 3))) == (7, WIN_SCORE - 1)
    assert answer(table, placed(table, (1, 4), (2, 3)), 3) == (7, WIN_SCORE - 1)
    table = set_table(THREE, "human")
    assert answer(table, placed(table, (2,), (5, 1))) == (9, 4 - WIN_SCORE)


def check_any_win() -> None:
    """As in the document: the computer takes 5, not 7. If nobody wins, it plays as always."""
    table = set_table(THREE)
    for kind in (Computer, DocumentComputer):
        for depth in (NO_DEPTH, 3):
            computer = kind(60, depth, any_win=True)
            record = Record(table.game, placed(table, (1, 4), (2, 3)))
            assert computer.choose(record) + 1 == 5
            computer.any_win = False
            assert computer.choose(record) + 1 == 7


def check_any_win_everywhere() -> None:
    """The first of the best moves by a minimax for which all wins count the same."""
    table = set_table(THREE)
    game, evaluation = table.game, make_evaluation(table.game, "document")

    def value(position: Any, depth: int) -> int:
        if game.outcome(position) != ONGOING:
            return {LOSS: -BAND, DRAW: 0}[game.outcome(position)]
        if depth == 0:
            return int(evaluation.score(game, position))
        return max(-value(game.play(position, move), depth - 1) for move in game.moves(position))

    computer = Computer(60, 3, any_win=True)
    for seed in range(4):
        for position in random_line(game, seed)[:-2]:
            worth = {move: -value(game.play(position, move), 2) for move in game.moves(position)}
            first = next(move for move in worth if worth[move] == max(worth.values()))
            assert computer.choose(Record(game, position)) == first


def check_document_evaluation() -> None:
    """A path of nine with eight marks is worth more than a win."""
    path = " ".join(map(str, range(1, 10)))
    with TemporaryDirectory() as folder:
        table = set_table(board(Path(folder), f"20\n{path}\n10 11\n"))
    record = Record(table.game, placed(table, (*range(1, 8), 10), tuple(range(12, 20))))
    assert Computer(60, 1).choose(record) + 1 == 11
    assert DocumentComputer(60, 1).choose(record) + 1 == 8


@pytest.fixture(scope="module")
def failed() -> dict[str, str]:
    return failures(__name__)


# --- the rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [[], [""], [THREE, THREE]], ids=["none", "empty", "two"])
def test_T1_a_wrong_call_prints_the_usage_with_an_example(args: list[str]) -> None:
    output = complaint(plyground("classic", "tic-tac-toe", *args))
    assert output == (
        "usage: plyground classic tic-tac-toe FILE, "
        "for example plyground classic tic-tac-toe examples/boards/3x3.txt"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "cannot be read: no such file"),
        ("", "is empty: expected the number of spaces"),
        ("nine\n", "line 1, column 1: 'nine': expected the number of spaces"),
        ("9\n1 2 12\n", "line 2, column 5: space 12: expected a space from 1 to 9"),
    ],
)
def test_T1_a_wrong_file_is_reported_with_its_place(
    text: str | None, expected: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "none") if text is None else board(tmp_path, text)
    with pytest.raises(Exception, match=expected):
        set_table(file)


@pytest.mark.parametrize(
    ("text", "depth"), [("1", 1), ("12", 12), ("007", 7), ("n", NO_DEPTH), ("N", NO_DEPTH)]
)
def test_T2_a_depth_is_a_positive_number_or_n(text: str, depth: int) -> None:
    assert read_depth(text) == depth
    assert read_depth("9" * 5000) == NO_DEPTH


@pytest.mark.parametrize("text", ["", "0", "00", "-1", "1.5", "x", "no", "²", "1 2", "\x00"])
def test_T2_anything_else_is_reported(text: str) -> None:
    with pytest.raises(BadOption, match="expected a positive whole number, or n"):
        read_depth(text)


def test_T2_and_T5_what_is_wrong_is_asked_again(program: Program) -> None:
    shown = program(THREE, "\nzero\n0\n2\n5\n\nx\n0\n10\n-1\n5\n")
    assert shown.count("Depth of the search") == 4
    assert shown.count("expected a positive whole number, or n\n") == 3
    assert shown.count("expected a whole number from 1 to 9\n") == 5
    assert shown.count("space 5 is taken: choose another\n") == 1
    assert shown.count("Your space (1 to 9): ") == 8


@pytest.mark.parametrize("spaces", [4, 9, 16, 25, 36])
def test_T3_a_square_board_is_a_picture(spaces: int, tmp_path: Path) -> None:
    table = set_table(board(tmp_path, f"{spaces}\n"))
    rows = table.picture(placed(table, (1, spaces), (2,))).splitlines()
    side = round(spaces**0.5)
    assert len(rows) == side and {len(row) for row in rows} == {2 * side - 1}
    marks = " ".join(rows).split()
    assert marks == ["O", "X", *["_"] * (spaces - 3), "O"]
    assert " ".join(table.numbers().split()) == " ".join(map(str, range(1, spaces + 1)))


def test_T3_is_the_picture_of_the_document() -> None:
    table = set_table(THREE)
    assert table.picture(placed(table, (1, 4), (2, 3))) == "O X X\nO _ _\n_ _ _"
    assert table.numbers() == "1 2 3\n4 5 6\n7 8 9"


def test_T3_marks_may_be_exchanged() -> None:
    table = set_table(THREE, "human", "O")
    assert table.picture(placed(table, (1, 4), (2, 3))) == "X O O\nX _ _\n_ _ _"


@pytest.mark.parametrize("spaces", [1, 6, 8, 49, 64])
def test_T4_any_other_board_is_three_lists(spaces: int, tmp_path: Path) -> None:
    table = set_table(board(tmp_path, f"{spaces}\n"))
    free = " ".join(map(str, range(2, spaces + 1))) or "none"
    lists = table.picture(placed(table, (1,), ()))
    assert lists == f"available: {free}\nyours: none\nthe computer's: 1"


def test_T5_spaces_count_across_by_row(program: Program) -> None:
    assert "\n_ _ _\n_ _ X\n_ _ _\n" in program(THREE, "1\n6\n", first="human")


def test_T6_the_end_is_reported(program: Program, tmp_path: Path) -> None:
    assert program(THREE, "n\n9\n8\n").endswith("The computer wins\n")
    assert program(THREE, "n\n7\n8\n9\n", first="human").endswith("You win\n")
    assert program(board(tmp_path, "3\n1 2\n"), "n\n2\n").endswith("It is a tie\n")
    assert program(board(tmp_path, "2\n1\n"), "1\n").endswith("The computer wins\n")
    assert program(board(tmp_path, "2\n"), "1\n2\n").endswith("It is a tie\n")


def test_T7_the_search_finds_the_value_of_minimax(failed: dict[str, str]) -> None:
    assert failed["check_T7"] == ""


@pytest.mark.parametrize(
    ("computer", "human", "value"),
    [
        ((), (), 0),
        ((2,), (), 20),
        ((2,), (3,), -10),
        ((5,), (), 40),
        ((1, 4), (2, 3), 20),
        ((1, 4, 7), (2, 3), 10_000),
        ((2, 3), (1, 4, 7), -10_000),
    ],
)
def test_T8_the_objective_function(computer: Any, human: Any, value: int) -> None:
    table = set_table(THREE, "human" if len(human) > len(computer) else "computer")
    assert objective(table, placed(table, computer, human)) == value
    mirrored = set_table(THREE, "computer" if table.first == "human" else "human")
    assert objective(mirrored, placed(mirrored, human, computer)) == -value


def test_T9_a_win_is_above_every_evaluation(failed: dict[str, str]) -> None:
    assert failed["check_T9"] == ""


def test_T10_the_computer_never_loses_on_3x3(failed: dict[str, str]) -> None:
    assert failed["check_T10"] == ""


def test_T11_a_win_sooner_and_a_loss_later_is_better(failed: dict[str, str]) -> None:
    assert failed["check_T11"] == ""


@pytest.mark.parametrize(
    "check", ["check_any_win", "check_any_win_everywhere", "check_document_evaluation"]
)
def test_T8_and_T11_as_the_document_has_them(check: str, failed: dict[str, str]) -> None:
    assert failed[check] == ""


def test_the_documents_search_ends_in_time() -> None:
    table = set_table(str(BOARDS / "qubic.txt"))
    computer = DocumentComputer(0.01)
    assert computer.choose(Record(table.game, table.game.start())) in range(64)
    assert computer.note.startswith("(Time was up at depth ")


# --- the rest ----------------------------------------------------------------------------------


def test_a_dialogue_on_a_square_board(snapshot: SnapshotAssertion) -> None:
    assert transcript(THREE, "--score", typed="deep\nn\n5\n1\n1\n3\n4\n9\n8\n") == snapshot


def test_a_dialogue_on_a_board_of_odd_paths(snapshot: SnapshotAssertion) -> None:
    typed = "2\n1\n7\n4\n2\n3\n5\n6\n"
    assert transcript(ODD, "--first", "human", "--mark", "O", typed=typed) == snapshot


@pytest.mark.parametrize("typed", ["", "quit\n", "n\n", "n\nquit\n", "2\nx"])
def test_input_may_end_anywhere_and_quit_leaves(typed: str, program: Program) -> None:
    assert "win" not in program(ODD, typed, first="human")


def test_time_may_be_up_before_the_end() -> None:
    shown = transcript(str(BOARDS / "5x5-line-4.txt"), "--time", "0.3", typed="n\n")
    assert "(Time was up at depth " in shown and "The computer takes " in shown


@pytest.mark.slow
def test_on_a_terminal_marks_have_colours() -> None:
    screen = on_a_terminal("classic", "tic-tac-toe", THREE, "--first", "human", **PLAIN)
    screen.expect("Depth of the search")
    screen.sendline("1")
    screen.expect("Your space")
    screen.sendline("5")
    screen.expect(r"\x1b\[[0-9;]*38;5;\d+mX")
    screen.expect(r"\x1b\[[0-9;]*38;5;\d+mO")
    screen.expect("Your space")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--first", "me"], "first=me: expected computer or human"),
        (["--mark", "x"], "mark=x: expected X or O"),
        (["--time", "0"], "--time"),
    ],
)
def test_wrong_options_are_reported_before_any_question(args: list[str], expected: str) -> None:
    assert expected in complaint(plyground("classic", "tic-tac-toe", THREE, *args))


def test_the_boards_are_what_the_program_writes() -> None:
    files = {path.name: path.read_text() for path in BOARDS.iterdir()}
    assert {*files} == {*NAMED, "odd-paths.txt"}
    for name, game in NAMED.items():
        made: Any = game_of(game)
        assert files[name] == made.file_text()


def test_the_board_of_odd_paths_is_one() -> None:
    game: Any = set_table(ODD).game
    assert game.spaces == 6 and game.row == 0
    assert len({path.bit_count() for path in game.paths}) > 1
