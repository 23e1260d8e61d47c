"""Games and positions in compiled code: `game.play(position, move)` becomes a direct call.

A game is handed to a kernel as `native(game)`. Its numba type names the class, so that the rule is
chosen while compiling; holds the options, so that LLVM folds them; and carries the digest of all
that its rules reach, so that the cache cannot mistake it.
"""

import functools
import types as python_types
import warnings
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_cast, lower_getattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing.templates import (
    AttributeTemplate,
    infer_getattr,
    make_callable_template,
    make_overload_attribute_template,
    make_overload_method_template,
    signature,
)
from numba.core.utils import pysignature
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    unbox,
)

from plyground.core import words as words_module
from plyground.core.bits import WORD, bit, bits, mix, nth_square, signed
from plyground.core.compile import integers
from plyground.core.compile.authored import compilable, print_lines, prints
from plyground.core.compile.inner import INNER_COMPILER, INNER_OPTIONS
from plyground.core.compile.integers import BitsType, result_type
from plyground.core.compile.reach import Reach
from plyground.core.compile.tables import TableType, table_array, unboxed_address
from plyground.core.errors import BadRule
from plyground.core.evaluation import weighted
from plyground.core.fields import Kind, declared, width_of
from plyground.core.game import RULES, canonical_key, mix_fields, table_key, wins_at_once
from plyground.core.soundness import check_sound

PLAIN = {
    Kind.INT: types.int64,
    Kind.BOOL: types.boolean,
    Kind.FLOAT: types.float64,
    Kind.TEXT: types.none,
}

RULE_OPTIONS = {**INNER_COMPILER, **INNER_OPTIONS, "forceinline": True}
"""Rules are written into the kernels that use them, however long they are. A call would hand over
all weights and tables; and only there can LLVM take what depends on the position alone out of a
loop over its moves. (Watch Your Back!: 1.35 times the nodes a second.)"""

OWN_ERROR = "Plyground says: "
"""Marks, among numba's many, the sentences that are meant for an author."""


class RuleTuple(types.NamedTuple):
    """A named tuple whose methods are rules."""

    adapters: dict[str, Callable[[Any], Callable[..., Any]]] = {}
    """For a member's name, what brings its result to the declared type."""

    def __init__(self, field_types: tuple[types.Type, ...], cls: type, note: str = "") -> None:
        super().__init__(field_types, cls)
        inner = ", ".join(map(str, field_types))
        self.name = f"{cls.__module__}.{cls.__qualname__}({inner}){note}"

    def __bool__(self) -> bool:
        """numba asks a method's receiver for its truth, and a tuple without fields has length 0."""
        return True


class PositionType(RuleTuple):
    """A position; its fields have their declared types whatever the author computed."""

    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        if not isinstance(other, PositionType) or other.instance_class is not self.instance_class:
            return None
        pairs = zip(self.types, other.types, strict=True)
        widest = (one if one == two else result_type(one, two) for one, two in pairs)
        return PositionType(tuple(widest), self.instance_class)


class GameType(RuleTuple):
    """A game with its options and tables."""

    def __init__(
        self,
        field_types: tuple[types.Type, ...],
        cls: type,
        options: tuple[Any, ...],
        position: PositionType,
        digest: str,
    ) -> None:
        super().__init__(field_types, cls, f"{options} playing {position} as {digest}")
        self.options = options
        self.position = position
        self.digest = digest

    @property
    def key(self) -> Any:
        return self.instance_class, self.types, self.options, self.position, self.digest


for _type in (RuleTuple, PositionType, GameType):
    register_model(_type)(models.TupleModel)


class Native:
    """A game as a kernel takes it: the numba type settled, the tables laid out in memory."""

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
        field = _field_type(kind, width)
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
    return registered(type(game), RULES, type(game.start()))  # type: ignore[arg-type]


def position_type(position_class: type, width: int) -> PositionType:
    """The compiled type of a position on boards of this width."""
    kinds = declared(position_class).values()
    return PositionType(tuple(_field_type(kind, width) for kind, _ in kinds), position_class)


def _field_type(kind: Kind, width: int) -> types.Type:
    return BitsType(width) if kind is Kind.BITS else PLAIN[kind]


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


