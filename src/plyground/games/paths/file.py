"""The text file of a path game: the number of spaces, then one winning path per line."""

import re
import warnings
from collections.abc import Iterator

from plyground.core.errors import BadGameFile
from plyground.core.files import read_whole, why

MAX_SPACES = 256
MAX_PATHS = 4096
MAX_BYTES = 1 << 20
_LINE_END = re.compile("\r\n|\r|\n")
_MARK = b"\xef\xbb\xbf"


def read_paths(name: str) -> tuple[int, list[tuple[int, ...]]]:
    """The number of spaces and the paths in a file, spaces counted from 0; raises BadGameFile."""
    lines = [*_numbered_words(name)]
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
    return spaces, _unrepeated(name, [(n, _path(name, n, w, spaces)) for n, w in rest])


def file_text(spaces: int, paths: list[tuple[int, ...]]) -> str:
    """What `read_paths` reads."""
    return "\n".join([str(spaces), *(" ".join(str(s + 1) for s in path) for path in paths)]) + "\n"


def _numbered_words(name: str) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Each line that is not blank: its number, and its words with their columns."""
    for number, line in enumerate(_LINE_END.split(_read(name)), 1):
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


def _path(name: str, line: int, words: list[tuple[int, str]], spaces: int) -> tuple[int, ...]:
    path: list[int] = []
    for column, word in words:
        space = _number(word)
        if space is None:
            raise BadGameFile(name, f"{word!r}: expected an integer", line, column)
        if not 1 <= space <= spaces:
            expected = f"expected a space from 1 to {spaces}"
            raise BadGameFile(name, f"space {word}: {expected}", line, column)
        if space - 1 in path:
            warnings.warn(
                f"{name}, line {line}, column {column}: space {word} is repeated", stacklevel=2
            )
        else:
            path.append(space - 1)
    return tuple(path)


def _number(word: str) -> int | None:
    """A word as an integer, or None; one with very many digits is read as 10**9 or -10**9."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return int(word) if len(word) < 10 else 10**9 * (-1 if word != digits else 1)


def _unrepeated(name: str, numbered: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, ...]]:
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for line, path in numbered:
        if frozenset(path) in found:
            warnings.warn(f"{name}, line {line}: this path is repeated", stacklevel=2)
        else:
            found[frozenset(path)] = path
        if len(found) > MAX_PATHS:
            raise BadGameFile(name, f"more than {MAX_PATHS} paths", line)
    return [*found.values()]
