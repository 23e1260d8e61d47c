"""Single keys and clicks from a terminal, on systems that can read them."""

import contextlib
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
HOME, END, PAGE_UP, PAGE_DOWN = "home", "end", "page up", "page down"
ENTER, ESCAPE, TAB, CLOSE = "enter", "escape", "tab", "close"
BACKSPACE, DELETE, KILL_LINE, KILL_REST, KILL_WORD = (
    "backspace",
    "delete",
    "kill line",
    "kill rest",
    "kill word",
)
PREVIOUS, NEXT, REDRAW, UNKNOWN = "previous", "next", "redraw", "unknown"
"""The names of keys; a typed character is its own name."""


class Click(NamedTuple):
    """Where the left button was pressed, counted from 0 at the top left of the screen."""

    row: int
    column: int


Key = str | Click

MOUSE_ON: Final = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF: Final = "\x1b[?1006l\x1b[?1000l"
_ESCAPE: Final = b"\x1b"
_REST_SECONDS: Final = 0.05
"""If nothing follows within this time, it was the Escape key and not an escape sequence."""
_MAX_LENGTH: Final = 32
_CONTROL: Final = {
    b"": CLOSE,
    b"\x01": HOME,
    b"\x04": CLOSE,
    b"\x05": END,
    b"\x08": BACKSPACE,
    b"\t": TAB,
    b"\n": ENTER,
    b"\x0b": KILL_REST,
    b"\x0c": REDRAW,
    b"\r": ENTER,
    b"\x0e": NEXT,
    b"\x10": PREVIOUS,
    b"\x15": KILL_LINE,
    b"\x17": KILL_WORD,
    b"\x7f": BACKSPACE,
}
_FINALS: Final = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT, "H": HOME, "F": END}
_NUMBERED: Final = {
    "1": HOME,
    "3": DELETE,
    "4": END,
    "5": PAGE_UP,
    "6": PAGE_DOWN,
    "7": HOME,
    "8": END,
}
_MOUSE = re.compile(r"\x1b\[<0;(\d+);(\d+)M")


def has_keys() -> bool:
    """Whether single keys can be read: on a terminal, and not on Windows."""
    try:
        import termios  # noqa: F401 - Windows has none
    except ImportError:
        return False
    return sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], Key]]:
    """A function that waits for a key. Afterwards the terminal is as before; Ctrl-C interrupts."""
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield lambda: _key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> Key:
    """A key's name, a click, or the character that was typed."""
    first = os.read(terminal, 1)
    if first in _CONTROL:
        return _CONTROL[first]
    if first == _ESCAPE:
        return key_of(_sequence(terminal))
    if first < b" ":
        return UNKNOWN
    return _character(terminal, first)


def key_of(sequence: str) -> Key:
    """The key or click of an escape sequence."""
    if sequence == "\x1b":
        return ESCAPE
    click = _MOUSE.fullmatch(sequence)
    if click:
        return Click(int(click[2]) - 1, int(click[1]) - 1)
    if re.fullmatch(r"\x1b[\[O][A-Z]", sequence):
        return _FINALS.get(sequence[-1], UNKNOWN)
    numbered = re.fullmatch(r"\x1b\[(\d)~", sequence)
    return _NUMBERED.get(numbered[1], UNKNOWN) if numbered else UNKNOWN


def _sequence(terminal: int) -> str:
    """A whole escape sequence."""
    read = _ESCAPE
    while len(read) < _MAX_LENGTH and not _is_whole(read) and _has_more(terminal):
        more = os.read(terminal, 1)
        if not more:  # the terminal is gone
            break
        read += more
    return read.decode("latin-1")


def _is_whole(read: bytes) -> bool:
    """After `[` come parameters and a final letter or `~`; after anything else one character."""
    if read[1:2] == b"[":
        return len(read) > 2 and b"@" <= read[-1:] <= b"~"
    return len(read) > (2 if read[1:2] == b"O" else 1)


def _character(terminal: int, first: bytes) -> str:
    """A character of one or more bytes."""
    more = sum(first >= start for start in (b"\xc0", b"\xe0", b"\xf0"))
    for _ in range(more):
        if _has_more(terminal):
            first += os.read(terminal, 1)
    return first.decode("utf-8", errors="replace")[:1]


def _has_more(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], _REST_SECONDS)[0])
