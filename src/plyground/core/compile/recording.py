"""What a kernel does only with memory of some kind: memory in which it writes a record, or what can
be learned from."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from numba import config
from numba.extending import overload

from plyground.core.compile.kernels import part

Function = TypeVar("Function", bound=Callable[..., Any])


def when_recording(function: Function) -> Function:
    """A part that kernels call with their memory as its last argument: where that does not record,
    it is not even compiled, and a call of it gives back its first argument."""
    return _when("records", function)


def when_teaching(function: Function) -> Function:
    """The same for memory in which a kernel writes what can be learned from."""
    return _when("teaches", function)


def _when(kind: str, function: Function) -> Function:
    compiled = part(function)

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*args) if getattr(args[-1], kind) else args[0]

    if not config.DISABLE_JIT:

        @overload(call, strict=False)
        def choose(*args: Any) -> Any:
            if getattr(args[-1], kind):
                return lambda *args: compiled(*args)
            return lambda *args: args[0]

    return cast(Function, call)
