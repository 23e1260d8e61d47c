"""A game as a person sees it go on: each move, the board after it, and what a player thought."""

from typing import Any

from rich.console import Console
from rich.text import Text

from plyground.players.engine import EnginePlayer
from plyground.players.player import NamedPlayer
from plyground.records.record import Record
from plyground.search.thought import Thought
from plyground.terminal.analysis import summary
from plyground.terminal.board import side_text
from plyground.terminal.screen import is_coloured, show_board
from plyground.terminal.speech import line_words, position_words
from plyground.terminal.thinking import seen_thinking


class Spectator:
    """Shows a game; plainly, it tells it in words."""

    def __init__(self, console: Console, plainly: bool = False) -> None:
        self.console, self.plainly = console, plainly
        self.tells_end = True
        """Whether it tells what players know for sure of the game's end. It spoils the game for a
        person who plays in it."""
        self.thought: Thought | None = None
        self.shown: Any = None

    def see(self, record: Record) -> None:
        """Show where the game stands and how it came there, if that is not on the screen."""
        if record.position is not self.shown:
            self._tell_move(record)
            self._tell_thought(record)
            self._show_board(record)
            self.shown = record.position
        if record.is_over:
            self._tell_end(record)

    def _tell_move(self, record: Record) -> None:
        if record.moves:
            mover = side_text(record, 1 - record.turn)
            self.console.print(Text.assemble(mover, f": {record.move_texts[-1]}"))

    def _tell_thought(self, record: Record) -> None:
        """What led to the last move, once: a move that is shown again was thought of before."""
        thought, self.thought = self.thought, None
        if thought:
            text = summary(record.game, record.positions[-2], thought, self.tells_end)
            shown = Text(f"  {text}", "dim")
            if self.console.is_terminal:
                shown.truncate(self.console.width, overflow="ellipsis")
            self.console.print(shown)

    def _show_board(self, record: Record) -> None:
        if self.plainly:
            for line in position_words(record):
                self.console.print(Text(line))
        else:
            self.console.print()
            show_board(self.console, record)

    def _tell_end(self, record: Record) -> None:
        self.console.print(Text(record.status))
        line = line_words(record)
        if line and not is_coloured(self.console):
            self.console.print(Text(line))


class Seen:
    """A player in front of a spectator."""

    def __init__(self, player: NamedPlayer, spectator: Spectator) -> None:
        self.player, self.spectator = player, spectator
        self.name = player.name

    def choose(self, record: Record) -> int:
        plainly, tells_end = self.spectator.plainly, self.spectator.tells_end
        move, self.spectator.thought = think_aloud(self.player, record, plainly, tells_end)
        return move


def think_aloud(
    player: NamedPlayer, record: Record, plainly: bool, tells_end: bool = False
) -> tuple[int, Thought | None]:
    """A player's move and what it thought; on a terminal one sees it think."""
    if not isinstance(player, EnginePlayer):
        return record.parse_move(player.choose(record)), None
    with seen_thinking(player, record, plainly, tells_end):
        move = player.choose(record)
    return record.parse_move(move), player.thought


def advice(adviser: NamedPlayer, record: Record, plainly: bool) -> str:
    """What another player would do, and why."""
    move, thought = think_aloud(adviser, record, plainly, tells_end=True)
    text = record.game.move_text(record.position, move)
    return f"{text} ({summary(record.game, record.position, thought)})" if thought else text
