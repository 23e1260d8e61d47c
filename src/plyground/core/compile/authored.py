"""An author's function as the compiler takes it.

Integers too large for 63 bits become boards: numba would call such a number unsigned and turn it
into a float beside a plain one, or refuse it. And `print(...)` drops out: compiled code runs
without Python's lock, and printing from there could wait for it for ever.
"""

import dis
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any, Final

from numba.extending import typeof_impl

from plyground.core.bits import board_width
from plyground.core.compile.integers import BitsType
from plyground.core.errors import BadRule


class Board(int):
    """A constant that compiled code takes as `Bits`."""


@typeof_impl.register(Board)
def _type_of_board(value: Board, context: Any) -> BitsType:
    return BitsType(board_width(value.bit_length()))


def compilable(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with every large constant it uses, its own or global, made a board, and without
    its prints."""
    code, scope = function.__code__, function.__globals__
    changed = {name: _converted(scope[name]) for name in code.co_names if name in scope}
    return python_types.FunctionType(
        _compilable_code(code) if prints(function) else _with_boards(code),
        {**scope, **changed},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def prints(function: Callable[..., Any]) -> bool:
    """Whether a function calls Python's own print."""
    return "print" not in function.__globals__ and any(print_lines(function.__code__))


def print_lines(code: python_types.CodeType) -> Iterator[int]:
    """The lines of a function, and of those inside it, where `print` is named."""
    for instruction in dis.get_instructions(code):
        if _names_print(instruction):
            yield _line(code, instruction)
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from print_lines(constant)


def _compilable_code(code: python_types.CodeType) -> python_types.CodeType:
    inner = tuple(
        _compilable_code(constant) if isinstance(constant, python_types.CodeType) else constant
        for constant in code.co_consts
    )
    return _with_boards(_without_prints(code).replace(co_consts=inner))


# --- large constants ---------------------------------------------------------------------------


def _with_boards(code: python_types.CodeType) -> python_types.CodeType:
    return code.replace(co_consts=tuple(map(_converted, code.co_consts)))


def _converted(value: Any) -> Any:
    if type(value) is int:
        return Board(value) if _is_large(value) else value
    if type(value) is tuple and any(type(item) is int and _is_large(item) for item in value):
        return tuple(Board(item) if type(item) is int else item for item in value)
    return value


def _is_large(value: int) -> bool:
    return 63 < value.bit_length() <= 256 and value > 0


# --- prints ------------------------------------------------------------------------------------


def _without_prints(code: python_types.CodeType) -> python_types.CodeType:
    """The code with nothing in place of each statement `print(...)`.

    Every instruction knows what part of the source it comes from. A print begins with its name and
    ends where a result that begins at the same place is dropped.
    """
    instructions = [*dis.get_instructions(code)]
    content = bytearray(code.co_code)
    for number, named in enumerate(instructions):
        if _names_print(named):
            later = instructions[number:]
            ends = [
                each for each in later if each.opname == "POP_TOP" and _begin_alike(each, named)
            ]
            if not ends:
                raise BadRule(
                    f"{code.co_filename}, line {_line(code, named)}: cannot be compiled: "
                    "print, other than as print(...) on a line of its own"
                )
            for offset in range(named.offset, ends[0].offset + 2, 2):
                content[offset : offset + 2] = _NOTHING
    return code.replace(co_code=bytes(content))


_NOTHING: Final = bytes((dis.opmap["NOP"], 0))


def _names_print(instruction: dis.Instruction) -> bool:
    return instruction.opname == "LOAD_GLOBAL" and instruction.argval == "print"


def _begin_alike(one: dis.Instruction, other: dis.Instruction) -> bool:
    begins = _begin(one)
    return begins == _begin(other) and None not in begins


def _begin(instruction: dis.Instruction) -> tuple[int | None, int | None]:
    """The line and column of what an instruction is made from."""
    place = instruction.positions
    return (place.lineno, place.col_offset) if place else (None, None)


def _line(code: python_types.CodeType, instruction: dis.Instruction) -> int:
    return _begin(instruction)[0] or code.co_firstlineno
