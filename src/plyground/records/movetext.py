"""Moves as text, with variations and comments in the way of PGN:

1. 4 {the centre} ( 1. 3 4 2. 4 ) 4 2. 3 unfinished

A variation stands in brackets after the move that it replaces, a comment in braces after the move
that it is about. A word that could be taken for something else than a move has a backslash before
it; so has a brace or a backslash in a comment.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from plyground.core.errors import PlygroundError
from plyground.records.record import Record
from plyground.records.tree import ROOT, MoveTree, TreeBuilder, children_of

RESULTS: Final = ("first", "second", "draw", "unfinished")
SKIPPED: Final = "..."
"""In place of the first side's move if the second side begins."""
OPEN, CLOSE, BRACE, ESCAPE = "(", ")", "{", "\\"
_NUMBER: Final = re.compile(r"[0-9]+\.+")
_TOKEN: Final = re.compile(
    r"\{(?P<comment>(?:[^\\}]|\\.)*)(?P<end>\}|\Z|\\\Z)|(?P<word>\S+)", re.DOTALL
)


class Word(NamedTuple):
    """A word of the moves, with its line."""

    line: int
    text: str
    is_comment: bool = False


class Unreadable(Exception):
    """A mistake after which nothing more can be read."""

    def __init__(self, line: int, message: str) -> None:
        self.line, self.message = line, message


# --- writing -----------------------------------------------------------------------------------


def move_words(tree: MoveTree, begins: int) -> Iterator[str]:
    """The words of a tree; `begins` is the side that is to move at its root."""
    children = children_of(tree)
    waiting: list[str | _Place] = []

    def follow(number: int, ply: int, is_numbered: bool) -> None:
        if children[number]:
            waiting.append(_Place(children[number][0], ply, is_numbered))

    if tree[ROOT].comment:
        yield _comment(tree[ROOT].comment)
    follow(ROOT, begins, True)
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        number, ply, is_numbered = item
        if ply % 2 == 0 or is_numbered:
            yield f"{ply // 2 + 1}."
        if ply % 2 and is_numbered:
            yield SKIPPED
        entry = tree[number]
        yield _move(entry.move)
        if entry.comment:
            yield _comment(entry.comment)
        main, *others = children[entry.parent]
        others = others if number == main else []
        follow(number, ply + 1, bool(others or entry.comment))
        for other in reversed(others):
            waiting += [CLOSE, _Place(other, ply, True), OPEN]


class _Place(NamedTuple):
    """A move to be written."""

    number: int
    ply: int
    is_numbered: bool
    """Whether its number is written although the first side's move bears it already."""


def _move(text: str) -> str:
    """A move, marked as one if it could be read as something else."""
    is_strange = text in (OPEN, CLOSE, SKIPPED) or text.startswith((BRACE, ESCAPE))
    return ESCAPE + text if is_strange or _NUMBER.fullmatch(text) else text


def _comment(text: str) -> str:
    escaped = text.replace(ESCAPE, ESCAPE * 2).replace("}", ESCAPE + "}")
    return BRACE + escaped + "}"


# --- reading -----------------------------------------------------------------------------------


def words_of(lines: list[tuple[int, str]]) -> Iterator[Word]:
    """The words of numbered lines; a comment is one word. Raises Unreadable for one without end."""
    text = "\n".join(line for _, line in lines)
    line, counted = lines[0][0] if lines else 1, 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        if found["word"] is not None:
            yield Word(line, found["word"])
        elif found["end"] == "}":
            yield Word(line, re.sub(r"\\(.)", r"\1", found["comment"], flags=re.DOTALL), True)
        else:
            raise Unreadable(line, "the comment that begins here has no end: expected }")


class MoveReader:
    """Plays what is read into a record, and variations into others."""

    def __init__(self, record: Record) -> None:
        self.builder = TreeBuilder()
        self._open: list[tuple[Record, int]] = []
        """The lines that are interrupted by variations: their games, and their last moves."""
        self._record, self._last = record, ROOT

    def read(self, words: Iterator[Word]) -> Word | None:
        """Read until the result, which is returned, or the end; raises Unreadable."""
        line = 1
        for word in words:
            line = word.line
            if word.is_comment:
                self.builder.comment(self._last, word.text)
            elif word.text in RESULTS and not self._open and not self._is_move(word.text):
                return word
            else:
                self._read_word(word)
        if self._open:
            raise Unreadable(line, "a variation has no end: expected )")
        return None

    def _read_word(self, word: Word) -> None:
        text, closed = word.text, 0
        if text.startswith(ESCAPE):
            return self._play(word.line, text.removeprefix(ESCAPE))
        if text.startswith(OPEN) and not self._is_written(text):
            self._begin(word.line)
            text = text.removeprefix(OPEN)
        while text.endswith(CLOSE) and not self._is_written(text):
            text, closed = text.removesuffix(CLOSE), closed + 1
        if text and not _NUMBER.fullmatch(text) and text != SKIPPED:
            self._play(word.line, text)
        for _ in range(closed):
            self._end(word.line)

    def _is_written(self, text: str) -> bool:
        """Whether a word with brackets is a move."""
        return text not in (OPEN, CLOSE) and text in self._record.legal_move_texts

    def _is_move(self, text: str) -> bool:
        try:
            self._record.parse_move(text)
        except PlygroundError:
            return False
        return True

    def _play(self, line: int, text: str) -> None:
        try:
            self._record.push(text)
        except PlygroundError as error:
            number = len(self._record.moves) + 1
            where = f"move {number} of a variation" if self._open else f"move {number}"
            raise Unreadable(line, f"{where}: {error}") from None
        before, move = self._record.positions[-2], self._record.moves[-1]
        self._last = self.builder.add(self._last, self._record.game.move_text(before, move))

    def _begin(self, line: int) -> None:
        if not self._record.moves or self._last == ROOT:
            raise Unreadable(line, "a variation begins before there is a move that it replaces")
        self._open.append((self._record, self._last))
        self._record = self._record.before(len(self._record.moves) - 1)
        self._last = self.builder.parent(self._last)

    def _end(self, line: int) -> None:
        if not self._open:
            raise Unreadable(line, "')' ends a variation that did not begin")
        self._record, self._last = self._open.pop()
