"""The user's own defaults: a small TOML file of lines `name = value`.

It is in the platform's folder for configuration, or where `PLYGROUND_CONFIG` says. Options on a
command line take precedence.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from reprlib import repr as shown
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.files import about, read_whole, write_whole
from plyground.core.sizes import MAX_THREADS, parse_size

_MAX_BYTES: Final = 1 << 16
_WORDS: Final = {"true": True, "false": False}
_KINDS: Final = {bool: "true or false", int: "a whole number", str: 'a text in quotes: "..."'}


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults."""

    opponent: Annotated[str, "the player against you if none is named"] = "best:time=1"
    adviser: Annotated[str, "the player that gives hints"] = "best:time=1"
    coach: Annotated[str, "the player that reviews games"] = "solver:time=2,table=256MB"
    scroll: Annotated[bool, "print each board below the last one"] = False
    plain: Annotated[bool, "for screen readers: words, no colour, nothing that moves"] = False
    threads: Annotated[int, "the number of threads of solve and analyse"] = 1
    table: Annotated[str, "the memory of the table of solve"] = "64MB"
    cache: Annotated[str, "the folder of compiled code; empty for the platform's default"] = ""

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MAX_THREADS:
            raise _Refused("threads", f"{self.threads}: expected from 1 to {MAX_THREADS}")
        try:
            parse_size("table", self.table)
        except BadOption as error:
            raise _Refused("table", str(error).removeprefix("table=")) from None


class Entry(NamedTuple):
    """A setting: its meaning, the type of its values, and its default."""

    name: str
    meaning: str
    kind: Any
    default: Any


class _Refused(Exception):
    """An unknown setting, or a bad value of one, with the reason."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason


# --- reading -----------------------------------------------------------------------------------


def settings() -> Settings:
    """The user's settings; defaults for all that are not set."""
    path = settings_file()
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _read(path, changed)


def settings_file() -> Path:
    """The path of the settings file, which need not exist."""
    named = os.environ.get("PLYGROUND_CONFIG")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_config_path("plyground") / "config.toml"


@cache
def _read(path: Path, changed: int) -> Settings:
    """The settings in a file; `changed`, its time of change, makes the cache read it anew."""
    text = _text_of(path)
    values = _parsed(path, text)
    try:
        return _checked(values)
    except _Refused as error:
        place = _place(path, text, error.name)
        raise BadOption(f"{place}: {error.name} is {error.reason}") from None


def _text_of(path: Path) -> str:
    with about(path, BadOption, "read"):
        try:
            return read_whole(path, _MAX_BYTES).decode()
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except UnicodeDecodeError:
            raise BadOption("is not text in UTF-8") from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, where = str(error).partition(" (at ")
        line = re.match(r"line \d+", where)
        place = line[0] if line else f"line {len(text.splitlines())}"  # the last one
        raise BadOption(f"{path}, {place}: expected name = value: {reason}") from None


def _checked(values: Mapping[str, Any]) -> Settings:
    """Settings with these values; raises _Refused for the first bad one."""
    for name, value in values.items():
        _check(name, value)
    return Settings(**values)


def _check(name: str, value: Any) -> None:
    kind = entry_of(name).kind
    if type(value) is not kind:
        raise _Refused(name, f"{shown(value)}: expected {_KINDS[kind]}")
    elif isinstance(value, str) and not value.isprintable():
        raise _Refused(name, f"{shown(value)}: expected a text on one line")


def _place(path: Path, text: str, name: str) -> str:
    """The file, with the line that sets a name if there is one."""
    number = next((n for n, line in enumerate(text.splitlines(), 1) if _sets(line, name)), None)
    return f"{path}, line {number}" if number else str(path)


def _sets(line: str, name: str) -> bool:
    """Whether a line sets this name."""
    return bool(re.match(rf"""\s*\[*\s*["']?{re.escape(name)}["']?\s*[].=]""", line))


@contextmanager
def about_setting(name: str) -> Iterator[None]:
    """Begin the messages of errors with the setting and its place in the file."""
    try:
        yield
    except PlygroundError as error:
        path = settings_file()
        place = _place(path, _text_of(path), name)
        raise type(error)(f"{place}: {name}: {error}") from None


# --- one by one --------------------------------------------------------------------------------


def entries() -> dict[str, Entry]:
    """All settings by name."""
    hints = get_type_hints(Settings, include_extras=True)
    found = {}
    for field in fields(Settings):
        kind, meaning = get_args(hints[field.name])
        found[field.name] = Entry(field.name, meaning, kind, field.default)
    return found


def entry_of(name: str) -> Entry:
    """A setting by its name."""
    known = entries()
    if name not in known:
        raise _Refused(name, f"no setting: expected one of {', '.join(known)}")
    return known[name]


def written(value: Any) -> str:
    """A value as TOML."""
    return json.dumps(value, ensure_ascii=False)


def value_of(name: str, text: str) -> Any:
    """The value of a setting that a text means."""
    try:
        kind = entry_of(name).kind
        value: Any = text
        if kind is bool:
            value = _WORDS.get(text.lower(), text)
        elif kind is int and re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
            value = int(text)
        _check(name, value)
        Settings(**{name: value})
    except _Refused as error:
        raise BadOption(f"{name} is {error.reason}") from None
    return value


# --- writing -----------------------------------------------------------------------------------


def save_setting(name: str, value: Any) -> None:
    """Set a value in the file; None removes it. The rest of the file stays as it is."""
    path = settings_file()
    text = _text_of(path)
    wanted = _parsed(path, text)
    if value is None:
        wanted.pop(name, None)
    else:
        wanted[name] = value
    changed = _changed(text, name, value)
    if not _holds(changed, wanted):
        place = _place(path, text, name)
        raise BadOption(f"{place}: {name} is on more than one line: change it in the file")
    with about(path, BadOption, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path.resolve(), changed.encode())  # a symbolic link stays one
    _read.cache_clear()


def _holds(text: str, wanted: dict[str, Any]) -> bool:
    """Whether a text is TOML with exactly these values."""
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _changed(text: str, name: str, value: Any) -> str:
    """The text of a file with a new value for a name."""
    new = [] if value is None else [f"{name} = {written(value)}"]
    lines = text.splitlines()
    found = [number for number, line in enumerate(lines) if _sets(line, name)]
    if found:
        lines[found[0] : found[0] + 1] = new
    else:
        first_table = next((n for n, line in enumerate(lines) if line.lstrip()[:1] == "["), None)
        place = len(lines) if first_table is None else first_table
        lines[place:place] = new
    return "".join(f"{line}\n" for line in lines)
