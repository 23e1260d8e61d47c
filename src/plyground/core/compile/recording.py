"""What a kernel does only with memory in which it writes a record."""

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
    compiled = part(function)

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*args) if args[-1].records else args[0]

    if not config.DISABLE_JIT:

        @overload(call, strict=False)
        def choose(*args: Any) -> Any:
            if args[-1].records:
                return lambda *args: compiled(*args)
            return lambda *args: args[0]

    return cast(Function, call)
