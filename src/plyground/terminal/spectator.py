"""A game as a person sees it go on: each move, the board after it, and what a player thought."""

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from plyground.core.record import Record
from plyground.players.engine import EnginePlayer
from plyground.players.player import Player
from plyground.search.thought import Thought, Watch, ignore
from plyground.terminal.analysis import summary
from plyground.terminal.screen import compile_notice, messages, show_position, standing


class Spectator:
    """Shows a game; the moves that were made before it is seen go by unseen."""

    def __init__(self, console: Console, made_before: Iterable[int] = ()) -> None:
        self.console = console
        self.to_come = deque(made_before)
        self.record: Record | None = None
        self.thought: Thought | None = None

    def see(self, record: Record) -> None:
        """Show where the game stands and how it came there."""
        self.record = record
        if self.to_come:
            return
        game, before = record.game, record.positions[-2:-1]
        if record.moves:
            mover = game.sides[1 - record.side]
            self.console.print(Text(f"{mover}: {record.move_texts[-1]}"))
        self._tell_thought(record)
        self.console.print()
        show_position(self.console, game, record.position, *before)
        if record.is_over:
            self.console.print(Text(standing(record)))

    def _tell_thought(self, record: Record) -> None:
        """What led to the last move, once: a move that is shown again was thought of before."""
        thought, self.thought = self.thought, None
        if thought:
            text = summary(record.game, record.positions[-2], thought)
            shown = Text(f"  {text}", "dim")
            if self.console.is_terminal:
                shown.truncate(self.console.width, overflow="ellipsis")
            self.console.print(shown)


class Seen:
    """A player in front of a spectator."""

    def __init__(self, player: Player, spectator: Spectator) -> None:
        self.player, self.spectator = player, spectator
        self.name = player.name

    def choose(self, record: Record) -> int:
        if self.spectator.to_come:
            return self.spectator.to_come.popleft()
        move, self.spectator.thought = think_aloud(self.player, record)
        return move


def think_aloud(player: Player, record: Record) -> tuple[int, Thought | None]:
    """A player's move and what it thought; on a terminal one sees it think."""
    if not isinstance(player, EnginePlayer):
        return player.choose(record), None
    with compile_notice(record.game), live_thought(record) as player.watch:
        move = player.choose(record)
    player.watch = ignore
    return move, player.thought


@contextlib.contextmanager
def live_thought(record: Record) -> Iterator[Watch]:
    """A line on standard error that follows a search, from its first thought to its end."""
    console = messages()
    status = console.status("")

    def show(thought: Thought) -> None:
        line = Text(f"{record.mover} thinks: {summary(record.game, record.position, thought)}")
        line.truncate(console.width - len("* "), overflow="ellipsis")
        status.update(line)
        status.start()

    try:
        yield show if console.is_terminal else ignore
    finally:
        status.stop()


def advice(adviser: Player, record: Record) -> str:
    """What another player would do, and why."""
    move, thought = think_aloud(adviser, record)
    text = record.game.move_text(record.position, move)
    return f"{text} ({summary(record.game, record.position, thought)})" if thought else text
