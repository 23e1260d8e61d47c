"""`plyground rules`: shows the rules of a game."""

from plyground.cli.common import GameText, Json, print_message
from plyground.games.registry import make_game

EXAMPLES = (
    "plyground rules conniption",
    "plyground rules paths:board=4x4x4,misere=1",
)


def command(game_text: GameText, json: Json = False) -> None:
    """Show the rules of a game and how moves are written, with two examples."""
    game = make_game(game_text)
    if json:
        from plyground.core.wire import Rules

        print_message(Rules(game=game_text, rules=game.rules_text))
        return
    from plyground.terminal.screen import output
    from plyground.terminal.speech import rules_words

    console = output()
    console.print(rules_words(game, console.width), markup=False, emoji=False)
