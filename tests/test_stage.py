"""A game on a screen of its own: drawn in place, played by keys, by the mouse and by typing."""

import contextlib
import re
import signal
import sys
import termios
import warnings
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console

from plyground.records.record import Record
from plyground.terminal import keys, stage
from plyground.terminal.keys import MOUSE_OFF, MOUSE_ON, Click, Key
from plyground.terminal.stage import Stage, can_stage
from tests.command import on_a_terminal
from tests.positions import BREAKTHROUGH, NIM
from tests.test_notation import record_of

pytestmark = pytest.mark.slow

OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


# --- in this process ---------------------------------------------------------------------------


class Hand:
    """A person who presses these keys, and what they see."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, width: int = 80, height: int = 24) -> None:
        self.waiting: list[Key] = []
        self.put: list[str] = []
        monkeypatch.setattr(stage, "keys", contextlib.nullcontext)
        monkeypatch.setattr(Stage, "_write", lambda _, text: self.put.append(text))
        console = Console(force_terminal=True, color_system="truecolor", width=width, height=height)
        self.stage = Stage(console)
        self.stage.console.width = width
        self.stage.key = lambda: self.waiting.pop(0)

    def ask(self, record: Record, *pressed: Key) -> str:
        """The answer that pressing keys gives; all of them are needed."""
        self.waiting = [*pressed]
        self.put.clear()
        text = self.stage.ask(record)
        assert self.waiting == []
        return text

    def screens(self) -> list[str]:
        """All that was drawn, without colours and the ends of lines."""
        drawn = [text for text in self.put if text.startswith("\x1b[?25l")]
        return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text) for text in drawn]

    def cursor(self) -> tuple[int, int]:
        """Where the terminal's own cursor was left."""
        drawn = [text for text in self.put if text.startswith("\x1b[?25l")]
        row, column = re.findall(r"\x1b\[(\d+);(\d+)H", drawn[-1])[-1]
        return int(row), int(column)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return Hand(monkeypatch)


def test_a_move_is_typed(hand: Hand) -> None:
    record = record_of("connect-four")
    assert hand.ask(record, "4", keys.ENTER) == "4"
    assert hand.ask(record, *"1 2", keys.BACKSPACE, "3", keys.ENTER) == "1 3"
    assert "Red> 1 3" in hand.screens()[-2]


def test_a_move_is_shown_by_the_cursor(hand: Hand) -> None:
    record = record_of("connect-four")
    assert hand.ask(record, keys.UP, keys.RIGHT, keys.ENTER) == "5"
    assert hand.ask(record, keys.UP, keys.LEFT, keys.LEFT, " ") == "3"
    assert "Red> 3" in hand.screens()[-2] and "[·]" in hand.screens()[-2]


def test_a_move_is_clicked(hand: Hand) -> None:
    assert hand.ask(record_of("connect-four"), Click(0, 0), Click(4, 2)) == "1"
    assert hand.ask(record_of("dominoes:line=5"), Click(3, 3), Click(4, 3)) == "2,1,1"
    assert hand.ask(record_of(BREAKTHROUGH), Click(9, 3), Click(8, 3)) == "a2a3"


def test_what_was_begun_is_given_up_by_escape(hand: Hand) -> None:
    record = record_of(BREAKTHROUGH)
    assert hand.ask(record, Click(9, 3), keys.ESCAPE, Click(9, 6), Click(8, 6)) == "b2b3"
    assert hand.ask(record, *"abc", keys.ESCAPE, *"4", keys.ENTER) == "4"


def test_a_click_takes_the_place_of_what_is_typed(hand: Hand) -> None:
    assert hand.ask(record_of("connect-four"), *"7", Click(4, 2)) == "1"


def test_arrows_edit_a_text_once_it_is_begun(hand: Hand) -> None:
    assert hand.ask(record_of("connect-four"), "2", keys.LEFT, "1", keys.ENTER) == "12"


def test_where_nothing_can_be_pointed_at_arrows_bring_the_lines_before(hand: Hand) -> None:
    record = record_of(NIM)
    hand.ask(record, *"moves", keys.ENTER)
    assert hand.ask(record, keys.UP, keys.ENTER) == "moves"
    squares = record_of("paths")
    assert hand.ask(squares, keys.PREVIOUS, keys.ENTER) == "moves"


def test_nothing_is_no_answer(hand: Hand) -> None:
    pressed = [keys.ENTER, " ", keys.ENTER, keys.ESCAPE, "5", keys.ENTER]
    assert hand.ask(record_of("paths"), *pressed) == "5"


def test_squares_without_a_move_are_reported(hand: Hand) -> None:
    record = record_of("paths", "5")
    assert hand.ask(record, Click(4, 6), Click(2, 2)) == "1"
    assert "no move begins there" in hand.screens()[1]
    hand.ask(record_of(BREAKTHROUGH), Click(9, 3), Click(3, 3), Click(8, 3))
    assert "no move leads there" in hand.screens()[2]


