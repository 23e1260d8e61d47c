"""Boards and messages on the terminal: in colour where there is one, plain elsewhere."""

import contextlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TextIO

from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.status import Status

from plyground.core.events import on_compile
from plyground.core.game import Game
from plyground.core.scene import plain_picture
from plyground.records.record import Record
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
        width=_width(),
    )


def _width() -> int | None:
    """The screen's width where the environment gives none that can be written on; else None."""
    is_none = os.environ.get("COLUMNS", "").strip("0") == ""
    return shutil.get_terminal_size().columns if is_none and "COLUMNS" in os.environ else None


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
def progress_bar(what: str | Callable[[], str]) -> Iterator[Callable[[float], None]]:
    """A bar on standard error that shows itself once the work has taken two seconds."""
    console = messages()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    tell = what if callable(what) else lambda: what
    task = bar.add_task(tell(), total=1.0)
    with _after_a_while(bar, console):
        # A bar that is full once stops its clock, though there may be more to do.
        yield lambda share: bar.update(task, completed=min(share, 0.999), description=tell())


@contextlib.contextmanager
def live_line(
    text: RenderableType, console: Console | None = None
) -> Iterator[Callable[[str], None]]:
    """A line that shows itself once the work has taken two seconds: on standard error, or on the
    console to which results are printed meanwhile."""
    console = console or messages()
    status = console.status(text)
    with _after_a_while(status, console):
        yield status.update


@contextlib.contextmanager
def _after_a_while(display: Progress | Status, console: Console) -> Iterator[None]:
    """Show something on a terminal after two seconds, but not while compiling is told there."""
    if not console.is_terminal:
        yield
        return
    began, compiling = time.monotonic(), 0
    lock = threading.RLock()

    def show() -> None:
        with lock:
            if compiling:
                display.stop()
            elif time.monotonic() - began >= _WAIT_SECONDS:
                display.start()

    def listen(name: str, starts: bool) -> None:
        nonlocal compiling
        compiling += 1 if starts else -1
        show()

    timer = threading.Timer(_WAIT_SECONDS, show)
    timer.start()
    on_compile.append(listen)
    try:
        yield
    finally:
        on_compile.remove(listen)
        timer.cancel()
        if timer.is_alive():
            timer.join()
        display.stop()


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
