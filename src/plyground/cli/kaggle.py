"""`plyground kaggle`: a player as a file for Kaggle's ConnectX."""

from typing import Annotated

import typer

from plyground.cli.common import GameText, print_text
from plyground.cli.completing import complete_player
from plyground.core.errors import BadOption

EXAMPLES = (
    "plyground kaggle connect-four > agent.py",
    "plyground kaggle connect-four mcts:threads=2 > agent.py",
    "plyground kaggle connect-four --standalone > agent.py",
)


def command(
    game_text: GameText,
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]",
            help="Who plays; best if nobody is named.",
            autocompletion=complete_player,
            show_default=False,
        ),
    ] = None,
    standalone: Annotated[
        bool,
        typer.Option(
            "--standalone",
            help="Write a player that needs nothing but Python's standard library.",
        ),
    ] = False,
) -> None:
    """Write a player as an agent for Kaggle's ConnectX to standard output: one file, which runs
    where Plyground is installed or, with --standalone, anywhere.

    The board is the one that Kaggle's configuration says; GAME has to be connect-four.
    """
    from plyground.adapters.kaggle import agent_file, standalone_file

    if standalone and player:
        raise BadOption(f"--standalone and {player}: the file has a player of its own")
    text = standalone_file(game_text) if standalone else agent_file(game_text, player or "best")
    print_text(text)
