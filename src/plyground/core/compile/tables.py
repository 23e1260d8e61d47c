"""A game's tables in compiled code: an address, with the shape in the type.

numba's own arrays count references, atomically, whenever a game is passed on: Watch Your Back! ran
twelve times slower with them. These belong to the `Native` game, which outlives the kernel's call.
"""

import operator
from typing import Any

import numpy as np
from numba import types
from numba.extending import lower_builtin, models, overload, register_model

from plyground.core.bits import WORD, WORD_MASK
from plyground.core.compile.integers import I64
from plyground.core.compile.numba_private import (
    AbstractTemplate,
    RefType,
    cgutils,
    infer_global,
    iternext_impl,
    signature,
)
from plyground.core.errors import BadGame
from plyground.core.fields import Kind


class TableType(types.IterableType):
    """A table of numbers or, with two lengths, of rows."""

    def __init__(self, dtype: types.Type, shape: tuple[int, ...]) -> None:
        self.dtype = dtype
        self.shape = shape
        super().__init__(f"table({dtype}, {shape})")

    @property
    def item(self) -> types.Type:
        """What indexing gives: a number or a row."""
        return TableType(self.dtype, self.shape[1:]) if len(self.shape) > 1 else self.dtype

    @property
    def iterator_type(self) -> "TableIterator":
        return TableIterator(self)

    @property
    def key(self) -> Any:
        return self.dtype, self.shape


class TableIterator(types.SimpleIteratorType):
    """Where a loop over a table stands."""

    def __init__(self, table: TableType) -> None:
        self.table = table
        super().__init__(f"iter({table})", table.item)


@register_model(TableType)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: TableType) -> None:
        element = manager[fe_type.dtype].get_data_type()
        super().__init__(manager, fe_type, element.as_pointer())


@register_model(TableIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, fe_type: TableIterator) -> None:
        members = [("index", types.EphemeralPointer(types.int64)), ("table", fe_type.table)]
        super().__init__(manager, fe_type, members)


@infer_global(operator.getitem)
class _Index(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        table, index = args
        if isinstance(table, TableType) and isinstance(index, types.Integer):
            return signature(table.item, table, types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _get_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    length = I64(sig.args[0].shape[0])
    index = builder.select(
        builder.icmp_signed("<", args[1], I64(0)), builder.add(args[1], length), args[1]
    )
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, length)
    return _item_at(context, builder, sig.args[0], args[0], index)


def _item_at(context: Any, builder: Any, table: TableType, address: Any, index: Any) -> Any:
    if len(table.shape) > 1:
        return builder.gep(address, [builder.mul(index, I64(table.shape[1]))])
    model = context.data_model_manager[table.dtype]
    return model.load_from_data_pointer(builder, builder.gep(address, [index]))


@overload(len, strict=False)
def _length(table: Any) -> Any:
    if not isinstance(table, TableType):
        return None
    length = table.shape[0]
    return lambda table: length


@lower_builtin("getiter", TableType)
def _start_loop(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    loop = context.make_helper(builder, sig.return_type)
    loop.index = cgutils.alloca_once_value(builder, I64(0))
    loop.table = args[0]
    return loop._getvalue()


@lower_builtin("iternext", TableIterator)
@iternext_impl(RefType.UNTRACKED)
def _next_item(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    table = sig.args[0].table
    loop = context.make_helper(builder, sig.args[0], value=args[0])
    index = builder.load(loop.index)
    inside = builder.icmp_signed("<", index, I64(table.shape[0]))
    result.set_valid(inside)
    with builder.if_then(inside):
        result.yield_(_item_at(context, builder, table, loop.table, index))
        builder.store(builder.add(index, I64(1)), loop.index)


# --- from Python's tuples ----------------------------------------------------------------------

_DTYPES: dict[Kind, type] = {Kind.INT: np.int64, Kind.BOOL: np.int8, Kind.FLOAT: np.float64}


def table_array(name: str, kind: Kind, depth: int, value: Any, width: int) -> np.ndarray[Any, Any]:
    """A table as an array in the layout that compiled code reads; its shape is the table's."""
    if depth == 2 and len({len(row) for row in value}) > 1:
        raise BadGame(
            f"the rows of the table {name!r} differ in length: fill them up to one length"
        )
    shape = (len(value),) if depth == 1 else (len(value), len(value[0]) if value else 0)
    if kind is not Kind.BITS:
        return np.array(value, dtype=_DTYPES[kind]).reshape(shape)
    flat = value if depth == 1 else [board for row in value for board in row]
    words = [board >> shift & WORD_MASK for board in flat for shift in range(0, width, WORD)]
    array = np.array(words, dtype=np.uint64)
    return (array if width == WORD else array.view(np.dtype(("V", width // 8)))).reshape(shape)


def unboxed_address(c: Any, table: TableType, number: Any) -> Any:
    """The address that a Python integer holds."""
    address = c.pyapi.long_as_longlong(number)
    return c.builder.inttoptr(address, c.context.get_value_type(table))
