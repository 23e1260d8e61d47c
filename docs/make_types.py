"""Writes the types of the messages as the page's scripts read them: `python docs/make_types.py`."""

import types
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from plyground.core import wire
from plyground.live.events import Thinking
from plyground.web import messages
from plyground.web.views.view import view_modules

FILE: Final = Path(__file__).parents[1] / "src" / "plyground" / "web" / "page" / "messages.d.ts"
HEAD: Final = "// Written by docs/make_types.py: the messages of the page and its server.\n"
SIMPLE: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    bytes: "string",  # in base64
    type(None): "null",
    Any: "unknown",
}


def to_page() -> list[type[wire.Message]]:
    """What the page hears."""
    return [Thinking, *(cls for cls in _said() if not issubclass(cls, messages.Request))]


def to_server() -> list[type[wire.Message]]:
    """What the page asks for."""
    return [cls for cls in _said() if issubclass(cls, messages.Request)]


def _said() -> Iterator[type[wire.Message]]:
    modules = [module.__name__ for module in (messages, *view_modules())]
    for cls in wire.kinds().values():
        if cls.__module__ in modules:
            yield cls


def type_text(annotation: Any) -> str:
    """A type of Python as one of TypeScript."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in SIMPLE:
        return SIMPLE[annotation]
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inner)
    if origin in (types.UnionType, Union):
        return " | ".join(map(type_text, inner))
    if origin is tuple and inner[-1] is Ellipsis:
        return f"({type_text(inner[0])})[]"
    if origin is tuple:
        return f"[{', '.join(map(type_text, inner))}]"
    if origin is dict:
        return f"Record<string, {type_text(inner[1])}>"
    if issubclass(annotation, StrEnum):
        return " | ".join(f'"{one}"' for one in annotation)
    return str(annotation.__name__)


def structs_in(annotation: Any) -> Iterator[type[msgspec.Struct]]:
    """The parts that a type is made of."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for inner in get_args(annotation):
        yield from structs_in(inner)


def needed(classes: Iterable[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """These and all that they are made of."""
    found: dict[type[msgspec.Struct], None] = {}
    waiting = [*classes]
    while waiting:
        cls = waiting.pop()
        if cls not in found:
            found[cls] = None
            waiting += (part for hint in get_type_hints(cls).values() for part in structs_in(hint))
    return sorted(found, key=lambda cls: cls.__name__)


def interface(cls: type[msgspec.Struct]) -> str:
    """A class as an interface."""
    tag = cls.__struct_config__.tag
    fields = [f'  kind: "{tag}";'] if tag else []
    for name, hint in get_type_hints(cls).items():
        if name in cls.__struct_fields__ and name != "version":
            fields.append(f"  {name}: {type_text(hint)};")
    return "\n".join([f"export interface {cls.__name__} {{", *fields, "}"])


def content() -> str:
    """The whole file."""
    parts = [interface(cls) for cls in needed([*to_page(), *to_server()])]
    unions = [
        f"export type {name} =\n  | " + "\n  | ".join(sorted(cls.__name__ for cls in classes)) + ";"
        for name, classes in (("FromServer", to_page()), ("FromPage", to_server()))
    ]
    return "\n".join([HEAD, *parts, *unions, ""])


if __name__ == "__main__":
    FILE.write_text(content(), encoding="utf-8")
