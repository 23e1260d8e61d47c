"""A player in one game of a match: plays the opening, measures time, reports failures."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from plyground.core.errors import PlygroundError
from plyground.matches.openings import Opening
from plyground.players.player import AnyPlayer, Leave, Player, make_player, player_text
from plyground.records.record import Record

MAX_PLIES: Final = 10_000
"""A game that is not over after this many plies counts as a draw."""

_warm: set[tuple[str, str]] = set()
"""Pairs of a game and a player that have already chosen a move in this process."""


class Forfeit(Exception):
    """A player failed, and so loses the game; the message is the reason."""


@dataclass
class Usage:
    """Time, depth and nodes of a player's moves, summed up."""

    moves: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    thoughts: int = 0
    depth: float = 0.0
    nodes: int = 0

    def add(self, other: "Usage") -> None:
        """Add the sums of other moves."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class Seat:
    """Plays the moves of the opening, then asks the player."""

    def __init__(self, player: AnyPlayer, opening: Opening) -> None:
        self.name, self.given, self.opening = player_text(player), player, opening
        self.usage = Usage()

    @cached_property
    def player(self) -> Player:
        """The player; one that is given by name is made for this game alone."""
        return make_player(self.given)

    def choose(self, record: Record) -> int:
        ply = len(record.moves)
        if ply < len(self.opening):
            return self.opening[ply]
        if ply >= MAX_PLIES:
            raise Leave
        try:
            return self._ask(self.player, record)
        except Exception as error:
            raise Forfeit(_reason(error)) from error

    def _ask(self, player: Player, record: Record) -> int:
        seconds, cpu_seconds = time.perf_counter(), time.process_time()
        move = record.parse_move(player.choose(record))
        spent = Usage(1, time.perf_counter() - seconds, time.process_time() - cpu_seconds)
        # The first move in a process may compile or load kernels: that is not thinking time.
        place = (record.game.name, self.name)
        self.usage.add(spent if place in _warm else Usage())
        _warm.add(place)
        self.usage.add(_thought(player))
        return move


def _thought(player: Player) -> Usage:
    """Depth and nodes of a player's last search, if it has a `thought`."""
    thought = getattr(player, "thought", None)
    depth, nodes = getattr(thought, "depth", None), getattr(thought, "nodes", None)
    return Usage() if depth is None else Usage(thoughts=1, depth=depth, nodes=nodes or 0)


def _reason(error: Exception) -> str:
    if isinstance(error, PlygroundError):
        return str(error)
    return f"{type(error).__name__}: {error}".removesuffix(": ")
