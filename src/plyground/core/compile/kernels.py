"""`@kernel`: a function over games, written once, compiled for each game and kept on disk."""

import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config

from plyground.core.compile import evaluations, native_game
from plyground.core.compile.cache import KernelCache
from plyground.core.compile.explain import explain
from plyground.core.compile.game_types import RuleTuple
from plyground.core.compile.inner import INNER_COMPILER, INNER_OPTIONS
from plyground.core.compile.memory import PlainMemory, RawMemory
from plyground.core.compile.numba_private import (
    CPUDispatcher,
    Dispatcher,
    NumbaError,
    NumbaWarning,
    UnsupportedBytecodeError,
    load_array_functions,
)
from plyground.core.memory import Memory
from plyground.core.threads import leaving_behind

Function = TypeVar("Function", bound=Callable[..., Any])
_OPTIONS = {"nopython": True, "nogil": True}

load_array_functions()


class Kernel(CPUDispatcher):
    """numba's dispatcher with our cache, and with errors an author can read."""

    def enable_caching(self) -> None:
        self._cache = KernelCache(self.py_func)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        try:
            return leaving_behind(lambda: self._compile_quietly(*args, **kws))
        except (NumbaError, UnsupportedBytecodeError) as error:
            authored = [arg._numba_type_ for arg in args if hasattr(arg, "_numba_type_")]
            authored = [typ for typ in authored if isinstance(typ, RuleTuple)]
            if not authored:
                raise
            raise explain(error, authored) from error

    def _compile_quietly(self, *args: Any, **kws: Any) -> Any:
        with warnings.catch_warnings():
            # They speak of numba's inside; what matters to an author is an error.
            warnings.simplefilter("ignore", NumbaWarning)
            return super()._compile_for_args(*args, **kws)


class Part(Kernel):
    """A kernel that only other kernels call; Python would find no entry and crash."""

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        raise TypeError(f"{self.__name__} is a part of kernels: call one of them")


def kernel(function: Function) -> Function:
    """Compile a function for each game it meets. It releases the interpreter lock while it runs."""
    if config.DISABLE_JIT:
        return function
    dispatcher = Kernel(function, targetoptions=_OPTIONS)
    dispatcher.enable_caching()
    return cast(Function, dispatcher)


def part(function: Function) -> Function:
    """Compile a function that only kernels call: it is kept as a part of them, not by itself."""
    if config.DISABLE_JIT:
        return function
    return cast(Function, Part(function, targetoptions=_OPTIONS | INNER_OPTIONS, **INNER_COMPILER))


def native(game: Any) -> Any:
    """What to hand to a kernel for this game."""
    if config.DISABLE_JIT:
        return game
    return native_game.native(game)


def rules_digest(game: Any) -> str:
    """A hash of all that a game's rules reach: it changes when any of them may have."""
    return native_game.rules_digest(game)


def native_evaluation(evaluation: Any, game: Any) -> Any:
    """What to hand to a kernel for this evaluation of this game."""
    if config.DISABLE_JIT:
        return evaluation
    return evaluations.native_evaluation(evaluation, game)


def raw(memory: Memory, records: bool = False, teaches: bool = False) -> Any:
    """What to hand to a kernel for this memory, which the caller keeps meanwhile. If `records`, it
    is for a kernel that writes a record there; if `teaches`, for one that writes what can be
    learned from."""
    kind = PlainMemory if config.DISABLE_JIT else RawMemory
    return kind(memory, records, teaches)


def cache_hits(function: Callable[..., Any]) -> int:
    """How often a kernel was taken from disk in this process."""
    return sum(cast(Dispatcher, function).stats.cache_hits.values())
