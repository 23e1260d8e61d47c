"""`plyground bench`: the signature of all searches, and their speed here."""

from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import Json, print_json
from plyground.cli.completing import complete_game
from plyground.games.registry import all_games, make_game

if TYPE_CHECKING:
    from plyground.search.signature import Count

EXAMPLES = (
    "plyground bench",
    "plyground bench connect-four conniption --json",
)


def command(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", autocompletion=complete_game)
    ] = None,
    json: Json = False,
) -> None:
    """Count the nodes of every search on fixed positions.

    The total is a signature: it changes only with the searches, rules and evaluations themselves.
    The speed beside it is that of this machine now.
    """
    made = {text: make_game(text) for text in games or all_games()}

    from plyground.search.signature import NAMES, counts
    from plyground.terminal.screen import compile_notice, progress_bar

    found: list[Count] = []
    steps = len(made) * len(NAMES)
    with progress_bar("bench") as progress:
        for text, game in made.items():
            with compile_notice(game):
                for count in counts(game, text):
                    found.append(count)
                    progress(len(found) / steps)
    total = sum(count.nodes for count in found)
    if json:
        print_json({"nodes": total, "searches": [count._asdict() for count in found]})
    else:
        _print_table(found, total)


def _print_table(found: "list[Count]", total: int) -> None:
    from plyground.terminal.screen import output
    from plyground.terminal.table import Column, numbers, show_table

    rows = []
    for count in found:
        speed = count.visited / count.cpu_seconds / 1e6 if count.cpu_seconds else 0.0
        rows.append((count.game, count.search, f"{count.nodes:,}", f"{speed:.1f}"))
    columns = [Column("game"), Column("search"), *numbers("nodes", "M nodes a second")]
    console = output()
    show_table(console, columns, rows)
    console.print(f"Bench: {total}")
