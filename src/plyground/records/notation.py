"""Games as text: tags, a blank line, and numbered moves that end with the result.

[Game "connect-four"]
[First "human"]
[Second "best:time=1"]
[Result "unfinished"]

1. 4 4 2. 3 unfinished
"""

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, NamedTuple

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.wire import Termination
from plyground.games.registry import make_game
from plyground.records.record import Record

RESULTS: Final = ("first", "second", "draw", "unfinished")
OWN_TAGS: Final = ("Game", "First", "Second", "Position", "Result", "Termination")
"""The tags that `format_record` writes; all others are left to the writer."""
TERMINATIONS: Final = {
    str(termination): termination
    for termination in Termination
    if termination not in (Termination.NORMAL, Termination.INTERRUPTED)
}
"""How a game can end otherwise than by its rules. A game that ended by them has no such tag."""
DRAWN: Final = (Termination.PLY_LIMIT,)
"""Those of them in which nobody wins."""
EITHER: Final = (Termination.ADJUDICATED,)
"""Those in which anybody may win, or nobody."""
SKIPPED: Final = "..."
"""In place of the first side's move if the second side begins."""
_COLUMNS = 80
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+(".*")\s*\]', re.ASCII)
_NUMBER = re.compile(r"[0-9]+\.")


class Mistake(NamedTuple):
    """A mistake in a text, with its line."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass
class ParsedRecord:
    """What could be read. The record is None if the game or its position could not."""

    tags: dict[str, str] = field(default_factory=dict)
    record: Record | None = None
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def other_tags(self) -> dict[str, str]:
        """The tags that `format_record` does not write itself."""
        return {name: text for name, text in self.tags.items() if name not in OWN_TAGS}


# --- writing -----------------------------------------------------------------------------------


def format_record(
    record: Record, players: tuple[str, str] = ("", ""), other_tags: Mapping[str, str] | None = None
) -> str:
    """Write a game as text; `parse_record` reads it back without loss."""
    game, start = record.game, record.positions[0]
    tags = {"Game": record.game_text, "First": players[0], "Second": players[1]}
    if start != game.start():
        tags["Position"] = game.position_text(start)
    tags["Result"] = record.result
    if record.ending:
        tags["Termination"] = record.ending.termination
    tags |= other_tags or {}
    lines = [f"[{name} {_quoted(text)}]" for name, text in tags.items()]
    words = " ".join([*_numbered(record), record.result])
    moves = textwrap.wrap(words, _COLUMNS, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, ""])


def _quoted(text: str) -> str:
    """A text in quotes. Bytes of a file name that are not Unicode are written as escapes."""
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _numbered(record: Record) -> Iterator[str]:
    begins = record.before(0).turn
    texts = [SKIPPED] * begins * bool(record.moves) + record.move_texts
    for place, text in enumerate(texts):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        yield text


# --- reading -----------------------------------------------------------------------------------


class _Word(NamedTuple):
    """A word of the moves, with its line."""

    line: int
    text: str


def parse_record(text: str, make_game: Callable[[str], Game] = make_game) -> ParsedRecord:
    """Read as much of a game as possible; what cannot be read is listed with its line."""
    parsed = ParsedRecord()
    lines = [*enumerate(map(str.strip, text.split("\n")), 1)]
    head = [*takewhile(lambda numbered: _is_tag_or_blank(numbered[1]), lines)]
    tag_lines: dict[str, int] = {}
    for number, line in head:
        _read_tag(parsed, tag_lines, number, line)
    words = (_Word(number, word) for number, line in lines[len(head) :] for word in line.split())
    try:
        parsed.record = _beginning(parsed.tags, tag_lines, make_game)
        end = _read_moves(parsed.record, words)
        _check_last(next(words, None))
        _read_ending(parsed.record, parsed.tags, tag_lines, end)
        _check_result(parsed.record, parsed.tags, tag_lines, end)
    except _Unreadable as error:
        parsed.mistakes.append(error.mistake)
    return parsed


class _Unreadable(Exception):
    """A mistake after which nothing more can be read."""

    def __init__(self, line: int, message: str) -> None:
        self.mistake = Mistake(line, message)


def _is_tag_or_blank(line: str) -> bool:
    return not line or line.startswith("[")


def _read_tag(parsed: ParsedRecord, lines: dict[str, int], number: int, line: str) -> None:
    if not line:
        return
    found = _TAG.fullmatch(line)
    try:
        name, text = (found[1], json.loads(found[2])) if found else ("", "")
    except ValueError:
        name = text = ""
    if not name:
        parsed.mistakes.append(Mistake(number, f'{line!r} is not a tag: expected [Name "text"]'))
    elif name in lines:
        message = f"the tag {name} is already in line {lines[name]}, which counts"
        parsed.mistakes.append(Mistake(number, message))
    else:
        parsed.tags[name], lines[name] = text, number


def _beginning(
    tags: dict[str, str], lines: dict[str, int], make_game: Callable[[str], Game]
) -> Record:
    """The record at its first position."""
    if "Game" not in tags:
        raise _Unreadable(1, 'there is no tag [Game "..."], which names the game')
    name = "Game"
    try:
        game = make_game(tags[name])
        name = "Position"
        position = game.parse_position(tags[name]) if name in tags else game.start()
    except PlygroundError as error:
        raise _Unreadable(lines[name], str(error)) from None
    return Record(game, position, game_text=tags["Game"])


def _read_moves(record: Record, words: Iterator[_Word]) -> _Word | None:
    """Play the moves into the record; returns the result written after them, if there is one."""
    for word in words:
        if _NUMBER.fullmatch(word.text) or word.text == SKIPPED:
            continue
        try:
            record.push(word.text)
        except PlygroundError as error:
            if word.text in RESULTS:
                return word
            raise _Unreadable(word.line, f"move {len(record.moves) + 1}: {error}") from None
    return None


def _check_last(following: _Word | None) -> None:
    if following:
        message = f"{following.text!r} comes after the result: it is not read"
        raise _Unreadable(following.line, message)


def _read_ending(
    record: Record, tags: dict[str, str], lines: dict[str, int], end: _Word | None
) -> None:
    """End the game as the tags tell, if it did not end by its rules."""
    how, result = tags.get("Termination"), end.text if end else tags.get("Result")
    if how is None:
        return
    expected = _results_of(how)
    if not expected:
        message = f"the termination is {how!r}, expected none or {', '.join(TERMINATIONS)}"
    elif record.is_over:
        message = f"the termination is {how!r}, but by the rules the result is {record.result}"
    elif result not in expected:
        message = f"a game with the termination {how!r} has the result {' or '.join(expected)}"
    else:
        winner = None if result == "draw" else RESULTS.index(result)
        return record.end(TERMINATIONS[how], winner)
    raise _Unreadable(lines["Termination"], message)


def _results_of(how: str) -> tuple[str, ...]:
    """The results that a game with this termination can have; none if there is no such."""
    if how not in TERMINATIONS:
        return ()
    return RESULTS[2:3] if how in DRAWN else RESULTS[:3] if how in EITHER else RESULTS[:2]


def _check_result(
    record: Record, tags: dict[str, str], lines: dict[str, int], end: _Word | None
) -> None:
    """Refuse a result that contradicts the moves."""
    given = [end] if end else []
    given += [_Word(lines["Result"], tags["Result"])] if "Result" in tags else []
    for line, text in given:
        if text != record.result:
            raise _Unreadable(line, f"the result is {text}, by the rules {record.result}")
