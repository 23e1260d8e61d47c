"""A line on standard error that follows a search: what it has found, and how its time runs."""

import contextlib
import math
import time
from collections.abc import Callable, Iterator

from rich.live import Live
from rich.text import Text

from plyground.core.events import on_compile
from plyground.players.engine import EnginePlayer
from plyground.records.record import Record
from plyground.search.thought import Thought, ignore
from plyground.terminal.analysis import summary
from plyground.terminal.compiling import Compiling, bar
from plyground.terminal.screen import messages


class Thinking:
    """What a player does at the moment, in one line of a given width."""

    def __init__(self, record: Record, seconds: float, width: int, tells_end: bool = True) -> None:
        self.record, self.seconds, self.width = record, seconds, width
        self.tells_end = tells_end
        self.found = ""
        self.compiling = Compiling(record.game)
        self.began = time.monotonic()

    def watch(self, thought: Thought) -> None:
        """See what a search has found."""
        self.found = summary(self.record.game, self.record.position, thought, self.tells_end)

    def listen(self, kernel: str, starts: bool) -> None:
        """The clock starts when all is compiled."""
        self.compiling.listen(kernel, starts)
        self.began = time.monotonic()

    def __rich__(self) -> Text:
        if self.compiling.depth:
            line = self.compiling.__rich__()
        else:
            spent = min(1.0, (time.monotonic() - self.began) / self.seconds)
            line = Text.assemble(f"{self.record.mover} thinks ", *self._bar(spent), self.found)
        line.truncate(self.width - 1, overflow="ellipsis")
        return line

    def _bar(self, spent: float) -> list[tuple[str, str]]:
        """How much of the time is over, where time is limited."""
        return [] if math.isinf(self.seconds) else bar(spent)


@contextlib.contextmanager
def seen_thinking(
    player: EnginePlayer, record: Record, plainly: bool, tells_end: bool = True
) -> Iterator[None]:
    """Follow a player on a terminal as long as it thinks; plainly, only compiling is told."""
    console = messages()
    thinking = Thinking(record, player.limits().seconds, console.width, tells_end)
    live = Live(thinking, console=console, transient=True, refresh_per_second=8)
    quiet = plainly or not console.is_terminal
    listen = _told_once(thinking) if plainly else thinking.listen
    on_compile.append(listen)
    player.watch = ignore if quiet else thinking.watch
    try:
        with contextlib.nullcontext() if quiet else live:
            yield
    finally:
        on_compile.remove(listen)
        player.watch = ignore
        thinking.compiling.remember()


def _told_once(thinking: Thinking) -> Callable[[str, bool], None]:
    """Say in a sentence that a game is being compiled, the first time it is."""

    def listen(kernel: str, starts: bool) -> None:
        is_first = not thinking.compiling.kernels
        thinking.listen(kernel, starts)
        if is_first:
            messages().print(thinking.compiling.text, markup=False)

    return listen