@lower_getattr_generic(RuleTuple)
def _get_member(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    """A field, or what a property computes. An option is a constant: LLVM folds what uses it."""
    if name not in typ.fields:
        function = context.typing_context.resolve_value_type(_values[name])
        signature = function.get_call_type(context.typing_context, (typ,), {})
        return context.get_function(function, signature)(builder, (value,))
    index = typ.fields.index(name)
    if isinstance(typ, GameType) and typ.options[index] is not None:
        return context.get_constant_generic(builder, typ.types[index], typ.options[index])
    return builder.extract_value(value, index)


_values: dict[str, Callable[..., Any]] = {}
"""For each name, the function that gives the property or constant of that name."""


# --- what an author's tuples can do in compiled code -------------------------------------------


@functools.cache
def registered(cls: Any, members: tuple[str, ...], *others: Any) -> Reach:
    """Make all that a class's members reach known to the compiler."""
    reach = Reach(cls, members, *others)
    for function in reach.functions:
        register_function(function)
    _tell_prints(reach.functions)
    for known, names in reach.tuples.items():
        _register_constructor(known)
        for name in names:
            _register_member(name)
    return reach


def _tell_prints(functions: Iterable[Any]) -> None:
    printing = [function.__code__ for function in functions if prints(function)]
    places = {(code.co_filename, line) for code in printing for line in print_lines(code)}
    if places:
        shown = "; ".join(f"{file}, line {line}" for file, line in sorted(places))
        warnings.warn(
            f"print() is left out of compiled rules and works in plain ones: {shown}", stacklevel=2
        )


_OWN = {bits, bit, signed, nth_square, mix_fields, weighted}
"""Functions that have their own compiled form."""


@functools.cache
def register_function(function: Any) -> None:
    if function in _OWN:
        return
    if function.__kwdefaults__:
        code = function.__code__
        raise BadRule(
            f"{code.co_filename}, line {code.co_firstlineno}: cannot be compiled: "
            f"a parameter after * in {function.__name__}: leave out the *"
        )

    compiled = compilable(function)

    def choose(*args: Any, **kws: Any) -> Any:
        return compiled

    choose.__signature__ = pysignature(function)  # type: ignore[attr-defined]
    overload(function, strict=False, jit_options=RULE_OPTIONS)(choose)


@functools.cache
def _register_constructor(cls: type) -> None:
    """`Position(...)` gives each field its declared type, so that all results are of one type."""
    kinds = [*declared(cls).values()]
    pysig = pysignature(cls)

    def typer(*args: Any, **kws: Any) -> Any:
        try:
            given = pysig.bind(*args, **kws)
        except TypeError as error:
            raise TypingError(f"{OWN_ERROR}{cls.__name__}(...): {error}") from None
        if len(given.args) < len(kinds):
            left_out = cls._fields[len(given.args)]  # type: ignore[attr-defined]
            raise TypingError(f"{OWN_ERROR}{cls.__name__}(...) in a rule: give {left_out}, too")
        return PositionType(tuple(map(_constructed_type, kinds, given.args)), cls)

    typer.pysig = pysig  # type: ignore[attr-defined]

    class Constructor(AttributeTemplate):
        key = types.NamedTupleClass(cls)

        def resolve___call__(self, class_type: Any) -> Any:
            return types.Function(make_callable_template(types.NamedTupleClass, typer))

    infer_getattr(Constructor)


class NamedValue(types.Type):
    """A value that is to go into a field: how a call's keyword reaches its lowering."""

    def __init__(self, name: str, dtype: types.Type) -> None:
        self.field, self.dtype = name, dtype
        super().__init__(f"{name}={dtype}")

    def can_convert_from(self, typingctx: Any, other: types.Type) -> Conversion:
        return Conversion.safe


register_model(NamedValue)(lambda manager, named: manager[named.dtype])


@lower_cast(types.Any, NamedValue)
def _name_value(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return context.cast(builder, value, fromty, toty.dtype)


@infer_getattr
class _Replace(AttributeTemplate):
    """`position._replace(turn=1)`: each call has the fields it names for its parameters."""

    key = PositionType

    def resolve__replace(self, position: Any) -> Any:
        def typer(**given: Any) -> Any:
            kinds = declared(position.instance_class)
            unknown = [name for name in given if name not in kinds]
            if unknown:
                name = position.instance_class.__name__
                raise TypingError(f"{OWN_ERROR}{name} has no field {unknown[0]!r}")
            typer.pysig = Signature(  # type: ignore[attr-defined]
                [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in given]
            )
            new = {name: _constructed_type(kinds[name], value) for name, value in given.items()}
            old = dict(zip(position.fields, position.types, strict=True))
            result = PositionType(tuple({**old, **new}.values()), position.instance_class)
            return signature(result, *(NamedValue(*item) for item in new.items()), recvr=position)

        template = make_callable_template("position._replace", typer, recvr=position)
        return types.BoundFunction(template, position)


@lower_builtin("position._replace", PositionType, types.VarArg(types.Any))
def _replace(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    given = {named.field: value for named, value in zip(sig.args[1:], args[1:], strict=True)}
    fields = [
        given.get(name, builder.extract_value(args[0], index))
        for index, name in enumerate(sig.return_type.fields)
    ]
    return context.make_tuple(builder, sig.return_type, fields)


def _constructed_type(declared_as: tuple[Kind, int], given: types.Type) -> types.Type:
    kind, _ = declared_as
    return result_type(given) if kind is Kind.BITS else PLAIN[kind]


@functools.cache
def _register_member(name: str) -> None:
    """Let compiled code reach the member `name` of any rule tuple, chosen by the tuple's class.

    What is a method of one game may be a property of another, so each template answers only for
    its own kind.
    """

    def method(record: Any, *args: Any) -> Any:
        adapt = record.adapters.get(name, _adapt)
        return adapt(njit(compilable(_member(record, name)), **RULE_OPTIONS))

    def value(record: Any) -> Any:
        member = _member(record, name)
        getter = getattr(member, "fget", None)
        return compilable(getter) if getter else lambda record: member

    _values[name] = value
    for function, make, wanted in (
        (method, make_overload_method_template, True),
        (value, make_overload_attribute_template, False),
    ):
        overload(function, strict=False, jit_options=RULE_OPTIONS)(function)
        infer_getattr(_only_for(wanted, make(RuleTuple, name, function, "never")))


def _member(record: RuleTuple, name: str) -> Any:
    """The member of a tuple's class that is not a field: one game's field is another's property."""
    return None if name in record.fields else vars(record.instance_class).get(name)


def _only_for(methods: bool, template: type) -> type:
    """The template, silent about members of the other kind."""

    class Only(template):
        def _init_once(self) -> None:
            """A value is lowered by `_get_member`, which knows fields from properties."""
            if methods:
                super()._init_once()

        def _resolve(self, record: Any, name: str) -> Any:
            member = _member(record, name)
            is_method = isinstance(member, python_types.FunctionType)
            known = member is not None and is_method == methods
            return super()._resolve(record, name) if known else None

    return Only


def _adapt(rule: Any) -> Callable[..., Any]:
    return lambda record, *args: rule(record, *args)


def _adapt_play(rule: Any) -> Callable[..., Any]:
    return lambda record, *args: _as_position(rule(record, *args), record)


def adapt_number(rule: Any) -> Callable[..., Any]:
    return lambda record, *args: int(rule(record, *args))


GameType.adapters = {"play": _adapt_play, "outcome": adapt_number, "order": adapt_number}


@intrinsic
def _as_position(typingctx: Any, value: Any, game: Any) -> Any:
    target = game.position
    if not isinstance(value, PositionType) or value.instance_class is not target.instance_class:
        raise TypingError(f"{OWN_ERROR}play gives {value}, not a {target.instance_class.__name__}")

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, args[0], value, target)

    return target(value, game), build


@lower_cast(PositionType, PositionType)
def _cast_position(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    fields = [
        context.cast(builder, builder.extract_value(value, index), one, other)
        for index, (one, other) in enumerate(zip(fromty.types, toty.types, strict=True))
    ]
    return context.make_tuple(builder, toty, fields)


# --- positions as words ------------------------------------------------------------------------


for _function in (mix, canonical_key, table_key, wins_at_once):
    register_function(_function)


@overload(words_module.load, strict=False)
def _load(game: Any, words: Any) -> Any:
    return lambda game, words: _load_words(game, words)


@overload(words_module.store, strict=False)
def _store(game: Any, position: Any, words: Any) -> Any:
    return lambda game, position, words: _store_words(position, words)


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


def _store_field(context: Any, builder: Any, field: Any, value: Any, pointer: Any) -> Any:
    count = field.bitwidth // WORD if isinstance(field, BitsType) else 1
    value = context.cast(builder, value, field, BitsType(WORD * count))
    for index in range(count):
        word = builder.lshr(value, value.type(index * WORD))
        word = builder.trunc(word, integers.I64) if count > 1 else word
        builder.store(word, builder.gep(pointer, [_index(index)]))
    return builder.gep(pointer, [_index(count)])


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
    return integers.I64(number)
