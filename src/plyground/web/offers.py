"""What a page may choose from: games and players, but no files.

A page is not the person at the keyboard: what it names is read as a name and options, never as a
file. A game in a Python file is offered if the command line names it.
"""

import math
import os
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from plyground.core import options as declared
from plyground.core.errors import BadOption
from plyground.core.game import Game, summary_of
from plyground.core.python_files import split_file
from plyground.games.aliases import without_alias
from plyground.games.registry import find_game, load_file, load_game, make_game, offered_games
from plyground.players.levels import DEFAULT_LEVEL, LEVELS
from plyground.players.player import all_players, make_player, takes_text
from plyground.web.messages import Level, Offer, OfferedGame, OfferedOption, OfferedPlayer

_WORD: Final = r"[\w .+-]*"
"""Values that name no file in another folder."""
_FILES: Final = {"file": "", "book": "(own)?", "evaluation": r"[\w-]+"}
"""Options that may name files, and what they may be on a page: nothing that does."""
_UNASKED: Final = (*_FILES, "text")
"""Options that are no field of the form: a board as text has a place of its own there."""


class Offers:
    """The games and players of a server; `named` is the game that its command line names, and
    `tournaments` (with the texts of their games) and `runs` of learning are those that it names."""

    def __init__(
        self,
        named: str | None = None,
        tournaments: Mapping[str, str] | None = None,
        runs: Sequence[str] = (),
    ) -> None:
        self.named, self.server = named, secrets.token_hex(4)
        self.tournaments, self.runs = tournaments or {}, runs
        self.file = (split_file(named) or ("",))[0] if named else ""

    def message(self) -> Offer:
        """All of them."""
        names = dict.fromkeys([*([self.named] if self.named else []), *offered_games()])
        return Offer(
            server=self.server,
            games=tuple(map(_offered_game, names)),
            players=tuple(
                OfferedPlayer(name=name, summary=_first_line(cls), options=_options(cls))
                for name, cls in all_players().items()
                if not takes_text(cls)
            ),
            levels=tuple(
                Level(name=name, player=player, summary=summary)
                for name, (player, summary) in LEVELS.items()
            ),
            level=DEFAULT_LEVEL,
            tournaments=tuple(self.tournaments),
            runs=tuple(self.runs),
        )

    def game(self, text: str) -> Game:
        """The game that a page names; raises BadOption."""
        if text == self.named or text in self.tournaments.values():
            return make_game(text)
        file, options = split_file(text) or ("", "")
        if file and file != self.file:
            raise BadOption(f"{file} cannot be opened by a page: start plyground serve {file}")
        cls, options = (load_file(file), options) if file else find_game(text)
        _check_options(cls, options)
        return make_game(text)

    def player(self, text: str) -> str:
        """The text of a player that a page names, checked; raises BadOption."""
        name, _, options = text.strip().partition(":")
        known = all_players().get(name.strip())
        if known and takes_text(known):
            raise BadOption(f"{name} cannot be started by a page: it runs programs")
        if split_file(text):
            raise BadOption(f"{text} cannot be opened by a page: expected the name of a player")
        if known:
            _check_options(known, options)
        make_player(text)
        return text.strip()


def _check_options(cls: type, text: str) -> None:
    """Refuse options that may name files, and more threads than there are processors."""
    names = [option.name for option in declared.options_of(cls)]
    for part in text.split(",") if text else []:
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and names:  # a value alone is the first option's
            name, value = names[0], name
        is_word = re.fullmatch(_FILES.get(name, _WORD), value, re.ASCII)
        # Where a file may come first, whatever is no option may be its name.
        is_option = name in names and (equals or name != "file")
        if not is_word or (names[:1] == ["file"] and not is_option):
            what = part.strip()[:100]
            raise BadOption(f"{what} cannot be opened by a page: it may name a file")
        if name == "threads" and value.isdecimal() and int(value[:9]) > _processors():
            raise BadOption(f"threads={value}: this machine has {_processors()} processors")


def _processors() -> int:
    return os.cpu_count() or 1


def _offered_game(text: str) -> OfferedGame:
    """A game with the options that it has if nothing more is said."""
    game: Any = load_game(text)
    is_fixed = ":" in text  # the command line gave the options
    _, options = without_alias(text, "")
    values = dict(part.split("=", 1) for part in options.split(",") if options)
    return OfferedGame(
        name=text,
        summary=offered_games().get(text) or summary_of(type(game)),
        sides=game.sides,
        options=() if is_fixed else _options(type(game), values),
    )


def _options(cls: type, values: dict[str, str] | None = None) -> tuple[OfferedOption, ...]:
    given, texts = values or {}, declared.option_texts(cls)
    return tuple(
        _option(option, given.get(option.name), texts.get(option.name, ""))
        for option in _choices(cls)
    )


def _choices(cls: type) -> Iterable[declared.Option]:
    """The options that a page can give."""
    return (option for option in declared.options_of(cls) if option.name not in _UNASKED)


def _option(option: declared.Option, value: str | None, text: str) -> OfferedOption:
    default = option.default if value is None else _value(option, value)
    if isinstance(default, float) and not math.isfinite(default):
        default = None
    if isinstance(default, int) and default >= 1 << 62:  # no limit
        default = None
    return OfferedOption(name=option.name, type=option.type.__name__, default=default, help=text)


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]


def _value(option: declared.Option, text: str) -> Any:
    """A value that an alias gives."""
    return text == "1" if option.type is bool else option.type(text)
