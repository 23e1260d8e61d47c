"""What a game must keep for any search of it to be right, tried before one begins.

Compiled code asks nothing: a game that says it alternates and does not, or whose outcome is a
number without a meaning, would be searched without a word and answered wrongly. So a new game is
first played by its plain rules for a moment. `plyground check` tries all this and much more, at
leisure.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final

from plyground.core.errors import BadGame
from plyground.core.fields import Kind, declared, pack, width_of
from plyground.core.game import MEMBERS, declares, fault, legal_moves, place_in, played
from plyground.core.members import Member, Role

GAMES: Final = 50
PLIES: Final = 2_000
"""How many plies are played in all: some milliseconds, or a few dozen."""
_OWN: Final = "plyground.games."
"""The games of this package keep every law, as tests show."""
_TYPES: Final[dict[Kind, tuple[type, ...]]] = {
    Kind.INT: (int,),
    Kind.BOOL: (int,),
    Kind.FLOAT: (int, float),
    Kind.BITS: (int,),
    Kind.TEXT: (str,),
}


def check_sound(game: Any) -> None:
    """Refuse a game that no search understands; raises BadGame."""
    if not type(game).__module__.startswith(_OWN):
        check_fields(game)
        _try_rules(game)


def check_fields(game: Any) -> None:
    """Refuse a game whose options are not what they are declared to be."""
    for (name, (kind, depth)), value in zip(declared(type(game)).items(), game, strict=True):
        if not isinstance(value, tuple if depth else _TYPES[kind]):
            expected = "a tuple" if depth else kind.value
            raise BadGame(f"{game.name}: {name} is {value!r}: expected {expected}, as declared")


def check_start(game: Any) -> None:
    """Refuse a first position that is no position."""
    start = game.start()
    if not hasattr(start, "_fields"):
        given = type(start).__name__
        raise BadGame(f"{game.name}: start gives {given}: expected a position, a NamedTuple")
    check_stored(game, start)


def check_stored(game: Any, position: Any) -> None:
    """Refuse a position whose fields do not hold what they are declared to hold."""
    [*pack(position, width_of(game))]


@lru_cache(maxsize=64, typed=True)  # equal tuples of two classes are two games
def _try_rules(game: Any) -> None:
    """Play random games until enough plies are played; the same ones each time."""
    random, left, seen = Random(1), PLIES, []
    check_start(game)
    for _ in range(GAMES):
        position = game.start()
        while left and (moves := legal_moves(game, position)):
            check_optional(game, position, moves[0])
            seen.append(position)
            position = _played(game, position, random.choice(moves))
            check_stored(game, position)
            left -= 1
    check_movers(game, seen)


def check_movers(game: Any, positions: list[Any]) -> None:
    """Refuse a game in which the same side is to move in all these positions, the start and
    others."""
    movers = {game.side(position) for position in positions} if declares(game, "side") else set()
    if len(movers) == 1 and any(position != game.start() for position in positions):
        what = f"side gives {movers.pop()} wherever a side is to move"
        raise fault(game, "side", f"{what}: expected 0 for one player and 1 for the other")


def _played(game: Any, position: Any, move: int) -> Any:
    child = played(game, position, move)
    if game.play(position, move) != child:
        what = f"play({move}) in {position} differs from time to time"
        raise fault(game, "play", f"{what}: rules know no chance and no memory")
    return child


def check_optional(game: Any, position: Any, move: int) -> None:
    """Refuse rules that may be left out, and were not, if they give something of another kind."""
    arguments = {"position": position, "move": move, "random": 1 << 31, "mover": True}
    for rule in written_rules(game):
        args = tuple(arguments[name] for name in rule.parameters[1:])
        given = getattr(game, rule.name)
        given = given if rule.is_value else given(*args)
        given = [*given] if isinstance(given, Iterator) else given
        if rule.mark.check:
            rule.mark.check(place_in(game, rule.name), game, args, given)


def written_rules(game: Any) -> list[Member]:
    """The rules that may be left out, and were not."""
    optional = [member for member in MEMBERS.values() if member.mark.role is Role.OPTIONAL]
    return [member for member in optional if declares(game, member.name)]
