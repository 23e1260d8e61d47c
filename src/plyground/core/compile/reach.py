"""What compiled rules reach: the author's functions, tuples and constants, found by name.

An author writes plain functions and never marks them. Starting from a game's rules, every global
name and attribute in their code is looked up, and what it leads to is followed in turn.
"""

import hashlib
import inspect
import pickle
import types as python_types
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


class Reach:
    """All that the members of a class can call or read, of other tuples handed to them too."""

    def __init__(self, cls: type, members: tuple[str, ...], *others: type) -> None:
        self.functions: set[Callable[..., Any]] = set()
        self.tuples: dict[type, set[str]] = {}
        self.constants: dict[str, Any] = {}
        for known in (*others, cls):
            self._follow_tuple(known)
        for name in members:
            self._follow_member(cls, name)

    def digest(self) -> str:
        """A hash of every source file and constant reached: it changes when any rule may have."""
        digest = hashlib.sha256()
        for path in sorted({*self._files()}):
            digest.update(Path(path).read_bytes())
        for name in sorted(self.constants):
            digest.update(name.encode() + _content(self.constants[name]))
        return digest.hexdigest()[:16]

    def _files(self) -> Iterator[str]:
        things: list[Any] = [*self.functions, *self.tuples]
        for thing in things:
            path = inspect.getsourcefile(thing)
            if path is None:
                raise OSError(f"the source of {thing} is not there")
            yield path

    def _follow_tuple(self, cls: type) -> None:
        self.tuples.setdefault(cls, set())

    def _follow_member(self, cls: type, name: str) -> None:
        """Follow a method, property or constant of a tuple's class."""
        if name in self.tuples[cls] or name not in vars(cls) or name in cls._fields:  # type: ignore[attr-defined]
            return
        self.tuples[cls].add(name)
        member = vars(cls)[name]
        function = member.fget if isinstance(member, property) else member
        if isinstance(function, python_types.FunctionType):
            self._follow_code(function)
        else:
            self.constants[f"{cls.__qualname__}.{name}"] = member

    def _follow_code(self, function: python_types.FunctionType) -> None:
        if function in self.functions:
            return
        self.functions.add(function)
        names = [*_names(function.__code__)]
        for name in names:
            if name in function.__globals__:
                self._follow_global(name, function.__globals__[name], names)
        known = [*self.tuples]
        for cls in known:
            for name in names:
                self._follow_member(cls, name)

    def _follow_global(self, name: str, value: Any, names: list[str]) -> None:
        if isinstance(value, python_types.FunctionType):
            self._follow_code(value)
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            self._follow_tuple(value)
        elif isinstance(value, python_types.ModuleType):
            for inner in names:
                if isinstance(vars(value).get(inner), python_types.FunctionType):
                    self._follow_code(vars(value)[inner])
                elif inner in vars(value):
                    self.constants[f"{value.__name__}.{inner}"] = vars(value)[inner]
        elif not callable(value):
            self.constants[name] = value


def _names(code: python_types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _names(constant)


def _content(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except (pickle.PicklingError, TypeError, AttributeError):
        return uuid.uuid4().bytes  # unknown content: never equal, so never taken from the cache
