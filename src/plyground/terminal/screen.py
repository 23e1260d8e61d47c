"""Boards and messages: in colour on a terminal that has it, plain elsewhere."""

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
from plyground.core.plain import plain_picture
from plyground.records.record import Record
from plyground.terminal.board import board_text
from plyground.terminal.compiling import Compiling

_WAIT_SECONDS = 2.0


class Screen(Console):
    """Rich's console, but a broken pipe is raised to the caller."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output(plain: bool = False) -> Console:
    """Standard output, for results. Rich omits colour for pipes and if NO_COLOR is set."""
    return _screen(sys.stdout, plain)


def messages(plain: bool = False) -> Console:
    """Standard error, for progress and errors."""
    return _screen(sys.stderr, plain)


def _screen(stream: TextIO, plain: bool) -> Console:
    return Screen(
        stderr=stream is sys.stderr,
        highlight=False,
        soft_wrap=not stream.isatty(),
        color_system=None if plain else "auto",
        width=_width(),
    )


def _width() -> int | None:
    """The terminal's width if the variable COLUMNS is 0 or empty; else None."""
    is_none = os.environ.get("COLUMNS", "").strip("0") == ""
    return shutil.get_terminal_size().columns if is_none and "COLUMNS" in os.environ else None


def is_coloured(console: Console) -> bool:
    """Whether boards are drawn in colour: on a terminal that has it, and not if NO_COLOR is set."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def show_board(console: Console, record: Record) -> None:
    """Print the current board of a game, in colour or in plain characters."""
    drawn = board_text(record, console.width) if is_coloured(console) else _plain(console, record)
    console.print(drawn, markup=False, emoji=False)


def _plain(console: Console, record: Record) -> str:
    """The plain picture of a game, drawn narrower if it is too wide for the terminal."""
    game, position = record.game, record.position
    picture, scene = game.picture(position), game.scene(position)
    if scene and console.is_terminal and max(map(len, picture.split("\n"))) > console.width:
        return plain_picture(scene, console.width)
    return picture


@contextlib.contextmanager
def progress_bar(what: str | Callable[[], str]) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error that appears after two seconds."""
    console = messages()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    describe = what if callable(what) else lambda: what
    task = bar.add_task(describe(), total=1.0)
    with after_a_while(bar, console):
        # A bar that was full once stops its clock, even if there is more to do.
        yield lambda share: bar.update(task, completed=min(share, 0.999), description=describe())


@contextlib.contextmanager
def live_line(
    text: RenderableType, console: Console | None = None
) -> Iterator[Callable[[str], None]]:
    """A status line that appears after two seconds: on standard error, or on the console to which
    results are printed meanwhile."""
    console = console or messages()
    status = console.status(text)
    with after_a_while(status, console):
        yield status.update


@contextlib.contextmanager
def after_a_while(display: Progress | Status | Live, console: Console) -> Iterator[None]:
    """Show `display` on a terminal after two seconds, but not while a compile notice is shown."""
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
    """Show on standard error that a game is being compiled, while it is."""
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
