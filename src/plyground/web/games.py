"""The games that a server has: each is played in a thread, and its programs think in processes."""

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec

from plyground.boards.cells import clickable_moves
from plyground.core.errors import BadOption, NotNow
from plyground.core.wire import Message
from plyground.live.compile_progress import CompileProgress
from plyground.live.events import BOARD_CHANGES, Event, Moved, Thinking, TurnBegan
from plyground.live.game import LiveGame, Turn
from plyground.live.process import DEFAULT_MEMORY
from plyground.live.process_player import ProcessPlayer, ProcessSeat
from plyground.live.process_pool import ProcessPool
from plyground.live.seat import RemoteSeat, Seat
from plyground.players.human import Human
from plyground.records.file import SavedGame
from plyground.records.record import Record
from plyground.web.kept import Kept
from plyground.web.messages import Action, Compiling, GameState, PlayedMove, SeatState
from plyground.web.pictures import board_picture, start_text
from plyground.web.slots import Slots

MAX_GAMES: Final = 64
"""How many games a server keeps; the oldest that nobody watches makes room for a new one."""

MAX_PLIES: Final = 2000
"""A longer game is a draw: every page gets all of its moves."""
LEAST_MEMORY: Final = 1 << 29
"""An engine needs this much to compile."""

Watcher = Callable[[Message], None]


class ServedGame:
    """A game that pages watch and play. All may be called from any thread."""

    def __init__(
        self,
        record: Record,
        players: tuple[str, str],
        clock: str | None,
        engines: "Engines",
    ) -> None:
        self.id, self.engines = secrets.token_hex(4), engines
        seats = self._seat(players[0]), self._seat(players[1])
        self.live = LiveGame(record, *seats, clock or None, MAX_PLIES)
        self.thinking: Thinking | None = None
        """What a program that is to move has found out so far."""
        self._watchers: list[Watcher] = []
        self._began = time.monotonic()
        self._state: tuple[int, GameState] | None = None
        self._compiling = CompileProgress(record.game)
        self._former: list[Seat] = []
        """Seats whose players were replaced and may still be thinking."""
        self._goes_on = threading.Event()
        self._is_closed = False
        self.live.listen(self._hear)
        threading.Thread(target=self._play, name=f"game {self.id}", daemon=True).start()

    # --- watching ------------------------------------------------------------------------------

    @property
    def is_watched(self) -> bool:
        return bool(self._watchers)

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call a function with each event; returns a function that ends this."""
        self._watchers.append(watcher)

        def unwatch() -> None:
            self._watchers.remove(watcher)
            if not self._watchers:
                self._release([*self.live.seats])

        return unwatch

    def state(self) -> GameState:
        """All that is shown of it, as of now."""
        with self.live.held():
            changes = self.live.changes
            if self._state is None or self._state[0] != changes:
                self._state = changes, self._new_state(self.live.record)
            elapsed = time.monotonic() - self._began
            return msgspec.structs.replace(self._state[1], elapsed=round(elapsed, 3))

    def saved(self) -> bytes:
        """The game as a file."""
        with self.live.held():
            return SavedGame(self.live.names, self.live.record, {}).content()

    def _new_state(self, record: Record) -> GameState:
        live, moves = self.live, [*record]
        people = [seat.is_person for seat in live.seats]
        is_asked = people[record.turn] and not record.is_over
        failed = live.failed
        return GameState(
            id=self.id,
            game=record.game_text,
            start=start_text(record),
            seats=(self._seat_state(0), self._seat_state(1)),
            turn=record.turn,
            elapsed=0.0,
            clock=str(live.control) if live.control else None,
            moves=tuple(PlayedMove(step.side, step.text) for step in moves),
            status=record.status,
            is_over=record.is_over,
            termination=record.termination,
            winner=record.winner,
            failure=f"{failed.name}: {failed.reason}" if failed else None,
            can_undo=any(people[step.side] for step in moves),
            can_redo=bool(record.undone),
            board=board_picture(record),
            move_map=clickable_moves(record) if is_asked else None,
            rules=record.game.rules_text,
        )

    def _seat_state(self, side: int) -> SeatState:
        seat, left = self.live.seats[side], self.live.left[side]
        sides = self.live.record.game.sides
        return SeatState(side=sides[side], player=seat.name, is_person=seat.is_person, left=left)

    # --- playing -------------------------------------------------------------------------------

    def submit(self, move: str, ply: int) -> None:
        """Play a person's move; raises an error that says why not."""
        if ply != len(self.live.record.moves):
            raise NotNow(f"{move} cannot be played: the game has gone on")
        self.live.submit(move)

    def act(self, action: Action) -> None:
        """Undo, redo and so on; raises an error that says why not."""
        if action == "resign":
            self.live.resign(self._person())
        else:
            getattr(self.live, action)()

    def set_player(self, side: int, player: str) -> None:
        """Let another player play a side."""
        if side not in (0, 1):
            raise BadOption(f"side {side}: expected 0 or 1")
        with self.live.held():
            former = self.live.seats[side]
            self.live.set_seat(side, self._seat(player))
            self._former.append(former)

    def close(self) -> None:
        """End the game; its programs stop."""
        self._is_closed = True
        self.live.leave()
        self._goes_on.set()

    def _person(self) -> int:
        """The side of the person who resigns: the one to move, or the other."""
        turn = self.live.record.turn
        for side in (turn, 1 - turn):
            if self.live.seats[side].is_person:
                return side
        raise NotNow("nobody can resign: two programs play")

    def _seat(self, text: str) -> Seat:
        if text == Human.name:
            return RemoteSeat()
        player = ProcessPlayer(text, self.engines.pool)
        player.on_compile = self._hear_compiling
        return ServedSeat(player, self.engines, lambda: self.is_watched)

    def _play(self) -> None:
        """Play until the game is closed; after an undo, a game that was over goes on."""
        while not self._is_closed:
            self._goes_on.clear()
            self.live.play()
            self._give_back([*self._former, *self.live.seats])
            if not self.live.is_going_on and not self._is_closed:
                self._goes_on.wait()

    def _give_back(self, seats: list[Seat]) -> None:
        """Let others have the processes of seats that are done."""
        self._release(seats)
        self._former.clear()

    def _release(self, seats: list[Seat]) -> None:
        """Let others have the processes of those who do not think."""
        for seat in seats:
            if isinstance(seat, ProcessSeat):
                self.engines.kept.release(seat.player)

    def _hear(self, event: Event) -> None:
        if isinstance(event, TurnBegan | Moved):
            self._began = time.monotonic()
            self._compiling.remember()
            self._compiling = CompileProgress(self.live.record.game)
        if isinstance(event, TurnBegan):
            self._give_back([*self._former])
        if isinstance(event, BOARD_CHANGES):
            self._goes_on.set()
        self.thinking = event if isinstance(event, Thinking) else None
        if self.live.control or not isinstance(event, TurnBegan):  # only a clock shows who is asked
            self._tell(event)

    def _hear_compiling(self, kernel: str, starts: bool) -> None:
        progress = self._compiling
        progress.listen(kernel, starts)
        self._tell(
            Compiling(
                side=self.live.record.turn,
                kernels=progress.kernels,
                seconds=round(progress.seconds, 1),
                expected=progress.expected.seconds if progress.expected else None,
            )
        )

    def _tell(self, message: Message) -> None:
        for watcher in [*self._watchers]:
            watcher(message)


