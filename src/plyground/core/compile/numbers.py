"""`Ints` and `Floats` in compiled code: an address alone, with 64 bits once a number is read."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    lower_builtin,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from plyground.core.compile.numba_private import AbstractTemplate, cgutils, infer_global, signature
from plyground.core.fields import Kind
from plyground.core.numbers import SCRATCH, Floats, Ints, scratch_ints

_I32 = ir.IntType(32)


class NumbersType(types.Type):
    """32-bit numbers at an address."""

    def __init__(self, stored: types.Type, read: types.Type) -> None:
        self.stored, self.read = stored, read
        super().__init__(f"{stored} numbers")


ints_type = NumbersType(types.int32, types.int64)
floats_type = NumbersType(types.float32, types.float64)
NUMBERS_TYPES = {Kind.INTS: ints_type, Kind.FLOATS: floats_type}


@register_model(NumbersType)
class _NumbersModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: NumbersType) -> None:
        super().__init__(manager, fe_type, manager[fe_type.stored].get_data_type().as_pointer())


@typeof_impl.register(Ints)
def _typeof_ints(value: Any, c: Any) -> NumbersType:
    return ints_type


@typeof_impl.register(Floats)
def _typeof_floats(value: Any, c: Any) -> NumbersType:
    return floats_type


@unbox(NumbersType)
def _unbox_numbers(typ: Any, obj: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(obj, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, c.context.get_value_type(typ)))


@infer_global(operator.getitem)
class _GetTyping(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], NumbersType) and isinstance(args[1], types.Integer):
            return signature(args[0].read, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _SetTyping(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], NumbersType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, args[0].read)
        return None


@lower_builtin(operator.getitem, NumbersType, types.int64)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    number = builder.load(_place(context, builder, *args))
    return context.cast(builder, number, sig.args[0].stored, sig.args[0].read)


@lower_builtin(operator.setitem, NumbersType, types.int64, types.int64)
@lower_builtin(operator.setitem, NumbersType, types.int64, types.float64)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    number = context.cast(builder, args[2], sig.args[0].read, sig.args[0].stored)
    builder.store(number, _place(context, builder, *args[:2]))
    return context.get_dummy_value()


def _place(context: Any, builder: Any, address: Any, index: Any) -> Any:
    if context.enable_boundscheck:
        count = builder.load(builder.bitcast(address, _I32.as_pointer()))
        cgutils.do_boundscheck(context, builder, index, builder.zext(count, index.type))
    return builder.gep(address, [index])


# Not an overload: that would be a function of its own, whose stack is gone when it returns.
@infer_global(scratch_ints)
class _ScratchTyping(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(ints_type)


@lower_builtin(scratch_ints)
def _scratch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address = cgutils.alloca_once(builder, _I32, size=SCRATCH)
    builder.store(_I32(SCRATCH), address)
    return address
