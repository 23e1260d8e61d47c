"""Reads the answers to questions; the error for a wrong answer is one sentence."""

from collections.abc import Sequence
from reprlib import repr as shown

from plyground.core.errors import BadOption

_MAX_DIGITS = 18


def whole_number(text: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    if not (is_number and low <= int(text) <= high):
        raise BadOption(f"{shown(text)}: expected a whole number from {low} to {high:,}")
    return int(text)


def word(text: str, words: Sequence[str]) -> str:
    """The word of `words` that a text is, or the only one it is the beginning of."""
    found = begun(text, words)
    if not found:
        raise BadOption(f"{shown(text)}: expected {' or '.join(words)}")
    return found


def begun(text: str, words: Sequence[str]) -> str:
    """The same; empty if there is no such word."""
    fitting = [word for word in words if word.startswith(text.lower())] if text else []
    return fitting[0] if len(fitting) == 1 else ""
