"""`plyground warm`: compiles ahead of time."""

import time

from plyground.cli.common import GameTexts, Json, make_games, print_message
from plyground.core.plurals import counted

EXAMPLES = (
    "plyground warm",
    "plyground warm connect-four paths:board=5x5,line=4",
)


def command(games: GameTexts = None, json: Json = False) -> None:
    """Compile ahead of time, so that commands start at once.

    Compiles for these games, or else for all games of `plyground games`.
    """
    made = make_games(games)

    from plyground.core.wire import Compiled, Warm
    from plyground.search.warm import warm
    from plyground.terminal.screen import compile_notice, output

    report: list[Compiled] = []
    for text, game in made.items():
        began = time.perf_counter()
        with compile_notice(game):
            compiled = warm(game)
        seconds = time.perf_counter() - began
        report.append(Compiled(game=text, compiled=compiled, seconds=seconds))
        if not json:
            kernels = counted(compiled, "kernel")
            output().print(f"{text}: {kernels} compiled in {seconds:.1f} s", markup=False)
    if json:
        print_message(Warm(games=tuple(report)))
