"""`plyground games`: lists the games."""

from typing import TYPE_CHECKING, Any

from plyground.cli.common import Json, print_message
from plyground.core.game import summary_of
from plyground.core.options import options_of
from plyground.games.aliases import ALIASES
from plyground.games.registry import all_games

if TYPE_CHECKING:
    from plyground.core.wire import KnownGame

EXAMPLES = (
    "plyground games",
    "plyground games --json",
)


def command(json: Json = False) -> None:
    """List the games with their options, and other names for them."""
    from plyground.core.wire import Games

    games = tuple(_known_game(name, cls) for name, cls in all_games().items())
    aliases = {name: alias.game_text for name, alias in ALIASES.items()}
    if json:
        print_message(Games(games=games, aliases=aliases))
        return
    from rich.text import Text

    from plyground.terminal.screen import output
    from plyground.terminal.table import Column, show_table

    console = output()
    texts = [Column(heading, is_text=True) for heading in ("what it is", "options")]
    rows = [(Text(game.name, "bold"), game.summary, _options(game)) for game in games]
    show_table(console, [Column("game"), *texts], rows)
    console.print()
    meaning = Column("what it means; more options may follow it", is_text=True)
    names = [(Text(name, "bold"), game_text) for name, game_text in aliases.items()]
    show_table(console, [Column("another name"), meaning], names)


def _options(game: "KnownGame") -> str:
    return ", ".join(f"{option.name}={_shown(option.default)}" for option in game.options)


def _known_game(name: str, cls: type) -> "KnownGame":
    from plyground.core.wire import KnownGame, Option

    options = (
        Option(name=option.name, type=option.type.__name__, default=option.default)
        for option in options_of(cls)
    )
    return KnownGame(name=name, summary=summary_of(cls), options=tuple(options))


def _shown(default: Any) -> str:
    return str(int(default) if isinstance(default, bool) else default)
