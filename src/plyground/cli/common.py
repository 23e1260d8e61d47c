"""What commands share: arguments, JSON, interrupts."""

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.completing import complete_game

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.core.wire import Message

GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="connect-four, paths:board=5x5,line=4, my_game.py, ...",
        autocompletion=complete_game,
    ),
]
GameTexts = Annotated[
    list[str] | None, typer.Argument(metavar="GAME...", autocompletion=complete_game)
]
Moves = Annotated[
    str, typer.Option("--moves", metavar="MOVES", help="Play these moves first: '4 f4 3'.")
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position.")
]
Plain = Annotated[
    bool | None,
    typer.Option(
        "--plain/--no-plain", help="For screen readers: words, no colour, nothing that moves."
    ),
]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="CLOCK",
        help="How long each player may think: 60+0.5 (seconds for the game, more after each move), "
        "40/60 (for 40 moves), move=1 (for a move).",
    ),
]
_jobs = typer.Option("--jobs", min=1, max=256, metavar="N", help="Number of processes.")
Jobs = Annotated[int, _jobs]
JobsIfAny = Annotated[int | None, _jobs]
PoolText = Annotated[
    str | None,
    typer.Option(
        "--pool",
        metavar="POOL",
        help="Instead of --jobs: ray, or ray:ADDRESS, for all processors of a Ray cluster.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def make_games(texts: list[str] | None) -> "dict[str, Game]":
    """The games that are named, or else all games, by their texts."""
    from plyground.games.registry import all_games, make_game

    return {text: make_game(text) for text in texts or all_games()}


class Interruption:
    """Whether work was interrupted. The command can show what is known before it ends."""

    def __init__(self) -> None:
        self.cause: KeyboardInterrupt | None = None

    def __bool__(self) -> bool:
        return self.cause is not None

    def end(self) -> None:
        """Raise the interrupt again, if there was one."""
        if self.cause is not None:
            raise self.cause


@contextlib.contextmanager
def interruptible() -> Iterator[Interruption]:
    """Ctrl-C ends the body, but not what comes after it."""
    interruption = Interruption()
    try:
        yield interruption
    except KeyboardInterrupt as cause:
        interruption.cause = cause


def print_message(message: "Message") -> None:
    """Print a message as a line of JSON to standard output, at once."""
    from plyground.core.wire import encode

    print_text(encode(message).decode() + "\n")


def print_text(text: str) -> None:
    """Print a text that programs read to standard output, as it is and at once."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise BrokenPipeError from None  # with its number, typer would end the program by itself


def say(line: str, to_messages: bool = False) -> None:
    """Print a line as it is, to standard output or, if `to_messages`, to standard error."""
    from plyground.terminal.screen import messages, output

    (messages() if to_messages else output()).print(line, markup=False)
