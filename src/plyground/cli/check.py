"""`plyground check`: does a game keep the laws?"""

from typing import TYPE_CHECKING

import typer

from plyground.cli.common import GameText, Json, print_json
from plyground.cli.exit_codes import ExitCode
from plyground.core.counted import counted
from plyground.games.registry import load_game

if TYPE_CHECKING:
    from plyground.conformance.report import LawResult

EXAMPLES = (
    "plyground check my_game.py",
    "plyground check connect-four --json",
)


def command(game_text: GameText, json: Json = False) -> None:
    """Try every law of a game.

    Moves, play, outcome, keys, symmetries, texts, compiled rules, memory, speed. The exit code is
    0 where all hold and 1 where one is broken.
    """
    game = load_game(game_text)

    from rich.text import Text

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
        tried = [verdict for verdict in verdicts if verdict.tried]
        for verdict in tried:
            mark, style = ("ok", "green") if verdict.passed else ("BROKEN", "bold red")
            told = f" {verdict.statement}: {verdict.detail}"
            console.print(Text.assemble((f"{mark:6}", style), told))
        console.print("every law holds" if passed else _summary(verdicts))
    if not passed:
        raise typer.Exit(ExitCode.DISPROVED)


def _summary(verdicts: "list[LawResult]") -> str:
    """How many laws are broken, and how many could not be tried because of that."""
    broken = sum(verdict.tried and not verdict.passed for verdict in verdicts)
    others = sum(not verdict.tried for verdict in verdicts)
    told = f"{counted(broken, 'law')} {'is' if broken == 1 else 'are'} broken"
    left = counted(others, "other")
    return f"{told}; {left} cannot be tried before" if others else told
