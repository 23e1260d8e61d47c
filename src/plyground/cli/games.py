"""`plyground games`: which games there are."""

from typing import Any

from plyground.cli.common import Json, print_json
from plyground.core.game import summary_of
from plyground.core.options import options_of
from plyground.games.aliases import ALIASES
from plyground.games.registry import all_games

EXAMPLES = "Examples:  plyground games;  plyground games --json"


def command(json: Json = False) -> None:
    """List the games with their options, and other names that people know."""
    games = [_described(name, cls) for name, cls in all_games().items()]
    aliases = {name: alias.game_text for name, alias in ALIASES.items()}
    if json:
        print_json({"games": games, "aliases": aliases})
        return
    from rich.table import Table

    from plyground.terminal.screen import output

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("game", "what it is", "options"):
        table.add_column(heading, style="bold" if heading == "game" else "")
    for game in games:
        shown = ", ".join(f"{o['name']}={_shown(o['default'])}" for o in game["options"])
        table.add_row(game["name"], game["summary"], shown)
    names = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    names.add_column("another name", style="bold")
    names.add_column("what it means; more options may follow it")
    for name, game_text in aliases.items():
        names.add_row(name, game_text)
    console = output()
    console.print(table)
    console.print()
    console.print(names)


def _described(name: str, cls: type) -> dict[str, Any]:
    options = [
        {"name": option.name, "type": option.type.__name__, "default": option.default}
        for option in options_of(cls)
    ]
    return {"name": name, "summary": summary_of(cls), "options": options}


def _shown(default: Any) -> str:
    return str(int(default) if isinstance(default, bool) else default)
