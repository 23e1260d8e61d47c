"""What the fields of a position or a game are declared to hold."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from reprlib import repr as shown
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from plyground.core.bits import WIDTHS, WORD, WORD_MASK, Bits, board_width
from plyground.core.errors import BadGame
from plyground.core.numbers import Floats, Ints


class Kind(Enum):
    """What one number of a field is."""

    INT = "int"
    BOOL = "bool"
    FLOAT = "float"
    BITS = "Bits"
    TEXT = "str"
    INTS = "Ints"
    FLOATS = "Floats"


_KINDS: dict[Any, Kind] = {
    int: Kind.INT,
    bool: Kind.BOOL,
    float: Kind.FLOAT,
    Bits: Kind.BITS,
    str: Kind.TEXT,
    Ints: Kind.INTS,
    Floats: Kind.FLOATS,
}
NUMBERS = {Kind.INTS: Ints, Kind.FLOATS: Floats}
"""What an evaluation alone may hold: many numbers, in one piece of memory."""


def declared(cls: type) -> dict[str, tuple[Kind, int]]:
    """Each field's kind and depth: 0 for a number, 1 for a table, 2 for a table of rows."""
    return _declared(cls)


@cache
def _declared(cls: Any) -> dict[str, tuple[Kind, int]]:
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise BadGame(f"{cls.__name__}: a field's type is not known here: {error}") from None
    return {name: _kind_of(cls, name, hints[name]) for name in cls._fields}


def _kind_of(cls: type, name: str, hint: Any) -> tuple[Kind, int]:
    depth = 0
    while get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) != 2 or inner[1] is not Ellipsis:
            break
        hint, depth = inner[0], depth + 1
    kind = _KINDS.get(hint)
    if kind is None or depth > 2 or (kind in (Kind.TEXT, *NUMBERS) and depth):
        given = "Bits" if get_origin(hint) is Annotated else getattr(hint, "__name__", hint)
        raise BadGame(
            f"{cls.__name__}.{name} is declared {given}: "
            "a field holds int, bool, float, Bits or a tuple of those"
        )
    return kind, depth


def _declared_as(kind: Kind, depth: int) -> str:
    return "tuple[" * depth + kind.value + ", ...]" * depth


def words_per_position(position_class: type, width: int) -> int:
    """How many 64-bit words a position of this class takes at this board width."""
    return sum(_words(kind, width) for kind, _ in _flat(position_class))


def pack(position: tuple[int, ...], width: int) -> Iterable[int]:
    """A position's fields as unsigned 64-bit words, in order, low word first."""
    for (kind, name), value in zip(_flat(type(position)), position, strict=True):
        if not isinstance(value, int):
            hint = ": divide by //" if isinstance(value, float) else ": write int(...)"
            given = f"{type(position).__name__}.{name} became {value!r}, not a whole number"
            raise BadGame(given + hint * hasattr(value, "__int__"))
        least, most = field_range(kind, width)
        if not least <= value <= most:
            raise BadGame(
                f"{type(position).__name__}.{name} does not fit, it became {shown(value)}: "
                + _room(kind, width)
            )
        for shift in range(0, _words(kind, width) * WORD, WORD):
            yield value >> shift & WORD_MASK


def _room(kind: Kind, width: int) -> str:
    """How large the values of a field may be, and what to do where they are larger."""
    if kind is Kind.BITS:
        asking = f"board_bits can ask for up to {WIDTHS[-1]}"
        return f"a Bits field has {width} bits here and no sign; {asking}"
    return "a bool is 0 or 1" if kind is Kind.BOOL else "an int has 63 bits: declare a board Bits"


def pack_columns(positions: Sequence[tuple[int, ...]], width: int) -> Iterator["array[int]"]:
    """What `pack` gives for many positions, word by word: some sixteen times as fast."""
    for (kind, _), column in zip(
        _flat(type(positions[0])), zip(*positions, strict=True), strict=True
    ):
        least, most = field_range(kind, width)
        if kind is Kind.INT:
            yield array("q", column)
        elif not least <= min(column) <= max(column) <= most:
            raise OverflowError
        elif width == WORD:
            yield array("Q", column)
        else:
            for shift in range(0, _words(kind, width) * WORD, WORD):
                yield array("Q", [value >> shift & WORD_MASK for value in column])


def field_range(kind: Kind, bits: int) -> tuple[int, int]:
    """The least and the greatest value of a field; boards have `bits` bits."""
    if kind is Kind.BITS:
        return 0, (1 << bits) - 1
    return (0, 1) if kind is Kind.BOOL else (-(1 << WORD - 1), (1 << WORD - 1) - 1)


def unpack(position_class: type, words: Iterable[int], width: int) -> Any:
    """The position that `pack` took apart."""
    supply = iter(int(word) for word in words)
    return position_class(*(_join(kind, width, supply) for kind, _ in _flat(position_class)))


def _join(kind: Kind, width: int, supply: Any) -> int:
    value = sum(next(supply) << shift for shift in range(0, _words(kind, width) * WORD, WORD))
    if kind is Kind.INT and value >> (WORD - 1):
        value -= 1 << WORD
    return bool(value) if kind is Kind.BOOL else value


def _words(kind: Kind, width: int) -> int:
    return width // WORD if kind is Kind.BITS else 1


@cache
def _flat(position_class: type) -> tuple[tuple[Kind, str], ...]:
    flat = []
    for name, (kind, depth) in declared(position_class).items():
        if depth or kind in (Kind.FLOAT, Kind.TEXT, *NUMBERS):
            raise BadGame(
                f"{position_class.__name__}.{name} is declared {_declared_as(kind, depth)}: "
                "a position's field holds int, bool or Bits; a board is a Bits field whose bit n "
                "is square n, and one such field for each kind of piece"
            )
        flat.append((kind, name))
    return tuple(flat)


def width_of(game: Any) -> int:
    """How many bits compiled code gives the boards of this game."""
    wanted = getattr(game, "board_bits", WORD)
    if not isinstance(wanted, int) or not 1 <= wanted <= WIDTHS[-1]:
        raise BadGame(f"{game.name}: board_bits is {wanted!r}, not from 1 to {WIDTHS[-1]}")
    return board_width(wanted)
