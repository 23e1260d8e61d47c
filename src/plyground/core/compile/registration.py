"""What an author's functions and tuples can do in compiled code: be called, have methods and
properties, be made by `Position(...)` and `position._replace(...)`. The call
`game.play(position, move)` becomes the author's own code there.
"""

import functools
import types as python_types
import warnings
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from typing import Any

from numba import njit, types
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    overload,
    register_model,
)

from plyground.core.bits import WORD, bit, bits, mix, nth_square, signed
from plyground.core.compile.authored import compilable, print_lines, prints
from plyground.core.compile.game_types import OWN_ERROR, PLAIN, GameType, PositionType, RuleTuple
from plyground.core.compile.inner import INNER_COMPILER, INNER_OPTIONS
from plyground.core.compile.integers import BitsType, result_type
from plyground.core.compile.numba_private import (
    AttributeTemplate,
    Conversion,
    TypingError,
    make_callable_template,
    make_overload_attribute_template,
    make_overload_method_template,
    pysignature,
    signature,
)
from plyground.core.compile.reach import Reach
from plyground.core.errors import BadRule
from plyground.core.evaluation import weighted
from plyground.core.fields import Kind, declared
from plyground.core.game import (
    board_fields,
    canonical_key,
    mix_fields,
    table_key,
    wins_at_once,
)
from plyground.core.numbers import scratch_ints
from plyground.core.repetition import (
    outcome_after,
    repetition_outcome,
    salted,
    write_entry,
)
from plyground.core.turns import (
    has_lost,
    has_won,
    moves_again,
    seat_of,
    turn_of,
    value_before,
    window_below,
)

RULE_OPTIONS = {**INNER_COMPILER, **INNER_OPTIONS, "forceinline": True}
"""Rules are written into the kernels that use them, however long they are. A call would hand over
all weights and tables; and only there can LLVM take what depends on the position alone out of a
loop over its moves. (Watch Your Back!: 1.35 times the nodes a second.)"""


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


_OWN = {bits, bit, signed, nth_square, mix_fields, board_fields, weighted}
_OWN |= {moves_again, turn_of, seat_of, scratch_ints}
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


# --- constructors ------------------------------------------------------------------------------


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


# --- members -----------------------------------------------------------------------------------


_values: dict[str, Callable[..., Any]] = {}
"""For each name, the function that gives the property or constant of that name."""


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


def _adapt_planes(rule: Any) -> Callable[..., Any]:
    return lambda record, *args: _as_planes(rule(record, *args), record)


GameType.adapters = {
    "play": _adapt_play,
    "outcome": adapt_number,
    "order": adapt_number,
    "planes": _adapt_planes,
}


@intrinsic
def _as_position(typingctx: Any, value: Any, game: Any) -> Any:
    target = game.position
    if not isinstance(value, PositionType) or value.instance_class is not target.instance_class:
        raise TypingError(f"{OWN_ERROR}play gives {value}, not a {target.instance_class.__name__}")

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, args[0], value, target)

    return target(value, game), build


@intrinsic
def _as_planes(typingctx: Any, values: Any, game: Any) -> Any:
    """Boards of one width each, so that a loop can run over them."""
    if not isinstance(values, types.BaseTuple):
        raise TypingError(f"{OWN_ERROR}planes gives {values}: expected a tuple of boards")
    widths = [field.bitwidth for field in game.position.types if isinstance(field, BitsType)]
    board = BitsType(max(widths, default=WORD))
    planes = types.UniTuple(board, len(values))

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        boards = [
            context.cast(builder, builder.extract_value(args[0], index), given, board)
            for index, given in enumerate(values)
        ]
        return context.make_tuple(builder, planes, boards)

    return planes(values, game), build


def _register_turn(function: Any, alternating: Callable[..., Any]) -> None:
    """A question about turns: a game without `side` cannot even be asked, so it alternates."""
    asked = compilable(function)

    def choose(game: Any, *args: Any) -> Any:
        return asked if hasattr(game.instance_class, "side") else alternating

    choose.__signature__ = pysignature(function)  # type: ignore[attr-defined]
    overload(function, strict=False, jit_options=RULE_OPTIONS)(choose)


_register_turn(moves_again, lambda game, position, child: False)
_register_turn(turn_of, lambda game, position, ply: ply & 1)
_register_turn(seat_of, lambda game, position: 0)
for _function in (
    *(mix, canonical_key, table_key, wins_at_once),
    *(value_before, window_below, has_won, has_lost),
    *(outcome_after, repetition_outcome, salted, write_entry),
):
    register_function(_function)
