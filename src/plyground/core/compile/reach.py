"""What compiled rules reach: the author's functions, tuples and constants, found by name.

An author writes plain functions and never marks them. Starting from a game's rules, every global
name, attribute, default and variable of an outer function in their code is looked up, and what it
leads to is followed in turn.
"""

import dis
import enum
import hashlib
import inspect
import pickle
import sys
import types as python_types
import uuid
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from plyground.core.errors import BadRule

KNOWN: Final = {*sys.stdlib_module_names, "numpy", "numba", "plyground"}
"""What these packages can do changes with their versions only, which the cache asks for itself."""


_compiled_with: WeakKeyDictionary[python_types.FunctionType, dict[str, Any]] = WeakKeyDictionary()
"""For each function the global values it read when it became known to the compiler."""

_PLAIN: Final = (int, float, str, tuple)


class Reach:
    """All that the members of a class can call or read, of other tuples handed to them too."""

    def __init__(self, cls: type, members: tuple[str, ...], *others: type) -> None:
        self.functions: set[python_types.FunctionType] = set()
        """What has to be made known to the compiler."""
        self.code: set[python_types.FunctionType] = set()
        """All that is run, also what an author has compiled already."""
        self.modules: set[tuple[str, ...]] = set()
        """Those looked into, each with the names that were looked for."""
        self.tuples: dict[type, set[str]] = {}
        self.constants: dict[str, Any] = {}
        for known in (*others, cls):
            self._follow_tuple(known)
        for name in members:
            self._follow_member(cls, name)

    @cached_property
    def digest(self) -> str:
        """A hash of all that is reached: it changes when any rule may have.

        A file can be edited after it was read, so the code counts as well as the file. What was
        written at a prompt or in a notebook has no file.
        """
        digest = hashlib.sha256()
        for path in sorted({*self._files()}):
            digest.update(path.read_bytes())
        for content in sorted(b"".join(_content_of_code(each.__code__)) for each in self.code):
            digest.update(content)
        for name in sorted(self.constants):
            digest.update(name.encode() + _content(self.constants[name]))
        return digest.hexdigest()[:16]

    def check_unchanged(self) -> None:
        """Refuse rules that read what was given another value since they became known to the
        compiler, as happens when a part of a notebook is run again."""
        for function in self.code:
            for name, before in _compiled_with.get(function, {}).items():
                if not _is_same(function.__globals__.get(name), before):
                    code, rule = function.__code__, function.__qualname__
                    raise BadRule(
                        f"{code.co_filename}, line {code.co_firstlineno}: {name} was changed after "
                        f"{rule} was compiled: define {rule} again"
                    )

    def _files(self) -> Iterator[Path]:
        things: list[Any] = [*self.code, *self.tuples]
        for thing in things:
            file = source_file(thing)
            if file and Path(file).is_file():
                yield Path(file)

    def _follow_tuple(self, cls: type) -> None:
        self.tuples.setdefault(cls, set())

    def _follow_member(self, cls: type, name: str) -> None:
        """Follow a method, property or constant of a tuple's class."""
        if name in self.tuples[cls] or name not in vars(cls) or name in cls._fields:  # type: ignore[attr-defined]
            return
        self.tuples[cls].add(name)
        member = vars(cls)[name]
        function = getattr(member, "fget", getattr(member, "__func__", member))
        if isinstance(function, python_types.FunctionType):
            self.functions.add(function)
            self._follow_code(function)
        else:
            self.constants[f"{cls.__qualname__}.{name}"] = member

    def _follow_code(self, function: python_types.FunctionType) -> None:
        if function in self.code:
            return
        self.code.add(function)
        for name in _read_names(function.__code__) & {*function.__globals__}:
            _compiled_with.setdefault(function, {}).setdefault(name, function.__globals__[name])
        names = [*_names(function.__code__)]
        for name, value in _seen_by(function, names):
            self._follow_value(f"{function.__module__}.{name}", value, names)
        known = [*self.tuples]
        for cls in known:
            for name in names:
                self._follow_member(cls, name)

    def _follow_value(self, name: str, value: Any, names: list[str]) -> None:
        if isinstance(value, python_types.FunctionType):
            self.functions.add(value)
            self._follow_code(value)
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            self._follow_tuple(value)
        elif isinstance(value, python_types.ModuleType):
            if (value.__name__, *names) not in self.modules:
                self.modules.add((value.__name__, *names))
                for inner in {*names} & {*vars(value)}:
                    self._follow_value(f"{value.__name__}.{inner}", vars(value)[inner], names)
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            self.constants[name] = {member.name: member.value for member in value}
        elif not callable(value):
            self.constants[name] = value
        elif _package(value) not in KNOWN:
            compiled = getattr(value, "py_func", None)
            if isinstance(compiled, python_types.FunctionType):
                self._follow_code(compiled)
            else:
                self.constants[name] = uuid.uuid4()  # it cannot be looked into: never equal


def source_file(thing: Any) -> str:
    """Where a function or class was written, a notebook's cell too; nothing where nobody knows."""
    with suppress(OSError, TypeError):
        return inspect.getsourcefile(thing) or ""
    return ""


def _seen_by(function: python_types.FunctionType, names: list[str]) -> Iterator[tuple[str, Any]]:
    """The values that a function's code may use which are not its own."""
    for name in names:
        if name in function.__globals__:
            yield name, function.__globals__[name]
    outer = [cell.cell_contents for cell in function.__closure__ or ()]
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for number, value in enumerate(outer + defaults):
        yield f"{function.__qualname__}({number})", value


def _package(value: Any) -> str:
    module = getattr(value, "__module__", None) or type(value).__module__
    return str(module).split(".")[0]


def _names(code: python_types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _names(constant)


def _read_names(code: python_types.CodeType) -> set[str]:
    """The global names whose values a code reads, itself or inside."""
    read = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = (each for each in code.co_consts if isinstance(each, python_types.CodeType))
    return read.union(*map(_read_names, inner))


def _is_same(value: Any, before: Any) -> bool:
    if value is before:
        return True
    return type(value) is type(before) and isinstance(value, _PLAIN) and bool(value == before)


def _content_of_code(code: python_types.CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames)).encode()
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _content_of_code(constant)
        else:
            yield repr(constant).encode()


def _content(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except (pickle.PicklingError, TypeError, AttributeError):
        return uuid.uuid4().bytes  # unknown content: never equal, so never taken from the cache