def test_tab_completes_and_lists(hand: Hand) -> None:
    record = record_of("connect-four")
    assert hand.ask(record, *"resi", keys.TAB, keys.ENTER) == "resign"
    assert hand.ask(record, *"re", keys.TAB, *"do", keys.ENTER) == "redo"
    assert any("redo review resign" in screen for screen in hand.screens())


def test_the_end_of_input_leaves_but_not_in_a_text(hand: Hand) -> None:
    with pytest.raises(EOFError):
        hand.ask(record_of("paths"), keys.CLOSE)
    assert hand.ask(record_of("paths"), "5", keys.CLOSE, keys.ENTER) == "5"


def test_the_mouse_is_listened_to_only_while_a_person_is_asked(hand: Hand) -> None:
    hand.ask(record_of("paths"), "5", keys.ENTER)
    assert [text for text in hand.put if text in (MOUSE_ON, MOUSE_OFF)] == [MOUSE_ON, MOUSE_OFF]
    with pytest.raises(IndexError):  # no more keys
        hand.ask(record_of("paths"))
    assert hand.put[-1] == MOUSE_OFF
    hand.put.clear()
    hand.stage.show(record_of("paths"))
    assert MOUSE_ON not in hand.put


def test_the_terminals_cursor_is_where_one_types(hand: Hand) -> None:
    record = record_of("connect-four")
    with pytest.raises(IndexError):
        hand.ask(record, *"abc", keys.LEFT)
    assert hand.cursor() == (11, len("Red> ab") + 1)


def test_a_long_text_shows_where_it_is_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = Hand(monkeypatch, width=30)
    with pytest.raises(IndexError):
        narrow.ask(record_of("connect-four"), *("x" * 50 + "end"))
    assert max(map(len, narrow.screens()[-1].split("\r\n"))) <= 30
    assert "end" in narrow.screens()[-1] and narrow.cursor()[1] <= 30


