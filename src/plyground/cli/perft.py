"""`plyground perft`: counts every sequence of moves."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.api.perft import MAX_DEPTH, PerftResult, distinct_positions
from plyground.cli.common import (
    GameText,
    Json,
    Moves,
    PositionText,
    interruptible,
    print_message,
)
from plyground.core.plurals import counted
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.search.perft import Level

EXAMPLES = (
    "plyground perft connect-four 8",
    "plyground perft conniption 4 --divide",
    "plyground perft dominoes:rows=4,columns=5 3 --distinct --json",
)
_GROWTH = 3
"""Depths are counted one after another as long as each has this many times the leaves of the one
before. So less than half of the work is repeated, and Ctrl-C finds most depths complete."""


def command(
    game_text: GameText,
    depth: Annotated[int, typer.Argument(min=1, max=MAX_DEPTH, help="How many moves deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count by first move.")] = False,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Also count the different positions.")
    ] = False,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Count every sequence of moves.

    Also shows the games that end, by result, and the speed. Ctrl-C shows the completed depths.
    """
    record = Record(game_text, position_text, moves)

    from plyground.api.perft import perft
    from plyground.terminal.screen import compile_notice, progress_bar

    found = PerftResult(record)
    with (
        interruptible() as stopped,
        compile_notice(record.game),
        progress_bar(lambda: f"perft {depth}: depth {len(found.levels) + 1}") as progress,
    ):
        while len(found.levels) < depth:
            found = perft(record, _next_depth(found.levels, depth), progress=progress)
        if distinct:
            for size in distinct_positions(record, depth, progress):
                found = replace(found, distinct=(*found.distinct, size))
    if json:
        print_message(found.message(divide, bool(stopped)))
    else:
        _print_table(found, divide)
    stopped.end()


def _next_depth(levels: "Sequence[Level]", most: int) -> int:
    """The depth to count next: one more, or the last one at once if the counts hardly grow."""
    *_, before, last = 0, 0, *(level.leaves for level in levels)
    return len(levels) + 1 if last >= _GROWTH * before else most


def _print_table(found: PerftResult, divide: bool) -> None:
    from plyground.terminal.screen import output
    from plyground.terminal.table import numbers, show_table

    console, sides = output(), found.record.names
    headings = ["depth", "leaves", "over", *(f"{side} wins" for side in sides), "draws"]
    rows = []
    for number, level in enumerate(found.levels):
        counts = (level.leaves, level.terminal, level.wins, level.losses, level.draws)
        known = (*counts, *found.distinct[number : number + 1])
        rows.append([str(level.depth), *(f"{count:,}" for count in known)])
    for text, leaves in found.divide.items() if divide else ():
        console.print(f"{text:>8}  {leaves:,}", markup=False)
    if rows:
        show_table(console, numbers(*headings, *["distinct"] * bool(found.distinct)), rows)
    else:
        console.print("no depth is complete")
    rate, nodes = (found.nodes_per_second or 0.0) / 1e6, counted(found.nodes, "node")
    console.print(f"{nodes} in {found.cpu_seconds:.2f} s of CPU, {rate:.1f} M a second")
