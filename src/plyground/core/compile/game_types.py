"""The numba types of games and positions, and of any other named tuple whose methods are rules.

A game's type names the class, so that the rule is chosen while compiling; holds the options, so
that LLVM folds them; and carries the digest of all that its rules reach, so that the cache cannot
mistake it.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import lower_cast, models, register_model

from plyground.core.compile.integers import BitsType, result_type
from plyground.core.fields import Kind, declared

PLAIN = {
    Kind.INT: types.int64,
    Kind.BOOL: types.boolean,
    Kind.FLOAT: types.float64,
    Kind.TEXT: types.none,
}

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


def position_type(position_class: type, width: int) -> PositionType:
    """The compiled type of a position on boards of this width."""
    kinds = declared(position_class).values()
    return PositionType(tuple(field_type(kind, width) for kind, _ in kinds), position_class)


def field_type(kind: Kind, width: int) -> types.Type:
    return BitsType(width) if kind is Kind.BITS else PLAIN[kind]


@lower_cast(PositionType, PositionType)
def _cast_position(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    fields = [
        context.cast(builder, builder.extract_value(value, index), one, other)
        for index, (one, other) in enumerate(zip(fromty.types, toty.types, strict=True))
    ]
    return context.make_tuple(builder, toty, fields)
