"""Options of games and players: declared by a class, and given by people after its name."""

import ast
import inspect
import math
import os
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from reprlib import repr as shown
from typing import Any, NamedTuple

from plyground.core.errors import BadOption, PlygroundError

_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_LIMIT = 10**9


class Option(NamedTuple):
    """One option of a game or player."""

    name: str
    type: type
    default: Any


def options_of(cls: type) -> list[Option]:
    """The options of a class: the parameters of its `create`, or else of the class itself."""
    options = []
    for parameter in inspect.signature(_maker(cls)).parameters.values():
        default = None if parameter.default is inspect.Parameter.empty else parameter.default
        hint = parameter.annotation if isinstance(parameter.annotation, type) else type(default)
        options.append(Option(parameter.name, hint, default))
    return options


@cache
def option_texts(cls: type) -> dict[str, str]:
    """What a class and those it extends say under the fields that are its options, where their
    sources can be read."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        found |= _field_texts(base)
    return found


def _field_texts(cls: type) -> dict[str, str]:
    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError):
        return {}
    assert isinstance(node, ast.ClassDef)
    return {
        ast.unparse(field.target): " ".join(str(text.value.value).split())
        for field, text in pairwise(node.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


def given_options(cls: type, text: str) -> dict[str, Any]:
    """The options that a text gives to a class, and their values."""
    return _parsed(cls, text, {option.name: option for option in options_of(cls)})


def create(cls: type, text: str = "", given: Mapping[str, Any] | None = None) -> Any:
    """Make an object of a class, with options from a text and from values.

    The text is `width=8,height=7`; the first option may be a value alone.
    """
    options = {option.name: option for option in options_of(cls)}
    values = _parsed(cls, text, options)
    for name, value in (given or {}).items():
        if name not in options or name in values:
            raise BadOption(_complaint(cls, name, name, values, [*options]))
        values[name] = _checked(_name(cls), options[name], value)
    for option in options.values():
        if option.default is None and option.name not in values:
            raise BadOption(
                f"{_name(cls)}: the option {option.name!r} has no default: add {option.name}=..."
            )
    try:
        return _maker(cls)(**values)
    except BadOption as error:
        raise BadOption(f"{_name(cls)}: {error}") from None
    except PlygroundError:
        raise
    except ValueError as error:
        raise BadOption(f"{_name(cls)}: {error}") from None


def _parsed(cls: type, text: str, options: Mapping[str, Option]) -> dict[str, Any]:
    """The values of options in a text."""
    values: dict[str, Any] = {}
    begins_with_option = text.partition("=")[0].strip() in options
    if next(iter(options), "") == "file" and not begins_with_option and os.path.isfile(text):
        values, text = {"file": text}, ""  # a file's name may contain , and =
    for place, part in enumerate(text.split(",") if text else []):
        name, equals, value = (word.strip() for word in part.partition("="))
        alone = not equals and not place and name not in ("", *options)
        if alone and options:
            name, value = next(iter(options)), name
        if name not in options or name in values or not (equals or alone):
            raise BadOption(_complaint(cls, part, name, values, [*options]))
        values[name] = _value(_name(cls), options[name], value)
    return values


def options_text(values: Mapping[str, Any]) -> str:
    """Options as text: `width=8,height=7`."""
    texts = {
        name: int(value) if value in (True, False) else value for name, value in values.items()
    }
    return ",".join(f"{name}={value}" for name, value in texts.items())


def one_of(option: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuse a word that is not among the choices."""
    if value not in choices:
        raise BadOption(f"{option}={value}: expected {' or '.join(choices)}")


def _complaint(cls: type, part: str, name: str, given: dict[str, Any], names: list[str]) -> str:
    if name in given:
        return f"{_name(cls)}: the option {name!r} is given twice"
    known = f"its options are {', '.join(names)}" if names else "it has no options"
    return f"{_name(cls)} has no option {part!r}: {known}"


def _value(owner: str, option: Option, text: str) -> Any:
    if option.type is bool:
        if text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
        raise BadOption(f"{owner}: {option.name}={text}: expected 1 or 0")
    if option.type is int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= 12 and int(digits) <= _LIMIT:
            return int(text)
        raise BadOption(f"{owner}: {option.name}={text}: expected a whole number up to {_LIMIT}")
    if option.type is float:
        try:
            number = float(text)
        except ValueError:
            raise BadOption(f"{owner}: {option.name}={text}: expected a number") from None
        if not math.isfinite(number):
            raise BadOption(f"{owner}: {option.name}={text}: expected a finite number")
        return number
    return text


def _checked(owner: str, option: Option, value: Any) -> Any:
    """A value given from Python: a text is parsed, any other value must have the option's type."""
    if isinstance(value, str) and option.type is not str:
        return _value(owner, option, value)
    fits = {bool: (bool,), int: (int,), float: (int, float), str: (str,)}.get(option.type)
    if fits is None:
        return value
    if isinstance(value, os.PathLike) and option.type is str:
        return os.fspath(value)
    if not isinstance(value, fits) or (isinstance(value, bool) and option.type is not bool):
        raise BadOption(f"{owner}: {option.name}={shown(value)}: expected {_EXPECTED[option.type]}")
    return _value(owner, option, str(value)) if option.type in (int, float) else value


_EXPECTED = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}


def _maker(cls: type) -> Callable[..., Any]:
    """The function that makes an object of a class from its options."""
    return getattr(cls, "create", None) or cls


def _name(cls: type) -> str:
    return str(getattr(cls, "name", cls.__name__))
