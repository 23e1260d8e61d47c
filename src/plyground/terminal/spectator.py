"""A game as a person watches it: each move, the board after it, and what a player thought."""

from typing import Any

from rich.console import Console
from rich.text import Text

from plyground.boards.speech import line_words, position_words
from plyground.live.game import Turn
from plyground.live.seat import ProgramSeat
from plyground.players.engine import EnginePlayer
from plyground.players.player import AnyPlayer, NamedPlayer
from plyground.records.record import Record
from plyground.search.thought import Thought
from plyground.terminal.analysis import summary
from plyground.terminal.board import side_text
from plyground.terminal.screen import is_coloured, show_board
from plyground.terminal.thinking import show_thinking


class Spectator:
    """Shows a game; in words if `plain`."""

    def __init__(self, console: Console, plain: bool = False) -> None:
        self.console, self.plain = console, plain
        self.reveals_outcome = True
        """Whether to show a win, draw or loss that a player has found. It would spoil the game for
        a person who is playing."""
        self.thought: Thought | None = None
        self.shown: Any = None

    def see(self, record: Record) -> None:
        """Show the last move and the board, unless they are on the screen already."""
        if record.position is not self.shown:
            self._show_move(record)
            self._show_thought(record)
            self._show_board(record)
            self.shown = record.position

    def see_end(self, record: Record) -> None:
        """Show how the game ended, if it did."""
        if record.is_over:
            self._show_end(record)

    def _show_move(self, record: Record) -> None:
        if record.moves:
            mover = side_text(record, record.last_side)
            self.console.print(Text.assemble(mover, f": {record.move_texts[-1]}"))

    def _show_thought(self, record: Record) -> None:
        """What the player thought about the last move; not again if the move is shown again."""
        thought, self.thought = self.thought, None
        if thought:
            text = summary(record.game, record.positions[-2], thought, self.reveals_outcome)
            shown = Text(f"  {text}", "dim")
            if self.console.is_terminal:
                shown.truncate(self.console.width, overflow="ellipsis")
            self.console.print(shown)

    def _show_board(self, record: Record) -> None:
        if self.plain:
            for line in position_words(record):
                self.console.print(Text(line))
        else:
            self.console.print()
            show_board(self.console, record)

    def _show_end(self, record: Record) -> None:
        self.console.print(Text(record.status))
        line = line_words(record)
        if line and not is_coloured(self.console):
            self.console.print(Text(line))


class WatchedSeat(ProgramSeat):
    """A program whose thinking is shown."""

    def __init__(self, player: AnyPlayer, spectator: Spectator | None = None) -> None:
        super().__init__(player)
        self.spectator = spectator

    def choose(self, player: NamedPlayer, turn: Turn) -> int | str:
        seen_by = self.spectator
        if seen_by is None:
            return think_aloud(player, turn.record, plain=False)[0]
        how = seen_by.plain, seen_by.reveals_outcome
        move, seen_by.thought = think_aloud(player, turn.record, *how)
        return move


def think_aloud(
    player: NamedPlayer, record: Record, plain: bool, reveals_outcome: bool = False
) -> tuple[int | str, Thought | None]:
    """A player's move and its thought; on a terminal its search is shown."""
    if not isinstance(player, EnginePlayer):
        return player.choose(record), None
    with show_thinking(player, record, plain, reveals_outcome):
        move = player.choose(record)
    return move, player.thought


def advice(adviser: NamedPlayer, record: Record, plain: bool) -> str:
    """The move that the adviser suggests, and why."""
    move, thought = think_aloud(adviser, record, plain, reveals_outcome=True)
    text = record.game.move_text(record.position, record.parse_move(move))
    return f"{text} ({summary(record.game, record.position, thought)})" if thought else text
