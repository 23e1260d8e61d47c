"""`plyground review`: grades the moves of a game."""

import warnings
from typing import Annotated

import typer

from plyground.cli.common import Json, Plain, print_message
from plyground.cli.completing import complete_player
from plyground.cli.defaults import default

EXAMPLES = (
    "plyground review game.txt",
    "plyground review game.txt --by negascout:time=2",
    "plyground review game.txt --json",
)


def command(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="A game as play --save writes it.")],
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="PLAYER",
            help="The coach, such as negascout:time=2.",
            autocompletion=complete_player,
        ),
    ] = None,
    plain: Plain = None,
    json: Json = False,
) -> None:
    """Grade the moves of a game: best, fine, mistake or blunder.

    Each move is compared with the best one: by perfect play if the position can be solved in half
    of the time, or else by a search. The turning point is the move that decided the game.
    """
    from plyground.players.engine import make_engine_player
    from plyground.records.file import load
    from plyground.terminal.review import review_with_progress, show_review
    from plyground.terminal.screen import output

    coach = make_engine_player(default("coach") if by is None else by)
    plain = default("plain") if plain is None else plain
    saved_game, notes = load(file)
    for note in notes:
        warnings.warn(note, stacklevel=1)
    found = review_with_progress(saved_game.record, coach, plain)
    if json:
        from plyground.reviews.messages import review_info

        print_message(review_info(found))
    else:
        show_review(output(plain), found, plain)
