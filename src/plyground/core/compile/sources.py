"""What a kernel is made of: the file it stands in and all that it imports, directly or not.

Compiled code depends on these and on nothing else of this package, so that a changed word on the
screen compiles nothing anew. Imports are found in the text, late ones too: a file too many costs
time, one too few would let stale code run.
"""

import hashlib
import importlib.metadata
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = __name__.split(".")[0]
_ROOT: Final = Path(__file__).parents[2]
_COMPILER: Final = "plyground.core.compile"
_SHOWN: Final = {f"plyground.core.{name}" for name in ("display", "plain", "scene", "style")}
"""What games show to people: `core/game.py` needs it, and no kernel is made of it."""
_IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+(?P<modules>[^\n]+)"
    r"|from[ \t]+(?P<room>[\w.]+)[ \t]+import[ \t]*(?P<names>\([^)]*\)|[^\n]*))",
    re.MULTILINE,
)


@cache
def sources_digest(module: str) -> str:
    """A hash of the module's sources and imports, of the compiler's, and of numba's versions and
    settings."""
    digest = hashlib.sha256()
    for name in sorted(reached_modules(module, _COMPILER)):
        digest.update(name.encode() + _content(name))
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(importlib.metadata.version(package).encode())
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest.update(repr((sys.version, settings)).encode())
    return digest.hexdigest()[:16]


def reached_modules(*modules: str) -> set[str]:
    """These modules and what they import of this package, and so on."""
    found: set[str] = set()
    waiting = [*modules]
    while waiting:
        module = waiting.pop()
        if module not in found | _SHOWN:
            found.add(module)
            waiting += _imports(module)
    return found


@cache
def _imports(module: str) -> tuple[str, ...]:
    return tuple(name for name in _named(_content(module).decode()) if _file(name))


def _named(text: str) -> Iterator[str]:
    """All that import statements name and that may be a module of this package."""
    for match in _IMPORT.finditer(text):
        if match["modules"]:
            yield from re.findall(r"[\w.]+", match["modules"])
        else:
            yield match["room"]
            yield from (f"{match['room']}.{name}" for name in re.findall(r"\w+", match["names"]))


@cache
def _content(module: str) -> bytes:
    """A module's source: nothing where it has none, as at a prompt."""
    file = _file(module) or getattr(sys.modules.get(module), "__file__", None)
    return Path(file).read_bytes() if file else b""


@cache
def _file(module: str) -> Path | None:
    """The file of a module of this package."""
    if module.split(".")[0] != _PACKAGE:
        return None
    path = _ROOT.joinpath(*module.split(".")[1:])
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)
