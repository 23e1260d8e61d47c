"""The table of a game's members, read from the `Game` protocol, where each is declared once.

A mark above a method there says what the member is and checks what it gives. The method's own
parameters are what an author has to write, and its own body is what stands in for an author who
leaves it out.
"""

import inspect
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar

from plyground.core.errors import BadGame, PlygroundError
from plyground.core.outcome import DRAW, LOSS, WIN

Check = Callable[[str, Any, tuple[Any, ...], Any], None]
"""Raises what is wrong with what a member gave: takes its place, the game, its arguments, that."""
Function = TypeVar("Function", bound=Callable[..., Any])
_MARK: Final = "__member__"


class Role(Enum):
    """What a member is for."""

    REQUIRED = "a rule that every game has"
    OPTIONAL = "a rule that may be left out"
    DISPLAY = "what people see and type"


class Mark(NamedTuple):
    """What the protocol says of a member beside its signature and its default."""

    role: Role
    check: Check | None = None
    refusal: type[PlygroundError] | None = None
    """What a ValueError means that an author raises there."""
    has_default: bool = True


class Member(NamedTuple):
    """One entry of the table."""

    name: str
    mark: Mark
    parameters: tuple[str, ...]
    is_value: bool
    """Whether it is read like a field instead of called."""
    default: Any
    """A method or property; None where a game without this member does without."""


def required_rule(function: Function) -> Function:
    """Mark a rule that every author writes."""
    return _marked(function, Mark(Role.REQUIRED, has_default=False))


def optional_rule(
    check: Check | None = None, has_default: bool = True
) -> Callable[[Function], Function]:
    """Mark a rule that an author may leave out."""
    return lambda function: _marked(function, Mark(Role.OPTIONAL, check, None, has_default))


def display_member(
    check: Check | None = None,
    refusal: type[PlygroundError] | None = None,
    has_default: bool = True,
) -> Callable[[Function], Function]:
    """Mark what a game shows to people or reads from them."""
    return lambda function: _marked(function, Mark(Role.DISPLAY, check, refusal, has_default))


def _marked(function: Function, mark: Mark) -> Function:
    setattr(function, _MARK, mark)
    return function


def members_of(protocol: type) -> dict[str, Member]:
    """The marked members of a protocol by name, those of the classes it extends first."""
    declared = [item for cls in reversed(protocol.__mro__) for item in vars(cls).items()]
    members = (_member(name, found) for name, found in declared)
    return {member.name: member for member in members if member}


def _member(name: str, found: Any) -> Member | None:
    is_value = isinstance(found, property)
    function: Any = found.fget if isinstance(found, property) else found
    mark = getattr(function, _MARK, None)
    if mark is None:
        return None
    parameters = tuple(inspect.signature(function).parameters)
    return Member(name, mark, parameters, is_value, found if mark.has_default else None)


def check_parameters(cls: type, members: Iterable[Member], where: str) -> None:
    """Refuse a class with a method that takes more or less than the protocol's, or in another
    order."""
    for member in members:
        found = vars(cls).get(member.name)
        if inspect.isfunction(found):
            given, expected = [*inspect.signature(found).parameters], [*member.parameters]
            if len(given) != len(expected) or (given != expected and {*given} == {*expected}):
                wanted = f"def {member.name}({', '.join(member.parameters)})"
                raise BadGame(f"{where}: write `{wanted}`")


def add_defaults(cls: type, members: Iterable[Member]) -> None:
    """Give a class what its author left out."""
    for member in members:
        if member.name not in vars(cls) and member.default is not None:
            setattr(cls, member.name, member.default)


# --- what a rule has to give -------------------------------------------------------------------


def _expecting(is_right: Callable[[Any, Any], bool], expected: str) -> Check:
    def check(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
        if not is_right(game, given):
            where = f" for {args[0]}" if args else ""
            raise BadGame(f"{place} gives {given!r}{where}: expected {expected}")

    return check


def _is_number(game: Any, given: Any) -> bool:
    return isinstance(given, int)


def _are_moves(game: Any, given: Any) -> bool:
    return isinstance(given, Iterable) and all(isinstance(move, int) for move in given)


def _is_repetition(game: Any, given: Any) -> bool:
    is_pair = isinstance(given, tuple) and len(given) == 2 and all(map(_is_int, given))
    return is_pair and (given[0] == 0 or given[0] > 1) and given[1] in (DRAW, LOSS, WIN)


def _is_int(given: Any) -> bool:
    return isinstance(given, int)


def _are_positions(game: Any, given: Any) -> bool:
    wanted = type(game.start())
    return isinstance(given, Iterable) and all(type(image) is wanted for image in given)


def _are_planes(game: Any, given: Any) -> bool:
    return isinstance(given, tuple) and all(map(_is_int, given))


check_number: Final = _expecting(_is_number, "a whole number")
check_move: Final = _expecting(_is_number, "a move")
check_moves: Final = _expecting(_are_moves, "moves, by yield or in a list")
check_planes: Final = _expecting(_are_planes, "a tuple of boards")
check_positions: Final = _expecting(_are_positions, "positions, by yield or in a list")
check_truth: Final = _expecting(_is_number, "True or False")
check_repetition: Final = _expecting(_is_repetition, "two or more times and DRAW, LOSS or WIN")
check_side: Final = _expecting(lambda game, given: given in (0, 1), "0 or 1")
