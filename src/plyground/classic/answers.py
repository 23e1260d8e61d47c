"""Answers to questions, read; what is wrong with others is told in one sentence."""

from collections.abc import Sequence
from reprlib import repr as shown

from plyground.core.errors import BadOption

_MAX_DIGITS = 18


def whole_number(text: str, least: int, most: int) -> int:
    """A number within bounds."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    if not (is_number and least <= int(text) <= most):
        raise BadOption(f"{shown(text)}: expected a whole number from {least} to {most:,}")
    return int(text)


def word(text: str, words: Sequence[str]) -> str:
    """The word that a text is, or begins as no other does."""
    found = begun(text, words)
    if not found:
        raise BadOption(f"{shown(text)}: expected {' or '.join(words)}")
    return found


def begun(text: str, words: Sequence[str]) -> str:
    """The same; nothing where there is none."""
    fitting = [word for word in words if word.startswith(text.lower())] if text else []
    return fitting[0] if len(fitting) == 1 else ""
