"""Typing at the prompt: what Tab completes, the lines before, and where there is no terminal."""

import re
from pathlib import Path
from typing import Any

import pexpect
import pytest
from hypothesis import given, settings, strategies as st

from plyground.core.game import legal_moves
from plyground.terminal.commands import COMMANDS
from plyground.terminal.prompt import completions
from tests.command import on_a_terminal
from tests.positions import SEVEN_GAMES
from tests.test_notation import record_of, records


@pytest.mark.parametrize("name", SEVEN_GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_every_move_can_be_completed_to(name: str, data: Any) -> None:
    record = data.draw(records(name))
    texts = [record.game.move_text(record.position, m) for m in _moves(record)]
    assert completions(record, "", "") == [*texts, *COMMANDS]
    for text in texts[:3]:
        assert text in completions(record, "", text[:-1].upper())
        assert completions(record, "", text) == [t for t in texts if t.startswith(text)]


def _moves(record: Any) -> list[int]:
    return legal_moves(record.game, record.position)


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ("", "he", ["help"]),
        ("", "RE", ["redo", "review", "resign"]),
        ("", "zzz", []),
        ("undo ", "", []),
        ("nothing ", "4", []),
        ("save a ", "b", []),
    ],
)
def test_what_is_typed_becomes(before: str, word: str, expected: list[str]) -> None:
    assert completions(record_of("connect-four"), before, word) == expected


def test_files_are_completed_where_a_command_takes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "[odd]").touch()
    record = record_of("connect-four")
    assert completions(record, "load ", "ga") == ["game.txt", "games/"]
    assert completions(record, "SAVE ", "[o") == ["[odd]"]
    assert completions(record, "load ", "\0") == []
    assert completions(record, "hint ", "ga") == []


@pytest.mark.slow
def test_tab_completes_on_a_terminal() -> None:
    args = ("dominoes:rows=1,columns=7,line=5", "--second", "human", "--scroll")
    screen = on_a_terminal("play", *args)
    screen.expect("player 1>")
    screen.send("1\t")
    screen.expect_exact(",1,")
    screen.send("3\r")
    screen.expect(r"player 1\S*: 1,1,3")
    screen.expect("player 2>")
    screen.send("res\t\r")
    screen.expect("player 2 resigns: player 1 wins")
    screen.sendline("n")  # to the coach
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.slow
def test_the_lines_before_come_again() -> None:
    screen = on_a_terminal("play", "paths", "--second", "human", "--scroll")
    screen.expect("X>")
    screen.sendline("moves")
    screen.expect("1 2 3 4 5 6 7 8 9")
    screen.send("\x1b[A\r")
    screen.expect("1 2 3 4 5 6 7 8 9")
    screen.expect("X>")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)


def test_the_line_editor_does_not_count_colours() -> None:
    """In a line that fits beside the prompt its beginning is not looked for a line higher."""
    args = ("connect-four", "--second", "human", "--scroll")
    screen = on_a_terminal("play", *args, COLORTERM="truecolor")
    screen.expect("Red>")
    screen.send("a" * 70)
    screen.expect_exact("a" * 70)
    screen.send("\x01b")
    screen.expect_exact("b")
    assert "\x1b[A" not in screen.before
    screen.sendintr()
    screen.expect(pexpect.EOF)


@pytest.mark.slow
def test_plain_output_has_no_colour_and_does_not_move() -> None:
    screen = on_a_terminal(
        "play", "connect-four", "--second", "alphabeta:depth=2", "--plain", NUMBA_DISABLE_JIT="1"
    )
    screen.expect_exact("Red> ")
    screen.sendline("4")
    screen.expect_exact("Red> ")
    seen = screen.before
    assert "row 6: " in seen and "Red at 4" in seen and "Yellow: " in seen
    screen.sendline("eval")
    screen.expect("sum: [-0-9]+")
    screen.sendline("help")
    screen.expect("quit: leave the game")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    escapes = re.findall(r"\x1b\[[0-9;?]*[A-Za-z]", seen)
    assert {*escapes} <= {"\x1b[?2004h", "\x1b[?2004l"}  # the line editor's brackets for pasting
    assert seen.replace("\x1b", "").isascii()
