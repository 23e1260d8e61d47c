"""Positions as rows of 64-bit words: how kernels load, store and hash them."""

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from plyground.core import words as words_module
from plyground.core.bits import WORD, bits, mix
from plyground.core.compile.integers import I64, BitsType
from plyground.core.game import board_fields, mix_fields


@overload(words_module.load, strict=False)
def _load(game: Any, words: Any) -> Any:
    return lambda game, words: _load_words(game, words)


@overload(words_module.store, strict=False)
def _store(game: Any, position: Any, words: Any) -> Any:
    return lambda game, position, words: _store_words(position, words)


@overload(words_module.store_at, strict=False)
def _store_at(game: Any, position: Any, memory: Any, place: Any) -> Any:
    return lambda game, position, memory, place: _store_in_memory(position, memory, place)


@intrinsic
def _load_words(typingctx: Any, game: Any, words: Any) -> Any:
    target = game.position

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = context.make_array(words)(context, builder, args[1]).data
        fields = []
        for field in target.types:
            value, pointer = _load_field(context, builder, field, pointer)
            fields.append(value)
        return context.make_tuple(builder, target, fields)

    return target(game, words), build


def _load_field(context: Any, builder: Any, field: Any, pointer: Any) -> tuple[Any, Any]:
    count = field.bitwidth // WORD if isinstance(field, BitsType) else 1
    wide = BitsType(WORD * count)
    integer = context.get_value_type(wide)
    value = integer(0)
    for index in range(count):
        word = builder.load(builder.gep(pointer, [_index(index)]))
        word = builder.zext(word, integer) if count > 1 else word
        value = builder.or_(value, builder.shl(word, integer(index * WORD)))
    return context.cast(builder, value, wide, field), builder.gep(pointer, [_index(count)])


@intrinsic
def _store_words(typingctx: Any, position: Any, words: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = context.make_array(words)(context, builder, args[1]).data
        for index, field in enumerate(position.types):
            value = builder.extract_value(args[0], index)
            pointer = _store_field(context, builder, field, value, pointer)
        return context.get_dummy_value()

    return types.none(position, words), build


@intrinsic
def _store_in_memory(typingctx: Any, position: Any, memory: Any, place: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.gep(args[1], [args[2]])
        for index, field in enumerate(position.types):
            value = builder.extract_value(args[0], index)
            pointer = _store_field(context, builder, field, value, pointer)
        return context.get_dummy_value()

    return types.none(position, memory, types.int64), build


def _store_field(context: Any, builder: Any, field: Any, value: Any, pointer: Any) -> Any:
    count = field.bitwidth // WORD if isinstance(field, BitsType) else 1
    value = context.cast(builder, value, field, BitsType(WORD * count))
    for index in range(count):
        word = builder.lshr(value, value.type(index * WORD))
        word = builder.trunc(word, I64) if count > 1 else word
        builder.store(word, builder.gep(pointer, [_index(index)]))
    return builder.gep(pointer, [_index(count)])


@overload(board_fields, strict=False)
def _board_fields(game: Any, position: Any) -> Any:
    boards = [i for i, field in enumerate(position.types) if isinstance(field, BitsType)]
    items = "".join(f"position[{index}], " for index in boards)
    scope: dict[str, Any] = {}
    exec(f"def chosen(game, position):\n    return ({items})", scope)
    return scope["chosen"]


@overload(mix_fields, strict=False)
def _mix_fields(game: Any, position: Any) -> Any:
    """The loop over the fields, written out: each has its own type."""
    words = []
    for index, field in enumerate(position.types):
        width = field.bitwidth if isinstance(field, BitsType) else WORD
        words += [f"bits(position[{index}] >> {shift})" for shift in range(0, width, WORD)]
    steps = "".join(f"    number = mix(number, {word})\n" for word in words)
    scope: dict[str, Any] = {"bits": bits, "mix": mix}
    exec(f"def mixed(game, position):\n    number = bits(0)\n{steps}    return number", scope)
    return scope["mixed"]


def _index(number: int) -> Any:
    return I64(number)
