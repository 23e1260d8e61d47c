"""`plyground play`: play a game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import Json, Moves, PositionText, print_json, set_up
from plyground.core.errors import PlygroundError
from plyground.core.game import summary_of
from plyground.games.registry import all_games, make_game

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.core.record import Record

NAME = "play"
EXAMPLES = (
    "Examples:  plyground play;  plyground play connect-four --first random --second human;  "
    "plyground play examples/nim.py:heap=15"
)


def command(
    game_text: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Leave it out to choose from a list.")
    ] = None,
    first: Annotated[str, typer.Option("--first", metavar="PLAYER")] = "human",
    second: Annotated[str, typer.Option("--second", metavar="PLAYER")] = "random",
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Play a game in the terminal.

    Players are human, random and random:seed=N.
    """
    from plyground.match.referee import play_game
    from plyground.players.player import make_player
    from plyground.terminal.screen import messages, output

    console = messages() if json else output()
    chosen = (game_text, make_game(game_text)) if game_text else _chosen_game(console)
    if chosen is None:
        return
    text, game = chosen
    players = (make_player(first), make_player(second))
    for player in players:
        if player.name == "human":
            player.ask = console.input  # type: ignore[attr-defined]
            player.say = lambda line: console.print(line, markup=False)  # type: ignore[attr-defined]
    position = set_up(game, position_text, moves)
    if game.notice:
        console.print(game.notice, markup=False)
    record = play_game(game, players, position, _watcher(console, game))
    if json:
        print_json(_described(text, (first, second), record))


def _watcher(console: Any, game: "Game") -> Any:
    from plyground.terminal.screen import show_position, standing

    def watch(record: "Record") -> None:
        if record.moves:
            mover = game.sides[1 - record.side]
            console.print(f"{mover}: {record.move_texts[-1]}", markup=False)
        console.print()
        show_position(console, game, record.position)
        if record.is_over:
            console.print(standing(record), markup=False)

    return watch


def _chosen_game(console: Any) -> tuple[str, "Game"] | None:
    """Let the person choose by number, name or file; None at the end of input."""
    names = [*all_games()]
    for number, (name, cls) in enumerate(all_games().items(), 1):
        console.print(f"{number}  {name:16} {summary_of(cls)}", markup=False)
    while True:
        try:
            text = str(console.input("Which game (number, name or file)? ")).strip()
        except EOFError:
            return None
        if text.isdecimal() and 1 <= int(text) <= len(names):
            text = names[int(text) - 1]
        try:
            return text, make_game(text)
        except PlygroundError as error:
            console.print(str(error), markup=False)


def _described(text: str, players: tuple[str, str], record: "Record") -> dict[str, Any]:
    return {
        "game": text,
        "first": players[0],
        "second": players[1],
        "moves": record.move_texts,
        "position": record.game.position_text(record.position),
        "result": record.result,
        "plies": len(record.moves),
    }
