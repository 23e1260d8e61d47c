"""What keys do to a line that is being typed, and how a terminal's bytes are read as keys."""

import os
import string
from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from plyground.terminal import keys
from plyground.terminal.keys import Click, Key, key_of
from plyground.terminal.line import Line

EDITING = [
    keys.BACKSPACE,
    keys.DELETE,
    keys.KILL_LINE,
    keys.KILL_REST,
    keys.KILL_WORD,
    keys.LEFT,
    keys.RIGHT,
    keys.HOME,
    keys.END,
    keys.UP,
    keys.DOWN,
    keys.PREVIOUS,
    keys.NEXT,
    keys.UNKNOWN,
    keys.PAGE_UP,
]


def typed(*pressed: str, history: list[str] | None = None) -> Line:
    line = Line(history or [])
    for key in pressed:
        line.press(key)
    return line


@pytest.mark.parametrize(
    ("pressed", "text", "place"),
    [
        ([*"abc"], "abc", 3),
        ([*"abc", keys.LEFT, "x"], "abxc", 3),
        ([*"abc", keys.HOME, "x"], "xabc", 1),
        ([*"abc", keys.HOME, keys.DELETE], "bc", 0),
        ([*"abc", keys.BACKSPACE], "ab", 2),
        ([keys.BACKSPACE, keys.LEFT, keys.DELETE], "", 0),
        ([*"abc", keys.LEFT, keys.KILL_REST], "ab", 2),
        ([*"abc", keys.LEFT, keys.KILL_LINE], "c", 0),
        ([*"save my game", keys.KILL_WORD], "save my ", 8),
        ([*"save", keys.KILL_WORD], "", 0),
        ([*"é", keys.END], "é", 1),
    ],
)
def test_a_line_is_edited(pressed: list[str], text: str, place: int) -> None:
    line = typed(*pressed)
    assert (line.text, line.place) == (text, place)


@settings(max_examples=200)
@given(st.lists(st.sampled_from([*string.ascii_letters, " ", *EDITING]), max_size=40))
def test_the_place_is_always_in_the_line(pressed: list[str]) -> None:
    line = typed(*pressed, history=["one", "two"])
    assert 0 <= line.place <= len(line.text)


def test_the_lines_before_come_again_and_what_was_begun_is_kept() -> None:
    line = typed(*"ab", keys.UP, history=["one", "two"])
    assert line.text == "two"
    for key, text in (
        ("up", "one"),
        ("up", "one"),
        ("down", "two"),
        ("down", "ab"),
        ("down", "ab"),
    ):
        line.press(key)
        assert line.text == text


def test_tab_completes_a_word_or_shows_what_it_can_become() -> None:
    def complete(before: str, word: str) -> list[str]:
        words = ["help", "hint"] if not before else ["file.txt"]
        return [found for found in words if found.startswith(word)]

    line = typed(*"he")
    assert line.complete(complete) == [] and line.text == "help"
    assert typed(*"h").complete(complete) == ["help", "hint"]
    assert typed(*"x").complete(complete) == []
    line = typed(*"load f")
    assert line.complete(complete) == [] and line.text == "load file.txt"


# --- keys --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b", keys.ESCAPE),
        ("\x1b[A", keys.UP),
        ("\x1bOB", keys.DOWN),
        ("\x1b[C", keys.RIGHT),
        ("\x1b[D", keys.LEFT),
        ("\x1b[H", keys.HOME),
        ("\x1b[4~", keys.END),
        ("\x1b[3~", keys.DELETE),
        ("\x1b[6~", keys.PAGE_DOWN),
        ("\x1b[<0;3;7M", Click(6, 2)),
        ("\x1b[<0;3;7m", keys.UNKNOWN),
        ("\x1b[<2;3;7M", keys.UNKNOWN),
        ("\x1b[<64;3;7M", keys.UNKNOWN),
        ("\x1b[<0;120;300M", Click(299, 119)),
        ("\x1b[1;5C", keys.UNKNOWN),
        ("\x1bx", keys.UNKNOWN),
        ("\x1b[Z", keys.UNKNOWN),
    ],
)
def test_sequences_are_keys(sequence: str, key: Key) -> None:
    assert key_of(sequence) == key


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_bytes_are_read_key_by_key(pipe: tuple[int, int]) -> None:
    source, target = pipe
    os.write(target, b"a\x1b[A\xc3\xa9\x1b[<0;1;1M\xe2\x82\xac\x7f\r\t\x00\x1bOA4\x1b[6~z\x1b")
    read = [keys._key(source) for _ in range(14)]
    assert read == [
        "a",
        keys.UP,
        "é",
        Click(0, 0),
        "€",
        keys.BACKSPACE,
        keys.ENTER,
        keys.TAB,
        keys.UNKNOWN,
        keys.UP,
        "4",
        keys.PAGE_DOWN,
        "z",
        keys.ESCAPE,
    ]


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=1, max_size=30))
def test_no_bytes_are_refused(data: bytes) -> None:
    source, target = os.pipe()
    try:
        os.write(target, data)
        os.close(target)
        for _ in range(len(data) + 1):
            key = keys._key(source)
            assert isinstance(key, str | Click) and key != ""
            if key == keys.CLOSE:
                break
    finally:
        os.close(source)
