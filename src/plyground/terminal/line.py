"""A line that is being typed: editing, history and completion."""

from collections.abc import Callable

from plyground.terminal.keys import (
    BACKSPACE,
    DELETE,
    DOWN,
    END,
    HOME,
    KILL_LINE,
    KILL_REST,
    KILL_WORD,
    LEFT,
    NEXT,
    PREVIOUS,
    RIGHT,
    UP,
)

Complete = Callable[[str, str], list[str]]
"""The completions of a word, given the text before it and the word."""


class Line:
    """The text typed so far, and the place of the cursor."""

    def __init__(self, history: list[str]) -> None:
        self.text, self.place = "", 0
        self.lines = [*history, ""]
        self.number = len(history)

    def press(self, key: str) -> None:
        """Handle a key; unknown keys do nothing."""
        if len(key) == 1:
            self._replace(self.place, self.place, key)
        elif key in (UP, PREVIOUS, DOWN, NEXT):
            self._show_history(self.number + (1 if key in (DOWN, NEXT) else -1))
        elif key in (LEFT, RIGHT, HOME, END):
            self.place = self._moved(key)
        else:
            self._delete(key)

    def clear(self) -> None:
        self.text, self.place = "", 0

    def complete(self, complete: Complete) -> list[str]:
        """Complete the word before the cursor; returns the completions if there are several."""
        before, blank, word = self.text[: self.place].rpartition(" ")
        found = complete(before + blank, word)
        if not found:
            return []
        common = _common_beginning(found)
        if len(common) > len(word) or len(found) == 1:
            self._replace(self.place - len(word), self.place, common)
        return found if len(found) > 1 else []

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.place = start + len(text)

    def _show_history(self, number: int) -> None:
        """Show a line of the history; the line being typed is kept after the last of them."""
        if 0 <= number < len(self.lines):
            self.lines[self.number] = self.text
            self.number, self.text = number, self.lines[number]
            self.place = len(self.text)

    def _moved(self, key: str) -> int:
        places = {LEFT: self.place - 1, RIGHT: self.place + 1, HOME: 0, END: len(self.text)}
        return min(max(places[key], 0), len(self.text))

    def _delete(self, key: str) -> None:
        here, end = self.place, len(self.text)
        word = len(self.text[:here].rstrip().rpartition(" ")[0])
        parts = {
            BACKSPACE: (max(here - 1, 0), here),
            DELETE: (here, min(here + 1, end)),
            KILL_LINE: (0, here),
            KILL_REST: (here, end),
            KILL_WORD: (word + (word > 0), here),
        }
        if key in parts:
            self._replace(*parts[key], "")


def _common_beginning(words: list[str]) -> str:
    shortest = min(words, key=len)
    for place, sign in enumerate(shortest):
        if any(word[place] != sign for word in words):
            return shortest[:place]
    return shortest
