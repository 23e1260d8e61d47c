"""The live game: it is told things and tells listeners what happened; and the one loop.

A seat that is asked for a move gets a `Turn`. Whatever changes the game makes the turn stale: a
program that still thinks about it is stopped, and its answer is dropped.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from plyground.core.errors import (
    EngineIllegalMove,
    EngineStalled,
    GameOver,
    IllegalMove,
    NotNow,
    OutOfTurn,
    PlygroundError,
)
from plyground.core.game import legal_moves
from plyground.core.stream import Stream
from plyground.core.wire import Termination
from plyground.games.registry import AnyGame
from plyground.live.clock import GameClock, TimeControl, parse_time_control
from plyground.live.compiling import CompileTimer
from plyground.live.events import (
    ClockRanOut,
    Ended,
    Event,
    Listener,
    Loaded,
    Moved,
    PlayedAgain,
    SeatChanged,
    SeatFailed,
    TakenBack,
    Thinking,
    TurnBegan,
)
from plyground.live.seat import Seat, seat_of
from plyground.players.player import AnyPlayer, Resigns
from plyground.records.record import Record, RecordedMove
from plyground.search.info import info_of
from plyground.search.thought import Thought

AnySeat = AnyPlayer | Seat
MAX_PLIES: Final = 10_000
"""A game between programs that is not over after this many plies is a draw."""
MAX_REASON: Final = 500
"""The characters of a sentence that says how a program failed; it may quote what that said."""


class Turn:
    """The question to a seat: which move? It is stale once the game has gone on without it."""

    def __init__(self, live: "LiveGame", number: int, side: int, seat: Seat) -> None:
        self.live, self.number, self.side, self.seat = live, number, side, seat
        self.record = live.record.copy()
        """The game as it was when the question was put."""
        self.compiling = CompileTimer()
        self.began = time.perf_counter()
        self.cpu_began = time.process_time()
        self.timer: threading.Timer | None = None
        self.is_answered = False
        self.trouble: Exception | None = None
        """Why the seat could not get ready."""

    @property
    def is_current(self) -> bool:
        """Whether an answer still counts."""
        return self.number == self.live.changes and self.live.is_going_on

    @property
    def is_heard(self) -> bool:
        """Whether anyone listens."""
        return self.live.has_listeners

    @property
    def seconds(self) -> float:
        """How long it has taken by the clock on the wall, without compiling."""
        return time.perf_counter() - self.began - self.compiling.seconds

    @property
    def cpu_seconds(self) -> float:
        """How much processor time this process has taken, without compiling."""
        return time.process_time() - self.cpu_began - self.compiling.cpu_seconds

    def think(self, thought: Thought) -> None:
        """Tell what a program has found out so far."""
        if self.is_current:
            info = info_of(self.record.game, self.record.position, thought)
            self.live.tell(Thinking(side=self.side, info=info))

    def submit(
        self, move: int | str, thought: Thought | None = None, cpu_seconds: float | None = None
    ) -> None:
        """Answer. `cpu_seconds` is the processor time of a program in another process."""
        self.live._answer(self, move, thought, cpu_seconds)

    def end(self) -> None:
        """The question is stale: let the seat stop thinking about it."""
        if self.timer:
            self.timer.cancel()
        if not self.is_answered:
            self.seat.stop()

    def wait(self) -> None:
        """Wait until the question is stale."""
        with self.live._changed:
            self.live._changed.wait_for(lambda: not self.is_current)


class LiveGame:
    """A game going on. Whoever holds it may tell it things, from any thread; each is done at once
    or refused with an error that says why, and listeners hear of it.

    >>> live = LiveGame("connect-four", "random:seed=1", "random:seed=2")
    >>> live.play().is_over
    True
    """

    def __init__(
        self,
        record: Record | AnyGame,
        first: AnySeat,
        second: AnySeat,
        clock: TimeControl | str | None = None,
        max_plies: int | None = None,
    ) -> None:
        self.record = record = record if isinstance(record, Record) else Record(record)
        clock = parse_time_control(clock) if isinstance(clock, str) else clock
        self.seats = [seat_of(first), seat_of(second)]
        self.control, self.max_plies = clock, max_plies
        self.changes = 0
        """How often the game has changed."""
        self.is_left = False
        self.failed: SeatFailed | None = None
        """How a program failed, if one did."""
        self._error: BaseException | None = None
        self._clocks = [GameClock(clock)] * len(record.positions) if clock else []
        """The clock at each position of the record."""
        self._listeners: list[Listener] = []
        self._changed = threading.Condition(threading.RLock())
        self._turn: Turn | None = None
        self._prepared: set[int] = set()

    # --- the game as it stands -----------------------------------------------------------------

    @property
    def is_going_on(self) -> bool:
        """Whether a move can be played."""
        return not (self.is_left or self.record.is_over)

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.record.turn]

    @property
    def names(self) -> tuple[str, str]:
        """Who plays either side."""
        return self.seats[0].name, self.seats[1].name

    @property
    def clock(self) -> GameClock | None:
        """What is left to either side, as of the last move."""
        return self._clocks[-1] if self._clocks else None

    @property
    def left(self) -> tuple[float | None, float | None]:
        """The seconds left to either side, as of the last move; None without a limit."""
        if not (self.clock and self.clock.control.has_time):
            return None, None
        return self.clock.state(0).left, self.clock.state(1).left

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing changes meanwhile."""
        with self._changed:
            yield

    # --- listeners -----------------------------------------------------------------------------

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function with every event from now on; returns a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @contextmanager
    def events(self) -> Iterator[Stream[Event]]:
        """The events from now on, to iterate over in another thread or in a coroutine. They end
        with `Ended`. A slow reader gets the newest `Thinking` only."""
        stream: Stream[Event] = Stream(_replaces)

        def put(event: Event) -> None:
            stream.put(event)
            if isinstance(event, Ended):
                stream.close()

        end = self.listen(put)
        try:
            yield stream
        finally:
            end()

    def tell(self, event: Event) -> None:
        """Tell those who listen what happened."""
        for listener in [*self._listeners]:
            listener(event)

    # --- what it is told -----------------------------------------------------------------------

    def submit(self, move: int | str, side: int | None = None) -> None:
        """Play a person's move; `side` is who sends it, if that is known.

        Raises GameOver, OutOfTurn, IllegalMove, InvalidMove or AmbiguousMove.
        """
        with self._changed:
            self._check_going_on(move)
            mover, seat = self.record.turn, self.to_move
            if side not in (None, mover) or not seat.is_person:
                name, text = self.record.mover, repr(move)
                raise OutOfTurn(f"{text} cannot be played: it is {name}'s turn ({seat.name})")
            self._play(self.record.parse_move(move), self._turn)

    def undo(self) -> None:
        """Take back the last move of a person, and what was played after it; raises NotNow."""
        with self._changed:
            moves = [*self.record]
            kept = self._before_last_choice(moves)
            self.record.undo(len(moves) - kept)
            del self._clocks[kept + 1 :]
            self._go_on()
            texts = tuple(step.text for step in moves[kept:])
            self._change(TakenBack(moves=texts, ply=kept))

    def _before_last_choice(self, moves: list[RecordedMove]) -> int:
        """The number of moves before a person's last one. A move that was the only legal one is
        passed over if there is an earlier one: it would only be played again."""
        people = [step for step in moves if self.seats[step.side].is_person]
        if not people:
            raise NotNow("there is no move to take back")
        game = self.record.game
        chosen = (step for step in reversed(people) if len(legal_moves(game, step.position)) > 1)
        return next(chosen, people[-1]).ply - 1

    def redo(self) -> None:
        """Play again the moves that were taken back last; raises NotNow."""
        with self._changed:
            if not self.record.undone:
                raise NotNow("no move was taken back")
            ply = len(self.record.moves)
            self.record.redo()
            self._clocks += self._clocks[-1:] * (len(self.record.moves) - ply)
            texts = tuple(self.record.move_texts[ply:])
            self._change(PlayedAgain(moves=texts, ply=len(self.record.moves)))
            self._tell_if_over()

    def resign(self, side: int | None = None) -> None:
        """Let a side resign, or else the side to move; raises GameOver."""
        with self._changed:
            loser = self.record.turn if side is None else side
            self._end(Termination.RESIGNED, 1 - loser)

    def adjudicate(self, winner: int | None) -> None:
        """End the game with a result that is known; raises GameOver."""
        with self._changed:
            self._end(Termination.ADJUDICATED, winner)

    def swap(self) -> None:
        """Let the players swap sides; raises NotNow if nothing would change."""
        with self._changed:
            if self.names[0] == self.names[1]:
                raise NotNow(f"both players are {self.names[0]}: nothing would change")
            self.seats.reverse()
            self._prepared.clear()
            self._change(*(SeatChanged(side=side, name=self.names[side]) for side in (0, 1)))

    def set_seat(self, side: int, player: AnySeat) -> None:
        """Let another player play a side; raises BadOption if there is no such player."""
        seat = seat_of(player)
        with self._changed:
            self.seats[side] = seat
            self._prepared.discard(side)
            self._change(SeatChanged(side=side, name=seat.name))

    def load(self, record: Record, first: AnySeat, second: AnySeat) -> None:
        """Go on with another game and its players."""
        seats = [seat_of(first), seat_of(second)]
        with self._changed:
            self.record, self.seats = record, seats
            self._go_on()
            self._clocks = [GameClock(self.control)] * len(record.positions) if self.control else []
            self._prepared.clear()
            text = record.game.position_text(record.position)
            self._change(Loaded(game=record.game_text, position=text, ply=len(record.moves)))
            self._tell_if_over()

    def stop(self) -> None:
        """Let a program that is thinking play the best move it has found."""
        turn = self._turn
        if turn:
            turn.seat.stop()

    def leave(self) -> None:
        """End the loop; the record stays unfinished. Does nothing if the game is over."""
        with self._changed:
            if self.is_going_on:
                self.is_left = True
                status = self.record.status
                self._change(Ended(termination=Termination.INTERRUPTED, winner=None, status=status))

    # --- the loop ------------------------------------------------------------------------------

    def play(self) -> Record:
        """Ask the seats in turn until the game is over or left."""
        while turn := self._begin_turn():
            try:
                if turn.trouble:
                    raise turn.trouble
                turn.seat.take(turn)
            except Resigns:
                self._give_up(turn)
            except EngineIllegalMove as error:
                self._fail(turn, error, Termination.ILLEGAL_MOVE)
            except EngineStalled as error:
                self._fail(turn, error, Termination.STALLED)
            except (Exception, SystemExit) as error:  # whose code calls sys.exit
                self._fail(turn, error, Termination.CRASHED)
            finally:
                turn.compiling.close()
        for seat in self.seats:
            getattr(seat, "rest", lambda: None)()
        return self.record

    async def play_async(self) -> Record:
        """The same in a coroutine; if it is cancelled, the game is left."""
        try:
            return await asyncio.to_thread(self.play)
        finally:
            self.leave()

    def raise_failure(self) -> None:
        """Raise the error by which a program lost, if one did."""
        if self._error:
            raise self._error

    def _begin_turn(self) -> Turn | None:
        """Put the question to the side to move; None if the game is over or left."""
        trouble = self._prepare() if self.is_going_on else None
        with self._changed:
            if not self.is_going_on:
                return None
            side = self.record.turn
            self._turn = turn = Turn(self, self.changes, side, self.seats[side])
            turn.record.clock = self.clock.state(side) if self.clock else None
            turn.trouble = trouble
            self._watch_clock(turn)
            if self._listeners:
                self.tell(TurnBegan(side=side, name=turn.seat.name, left=self.left))
            return turn

    def _prepare(self) -> Exception | None:
        """Let a program that plays by the clock compile before it runs; returns what went wrong."""
        side = self.record.turn
        if self._clocks and side not in self._prepared:
            self._prepared.add(side)
            try:
                self.seats[side].prepare(self.record.copy())
            except Exception as error:
                return error
        return None

    def _watch_clock(self, turn: Turn) -> None:
        """End the game when a side's time runs out, even if it never answers."""
        clock = self.clock
        if clock and clock.control.has_time:
            seconds = min(clock.patience(turn.side), threading.TIMEOUT_MAX)
            timer = threading.Timer(seconds, self._look_at_clock, (turn,))
            timer.daemon = True
            timer.start()
            turn.timer = timer

    def _look_at_clock(self, turn: Turn) -> None:
        with self._changed:
            clock = self.clock
            if not (turn.is_current and clock):
                return
            if turn.seconds > clock.patience(turn.side):
                self._run_out(turn)
            else:  # compiling took part of the time
                self._watch_clock(turn)

    def _answer(
        self, turn: Turn, move: int | str, thought: Thought | None, cpu_seconds: float | None
    ) -> None:
        """Play the move of a program, unless its question is stale."""
        with self._changed:
            if not turn.is_current:
                return
            turn.is_answered = True
            try:
                number = self.record.parse_move(move)
            except PlygroundError as error:
                told = IllegalMove(f"the player {turn.seat.name}: {error}")
                self._fail(turn, told, Termination.ILLEGAL_MOVE, str(error))
            else:
                self._play(number, turn, thought, cpu_seconds)

    def _play(
        self,
        move: int,
        turn: Turn | None,
        thought: Thought | None = None,
        cpu_seconds: float | None = None,
    ) -> None:
        """Play a legal move, if time is left."""
        side, seconds = self.record.turn, turn.seconds if turn else 0.0
        clock = self.clock.copy() if self.clock else None
        if clock and turn:
            used = seconds
            if clock.control.cpu:
                used = turn.cpu_seconds if cpu_seconds is None else cpu_seconds
            if clock.spend(side, used):
                return self._run_out(turn)
        before = self.record.position
        self.record.push(move)
        self._clocks += [clock] if clock else []
        self._change()
        if self._listeners:
            game, ply = self.record.game, len(self.record.moves)
            info = info_of(game, before, thought) if thought else None
            self.tell(
                Moved(
                    side=side,
                    move=game.move_text(before, move),
                    ply=ply,
                    position=self.record.position_text,
                    seconds=seconds,
                    info=info,
                )
            )
        self._tell_if_over()

    # --- changes and ends ----------------------------------------------------------------------

    def _check_going_on(self, move: int | str) -> None:
        if not self.is_going_on:
            how = "was left" if self.is_left else "is over"
            raise GameOver(f"{move!r} cannot be played: the game {how}")

    def _change(self, *events: Event) -> None:
        """The game is another one now: a question that was put before is stale."""
        self.changes += 1
        turn, self._turn = self._turn, None
        if turn:
            turn.end()
        self._changed.notify_all()
        for event in events:
            self.tell(event)

    def _tell_if_over(self) -> None:
        record = self.record
        if not record.is_over and self.max_plies and len(record.moves) >= self.max_plies:
            record.end(Termination.PLY_LIMIT, None)
        if record.termination:
            how, winner = record.termination, record.winner
            self.tell(Ended(termination=how, winner=winner, status=record.status))

    def _end(self, termination: Termination, winner: int | None, *events: Event) -> None:
        self.record.end(termination, winner)
        self._change(*events)
        self._tell_if_over()

    def _run_out(self, turn: Turn) -> None:
        self._end(Termination.CLOCK, 1 - turn.side, ClockRanOut(side=turn.side))

    def _give_up(self, turn: Turn) -> None:
        with self._changed:
            if turn.is_current:
                self._end(Termination.RESIGNED, 1 - turn.side)

    def _fail(
        self, turn: Turn, error: BaseException, termination: Termination, reason: str = ""
    ) -> None:
        """Let a program lose that raised an error or chose no legal move."""
        with self._changed:
            if turn.is_current:
                self._error = error
                told = reason or reason_of(error)
                self.failed = SeatFailed(
                    side=turn.side,
                    name=turn.seat.name,
                    termination=termination,
                    reason=told if len(told) <= MAX_REASON else f"{told[:MAX_REASON]}...",
                )
                self._end(termination, 1 - turn.side, self.failed)

    def _go_on(self) -> None:
        """Forget how the game ended."""
        self.is_left, self.failed, self._error = False, None, None


def reason_of(error: BaseException) -> str:
    """Why a program failed, in one sentence."""
    if isinstance(error, PlygroundError):
        return str(error)
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _replaces(old: Event, new: Event) -> bool:
    return isinstance(old, Thinking) and isinstance(new, Thinking)
