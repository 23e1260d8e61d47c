"""Boards and messages on the terminal: in colour where there is one, plain elsewhere."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from plyground.core.events import on_compile
from plyground.core.game import Game
from plyground.core.record import Record

_WAIT_SECONDS = 2.0
_MARK = "reverse"


class Screen(Console):
    """Rich's console, but a reader that goes away is told to the caller."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output() -> Console:
    """Where results go. Rich leaves out colour for pipes and where NO_COLOR is set."""
    return Screen(highlight=False, soft_wrap=not sys.stdout.isatty())


def messages() -> Console:
    """Where progress and errors go: standard error."""
    return Screen(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())


def picture(game: Game, position: Any, before: Any = None) -> Text:
    """A position's picture with every symbol in its ink, and what changed since before marked."""
    plain = game.picture(position)
    marked = set() if before is None else _changes(game, plain, game.picture(before))
    text = Text()
    for place, symbol in enumerate(plain):
        shown, style = game.ink.get(symbol, (symbol, ""))
        text.append(shown, f"{style} {_MARK}" if place in marked else style)
    return text


def _changes(game: Game, now: str, before: str) -> set[int]:
    """The places of symbols that changed, in lines that are as long as they were.

    Where a game has ink only its symbols count: a turn's number changes with every move.
    """
    changed, place = set(), 0
    for line, old in zip_longest(now.split("\n"), before.split("\n"), fillvalue=""):
        pairs = enumerate(zip(line, old, strict=True), place) if len(line) == len(old) else ()
        changed |= {n for n, pair in pairs if pair[0] != pair[1] and _counts(game, *pair)}
        place += len(line) + 1
    return changed


def _counts(game: Game, *symbols: str) -> bool:
    return not game.ink or any(symbol in game.ink for symbol in symbols)


def show_position(console: Console, game: Game, position: Any, before: Any = None) -> None:
    """Print a position: inked where there is colour, plain characters where there is none."""
    coloured = console.is_terminal and not console.no_color
    console.print(picture(game, position, before) if coloured else Text(game.picture(position)))


def standing(record: Record) -> str:
    """Who is to move, or how the game ended."""
    if record.winner is not None:
        return f"{record.game.sides[record.winner]} wins"
    return "a draw" if record.is_over else f"{record.mover} to move"


@contextlib.contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error that shows itself once the work has taken two seconds."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=messages(),
        transient=True,
    )
    task = bar.add_task(what, total=1.0)
    started = False

    def advance(share: float) -> None:
        nonlocal started
        bar.update(task, completed=share)
        if not started and sys.stderr.isatty() and (bar.tasks[0].elapsed or 0) > _WAIT_SECONDS:
            bar.start()
            started = True

    try:
        yield advance
    finally:
        if started:
            bar.stop()


@contextlib.contextmanager
def live_line(text: str) -> Iterator[Callable[[str], None]]:
    """A line on standard error that shows itself once the work has taken two seconds."""
    console = messages()
    status = console.status(text)
    timer = threading.Timer(_WAIT_SECONDS, status.start)
    if console.is_terminal:
        timer.start()
    try:
        yield status.update
    finally:
        timer.cancel()
        if timer.is_alive():
            timer.join()
        status.stop()


@contextlib.contextmanager
def compile_notice(game: Game) -> Iterator[None]:
    """Says on standard error that the first use of a game compiles it, as long as that takes."""
    status = messages().status(f"compiling {game.name} (once)")
    depth = 0

    def listen(name: str, starts: bool) -> None:
        """A kernel compiles those that it calls while it is compiled itself."""
        nonlocal depth
        depth += 1 if starts else -1
        if depth and sys.stderr.isatty():
            status.start()
        else:
            status.stop()

    on_compile.append(listen)
    try:
        yield
    finally:
        on_compile.remove(listen)
        status.stop()
