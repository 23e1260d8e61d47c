"""Things people name with options, found by themselves in a room's modules."""

import difflib
import importlib
import pkgutil
from collections.abc import Iterable
from reprlib import repr as shown
from types import ModuleType
from typing import Any, Final

from plyground.core.errors import BadOption

_MAX_LENGTH: Final = 64
"""Nobody means a known name by a longer one, and comparing long texts takes long."""


def modules_of(room: ModuleType) -> list[ModuleType]:
    """Every module of a room and of the folders in it, imported."""
    found = pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    return [importlib.import_module(module.name) for module in found]


def find_named(kind: str, known: dict[str, type], name: str) -> Any:
    """The class that a name means among the known ones of a kind."""
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"expected one of {', '.join(known)}"
        raise BadOption(f"there is no {kind} {shown(name)}: {hint}")
    return known[name]


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that a mistyped one may mean; nothing where none is near."""
    near = difflib.get_close_matches(name, known, n=1) if len(name) <= _MAX_LENGTH else []
    return near[0] if near else ""
