"""`plyground course`: a player as a class for a course's referee."""

from typing import Annotated

import typer

from plyground.cli.common import GameText, print_text
from plyground.cli.completing import complete_player

EXAMPLES = (
    "plyground course watch-your-back negascout:depth=3 > player.py",
    "plyground course connect-four > player.py",
)


def command(
    game_text: GameText,
    player: Annotated[
        str,
        typer.Argument(metavar="PLAYER", help="Who plays.", autocompletion=complete_player),
    ] = "best",
) -> None:
    """Write a player as a file with a class Player, as the course COMP30024 asks for it, to
    standard output. It runs where Plyground is installed.
    """
    from plyground.adapters.course import course_file

    print_text(course_file(game_text, player))
