"""Games by the names people type: `connect-four:width=8,height=7`, `paths:FILE`, `my_game.py`,
`openspiel:tic_tac_toe`."""

import importlib
import pkgutil
import sys
from functools import cache
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any

from plyground.core.errors import BadGame, BadOption, UnknownGame
from plyground.core.evaluation import evaluated_games
from plyground.core.game import Game, game_classes, summary_of
from plyground.core.names import nearest
from plyground.core.options import create, options_of, options_text
from plyground.core.python_files import SCRIPT, load_module, only_class, split_file
from plyground.core.soundness import check_fields, check_sound, check_start
from plyground.games.aliases import ALIASES, OFFERED, without_alias

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "plyground.games"
OUTSIDE = ("openspiel",)
"""Modules of this room with games of other packages, which no list has: all that follows the name
says which."""

AnyGame = Game | type | str
"""What names a game: a text such as `connect-four:width=8`, a class with `@game`, or a game."""


def make_game(game: AnyGame, **options: Any) -> Game:
    """The game that a text names, or a class marked with `@game`, with these options.

    >>> make_game("connect-four", width=8) == make_game("connect-four:width=8")
    True

    Raises UnknownGame, BadOption, BadGameFile or BadGame.
    """
    made = load_game(game, **options)
    check_sound(made)
    return made


def load_game(game: AnyGame, **options: Any) -> Game:
    """Like `make_game`, but the rules are not tried."""
    made: Any = game
    if not is_game(game):
        cls, text = _find(game)
        made = create(cls, *((text, options) if not takes_text(cls) else ("", {"text": text})))
    elif options:
        raise BadOption(f"{made.name} is made already: give its name with all options instead")
    _check_evaluations(type(made))
    check_fields(made)
    check_start(made)
    return made  # type: ignore[no-any-return]


def is_game(given: object) -> bool:
    """Whether this is a game, and not only what names one."""
    return type(given) in game_classes


def _find(game: AnyGame) -> tuple[type, str]:
    """The class of a game, and the text of its options."""
    if isinstance(game, type) and game in game_classes:
        return game, ""
    if not isinstance(game, str):
        what = f"{shown(game)} is not a game"
        raise BadGame(f'{what}: expected a name, or a class marked with @game("name")')
    named = split_file(game)
    if named:
        return load_file(named[0]), named[1]
    return _find_outside(game) or find_game(game)


def _find_outside(text: str) -> tuple[type, str] | None:
    """The class of a game of another package, and which game it is."""
    name, _, which = text.strip().partition(":")
    if name not in OUTSIDE:
        return None
    if not which:
        raise UnknownGame(f"{name}: expected the name of a game after it, as in {name}:tic_tac_toe")
    module = importlib.import_module(f"plyground.games.{name}")
    return _defined_in(module.__name__)[name], which


def takes_text(cls: type) -> bool:
    """Whether all that follows a game's name is one text, not options."""
    return bool(getattr(cls, "takes_text", False))


def game_text(game: Any) -> str:
    """A game with the options it keeps, as people type it: `watch-your-back:turn_limit=400`."""
    if takes_text(type(game)):
        return f"{game.name}:{game.text}"
    fields = game._asdict()
    options = {
        option.name: fields[option.name]
        for option in options_of(type(game))
        if isinstance(fields.get(option.name), option.type)
    }
    return f"{game.name}:{options_text(options)}" if options else str(game.name)


def find_game(text: str) -> tuple[type, str]:
    """The class and the options of a built-in or installed game, by its name or an alias."""
    name, _, options = text.strip().partition(":")
    known = all_games() | _defined_in(SCRIPT)
    if name not in known:
        name, options = without_alias(name, options)
    if name in known:
        return known[name], options
    near = nearest(name, [*known, *ALIASES])
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}, or a .py file"
    raise UnknownGame(f"there is no game {shown(name)}: {hint}")


def all_games() -> dict[str, type]:
    """Every built-in and installed game by name."""
    import plyground.games as room

    found = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.ispkg:
            rules = importlib.import_module(f"{room.__name__}.{module.name}.rules")
            found.update(_defined_in(rules.__name__))
    for entry in _entry_points():
        found.update({entry.name: _load_entry(entry)})
    return found


def offered_games() -> dict[str, str]:
    """What a menu offers, and what each game is: every game, and well-known kinds of some."""
    known = {name: summary_of(cls) for name, cls in all_games().items()}
    known |= {name: alias.summary for name, alias in ALIASES.items() if alias.summary}
    names = dict.fromkeys(OFFERED.get(name, name) for name in known)
    return {name: known[name] for name in names}


@cache
def _entry_points() -> "tuple[EntryPoint, ...]":
    """What installed packages offer; looking through them all takes 10 ms, once is enough."""
    from importlib.metadata import entry_points

    return tuple(entry_points(group=ENTRY_POINTS))


def load_file(file: str) -> type:
    """The game that a Python file defines."""
    return only_class(file, "game", _defined_in(load_module(file)))


def _check_evaluations(cls: type) -> None:
    """Raise if a module has an evaluation of a game that does not exist: it could never be used."""
    wanted: str = cls.name  # type: ignore[attr-defined]
    for evaluation, game in evaluated_games(cls.__module__):
        if game != wanted and game not in all_games():
            what = f"the evaluation {evaluation!r} is of a game {game!r}, which does not exist"
            file = getattr(sys.modules.get(cls.__module__), "__file__", cls.__module__)
            raise BadGame(f"{file}: {what}: write game={wanted!r}")


def _defined_in(module: str) -> dict[str, type]:
    defined = [cls for cls in game_classes if cls.__module__ == module]
    return {cls.name: cls for cls in defined}  # type: ignore[attr-defined]


def _load_entry(entry: "EntryPoint") -> type:
    try:
        cls = entry.load()
    except Exception as error:
        raise BadGame(f"the installed game {entry.name!r} cannot be loaded: {error}") from None
    if not isinstance(cls, type) or cls not in game_classes:
        raise BadGame(
            f"the installed game {entry.name!r} ({entry.value}) is not a class with @game"
        )
    return cls
