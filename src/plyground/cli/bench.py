"""`plyground bench`: the node counts of all searches, and their speed."""

from typing import TYPE_CHECKING

from plyground.cli.common import GameTexts, Json, make_games, print_message

if TYPE_CHECKING:
    from plyground.search.bench import Count

EXAMPLES = (
    "plyground bench",
    "plyground bench connect-four conniption --json",
)


def command(games: GameTexts = None, json: Json = False) -> None:
    """Count the nodes of every search on fixed positions.

    The total is a signature: it changes only if a search, a rule or an evaluation changes. The
    speed is that of this machine, now.
    """
    made = make_games(games)

    from plyground.search.bench import NAMES, counts
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
        from plyground.core.wire import Bench, BenchRow

        rows = tuple(BenchRow(**count._asdict()) for count in found)
        print_message(Bench(nodes=total, searches=rows))
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
