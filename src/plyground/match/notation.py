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
from plyground.core.record import Record

RESULTS: Final = ("first", "second", "draw", "unfinished")
OWN_TAGS: Final = ("Game", "First", "Second", "Position", "Result")
"""What `format_record` writes by itself; all other tags are the writer's own."""
SKIPPED: Final = "..."
"""Stands for the first side's move where the second side begins."""
_COLUMNS = 80
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+(".*")\s*\]', re.ASCII)
_NUMBER = re.compile(r"[0-9]+\.")


class Mistake(NamedTuple):
    """What is wrong in a text, and in which of its lines."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass
class ParsedRecord:
    """What could be read; the record is missing where the game or its position is unknown."""

    tags: dict[str, str] = field(default_factory=dict)
    record: Record | None = None
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def other_tags(self) -> dict[str, str]:
        """The tags that are the writer's own."""
        return {name: text for name, text in self.tags.items() if name not in OWN_TAGS}


# --- writing -----------------------------------------------------------------------------------


def format_record(
    game_text: str,
    players: tuple[str, str],
    record: Record,
    other_tags: Mapping[str, str] | None = None,
) -> str:
    """A game as text that `parse_record` reads back without loss."""
    game, start = record.game, record.positions[0]
    tags = {"Game": game_text, "First": players[0], "Second": players[1]}
    if start != game.start():
        tags["Position"] = game.position_text(start)
    tags |= {"Result": record.result, **(other_tags or {})}
    lines = [f"[{name} {_quoted(text)}]" for name, text in tags.items()]
    words = " ".join([*_numbered(record), record.result])
    moves = textwrap.wrap(words, _COLUMNS, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, ""])


def _quoted(text: str) -> str:
    """A text in quotes; file names that are no Unicode keep their odd bytes as escapes."""
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _numbered(record: Record) -> Iterator[str]:
    begins = Record(record.game, record.positions[:1]).side
    texts = [SKIPPED] * begins * bool(record.moves) + record.move_texts
    for place, text in enumerate(texts):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        yield text


# --- reading -----------------------------------------------------------------------------------


class _Word(NamedTuple):
    """A word of the moves and the line it stands in."""

    line: int
    text: str


def parse_record(text: str, make_game: Callable[[str], Game]) -> ParsedRecord:
    """Read as much of a game as can be understood; what cannot is listed with its line."""
    parsed = ParsedRecord()
    lines = [*enumerate(map(str.strip, text.split("\n")), 1)]
    head = [*takewhile(lambda numbered: _is_tag_or_blank(numbered[1]), lines)]
    tag_lines: dict[str, int] = {}
    for number, line in head:
        _read_tag(parsed, tag_lines, number, line)
    words = (_Word(number, word) for number, line in lines[len(head) :] for word in line.split())
    try:
        parsed.record = _beginning(parsed.tags, tag_lines, make_game)
    except _Unreadable as error:
        parsed.mistakes.append(error.mistake)
        return parsed
    complaint = _read_moves(parsed.record, words) or _check_result(parsed, tag_lines)
    parsed.mistakes += [complaint] if complaint else []
    return parsed


class _Unreadable(Exception):
    """Nothing can be played from this text."""

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
        message = f"the tag {name} stands in line {lines[name]} already: that one counts"
        parsed.mistakes.append(Mistake(number, message))
    else:
        parsed.tags[name], lines[name] = text, number


def _beginning(
    tags: dict[str, str], lines: dict[str, int], make_game: Callable[[str], Game]
) -> Record:
    """The record without its moves."""
    if "Game" not in tags:
        raise _Unreadable(1, 'there is no tag [Game "..."] that says which game this is')
    name = "Game"
    try:
        game = make_game(tags[name])
        name = "Position"
        position = game.parse_position(tags[name]) if name in tags else game.start()
    except PlygroundError as error:
        raise _Unreadable(lines[name], str(error)) from None
    return Record(game, [position])


def _read_moves(record: Record, words: Iterator[_Word]) -> Mistake | None:
    """Play the moves into the record; stops at the result, or at what is wrong."""
    for word in words:
        if _NUMBER.fullmatch(word.text) or word.text == SKIPPED:
            continue
        move = _move(record, word)
        if isinstance(move, int):
            record.play(move)
        elif word.text in RESULTS:
            return _check_end(record, word, next(words, None))
        else:
            return move
    return None


def _move(record: Record, word: _Word) -> int | Mistake:
    if record.is_over:
        return Mistake(word.line, f"{word.text!r} follows, but the game is over")
    try:
        return record.game.parse_move(record.position, word.text)
    except PlygroundError as error:
        return Mistake(word.line, f"move {len(record.moves) + 1}: {error}")


def _check_end(record: Record, word: _Word, following: _Word | None) -> Mistake | None:
    if following:
        message = f"{following.text!r} follows after the result: it is not read"
        return Mistake(following.line, message)
    if word.text != record.result:
        return Mistake(word.line, f"the result is {word.text}, by the rules {record.result}")
    return None


def _check_result(parsed: ParsedRecord, lines: dict[str, int]) -> Mistake | None:
    told, record = parsed.tags.get("Result"), parsed.record
    if record is None or told in (None, record.result):
        return None
    return Mistake(lines["Result"], f"the result is {told}, by the rules {record.result}")
