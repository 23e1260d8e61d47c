"""What commands share: their arguments, JSON, and interrupts."""

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.completing import complete_game
from plyground.core.outcome import NAMES

if TYPE_CHECKING:
    from plyground.search.solution import Verdict

GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="connect-four, paths:board=5x5,line=4, my_game.py, ...",
        autocompletion=complete_game,
    ),
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
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def verdict_numbers(verdict: "Verdict | None") -> dict[str, Any]:
    """A verdict as programs read it; nothing is known where there is none."""
    if verdict is None:
        return {"outcome": None, "plies": None}
    return {"outcome": NAMES[verdict.outcome], "plies": verdict.plies}


class Interruption:
    """Whether work was interrupted; what is known by then is told before the command ends."""

    def __init__(self) -> None:
        self.cause: KeyboardInterrupt | None = None

    def __bool__(self) -> bool:
        return self.cause is not None

    def end(self) -> None:
        """End the command by the interrupt, if there was one."""
        if self.cause is not None:
            raise self.cause


@contextlib.contextmanager
def interruptible() -> Iterator[Interruption]:
    """Work that Ctrl-C ends, but not what comes after it."""
    interruption = Interruption()
    try:
        yield interruption
    except KeyboardInterrupt as cause:
        interruption.cause = cause


def print_json(content: Any) -> None:
    """One JSON object on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(content).decode() + "\n")
