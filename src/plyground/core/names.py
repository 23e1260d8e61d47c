"""Things people name with options, found by themselves in a room's modules."""

import difflib
import importlib
import pkgutil
from reprlib import repr as shown
from types import ModuleType
from typing import Any

from plyground.core.errors import BadOption
from plyground.core.options import create


def modules_of(room: ModuleType) -> list[ModuleType]:
    """Every module of a room, imported."""
    return [
        importlib.import_module(f"{room.__name__}.{module.name}")
        for module in pkgutil.iter_modules(room.__path__)
    ]


def make_named(kind: str, known: dict[str, type], text: str) -> Any:
    """What a text such as `random:seed=3` names among the known classes of a kind."""
    name, _, options = text.strip().partition(":")
    return create(find_named(kind, known, name), options)


def find_named(kind: str, known: dict[str, type], name: str) -> Any:
    """The class that a name means among the known ones of a kind."""
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
        raise BadOption(f"there is no {kind} {shown(name)}: {hint}")
    return known[name]
