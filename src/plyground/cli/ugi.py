"""`plyground ugi`: an engine for programs that speak the Universal Game Interface."""

import sys
from typing import Annotated

import typer

from plyground.cli.completing import complete_game, complete_player

EXAMPLES = (
    "plyground ugi",
    "plyground ugi connect-four --player best:threads=2",
)


def command(
    game_text: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="Unless the host sets the option Game.",
            autocompletion=complete_game,
        ),
    ] = "connect-four",
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Unless the host sets the option Player.",
            autocompletion=complete_player,
        ),
    ] = "best",
) -> None:
    """Play as an engine: reads commands of the Universal Game Interface from standard input and
    writes its answers to standard output.
    """
    from threading import Lock

    from plyground.adapters.ugi import serve

    lock = Lock()

    def write(line: str) -> None:
        with lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    serve(iter(sys.stdin.readline, ""), write, game_text, player)
