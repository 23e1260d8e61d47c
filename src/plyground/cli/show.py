"""`plyground show`: shows a position as a picture and as text."""

import sys
from typing import Annotated

import typer

from plyground.cli.common import GameText, Json, Moves, PositionText, print_message
from plyground.core.errors import BadOption
from plyground.core.files import create
from plyground.games.registry import make_game
from plyground.records.record import Record

EXAMPLES = (
    "plyground show connect-four --moves '4 4 3'",
    "plyground show connect-four --moves '4 4 3' --svg board.svg",
    "plyground show paths:board=3x3 --position 'X.O/.X./...'",
)


def command(
    game_text: GameText,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write the board as a picture; - prints it."),
    ] = None,
) -> None:
    """Show a position, its text and the legal moves."""
    if svg is not None and json:
        raise BadOption("--svg and --json exclude each other: leave one out")
    game = make_game(game_text)
    record = Record(game, position_text, moves, game_text=game_text)
    if svg is not None:
        _write_svg(record, svg)
        return
    if json:
        from plyground.records.messages import position_info

        print_message(position_info(record))
        return
    from plyground.terminal.screen import output, show_board

    console = output()
    show_board(console, record)
    console.print(f"position  {record.position_text}", markup=False)
    console.print(record.status, markup=False)
    if not record.is_over:
        console.print(f"moves     {' '.join(record.legal_move_texts)}", markup=False)


def _write_svg(record: Record, file: str) -> None:
    from plyground.boards.svg import board_svg

    drawn = board_svg(record)
    if not drawn:
        raise BadOption(f"{record.game.name} has no board of squares to draw: expected a scene")
    if file == "-":
        sys.stdout.write(drawn)
    else:
        create(file, drawn.encode())
