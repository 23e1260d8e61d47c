"""What a player is, and how players are found by name."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import plyground.players as room
from plyground.core.errors import BadOption, PlygroundError
from plyground.core.names import find_named, modules_of
from plyground.core.options import create
from plyground.core.python_files import SCRIPT, load_module, only_class, split_file
from plyground.core.settings import settings
from plyground.records.record import Record


class Resigns(Exception):
    """What a player raises that gives up instead of choosing a move."""


class Player(Protocol):
    """Chooses moves. It is made once per game and asked for a move at each of its turns."""

    def choose(self, record: Record) -> int | str:
        """A legal move for the side to move, or its text; the game is not over."""


class NamedPlayer(Player, Protocol):
    """A player as `make_player` gives it."""

    @property
    def name(self) -> str:
        """The name that people type."""


PlayerClass = TypeVar("PlayerClass", bound=type)
AnyPlayer = Player | type | str
"""What names a player: a text such as `random:seed=3`, a class with `choose`, or a player."""

_players: dict[tuple[str, str], type] = {}
"""Players by module and name: two files may define players with the same name."""


def player(name: str) -> Callable[[PlayerClass], PlayerClass]:
    """Register a class as the player called `name`."""

    def register(cls: PlayerClass) -> PlayerClass:
        cls.name = name  # type: ignore[attr-defined]
        _players[cls.__module__, name] = cls
        return cls

    return register


def make_player(player: AnyPlayer, **options: Any) -> NamedPlayer:
    """Make a player with these options, from a text (`human`, `random:seed=3`, `mine.py:depth=2`)
    or from a class with a method `choose`. A player is returned as it is.

    Raises BadOption, or BadGameFile for a Python file.
    """
    if not isinstance(player, str | type):
        return _checked_player(player, options)
    cls, text = _find(player)
    made: NamedPlayer = cls(text) if takes_text(cls) else create(cls, text, options)
    return made


def takes_text(cls: type) -> bool:
    """Whether a player is somebody else's program: all that follows its name says which."""
    return bool(getattr(cls, "takes_text", False))


def check_player(player: NamedPlayer, record: Record, has_opening: bool = False) -> None:
    """Refuse a player that cannot play games like this one; some cannot begin after an opening that
    others have played."""
    check = getattr(player, "check_for", None)
    if check:
        check(record)
    if has_opening and getattr(player, "needs_whole_games", False):
        raise BadOption(
            f"{player.name} plays whole games only: expected no opening moves (--opening-plies 0)"
        )


def player_class(text: str) -> type:
    """The class of the player that a text names."""
    return _find(text)[0]


def player_text(player: AnyPlayer) -> str:
    """The text that names a player, or the name of a class or object."""
    if isinstance(player, str):
        return player
    own = player.__name__ if isinstance(player, type) else type(player).__name__
    return str(getattr(player, "name", own))


def _find(player: type | str) -> tuple[type, str]:
    """The class of a player, and the text of its options."""
    if isinstance(player, type):
        _check_class(player, player.__name__)
        return player, ""
    name, _, text = player.strip().partition(":")
    outside = all_players().get(name)
    if outside and takes_text(outside):
        return outside, text
    named = split_file(player)
    if named:
        return _player_in(named[0]), named[1]
    return find_named("player", all_players() | _defined_in(SCRIPT), name), text


def _checked_player(player: Any, options: dict[str, Any]) -> NamedPlayer:
    """A player object, checked; it takes no options."""
    what = getattr(player, "name", type(player).__name__)
    if options:
        raise BadOption(f"{what} is already made: give its name with all options instead")
    _check_class(type(player), what)
    return player  # type: ignore[no-any-return]


def _check_class(cls: Any, what: str) -> None:
    if not callable(getattr(cls, "choose", None)):
        raise BadOption(f"{what} is not a player: it has no method choose(self, record)")
    if not hasattr(cls, "name"):
        cls.name = cls.__name__


def _player_in(file: str) -> type:
    """The player that a Python file defines."""
    cls = only_class(file, "player", _defined_in(load_module(file)))
    _check_class(cls, f"{file}: {cls.__name__}")
    return cls


def _defined_in(module: str) -> dict[str, type]:
    return {name: cls for (home, name), cls in _players.items() if home == module}


def all_players() -> dict[str, type]:
    """Every player that comes with Plyground, by name."""
    homes = {module.__name__ for module in modules_of(room)}
    found = {name: cls for (home, name), cls in _players.items() if home in homes}
    return dict(sorted(found.items()))


def default_players() -> tuple[str, str]:
    """The two players if none are named: you, and the opponent of the settings."""
    return "human", settings().opponent


def players_of(
    named: tuple[str, str], given: tuple[str | None, str | None] = (None, None)
) -> tuple[tuple[str, str], list[str]]:
    """The players of a saved game, with notes on named players that cannot be made.

    For each side: the player given, or else the one that the file names, or else the default.
    """
    chosen, notes = [], []
    for wanted, name, default in zip(given, named, default_players(), strict=True):
        mistake = "" if wanted or not name else _mistake(name)
        notes += [f"{mistake}; {default} plays instead"] if mistake else []
        chosen.append(wanted or (default if mistake or not name else name))
    return (chosen[0], chosen[1]), notes


def _mistake(player: str) -> str:
    """Why no player can be made from a text; empty if one can."""
    try:
        make_player(player)
    except PlygroundError as error:
        return str(error)
    return ""
