"""`plyground warm`: compile ahead."""

import time
from typing import Annotated, Any

import typer

from plyground.cli.common import Json, print_json
from plyground.cli.completing import complete_game
from plyground.core.counted import counted
from plyground.games.registry import all_games, make_game

EXAMPLES = (
    "plyground warm",
    "plyground warm connect-four paths:board=5x5,line=4",
)


def command(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", autocompletion=complete_game)
    ] = None,
    json: Json = False,
) -> None:
    """Compile ahead, so that commands start at once.

    For these games, or else for every installed one.
    """
    made = {text: make_game(text) for text in games or all_games()}

    from plyground.search.warm import warm
    from plyground.terminal.screen import compile_notice, output

    report: list[dict[str, Any]] = []
    for text, game in made.items():
        began = time.perf_counter()
        with compile_notice(game):
            compiled = warm(game)
        seconds = time.perf_counter() - began
        report.append({"game": text, "compiled": compiled, "seconds": seconds})
        if not json:
            kernels = counted(compiled, "kernel")
            output().print(f"{text}: {kernels} compiled in {seconds:.1f} s", markup=False)
    if json:
        print_json({"games": report})
