"""Who sits at the board: a program that chooses moves, a person at a prompt, or one elsewhere."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from plyground.core.errors import IllegalMove, PlygroundError
from plyground.players.engine import EnginePlayer
from plyground.players.human import Human
from plyground.players.player import AnyPlayer, NamedPlayer, make_player, player_text
from plyground.records.record import Record
from plyground.search.stop import Stoppable
from plyground.search.thought import Thought, ignore

if TYPE_CHECKING:
    from plyground.live.game import Turn

_warm: set[tuple[str, str]] = set()
"""Pairs of a game and a player that have already chosen a move in this process."""


class Seat(Protocol):
    """One of the two places at the board. One that has a method `rest` is told when the game is
    over or was left: it holds nothing that others need until the game goes on."""

    @property
    def name(self) -> str:
        """Who sits there."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there, who may also undo, resign and so on."""

    def prepare(self, record: Record) -> None:
        """Do what takes long before the clock runs."""

    def take(self, turn: "Turn") -> None:
        """Submit a move, or tell the game something else."""

    def stop(self) -> None:
        """End `take` soon; called from another thread."""


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


class ProgramSeat:
    """A player that chooses moves in this process."""

    is_person = False

    def __init__(self, player: AnyPlayer, max_memory: int | None = None) -> None:
        self.name, self.given, self.max_memory = player_text(player), player, max_memory
        self.usage = Usage()

    @cached_property
    def player(self) -> NamedPlayer:
        """The player; one that is given by name is made for this game alone. `max_memory` is for
        one that starts another program."""
        made: Any = make_player(self.given)
        if self.max_memory and hasattr(made, "max_memory"):
            made.max_memory = self.max_memory
        return cast(NamedPlayer, made)

    def prepare(self, record: Record) -> None:
        prepare = getattr(self.player, "prepare", None)
        if prepare:
            prepare(record)

    def take(self, turn: "Turn") -> None:
        player = self.player
        with player.stop_signal.running() if isinstance(player, Stoppable) else nullcontext():
            if turn.is_current:  # a stop that comes from now on is not lost
                self._take(player, turn)

    def _take(self, player: NamedPlayer, turn: "Turn") -> None:
        seconds, cpu_seconds = time.perf_counter(), time.process_time()
        elsewhere = _cpu_elsewhere(player)
        move = self.choose(player, turn)
        spent = Usage(1, time.perf_counter() - seconds, time.process_time() - cpu_seconds)
        # The first move in a process may compile or load kernels: that is not thinking time.
        place = (turn.record.game.name, self.name)
        self.usage.add(spent if place in _warm else Usage())
        _warm.add(place)
        thought = getattr(player, "thought", None)
        self.usage.add(_searched(thought))
        used = None if elsewhere is None else (_cpu_elsewhere(player) or 0.0) - elsewhere
        turn.submit(move, thought if isinstance(thought, Thought) else None, used)

    def choose(self, player: NamedPlayer, turn: "Turn") -> int | str:
        """The player's move; what it finds out on the way is told to those who listen."""
        if not (isinstance(player, EnginePlayer) and turn.is_heard):
            return player.choose(turn.record)
        player.watch = turn.think
        try:
            return player.choose(turn.record)
        finally:
            player.watch = ignore

    def stop(self) -> None:
        made = vars(self).get("player")  # making it may be what failed
        if isinstance(made, Stoppable):
            made.stop()

    def rest(self) -> None:
        close = getattr(vars(self).get("player"), "close", None)
        if close:
            close()


def _cpu_elsewhere(player: object) -> float | None:
    """The processor time that another program has used to think for a player; None if it thinks in
    this process, or where the system does not tell."""
    found = getattr(player, "cpu_elsewhere", None)
    return found if isinstance(found, float) else None


def _searched(thought: object) -> Usage:
    """Depth and nodes of a player's last search, if it has a `thought`."""
    depth, nodes = getattr(thought, "depth", None), getattr(thought, "nodes", None)
    return Usage() if depth is None else Usage(thoughts=1, depth=depth, nodes=nodes or 0)


class PersonSeat:
    """A person at a prompt, who types moves and commands."""

    is_person = True
    name = Human.name

    def __init__(
        self,
        ask: Callable[[Record], str],
        say: Callable[[str], None] = print,
        handle: Callable[[str, Record], bool] = lambda text, record: False,
    ) -> None:
        self.ask, self.say = ask, say
        self.handle = handle
        """Carries out a text that is a command; returns whether it was one."""

    def prepare(self, record: Record) -> None:
        """Nothing: a person is always ready."""

    def take(self, turn: "Turn") -> None:
        while turn.is_current:
            try:
                text = self.ask(turn.record).strip()
            except EOFError:
                return turn.live.leave()
            try:
                if text and not self.handle(text, turn.record):
                    turn.live.submit(text)
            except IllegalMove as error:
                self.say(f"{error} (type help for more)")
            except PlygroundError as error:
                self.say(str(error))

    def stop(self) -> None:
        """Nothing: what is typed later finds that the game has gone on."""


class RemoteSeat:
    """A person, or a program, that submits moves from elsewhere: another thread, a page."""

    is_person = True

    def __init__(self, name: str = Human.name) -> None:
        self.name = name

    def prepare(self, record: Record) -> None:
        """Nothing is known of who sits there."""

    def take(self, turn: "Turn") -> None:
        turn.wait()

    def stop(self) -> None:
        """Nothing: waiting ends when the game goes on."""


def seat_of(player: "AnyPlayer | Seat") -> Seat:
    """The seat of a player; a human is asked at a plain prompt."""
    if hasattr(player, "take"):
        return cast(Seat, player)
    made = make_player(player)
    if isinstance(made, Human):
        return PersonSeat(made.ask)
    seat = ProgramSeat(player)
    seat.player = made
    return seat