@pytest.mark.parametrize("name", ["connect-four", "paths:board=4x4x4", "watch-your-back", NIM])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (30, 24), (12, 8), (5, 3)])
def test_nothing_is_drawn_beyond_the_screen(
    name: str, width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Hand(monkeypatch, width, height)
    small.stage.title = "a title that is longer than most screens"
    for number in range(100):
        small.stage.console.print(f"line {number}", markup=False)
    small.stage.show(record_of(name))
    lines = small.screens()[-1].split("\r\n")
    assert len(lines) <= height
    assert max(map(len, lines)) <= max(width, len("Red> "))


def test_a_long_answer_is_shown_page_by_page(hand: Hand) -> None:
    record = record_of("paths")
    hand.ask(record, *"moves", keys.ENTER)
    for number in range(60):
        hand.stage.console.print(f"line {number}", markup=False)
    pressed = [keys.PAGE_DOWN, keys.PAGE_DOWN, keys.PAGE_DOWN, keys.UP, "x", "5", keys.ENTER]
    assert hand.ask(record, *pressed) == "5"
    pages = [screen for screen in hand.screens() if "any other key goes back" in screen]
    firsts = [re.search(r"line (\d+)", page)[1] for page in pages]  # type: ignore[index]
    assert firsts == ["0", "23", "37", "37", "36"]
    assert "line" not in hand.screens()[-2]


def test_what_happened_in_the_game_needs_no_page(hand: Hand) -> None:
    record = record_of("paths")
    for number in range(60):
        hand.stage.console.print(f"line {number}", markup=False)
    hand.stage.show(record)
    assert hand.ask(record, "5", keys.ENTER) == "5"
    assert not any("any other key" in screen for screen in hand.screens())
    assert "line 59" in hand.screens()[0]


def test_notes_are_said_and_the_terminal_is_given_back_after_a_crash(hand: Hand) -> None:
    before = warnings.showwarning, signal.getsignal(signal.SIGTSTP)
    with pytest.raises(ZeroDivisionError), hand.stage:
        assert hand.put == [OPENED]
        warnings.showwarning("a note", UserWarning, "", 0)
        hand.stage.show(record_of("paths"))
        assert "note: a note" in hand.screens()[-1]
        raise ZeroDivisionError
    assert MOUSE_OFF in hand.put[-1] and CLOSED in hand.put[-1]
    assert (warnings.showwarning, signal.getsignal(signal.SIGTSTP)) == before


# --- where there is a stage --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "fits"), [(80, 24, True), (24, 13, True), (5, 24, False), (80, 10, False)]
)
def test_a_board_has_to_fit(
    width: int, height: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "has_keys", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    console = Console(force_terminal=True, width=width, height=height)
    assert can_stage(console, record_of("connect-four")) == fits


def test_a_pipe_is_no_stage() -> None:
    assert not can_stage(Console(force_terminal=True), record_of("connect-four"))


@pytest.mark.parametrize(
    ("args", "env"),
    [(["--scroll"], {}), (["--plain"], {}), (["--json"], {}), ([], {"TERM": "dumb"})],
    ids=["scroll", "plain", "json", "dumb"],
)
def test_boards_scroll_where_nothing_is_drawn_in_place(
    args: list[str], env: dict[str, str]
) -> None:
    screen = on_a_terminal("play", "tic-tac-toe", "--second", "human", *args, **env)
    screen.expect("X>")
    screen.sendline("5")
    screen.expect("O>")
    seen = screen.before
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    assert OPENED not in seen + screen.before and MOUSE_ON not in seen


# --- on a terminal -----------------------------------------------------------------------------


def press(screen: Any, *pressed: str) -> None:
    """Press keys, each after the screen has followed the one before."""
    for key in pressed:
        screen.send(key)
        screen.expect_exact("\x1b[?25h")


def walked(here: int, there: int) -> list[str]:
    """The arrows from one space of tic-tac-toe to another; the first only shows the cursor."""
    down, right = there // 3 - here // 3, there % 3 - here % 3
    vertical, horizontal = [DOWN if down > 0 else UP], [RIGHT if right > 0 else LEFT]
    return [UP, *vertical * abs(down), *horizontal * abs(right)]


def test_a_whole_game_by_arrow_keys() -> None:
    screen = on_a_terminal("play", "tic-tac-toe", "--second", "human")
    before = termios.tcgetattr(screen.fileno())
    screen.expect_exact(OPENED)
    screen.expect("X>")
    screen.expect_exact("\x1b[?25h")
    here = 4
    for side, space in zip("XOXOX", (4, 1, 0, 2, 8), strict=True):
        press(screen, *walked(here, space))
        screen.send("\r")
        if space != 8:
            screen.expect("O>" if side == "X" else "X>")
            screen.expect(f": {space + 1}\\b")
            screen.expect_exact("\x1b[?25h")
        here = space
    screen.expect_exact(CLOSED)
    screen.expect("moves: 5 2 1 3 9")
    screen.expect("X wins")
    screen.expect(r"\(y/n\)")
    assert termios.tcgetattr(screen.fileno()) == before
    screen.sendline("n")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


def test_a_whole_game_by_the_mouse() -> None:
    screen = on_a_terminal("play", "connect-four", "--second", "human")
    for column, side in zip((1, 2, 1, 2, 1, 2, 1), ("Red", "Yellow") * 4, strict=False):
        screen.expect(f"{side}>")
        screen.expect_exact("\x1b[?25h")
        place = f"{3 * column};5"
        screen.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")
        screen.expect(f": {column}")
    screen.expect_exact(CLOSED)
    screen.expect("Red wins")
    screen.sendline("n")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


def test_a_screen_that_changes_its_size_is_drawn_again() -> None:
    """Whatever size a shell has exported."""
    args = ("play", "tic-tac-toe", "--second", "human")
    screen = on_a_terminal(*args, LINES="24", COLUMNS="80")
    screen.expect("X>")
    screen.expect_exact("\x1b[?25h")
    screen.setwinsize(6, 40)
    screen.expect("too small")
    screen.setwinsize(30, 90)
    screen.expect(" 9 ")
    screen.expect("X>")
    press(screen, "5")
    screen.send("\r")
    screen.expect("O>")
    screen.sendintr()
    screen.expect(pexpect.EOF)
    assert MOUSE_OFF in screen.before and CLOSED in screen.before
    assert screen.wait() == 130


def test_suspending_gives_the_terminal_back_for_a_while() -> None:
    """A shell that waits for a key, so that the program can be stopped and called back."""
    command = "bash --norc --noediting -i"
    screen = pexpect.spawn(command, encoding="utf-8", timeout=60, dimensions=(30, 90))
    program = f"{sys.executable} -m plyground play tic-tac-toe --second human"
    screen.sendline(f"cd {Path(__file__).parent.parent}; TERM=xterm-256color {program}")
    screen.expect_exact(MOUSE_ON)
    screen.expect_exact("\x1b[?25h")
    screen.send("\x1a")
    screen.expect_exact(MOUSE_OFF)
    screen.expect_exact(CLOSED)
    screen.expect("Stopped")
    screen.sendline("stty -a | tr ' ' '\\n' | grep -x -e '-*icanon'; fg")
    screen.expect("\nicanon")
    screen.expect_exact(OPENED)
    screen.expect_exact(MOUSE_ON)
    screen.expect("X>")
    screen.send("5\r")
    screen.expect("O>")
    screen.send("\x04")
    screen.expect_exact(CLOSED)
    screen.sendline("exit")
    screen.expect(pexpect.EOF)
