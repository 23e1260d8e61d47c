"""Games as text: tags, a blank line, and numbered moves that end with the result; `movetext.py` has
the moves, with variations and comments.

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
from plyground.records.movetext import RESULTS, MoveReader, Unreadable, Word, move_words, words_of
from plyground.records.record import Record
from plyground.records.tree import MoveTree, line_tree

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
_COLUMNS = 80
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+(".*")\s*\]', re.ASCII)


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
    tree: MoveTree = ()
    """The moves with variations and comments; the main line is the record's."""
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def other_tags(self) -> dict[str, str]:
        """The tags that `format_record` does not write itself."""
        return {name: text for name, text in self.tags.items() if name not in OWN_TAGS}


# --- writing -----------------------------------------------------------------------------------


def format_record(
    record: Record,
    players: tuple[str, str] = ("", ""),
    other_tags: Mapping[str, str] | None = None,
    tree: MoveTree | None = None,
) -> str:
    """Write a game as text, with the variations and comments of a tree whose main line it is;
    `parse_record` reads it back without loss."""
    game, start = record.game, record.positions[0]
    tags = {"Game": record.game_text, "First": players[0], "Second": players[1]}
    if start != game.start():
        tags["Position"] = game.position_text(start)
    tags["Result"] = record.result
    if record.ending:
        tags["Termination"] = record.ending.termination
    tags |= other_tags or {}
    lines = [f"[{name} {_quoted(text)}]" for name, text in tags.items()]
    moves_and_more = move_words(tree or line_tree(record.move_texts), record.before(0).turn)
    words = " ".join([*moves_and_more, record.result])
    moves = textwrap.wrap(words, _COLUMNS, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, ""])


def _quoted(text: str) -> str:
    """A text in quotes. Bytes of a file name that are not Unicode are written as escapes."""
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


# --- reading -----------------------------------------------------------------------------------


def parse_record(text: str, make_game: Callable[[str], Game] = make_game) -> ParsedRecord:
    """Read as much of a game as possible; what cannot be read is listed with its line."""
    parsed = ParsedRecord()
    lines = [*enumerate(map(str.strip, text.split("\n")), 1)]
    head = [*takewhile(lambda numbered: _is_tag_or_blank(numbered[1]), lines)]
    tag_lines: dict[str, int] = {}
    for number, line in head:
        _read_tag(parsed, tag_lines, number, line)
    words = words_of(lines[len(head) :])
    try:
        parsed.record = _beginning(parsed.tags, tag_lines, make_game)
        _read_rest(parsed, parsed.record, words, tag_lines)
    except Unreadable as error:
        parsed.mistakes.append(Mistake(error.line, error.message))
    return parsed


def _read_rest(
    parsed: ParsedRecord, record: Record, words: Iterator[Word], tag_lines: dict[str, int]
) -> None:
    """Play the moves, and compare the result with what the tags say."""
    reader = MoveReader(record)
    try:
        end = reader.read(words)
        _check_last(next(words, None))
    finally:
        parsed.tree = reader.builder.tree
    _read_ending(record, parsed.tags, tag_lines, end)
    _check_result(record, parsed.tags, tag_lines, end)


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
        raise Unreadable(1, 'there is no tag [Game "..."], which names the game')
    name = "Game"
    try:
        game = make_game(tags[name])
        name = "Position"
        position = game.parse_position(tags[name]) if name in tags else game.start()
    except PlygroundError as error:
        raise Unreadable(lines[name], str(error)) from None
    return Record(game, position, game_text=tags["Game"])


def _check_last(following: Word | None) -> None:
    if following:
        message = f"{following.text!r} comes after the result: it is not read"
        raise Unreadable(following.line, message)


def _read_ending(
    record: Record, tags: dict[str, str], lines: dict[str, int], end: Word | None
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
    raise Unreadable(lines["Termination"], message)


def _results_of(how: str) -> tuple[str, ...]:
    """The results that a game with this termination can have; none if there is no such."""
    if how not in TERMINATIONS:
        return ()
    return RESULTS[2:3] if how in DRAWN else RESULTS[:3] if how in EITHER else RESULTS[:2]


def _check_result(
    record: Record, tags: dict[str, str], lines: dict[str, int], end: Word | None
) -> None:
    """Refuse a result that contradicts the moves."""
    given = [end] if end else []
    given += [Word(lines["Result"], tags["Result"])] if "Result" in tags else []
    for line, text, _ in given:
        if text != record.result:
            raise Unreadable(line, f"the result is {text}, by the rules {record.result}")
