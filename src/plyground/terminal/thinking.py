"""A line on standard error that follows a search: its result so far and its clock."""

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
    """What a player is doing, in one line of a given width."""

    def __init__(
        self, record: Record, seconds: float, width: int, reveals_outcome: bool = True
    ) -> None:
        self.record, self.seconds, self.width = record, seconds, width
        self.reveals_outcome = reveals_outcome
        self.found = ""
        self.compiling = Compiling(record.game)
        self.began = time.monotonic()

    def watch(self, thought: Thought) -> None:
        """Take the result so far of a search."""
        self.found = summary(self.record.game, self.record.position, thought, self.reveals_outcome)

    def listen(self, kernel: str, starts: bool) -> None:
        """Take a compile event; the clock starts when compiling is done."""
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
        """How much of the time is spent, if time is limited."""
        return [] if math.isinf(self.seconds) else bar(spent)


@contextlib.contextmanager
def show_thinking(
    player: EnginePlayer, record: Record, plain: bool, reveals_outcome: bool = True
) -> Iterator[None]:
    """Show a player's search on a terminal; if `plain`, only say that a game is compiled."""
    console = messages()
    thinking = Thinking(
        record, player.limits_for(record).softened.time, console.width, reveals_outcome
    )
    live = Live(thinking, console=console, transient=True, refresh_per_second=8)
    quiet = plain or not console.is_terminal
    listen = _announce_once(thinking) if plain else thinking.listen
    on_compile.append(listen)
    player.watch = ignore if quiet else thinking.watch
    try:
        with contextlib.nullcontext() if quiet else live:
            yield
    finally:
        on_compile.remove(listen)
        player.watch = ignore
        thinking.compiling.remember()


def _announce_once(thinking: Thinking) -> Callable[[str, bool], None]:
    """Print one sentence when a game is first compiled."""

    def listen(kernel: str, starts: bool) -> None:
        is_first = not thinking.compiling.kernels
        thinking.listen(kernel, starts)
        if is_first:
            messages().print(thinking.compiling.text, markup=False)

    return listen