class Engines(NamedTuple):
    """What the programs of all games share."""

    pool: ProcessPool
    slots: Slots
    kept: Kept


class ServedSeat(ProcessSeat):
    """A program that waits until it may think, and plays at once if others have waited for long."""

    def __init__(
        self, player: ProcessPlayer, engines: Engines, is_watched: Callable[[], bool]
    ) -> None:
        super().__init__(player)
        self.engines, self.is_watched = engines, is_watched

    def prepare(self, record: Record) -> None:
        with self._may_think():
            super().prepare(record)

    def take(self, turn: Turn) -> None:
        with self._may_think():
            super().take(turn)

    @contextmanager
    def _may_think(self) -> Iterator[None]:
        slots, kept = self.engines.slots, self.engines.kept
        with slots.held_by_game(self.stop, self.is_watched()), kept.busy(self.player):
            yield


class ServedGames:
    """The games of a server by their ids."""

    def __init__(self) -> None:
        self.engines = Engines(ProcessPool(max_memory=max_memory()), Slots(), Kept())
        self.pool, self.slots = self.engines.pool, self.engines.slots
        self._games: dict[str, ServedGame] = {}
        self._lock = threading.Lock()

    def begin(self, record: Record, players: tuple[str, str], clock: str | None) -> ServedGame:
        """A new game; raises an error if it cannot begin."""
        with self._lock:
            oldest = self._oldest_if_full()
            game = ServedGame(record, players, clock, self.engines)
            if oldest:
                oldest.close()
                del self._games[oldest.id]
            self._games[game.id] = game
            return game

    def find(self, id: str) -> ServedGame:
        """A game by its id; raises NotNow."""
        with self._lock:
            if id not in self._games:
                raise NotNow("this game is not here any more: begin a new one, or load it")
            return self._games[id]

    def close(self) -> None:
        """End all games, and the processes of their programs."""
        with self._lock:
            for game in self._games.values():
                game.close()
            self._games.clear()
        self.pool.close()

    def _oldest_if_full(self) -> ServedGame | None:
        """The game that makes room for a new one, if one has to."""
        if len(self._games) < MAX_GAMES:
            return None
        unwatched = (game for game in self._games.values() if not game.is_watched)
        oldest = next(unwatched, None)
        if oldest is None:
            raise NotNow(f"{MAX_GAMES} games are watched: close some of their tabs")
        return oldest


def max_memory() -> int:
    """The bytes that the process of an engine may take: all that may think have half of the memory
    of this machine."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # a system that does not tell
        return DEFAULT_MEMORY
    share = pages * size // 2 // (os.cpu_count() or 1)
    return max(LEAST_MEMORY, min(DEFAULT_MEMORY, share))
