"""`plyground gtp`: an engine for programs that speak the Go Text Protocol."""

import sys
from typing import Annotated

import typer

from plyground.cli.common import GameText, print_text
from plyground.cli.completing import complete_player

EXAMPLES = (
    "plyground gtp gomoku",
    "plyground gtp examples/othello.py --player mcts:time=1",
)


def command(
    game_text: GameText,
    player: Annotated[
        str,
        typer.Option(
            "--player", metavar="PLAYER", help="Who plays.", autocompletion=complete_player
        ),
    ] = "best",
) -> None:
    """Play as an engine: reads commands of the Go Text Protocol from standard input and writes its
    answers to standard output.

    GAME is one whose moves are squares of a square board: gomoku, tic-tac-toe, Hex, Othello.
    """
    from plyground.adapters.gtp import serve

    serve(iter(sys.stdin.readline, ""), print_text, game_text, player)
