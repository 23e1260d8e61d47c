"""`plyground perft`: count every sequence of moves."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    GameText,
    Json,
    Moves,
    PositionText,
    interruptible,
    print_json,
)
from plyground.core.counted import counted
from plyground.games.registry import make_game
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.search.perft import Level, Perft

EXAMPLES = (
    "plyground perft connect-four 8",
    "plyground perft conniption 4 --divide",
    "plyground perft dominoes:rows=4,columns=5 3 --distinct --json",
)
_MAX_DEPTH = 500
_GROWTH = 3
"""A depth is counted before the next one as long as each has this many times the leaves of the
last: so less than half of the work is done twice, and Ctrl-C finds most depths complete."""


def command(
    game_text: GameText,
    depth: Annotated[int, typer.Argument(min=1, max=_MAX_DEPTH, help="How many moves deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count each first move apart.")] = False,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count the different positions too.")
    ] = False,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Count every sequence of moves.

    Also tells how the games that end on the way end, and the speed. Ctrl-C shows the depths that
    are complete.
    """
    game = make_game(game_text)
    record = Record(game, position_text, moves, game_text=game_text)
    position = record.position

    from plyground.search import perft
    from plyground.terminal.screen import compile_notice, progress_bar

    parts: dict[int, perft.Perft] = {}
    found = perft.Perft([], 0.0)
    sizes: list[int] = []
    with (
        interruptible() as stopped,
        compile_notice(game),
        progress_bar(lambda: f"perft {depth}: depth {len(found.levels) + 1}") as progress,
    ):
        while len(found.levels) < depth:
            reached = _next_depth(found.levels, depth)
            parts = perft.divide(game, position, reached, progress)
            found = perft.total(parts.values(), reached)
        if distinct:
            sizes.extend(perft.distinct(game, position, depth, progress))
    shown = parts if divide else {}
    divided = {game.move_text(position, move): part.levels[-1] for move, part in shown.items()}
    if json:
        print_json(_described(game_text, found, divided, sizes) | {"interrupted": bool(stopped)})
    else:
        _print_table(record, found, divided, sizes)
    stopped.end()


def _next_depth(levels: "list[Level]", most: int) -> int:
    """The depth to count after these: one more; where they grow no more, the last one at once."""
    *_, before, last = 0, 0, *(level.leaves for level in levels)
    return len(levels) + 1 if last >= _GROWTH * before else most


def _described(
    game_text: str, found: "Perft", divided: dict[str, "Level"], sizes: list[int]
) -> dict[str, Any]:
    depths = [level._asdict() | {"terminal": level.terminal} for level in found.levels]
    for row, size in zip(depths, sizes, strict=False):
        row["distinct"] = size
    described: dict[str, Any] = {"game": game_text, "depths": depths}
    if divided:
        described["divide"] = {text: level.leaves for text, level in divided.items()}
    speed = found.nodes / found.seconds if found.seconds else None
    return described | {
        "nodes": found.nodes,
        "cpu_seconds": found.seconds,
        "nodes_per_second": speed,
    }


def _print_table(
    record: Record, found: "Perft", divided: dict[str, "Level"], sizes: list[int]
) -> None:
    from plyground.terminal.screen import output
    from plyground.terminal.table import numbers, show_table

    console = output()
    headings = ["depth", "leaves", "over", *(f"{side} wins" for side in record.names), "draws"]
    rows = []
    for number, level in enumerate(found.levels):
        counts = (level.leaves, level.terminal, level.wins, level.losses, level.draws)
        known = (*counts, *sizes[number : number + 1])
        rows.append([str(level.depth), *(f"{count:,}" for count in known)])
    for text, level in divided.items():
        console.print(f"{text:>8}  {level.leaves:,}", markup=False)
    if rows:
        show_table(console, numbers(*headings, *["distinct"] * bool(sizes)), rows)
    else:
        console.print("no depth is complete")
    rate = found.nodes / found.seconds / 1e6 if found.seconds else 0.0
    nodes = counted(found.nodes, "node")
    console.print(f"{nodes} in {found.seconds:.2f} s of CPU, {rate:.1f} M a second")
