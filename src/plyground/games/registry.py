"""Games by the names people type: `connect-four:width=8,height=7`, `paths:FILE`, `my_game.py`."""

import contextlib
import hashlib
import importlib
import importlib.util
import pkgutil
import re
import sys
import traceback
from pathlib import Path
from reprlib import repr as shown
from typing import TYPE_CHECKING

from plyground.core.errors import BadGame, PlygroundError, UnknownGame
from plyground.core.evaluation import evaluated_games
from plyground.core.files import read_whole, why
from plyground.core.game import Game, game_classes
from plyground.core.names import nearest
from plyground.core.options import create
from plyground.core.soundness import check_fields, check_sound, check_start
from plyground.games.aliases import ALIASES, without_alias

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "plyground.games"
_FILE = re.compile(r"(?P<file>.*\.py)(?::(?P<rest>.*))?")
_MAX_BYTES = 1 << 24


def make_game(text: str) -> Game:
    """The game that a text names; the error if there is none is one sentence."""
    made = load_game(text)
    check_sound(made)
    return made


def load_game(text: str) -> Game:
    """The same without trying its rules, for callers who do that themselves."""
    named = python_file(text)
    if named:
        cls, options = load_file(named[0]), named[1]
    else:
        cls, options = find_game(text)
    _check_evaluations(cls)
    made: Game = create(cls, options)
    check_fields(made)
    check_start(made)
    return made


def python_file(text: str) -> tuple[str, str] | None:
    """The file and the text after its colon, if a text names a Python file."""
    found = _FILE.fullmatch(text.strip())
    return (found["file"], found["rest"] or "") if found else None


def find_game(text: str) -> tuple[type, str]:
    """The class and the options of a built-in or installed game, by its name or an alias."""
    name, _, options = text.strip().partition(":")
    known = all_games()
    if name not in known:
        name, options = without_alias(name, options)
    if name in known:
        return known[name], options
    near = nearest(name, [*known, *ALIASES])
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}, or a .py file"
    raise UnknownGame(f"there is no game {shown(name)}: {hint}")


def all_games() -> dict[str, type]:
    """Every built-in and installed game by name."""
    from importlib.metadata import entry_points

    import plyground.games as room

    found = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.ispkg:
            rules = importlib.import_module(f"{room.__name__}.{module.name}.rules")
            found.update(_defined_in(rules.__name__))
    for entry in entry_points(group=ENTRY_POINTS):
        found.update({entry.name: _load_entry(entry)})
    return found


def load_file(file: str) -> type:
    """The game that a Python file defines."""
    defined = _defined_in(load_module(file))
    if not defined:
        raise BadGame(f'{file} defines no game: put @game("name") before its class')
    if len(defined) > 1:
        raise BadGame(f"{file} defines {len(defined)} games, expected one: {', '.join(defined)}")
    return next(iter(defined.values()))


def load_module(file: str) -> str:
    """Import a Python file and return its module's name.

    The name contains a hash of the content, so that code compiled from an older version of the
    file is never used for this one.
    """
    path = Path(file)
    try:
        source = read_whole(path, _MAX_BYTES)
    except OSError as error:
        raise BadGame(f"{file} cannot be read: {why(error)}") from None
    name = f"plyground_file_{path.stem}_{hashlib.sha256(source).hexdigest()[:16]}"
    if name not in sys.modules:
        _import_file(path, name)
    return name


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


def _import_file(path: Path, name: str) -> None:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGame(f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(sys.stderr):  # standard output is for results
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, PlygroundError):
            raise type(error)(f"{path}: {error}") from None
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadGame(_import_complaint(path, error)) from None
    finally:
        sys.path.remove(folder)


def _import_complaint(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        line = error.lineno
    else:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [f.lineno for f in frames if Path(f.filename).resolve() == path.resolve()]
        line = lines[-1] if lines else None
    place = f", line {line}" if line else ""
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{path}{place}: {type(error).__name__}: {message}".rstrip(": ")


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
