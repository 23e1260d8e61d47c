"""Our players as an engine that speaks the Go Text Protocol, version 2."""

import math
import time
from collections.abc import Callable, Iterator
from typing import Final

from plyground import __version__
from plyground.core.errors import BadMessage
from plyground.live.game import reason_of
from plyground.players.player import NamedPlayer, Resigns, check_player, make_player
from plyground.protocol import gtp
from plyground.records.record import Record
from plyground.search.clock import ClockState

Write = Callable[[str], None]
OVERHEAD_SECONDS: Final = 0.05
"""What it takes to read a command and to write a move."""


class GtpEngine:
    """Answers the lines of a host, one by one. Raises BadOption for games that do not fit."""

    def __init__(self, write: Write, game: str, player: str = "best") -> None:
        self.write = write
        self.record = Record(game)
        self.size = gtp.check_game(self.record)
        self.player_text = player
        self.player = self._new_player()
        check_player(self.player, self.record)
        self.clocks: list[ClockState | None] = [None, None]
        self.handlers: dict[str, Callable[..., str]] = {
            "protocol_version": lambda: "2",
            "name": lambda: "Plyground",
            "version": lambda: __version__,
            "known_command": lambda name: str(name in self.handlers).lower(),
            "list_commands": lambda: "\n".join(self.handlers),
            "quit": lambda: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": lambda number: "",
            "play": self.play,
            "genmove": self.choose,
            "undo": self.undo,
            "showboard": lambda: f"\n{self.record}",
            "time_settings": self.set_time,
            "time_left": self.set_time_left,
        }

    def handle(self, line: str) -> bool:
        """Do what a line says; returns whether to go on."""
        command = gtp.parse_command(line)
        if command is None:
            return True
        try:
            text, is_good = self._answer(command), True
        except Exception as error:  # a player may be somebody's own code
            text, is_good = " ".join(reason_of(error).split()), False
        self.write(gtp.format_answer(command.number, text, is_good))
        return command.name != "quit"

    def _answer(self, command: gtp.Command) -> str:
        handler = self.handlers.get(command.name)
        if handler is None:
            raise BadMessage("unknown command")
        wanted = handler.__code__.co_argcount - hasattr(handler, "__self__")
        if len(command.args) != wanted:
            raise BadMessage(f"syntax error: {command.name} takes {wanted} arguments")
        return handler(*command.args)

    # --- what a host asks for ------------------------------------------------------------------

    def set_size(self, size: str) -> str:
        if _number(size) != self.size:
            raise BadMessage(f"unacceptable size: expected {self.size}")
        return self.clear()

    def clear(self) -> str:
        self.record = Record(self.record.game, game_text=self.record.game_text)
        self.player = self._new_player()
        return ""

    def play(self, colour: str, vertex: str) -> str:
        self._expect(colour)
        try:
            self.record.push(gtp.vertex_move(self.record, vertex, self.size))
        except BadMessage as error:
            raise BadMessage(f"illegal move: {error}") from None
        return ""

    def choose(self, colour: str) -> str:
        """Let the player move."""
        side = self._expect(colour)
        asked = self.record.copy()
        asked.clock, began = self.clocks[side], time.monotonic()
        try:
            move = self.record.parse_move(self.player.choose(asked))
        except Resigns:
            return gtp.RESIGN
        self._spend(side, time.monotonic() - began)
        vertex = gtp.move_vertex(self.record, move, self.size)
        self.record.push(move)
        return vertex

    def undo(self) -> str:
        if not self.record.moves:
            raise BadMessage("cannot undo")
        self.record.pop()
        return ""

    def set_time(self, main: str, byo_yomi: str, stones: str) -> str:
        """The main time, then a time for some moves, all in seconds; none at all is no limit."""
        left, more, moves = _number(main), _number(byo_yomi), int(_number(stones))
        if not left and not (more and moves):
            self.clocks = [None, None] if more else [ClockState(OVERHEAD_SECONDS)] * 2
        else:
            self.clocks = [ClockState(left) if left else ClockState(more, 0.0, moves)] * 2
        return ""

    def set_time_left(self, colour: str, seconds: str, stones: str) -> str:
        left = max(_number(seconds) - OVERHEAD_SECONDS, OVERHEAD_SECONDS)
        self.clocks[gtp.parse_side(colour)] = ClockState(left, 0.0, int(_number(stones)) or None)
        return ""

    # -------------------------------------------------------------------------------------------

    def _new_player(self) -> NamedPlayer:
        return make_player(self.player_text)

    def _expect(self, colour: str) -> int:
        """The side of a colour, whose turn it has to be."""
        side = gtp.parse_side(colour)
        if self.record.is_over:
            raise BadMessage("illegal move: the game is over")
        if side != self.record.turn:
            raise BadMessage(f"illegal move: it is {gtp.COLOURS[self.record.turn]}'s turn")
        return side

    def _spend(self, side: int, seconds: float) -> None:
        """Keep the time of hosts that never tell what is left."""
        clock = self.clocks[side]
        if clock:
            left = max(clock.left - seconds, OVERHEAD_SECONDS)
            self.clocks[side] = clock._replace(left=left)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < 1e9:
        raise BadMessage(f"syntax error: {text[:20]}: expected a number")
    return number


def serve(lines: Iterator[str], write: Write, game: str, player: str) -> None:
    """Answer a host until it says quit or hangs up."""
    engine = GtpEngine(write, game, player)
    for line in lines:
        if len(line) > gtp.MAX_LINE:
            write(gtp.format_answer("", "syntax error: the line is too long", False))
        elif not engine.handle(line):
            return
