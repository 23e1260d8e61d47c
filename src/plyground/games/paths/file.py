"""The text file of a path game: the number of spaces, then one winning path per line."""

import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.errors import BadGameFile
from plyground.core.files import read_whole, why

MAX_SPACES = 256
MAX_PATHS = 4096
MAX_BYTES = 1 << 20
_LINE_END = re.compile("\r\n|\r|\n")
_MARK = b"\xef\xbb\xbf"


class Remark(NamedTuple):
    """Something in a text that was left out; column 0: the whole line."""

    line: int
    column: int
    message: str


class ParsedPaths(NamedTuple):
    """A board as a text describes it, spaces counted from 0."""

    spaces: int
    paths: list[tuple[int, ...]]
    remarks: list[Remark]


def read_paths(name: str) -> tuple[int, list[tuple[int, ...]]]:
    """The number of spaces and the paths in a file, spaces counted from 0; raises BadGameFile."""
    spaces, paths, remarks = parse_paths(_read(name), name)
    for line, column, message in remarks:
        place = f"line {line}, column {column}" if column else f"line {line}"
        warnings.warn(f"{name}, {place}: {message}", stacklevel=2)
    return spaces, paths


def parse_paths(text: str, name: str) -> ParsedPaths:
    """The same for the text of a file; `name` is what errors call it."""
    lines = [*_numbered_words(text)]
    if not lines:
        raise BadGameFile(name, "is empty: expected the number of spaces on the first line")
    (line, words), *rest = lines
    column, word = words[0]
    spaces = _number(word) or 0
    if spaces < 1:
        expected = "expected the number of spaces, a positive integer"
        raise BadGameFile(name, f"{word!r}: {expected}", line, column)
    if spaces > MAX_SPACES:
        raise BadGameFile(name, f"{word} spaces: at most {MAX_SPACES} are allowed", line, column)
    if len(words) > 1:
        raise BadGameFile(
            name, f"{words[1][1]!r} after the number of spaces: expected nothing", line, words[1][0]
        )
    remarks: list[Remark] = []
    paths = [(number, _path(name, number, words, spaces, remarks)) for number, words in rest]
    return ParsedPaths(spaces, _unrepeated(name, paths, remarks), remarks)


def file_text(spaces: int, paths: list[tuple[int, ...]]) -> str:
    """What `read_paths` reads."""
    return "\n".join([str(spaces), *(" ".join(str(s + 1) for s in path) for path in paths)]) + "\n"


def one_line(spaces: int, paths: list[tuple[int, ...]]) -> str:
    """The same in one word, for the option `text`: `9.1-2-3.4-5-6`."""
    return file_text(spaces, paths).strip().replace("\n", ".").replace(" ", "-")


def of_one_line(text: str) -> tuple[int, list[tuple[int, ...]]]:
    """What `one_line` wrote; raises BadGameFile."""
    content = text.replace(".", "\n").replace("-", " ")
    spaces, paths, _ = parse_paths(content, "text")
    return spaces, paths


def _numbered_words(text: str) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Each line that is not blank: its number, and its words with their columns."""
    for number, line in enumerate(_LINE_END.split(text), 1):
        words: list[tuple[int, str]] = []
        column = 1
        for word in line.split():
            column = line.index(word, column - 1) + 1
            words.append((column, word))
            column += len(word)
        if words:
            yield number, words


def _read(name: str) -> str:
    try:
        content = read_whole(name, MAX_BYTES).removeprefix(_MARK)
    except OSError as error:
        raise BadGameFile(name, f"cannot be read: {why(error)}") from None
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise BadGameFile(name, "is not text: expected integers", line, column) from None


def _path(
    name: str, line: int, words: list[tuple[int, str]], spaces: int, remarks: list[Remark]
) -> tuple[int, ...]:
    path: list[int] = []
    for column, word in words:
        space = _number(word)
        if space is None:
            raise BadGameFile(name, f"{word!r}: expected an integer", line, column)
        if not 1 <= space <= spaces:
            expected = f"expected a space from 1 to {spaces}"
            raise BadGameFile(name, f"space {word}: {expected}", line, column)
        if space - 1 in path:
            remarks.append(Remark(line, column, f"space {word} is repeated"))
        else:
            path.append(space - 1)
    return tuple(path)


def _number(word: str) -> int | None:
    """A word as an integer, or None; one with very many digits is read as 10**9 or -10**9."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return int(word) if len(word) < 10 else 10**9 * (-1 if word != digits else 1)


def _unrepeated(
    name: str, numbered: list[tuple[int, tuple[int, ...]]], remarks: list[Remark]
) -> list[tuple[int, ...]]:
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for line, path in numbered:
        if frozenset(path) in found:
            remarks.append(Remark(line, 0, "this path is repeated"))
        else:
            found[frozenset(path)] = path
        if len(found) > MAX_PATHS:
            raise BadGameFile(name, f"more than {MAX_PATHS} paths", line)
    return [*found.values()]
