"""`plyground export`: writes a path game as a text file."""

from typing import Annotated

import typer

from plyground.cli.common import GameText
from plyground.core.errors import BadOption
from plyground.core.files import create
from plyground.games.registry import make_game

EXAMPLES = (
    "plyground export paths:board=4x4x4 qubic.txt",
    "plyground export paths:board=3x3",
)


def command(
    game_text: GameText,
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="Default: print it.")] = None,
) -> None:
    """Write a path game as a text file."""
    game = make_game(game_text)
    text = getattr(game, "file_text", None)
    if text is None:
        raise BadOption(f"{game.name} has no file form: expected a path game")
    if file is None:
        print(text(), end="")
        return
    create(file, text().encode())
