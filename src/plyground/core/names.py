"""Finds things by the names that people type, in the modules of a package."""

import difflib
import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from reprlib import repr as shown
from types import ModuleType
from typing import Any, Final

from plyground.core.errors import BadOption

_MAX_LENGTH: Final = 64
"""A longer text is not a mistyped name, and comparing long texts is slow."""


@cache
def modules_of(room: ModuleType) -> tuple[ModuleType, ...]:
    """Every module of a package and of the packages in it, imported."""
    found = pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    return tuple(importlib.import_module(module.name) for module in found)


def find_named(kind: str, known: Mapping[str, Any], name: str) -> Any:
    """What has this name. `kind` says what it is in the message if there is none."""
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"expected one of {', '.join(known)}"
        raise BadOption(f"there is no {kind} {shown(name)}: {hint}")
    return known[name]


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like a mistyped one; empty if none is."""
    near = difflib.get_close_matches(name, known, n=1) if len(name) <= _MAX_LENGTH else []
    return near[0] if near else ""
