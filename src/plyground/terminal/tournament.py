"""The tables of a tournament, at its end and while it runs."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from plyground.arena.driver import Progress
from plyground.arena.follower import LOOK_SECONDS, Follower, Pace
from plyground.arena.messages import TournamentReport
from plyground.arena.words import progress_text, sentences, standings, tables
from plyground.reports.messages import ReportTable
from plyground.terminal.palette import BAD, DOUBTFUL, FAINT
from plyground.terminal.screen import after_a_while, messages
from plyground.terminal.table import Column, numbers, plain_table, show_table

MAX_SHARE: Final = 0.05
"""How much of the time may be spent on ratings while games are played."""
MIN_SECONDS: Final = 0.5
_OTHER_LINES: Final = 4
"""Lines of a screen that show no player."""


def show_report(console: Console, found: TournamentReport) -> None:
    """All tables, and what they leave out."""
    show_tables(console, tables(found))
    for line in sentences(found):
        console.print(line, markup=False)
    for line in found.warnings:
        console.print(Text(line, DOUBTFUL))


def show_tables(console: Console, found: Sequence[ReportTable]) -> None:
    """Tables of a report, one below the other."""
    for table in found:
        show_table(console, _columns(table), _rows(table))
        if table.note:
            console.print(Text(table.note, FAINT))
        console.print()


def _columns(table: ReportTable) -> list[Column]:
    return [Column(table.title, is_text=True), *numbers(*table.heads)]


def _rows(table: ReportTable) -> Iterator[list[Text]]:
    """Failures are red, and so is nothing else."""
    is_bad = [False, *(table.title == "failures" or head == "failures" for head in table.heads)]
    for row in table.rows:
        yield [
            Text(cell, BAD if bad and cell not in ("0", "-") else "")
            for bad, cell in zip(is_bad, row, strict=True)
        ]


# --- while it runs -------------------------------------------------------------------------------


@contextlib.contextmanager
def running_standings() -> Iterator[Callable[[Progress], None]]:
    """How far a tournament has come and how the players stand, on a terminal."""
    console = messages()
    if not console.is_terminal:
        yield lambda progress: None
        return
    display = _Running(console)
    live = Live(
        get_renderable=lambda: display.shown,
        console=console,
        transient=True,
        refresh_per_second=8,
        vertical_overflow="crop",
    )
    with after_a_while(live, console):
        yield display.hear


def watch_tournament(path: str) -> None:
    """Show the standings as long as another process runs a tournament."""
    follower = Follower(path)
    with running_standings() as show:
        while True:
            is_running = follower.is_running  # asked first: what it wrote at its end is read below
            if follower.look() and follower.tally:
                show(Progress(follower.tally, None, ""))
            if not is_running:
                return
            time.sleep(LOOK_SECONDS)


class _Running:
    """What is shown; what takes long to find out is found out now and then."""

    def __init__(self, console: Console) -> None:
        self.console, self.pace = console, Pace()
        self._spinner = Spinner("dots", "starting")
        self.shown: RenderableType = self._spinner
        self._table: RenderableType = ""
        self._lost = ""
        self._due = time.monotonic() + MIN_SECONDS

    def hear(self, progress: Progress) -> None:
        """A game has ended, or a worker was lost."""
        table = progress.tally.table
        self.pace.note(len(table.rows))
        self._lost = progress.lost or self._lost
        began = time.monotonic()
        if began >= self._due and table.rows:
            self._table = self._standings(standings(progress.tally.report("")))
            ended = time.monotonic()
            self._due = ended + max(MIN_SECONDS, (ended - began) / MAX_SHARE)
        self._spinner.update(text=progress_text(table, self.pace))
        lost = Text(f"a worker was lost and replaced: {self._lost}", DOUBTFUL)
        self.shown = Group(self._spinner, self._table, *([lost] if self._lost else []))

    def _standings(self, table: ReportTable) -> RenderableType:
        """As many players as there is room for."""
        room = max(1, self.console.height - _OTHER_LINES)
        left = len(table.rows) - room
        more = [Text(f"and {left:,} more", FAINT)] if left > 0 else []
        return Group(plain_table(_columns(table), [*_rows(table)][:room]), *more)
