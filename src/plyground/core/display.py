"""What a game's author writes for people, checked where it is given: each mistake gets a sentence
with the author's own line, whoever asked."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from reprlib import repr as shown
from types import CodeType
from typing import Any, Final

from plyground.core.errors import BadGame, BadPosition, IllegalMove, PlygroundError, place_of
from plyground.core.fields import pack, width_of
from plyground.core.members import Check, Member
from plyground.core.outcome import ONGOING
from plyground.core.scene import Scene, scene_mistake
from plyground.core.style import style_mistake

MAX_SHOWN: Final = 100_000
"""How many characters of a board can be shown; a screen shows some thousands."""


def put_checks(cls: type, members: Iterable[Member]) -> None:
    """Put the check of each of these members behind it in a game's class."""
    for member in members:
        found, check = vars(cls).get(member.name), member.mark.check
        if check is None:
            continue
        if member.is_value:
            setattr(cls, member.name, _checked_value(cls, member.name, found, check))
        elif callable(found):
            setattr(cls, member.name, _checked(member, found, check))


def _checked(member: Member, method: Callable[..., Any], check: Check) -> Callable[..., Any]:
    code: CodeType | None = getattr(method, "__code__", None)

    @wraps(method)
    def call(self: Any, *args: Any) -> Any:
        try:
            given = method(self, *args)
        except PlygroundError:
            raise
        except ValueError as error:
            if member.mark.refusal is None:
                raise
            raise member.mark.refusal(f"{shown(args[-1])}: {error}") from None
        check(f"{place_of(code)}{member.name}", self, args, given)
        return given

    return call


def _checked_value(cls: type, name: str, found: Any, check: Check) -> property:
    """A member that is a value: a constant of the class, or what a property gives."""
    getter = found.fget if isinstance(found, property) else None
    place = f"{place_of(getter.__code__)}{name}" if getter else f"{cls.__name__}.{name}"
    if getter is None:
        check(place, None, (), found)

    def get(self: Any) -> Any:
        given = getter(self) if getter else found
        check(place, self, (), given)
        return given

    return property(get)


def _expect(is_right: bool, place: str, given: Any, expected: str) -> None:
    if not is_right:
        raise BadGame(f"{place} gives {shown(given)}: expected {expected}")


# --- methods -----------------------------------------------------------------------------------


def check_move_text(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    _expect(isinstance(given, str) and given != "", place, given, "a text, such as str(move)")


def check_parsed_move(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    position, text = args
    if not isinstance(given, int):
        expected = "a legal move, or raise ValueError where there is none"
        raise BadGame(f"{place} gives {shown(given)} for {shown(text)}: expected {expected}")
    if game.outcome(position) != ONGOING:
        raise IllegalMove(f"{shown(text)} cannot be played: the game is over")
    if given not in game.moves(position):
        raise IllegalMove(f"{shown(text)} is not a legal move here: {place} gives {shown(given)}")


def check_line(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    is_line = isinstance(given, str) and "\n" not in given
    _expect(is_line, place, given, "a text of one line")


def check_parsed_position(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    wanted = type(game.start())
    _expect(type(given) is wanted, place, given, f"a {wanted.__name__}")
    try:
        [*pack(given, width_of(game))]
    except BadGame as error:
        raise BadPosition(f"{shown(args[0])}: {error}") from None
    if not game.is_valid(given):
        raise BadPosition(f"{shown(args[0])} is a position that no game of {game.name} reaches")


def check_picture(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    _expect(isinstance(given, str), place, given, "a text")
    _check_size(place, len(given))


def check_scene(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    if given is None:
        return
    _expect(isinstance(given, Scene), place, given, "a Scene or None")
    mistake = scene_mistake(given)
    if mistake:
        raise BadGame(f"{place} gives a board with {mistake}")
    _check_size(place, sum(map(len, given.rows)))


def check_squares(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    is_right = isinstance(given, list | tuple | set | frozenset | range) and all(
        isinstance(square, int) for square in given
    )
    _expect(is_right, place, given, "a tuple of squares, which may be empty")


def _check_size(place: str, size: int) -> None:
    if size > MAX_SHOWN:
        raise BadPosition(
            f"{place} gives {size:,} characters, and {MAX_SHOWN:,} can be shown: "
            "such a position or option should be refused, by is_valid or create"
        )


# --- values ------------------------------------------------------------------------------------


def check_sides(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    is_right = (
        isinstance(given, tuple)
        and len(given) == 2
        and all(isinstance(side, str) and side for side in given)
        and given[0] != given[1]
    )
    _expect(is_right, place, given, 'two names, such as ("White", "Black")')


def check_text(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    _expect(isinstance(given, str), place, given, "a text")


def check_styles(place: str, game: Any, args: tuple[Any, ...], given: Any) -> None:
    _expect(isinstance(given, Mapping), place, given, 'such as {"X": ("●", "red", "Red")}')
    for symbol, entry in given.items():
        mistake = style_mistake(entry)
        if mistake:
            raise BadGame(f"{place} for {shown(symbol)} gives {mistake}")
