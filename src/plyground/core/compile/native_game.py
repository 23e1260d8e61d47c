"""A game as a kernel takes it: `native(game)` knows its numba type and has its tables in memory."""

import functools
from typing import Any

import numpy as np
from numba.extending import NativeValue, unbox

from plyground.core.compile import position_words  # noqa: F401 - kernels load and store positions
from plyground.core.compile.game_types import GameType, field_type, position_type
from plyground.core.compile.numba_private import cgutils
from plyground.core.compile.reach import Reach
from plyground.core.compile.registration import registered
from plyground.core.compile.tables import TableType, table_array, unboxed_address
from plyground.core.fields import Kind, declared, width_of
from plyground.core.game import COMPILED
from plyground.core.soundness import check_sound


class Native:
    """The type of a game, its tables, and where in memory they are."""

    __slots__ = ("_numba_type_", "addresses", "tables")

    def __init__(self, numba_type: GameType, tables: list[np.ndarray[Any, Any]]) -> None:
        self._numba_type_ = numba_type
        self.tables = tables
        self.addresses = tuple(table.ctypes.data for table in tables)


def native(game: Any) -> Native:
    """What to hand to a kernel for this game."""
    made = _native(game)
    _reached(game).check_unchanged()
    return made


@functools.lru_cache(maxsize=64, typed=True)  # equal tuples of two classes are two games
def _native(game: Any) -> Native:
    check_sound(game)
    width = width_of(game)
    position_class = type(game.start())
    digest = rules_digest(game)
    position = position_type(position_class, width)
    field_types, options, tables = [], [], []
    for (name, (kind, depth)), value in zip(declared(type(game)).items(), game, strict=True):
        field = field_type(kind, width)
        if depth:
            tables.append(table_array(name, kind, depth, value, width))
            field = TableType(field, tables[-1].shape)
        field_types.append(field)
        options.append(None if depth or kind is Kind.TEXT else value)
    numba_type = GameType(tuple(field_types), type(game), tuple(options), position, digest)
    return Native(numba_type, tables)


def rules_digest(game: Any) -> str:
    """A hash of all that a game's rules reach, all of which the compiler then knows."""
    return _reached(game).digest


def _reached(game: Any) -> Reach:
    return registered(type(game), COMPILED, type(game.start()))  # type: ignore[arg-type]


@unbox(GameType)
def _unbox_game(typ: Any, obj: Any, c: Any) -> Any:
    """Takes the tables; options are part of the type."""
    record = cgutils.get_null_value(c.context.get_value_type(typ))
    addresses = c.pyapi.object_getattr_string(obj, "addresses")
    tables = [index for index, field in enumerate(typ.types) if isinstance(field, TableType)]
    for number, index in enumerate(tables):
        address = unboxed_address(c, typ.types[index], c.pyapi.tuple_getitem(addresses, number))
        record = c.builder.insert_value(record, address, index)
    c.pyapi.decref(addresses)
    return NativeValue(record)
