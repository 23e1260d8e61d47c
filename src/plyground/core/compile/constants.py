"""Integers too large for 63 bits, written in an author's code, as boards in compiled code.

numba would call such a number unsigned and turn it into a float beside a plain one, or refuse it.
"""

import types as python_types
from collections.abc import Callable
from typing import Any

from numba.extending import typeof_impl

from plyground.core.bits import board_width
from plyground.core.compile.integers import BitsType


class Board(int):
    """A constant that compiled code takes as `Bits`."""


@typeof_impl.register(Board)
def _type_of_board(value: Board, context: Any) -> BitsType:
    return BitsType(board_width(value.bit_length()))


def with_boards(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with every large constant it uses, its own or global, made a board."""
    code, scope = function.__code__, function.__globals__
    changed = {name: _converted(scope[name]) for name in code.co_names if name in scope}
    return python_types.FunctionType(
        code.replace(co_consts=tuple(map(_converted, code.co_consts))),
        {**scope, **changed},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def _converted(value: Any) -> Any:
    if type(value) is int:
        return Board(value) if _is_large(value) else value
    if type(value) is tuple and any(type(item) is int and _is_large(item) for item in value):
        return tuple(Board(item) if type(item) is int else item for item in value)
    return value


def _is_large(value: int) -> bool:
    return 63 < value.bit_length() <= 256 and value > 0
