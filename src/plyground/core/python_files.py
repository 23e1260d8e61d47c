"""Imports Python files by path: games and players that people write."""

import contextlib
import hashlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from typing import Final

from plyground.core.errors import BadGameFile, PlygroundError
from plyground.core.files import read_whole, why

_FILE: Final = re.compile(r"(?P<file>.*\.py)(?::(?P<rest>.*))?")
_MAX_BYTES: Final = 1 << 24
SCRIPT: Final = "__main__"
"""The module of a script, a notebook or the prompt: classes defined there are found by name."""


def split_file(text: str) -> tuple[str, str] | None:
    """The file and the text after its colon; None if the text does not name a Python file."""
    found = _FILE.fullmatch(text.strip())
    return (found["file"], found["rest"] or "") if found else None


def load_module(file: str) -> str:
    """Import a Python file; returns its module's name.

    The name contains a hash of the content, so compiled code of an older version of the file is
    never used for this one.
    """
    path = Path(file)
    try:
        source = read_whole(path, _MAX_BYTES)
    except OSError as error:
        raise BadGameFile(file, f"cannot be read: {why(error)}") from None
    name = f"plyground_file_{path.stem}_{hashlib.sha256(source).hexdigest()[:16]}"
    if name not in sys.modules:
        _import_file(path, name)
    return name


def only_class(file: str, kind: str, defined: dict[str, type]) -> type:
    """The only class among those that a file defines; `kind` is `game` or `player`."""
    if not defined:
        raise BadGameFile(file, f'defines no {kind}: put @{kind}("name") before its class')
    if len(defined) > 1:
        names = ", ".join(defined)
        raise BadGameFile(file, f"defines {len(defined)} {kind}s, expected one: {names}")
    return next(iter(defined.values()))


def _import_file(path: Path, name: str) -> None:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGameFile(path, "cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(sys.stderr):  # a file's prints are not our output
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise _complaint(path, error) from None
    finally:
        sys.path.remove(folder)


def _complaint(path: Path, error: BaseException) -> BadGameFile:
    if isinstance(error, PlygroundError):
        return BadGameFile(path, str(error))
    if isinstance(error, SyntaxError):
        message = f"{type(error).__name__}: {error.msg}"
        return BadGameFile(path, message, error.lineno or 0, error.offset or 0)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    message = f"{type(error).__name__}: {error}".rstrip(": ")
    return BadGameFile(path, message, (lines[-1] or 0) if lines else 0)
