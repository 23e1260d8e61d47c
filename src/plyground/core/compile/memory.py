"""Working memory in compiled code: an address alone.

numba hands an array on as seven numbers, which a recursive search pays for at every node (15.9 M
nodes a second instead of 19.6). Whoever calls a kernel with `raw(memory)` keeps the memory until
the kernel returns.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_model,
    unbox,
)

from plyground.core.bits import bits, signed
from plyground.core.compile.integers import I64
from plyground.core.compile.numba_private import AbstractTemplate, cgutils, infer_global, signature
from plyground.core.memory import Memory


class MemoryType(types.Type):
    """64-bit integers at an address. Whether a kernel writes a record there, or what can be learned
    from, is a matter of the type: a kernel that does neither has no code for it."""

    def __init__(self, records: bool = False, teaches: bool = False) -> None:
        self.records, self.teaches = records, teaches
        kind = "recording_" if records else "teaching_" if teaches else ""
        super().__init__(f"{kind}memory")


memory_type, recording_memory_type = MemoryType(), MemoryType(records=True)
teaching_memory_type = MemoryType(teaches=True)


@register_model(MemoryType)
class _MemoryModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: MemoryType) -> None:
        super().__init__(manager, fe_type, I64.as_pointer())


class RawMemory:
    """Memory as a kernel takes it."""

    __slots__ = ("_numba_type_", "address", "memory")

    def __init__(self, memory: Memory, records: bool = False, teaches: bool = False) -> None:
        special = recording_memory_type if records else teaching_memory_type
        self._numba_type_ = special if records or teaches else memory_type
        self.memory = memory  # so that it lives as long as this does
        self.address = memory.ctypes.data


class PlainMemory:
    """Memory as a kernel takes it that is not compiled: its words are Python's integers."""

    def __init__(self, memory: Memory, records: bool = False, teaches: bool = False) -> None:
        self.memory = memory
        self.records, self.teaches = records, teaches

    def __getitem__(self, place: int) -> int:
        return int(self.memory[place])

    def __setitem__(self, place: int, word: int) -> None:
        self.memory[place] = signed(bits(word))


@unbox(MemoryType)
def _unbox_memory(typ: Any, obj: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(obj, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, c.context.get_value_type(typ)))


@infer_global(operator.getitem)
class _GetTyping(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], MemoryType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _SetTyping(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], MemoryType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, MemoryType, types.int64)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, *args))


@lower_builtin(operator.setitem, MemoryType, types.int64, types.int64)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, *args[:2]))
    return context.get_dummy_value()


def _place(context: Any, builder: Any, address: Any, index: Any) -> Any:
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, builder.load(address))
    return builder.gep(address, [index])


def prefetch(memory: Any, place: int) -> None:
    """Tell the processor that a word will be read soon; in plain Python nothing."""


@overload(prefetch, strict=False)
def _prefetch_overload(memory: Any, place: Any) -> Any:
    return lambda memory, place: _prefetch(memory, place)


@intrinsic
def _prefetch(typing_context: Any, memory: Any, place: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        address = builder.bitcast(_place(context, builder, *args), byte)
        builder.call(function, [address, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return signature(types.none, memory, types.int64), lower
