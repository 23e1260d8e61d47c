"""Single keys from a terminal, where the system can tell them."""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import Final

UP, DOWN, HOME, END, ENTER, CLOSE = "up", "down", "home", "end", "enter", "close"
_ESCAPE: Final = b"\x1b"
_REST_SECONDS: Final = 0.05
"""The rest of an escape sequence comes at once, or it was the key Escape."""
_KEYS: Final = {
    b"\r": ENTER,
    b"\n": ENTER,
    b"\x04": CLOSE,
    b"": CLOSE,
    b"k": UP,
    b"j": DOWN,
    **{b"\x1b" + sign + b"A": UP for sign in (b"[", b"O")},
    **{b"\x1b" + sign + b"B": DOWN for sign in (b"[", b"O")},
    **{b"\x1b" + sign + b"H": HOME for sign in (b"[", b"O")},
    **{b"\x1b" + sign + b"F": END for sign in (b"[", b"O")},
}


def has_keys() -> bool:
    """Whether single keys can be read: at a terminal of a system that has them."""
    try:
        import termios  # noqa: F401 - Windows has none
    except ImportError:
        return False
    return sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A function that waits for a key; the terminal is as it was when all is over.

    Ctrl-C still interrupts.
    """
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield lambda: _key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> str:
    """One of the names above, or the character that was typed."""
    read = os.read(terminal, 1)
    while read.startswith(_ESCAPE) and not read[2:] and _has_more(terminal):
        read += os.read(terminal, 1)
    return _KEYS.get(read, read.decode("latin-1"))


def _has_more(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], _REST_SECONDS)[0])
