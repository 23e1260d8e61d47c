"""`plyground check`: whether a game keeps the laws."""

import typer

from plyground.api.check import check
from plyground.cli.common import GameText, Json, print_message
from plyground.cli.exit_codes import ExitCode
from plyground.games.registry import load_game

EXAMPLES = (
    "plyground check my_game.py",
    "plyground check connect-four --json",
)


def command(game_text: GameText, json: Json = False) -> None:
    """Try every law of a game.

    The laws of moves, play, outcome, keys, symmetries, texts, compiled rules, memory and speed. The
    exit code is 0 if all hold and 1 if one is broken.
    """
    game = load_game(game_text)

    from rich.text import Text

    from plyground.terminal.screen import compile_notice, output, progress_bar

    with compile_notice(game), progress_bar(f"checking {game.name}") as progress:
        result = check(game, progress)
    if json:
        from plyground.core.wire import Check, Law

        laws = tuple(Law(**law._asdict()) for law in result.laws)
        print_message(Check(game=game_text, passed=result.passed, laws=laws))
    else:
        console = output()
        for law in (law for law in result.laws if law.tried):
            style = "green" if law.passed else "bold red"
            detail = f" {law.statement}: {law.detail}"
            console.print(Text.assemble((f"{law.mark:6}", style), detail))
        console.print(result.summary)
    if not result.passed:
        raise typer.Exit(ExitCode.DISPROVED)
