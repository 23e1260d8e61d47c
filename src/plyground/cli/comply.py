"""`plyground comply`: tests an outside engine."""

import shlex
from typing import Annotated

import typer

from plyground.cli.common import Json, print_message, say
from plyground.cli.completing import complete_game
from plyground.cli.exit_codes import ExitCode
from plyground.core.errors import BadOption

EXAMPLES = (
    "plyground comply './engine --fast' --game connect-four",
    "plyground comply 'plyground ugi' --game tic-tac-toe --json",
)


def command(
    program: Annotated[str, typer.Argument(metavar="COMMAND", help="How the engine is started.")],
    game_text: Annotated[
        str, typer.Option("--game", metavar="GAME", autocompletion=complete_game)
    ] = "connect-four",
    json: Json = False,
) -> None:
    """Test a program that speaks the Universal Game Interface (UGI), step by step, and say what it
    does wrong. The exit code is 1 if something is.
    """
    from plyground.games.registry import make_game
    from plyground.protocol.comply import Compliance, Noncompliance, comply

    try:
        words = shlex.split(program)
    except ValueError as error:
        raise BadOption(f"{program}: {error}") from None
    if not words:
        raise BadOption("there is no command: expected how the engine is started")
    passed, failed = 0, []
    for step in comply(words, make_game(game_text), game_text):
        passed += not step.mistake
        if step.mistake:
            failed.append(Noncompliance(step=step.name, mistake=step.mistake))
        if not json:
            say(f"{'FAILED' if step.mistake else 'ok':<7}{step.name}")
            if step.mistake:
                say(f"       {step.mistake}")
    if json:
        print_message(Compliance(passed=passed, failed=tuple(failed)))
    else:
        say(f"{passed} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(ExitCode.DISPROVED)
