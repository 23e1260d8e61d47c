"""`plyground show`: shows a position as a picture and as text."""

from plyground.cli.common import GameText, Json, Moves, PositionText, print_json
from plyground.core.game import legal_moves
from plyground.core.outcome import NAMES
from plyground.games.registry import make_game
from plyground.records.record import Record

EXAMPLES = (
    "plyground show connect-four --moves '4 4 3'",
    "plyground show paths:board=3x3 --position 'X.O/.X./...'",
)


def command(
    game_text: GameText, moves: Moves = "", position_text: PositionText = None, json: Json = False
) -> None:
    """Show a position, its text and the legal moves."""
    game = make_game(game_text)
    record = Record(game, position_text, moves, game_text=game_text)
    position = record.position
    texts = [game.move_text(position, move) for move in legal_moves(game, position)]
    if json:
        print_json(
            {
                "game": game_text,
                "position": game.position_text(position),
                "side": record.turn,
                "mover": record.mover,
                "outcome": NAMES[game.outcome(position)],
                "moves": texts,
                "picture": game.picture(position),
            }
        )
        return
    from plyground.terminal.screen import output, show_board

    console = output()
    show_board(console, record)
    console.print(f"position  {game.position_text(position)}", markup=False)
    console.print(record.status, markup=False)
    if texts:
        console.print(f"moves     {' '.join(texts)}", markup=False)
