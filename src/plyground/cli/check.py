"""`plyground check`: does a game keep the laws?"""

import typer

from plyground.cli.common import GameText, Json, print_json
from plyground.cli.exit_codes import ExitCode
from plyground.core.counted import counted
from plyground.games.registry import make_game

EXAMPLES = (
    "plyground check my_game.py",
    "plyground check connect-four --json",
)


def command(game_text: GameText, json: Json = False) -> None:
    """Try every law of a game.

    Moves, play, outcome, keys, symmetries, texts, compiled rules, memory, speed. The exit code is
    0 where all hold and 1 where one is broken.
    """
    game = make_game(game_text)

    from plyground.conformance.report import check
    from plyground.terminal.screen import compile_notice, output, progress_bar

    with compile_notice(game), progress_bar(f"checking {game.name}") as progress:
        verdicts = check(game, progress)
    passed = all(verdict.passed for verdict in verdicts)
    if json:
        laws = [verdict._asdict() for verdict in verdicts]
        print_json({"game": game_text, "passed": passed, "laws": laws})
    else:
        console = output()
        for verdict in verdicts:
            mark, style = ("ok", "green") if verdict.passed else ("BROKEN", "bold red")
            console.print(f"[{style}]{mark:6}[/] {verdict.statement}: ", end="")
            console.print(verdict.detail, markup=False)
        broken = sum(not verdict.passed for verdict in verdicts)
        console.print("every law holds" if passed else _broken_text(broken))
    if not passed:
        raise typer.Exit(ExitCode.DISPROVED)


def _broken_text(broken: int) -> str:
    return f"{counted(broken, 'law')} {'is' if broken == 1 else 'are'} broken"
