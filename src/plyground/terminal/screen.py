"""Boards and messages on the terminal: in colour where there is one, plain elsewhere."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.core.events import on_compile
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.core.scene import plain_picture
from plyground.terminal.board import board_text
from plyground.terminal.compiling import Compiling

_WAIT_SECONDS = 2.0


class Screen(Console):
    """Rich's console, but a reader that goes away is told to the caller."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output(plainly: bool = False) -> Console:
    """Where results go. Rich leaves out colour for pipes and where NO_COLOR is set."""
    return _screen(sys.stdout, plainly)


def messages(plainly: bool = False) -> Console:
    """Where progress and errors go: standard error."""
    return _screen(sys.stderr, plainly)


def _screen(stream: TextIO, plainly: bool) -> Console:
    return Screen(
        stderr=stream is sys.stderr,
        highlight=False,
        soft_wrap=not stream.isatty(),
        color_system=None if plainly else "auto",
    )


def is_coloured(console: Console) -> bool:
    """Whether boards are drawn in colour: on a terminal that has it, unless NO_COLOR is set."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def show_board(console: Console, record: Record) -> None:
    """Print where a game stands: in colour, or in plain characters where there is none."""
    drawn = board_text(record, console.width) if is_coloured(console) else _plain(console, record)
    console.print(drawn, markup=False, emoji=False)


def _plain(console: Console, record: Record) -> str:
    """The picture of a game; a board that is too wide for a screen is drawn narrower there."""
    game, position = record.game, record.position
    picture, scene = game.picture(position), game.scene(position)
    if scene and console.is_terminal and max(map(len, picture.split("\n"))) > console.width:
        return plain_picture(scene, console.width)
    return picture


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
    compiling = Compiling(game)
    console = messages()
    live = Live(compiling, console=console, transient=True, refresh_per_second=8)

    def listen(name: str, starts: bool) -> None:
        compiling.listen(name, starts)
        if compiling.depth and console.is_terminal:
            live.start()
        else:
            live.stop()

    on_compile.append(listen)
    try:
        yield
    finally:
        on_compile.remove(listen)
        live.stop()
        compiling.remember()
