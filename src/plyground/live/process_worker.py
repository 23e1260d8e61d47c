"""The process of an engine: thinks when it is asked, and ends with its host.

`python -m plyground.live.process_worker LINE LIFE STOP` is started by `process.py`; the arguments
are open files: the line to the host, a pipe that ends when the host does, and the stop word.
"""

import contextlib
import mmap
import operator
import pickle
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from plyground.core.errors import EngineIllegalMove
from plyground.core.events import on_compile
from plyground.core.processes import end_with
from plyground.games.registry import make_game
from plyground.live.job import Job
from plyground.live.process_messages import (
    Answer,
    Ask,
    Channel,
    Compiling,
    Failed,
    Found,
    FoundLine,
    Kernel,
    Ready,
    SetUp,
    ToEngine,
    Told,
)
from plyground.players.engine import EnginePlayer
from plyground.players.player import NamedPlayer, make_player
from plyground.records.record import Record
from plyground.search.stop import Stoppable
from plyground.search.thought import Thought

POLL_SECONDS: Final = 0.005
"""How often the stop word is looked at while the engine thinks."""
STOP_BYTES: Final = 8


class Worker:
    """Answers the host's questions, one at a time."""

    def __init__(self, channel: Channel, stop_word: mmap.mmap) -> None:
        self.channel, self.stop_word = channel, stop_word
        self.player: NamedPlayer | Job | None = None
        self.record: Record | None = None
        self.number = 0
        """The question that is being answered; 0: none."""
        self.asked = threading.Event()
        self.compiling = 0
        on_compile.append(self.count)
        threading.Thread(target=self.watch_stop_word, daemon=True).start()

    def count(self, name: str, starts: bool) -> None:
        """Count the kernels that are being compiled, and tell the host."""
        self.compiling += 1 if starts else -1
        if self.number:
            with contextlib.suppress(OSError):
                self.channel.send(Kernel(self.number, name, starts))

    def serve(self) -> None:
        """Until the host hangs up."""
        self.channel.send(Ready())
        with contextlib.suppress(EOFError, OSError):
            while True:
                self.channel.send(self.reply(self.channel.receive()))

    def reply(self, message: ToEngine) -> Ready | Answer | Failed:
        try:
            if isinstance(message, SetUp):
                self.set_up(message)
                return Ready()
            return self.answer(message)
        except Exception as error:
            return Failed(type(error).__name__, str(error))

    def set_up(self, message: SetUp) -> None:
        sys.path[:] = message.path
        self.record = Record(make_game(pickle.loads(message.game)))
        player = pickle.loads(message.player)
        self.player = player if isinstance(player, Job) else make_player(player)

    def answer(self, ask: Ask) -> Answer:
        """Think, and stop where the host wishes."""
        record, player = self.record_of(ask), self.player
        assert player is not None
        signal = player.stop_signal.running() if isinstance(player, Stoppable) else None
        began = time.process_time()
        with signal or contextlib.nullcontext():
            self.number = ask.number
            self.asked.set()
            try:
                if isinstance(player, Job):
                    player.question = ask.question
                    content = player.run(record, self.tell)
                    return Answer(ask.number, 0, None, time.process_time() - began, content)
                move, thought = self.think(record, player, ask)
            finally:
                self.asked.clear()
                self.number = 0
        found = told(ask.number, thought) if thought else None
        return Answer(ask.number, move, found, time.process_time() - began)

    def tell(self, content: bytes) -> None:
        """Say what a job has found out so far."""
        self.channel.send(Told(self.number, content))

    def think(
        self, record: Record, player: NamedPlayer, ask: Ask
    ) -> tuple[int | str, Thought | None]:
        """A move, and what was found out about it."""
        if not isinstance(player, EnginePlayer):
            if not ask.lines:
                return _sendable(player.choose(record)), None
            prepare = getattr(player, "prepare", None)
            if prepare:
                prepare(record)
            return 0, None  # it does not search: nobody waits for a move
        player.watch = lambda thought: self.channel.send(told(ask.number, thought))
        if ask.lines:
            thought = player.think(record, ask.lines, ask.limits)
            return thought.move, thought
        return _sendable(player.choose(record)), player.thought

    def record_of(self, ask: Ask) -> Record:
        """The game asked about; what is known of it already is not played again."""
        assert self.record is not None
        game, known = self.record.game, self.record
        start = game.parse_position(ask.start) if ask.start else game.start()
        shared = len(known.moves)
        if known.positions[0] != start or ask.moves[:shared] != known.moves:
            known, shared = Record(game, start), 0
        for move in ask.moves[shared:]:
            known.push(move)
        known.clock = ask.clock
        self.record = known
        return known

    def watch_stop_word(self) -> None:
        """Stop the player when the word is the number of the question that it thinks about."""
        while True:
            self.asked.wait()
            number = self.number
            if number and int.from_bytes(self.stop_word[:STOP_BYTES], "little") == number:
                self.stop(number)
            time.sleep(POLL_SECONDS)

    def stop(self, number: int) -> None:
        if isinstance(self.player, Stoppable):
            self.player.stop()
        if self.compiling:
            with contextlib.suppress(OSError):
                self.channel.send(Compiling(number))
            time.sleep(1.0)  # there is nothing more to do meanwhile


def _sendable(move: Any) -> int | str:
    """A move that an author's code chose, also if it is a number of some library. Raises
    EngineIllegalMove for what cannot be one."""
    if isinstance(move, str):
        return move
    try:
        number = operator.index(move)
    except TypeError:
        told = f"{move!r} is not a move: expected a number or a text"
        raise EngineIllegalMove(told) from None
    if abs(number) >= 1 << 63:
        raise EngineIllegalMove(f"{number:.3g} is not a legal move here")
    return number


def told(number: int, thought: Thought) -> Found:
    """A thought as a message."""
    lines = [FoundLine([*line.moves], line.score, line.exact) for line in thought.lines]
    return Found(number=number, **thought._asdict() | {"lines": lines})


def main(line: str, life: str, stop: str) -> None:
    """Serve the host."""
    end_with(int(life))
    with contextlib.suppress(OSError):  # should memory run out, it is this process that ends
        Path("/proc/self/oom_score_adj").write_text("1000")
    import_all()
    channel = Channel(socket.socket(fileno=int(line)), ToEngine)
    Worker(channel, mmap.mmap(int(stop), STOP_BYTES)).serve()


def import_all() -> None:
    """Do now what would take a moment when the first question comes."""
    from plyground.search import solve_or_search
    from plyground.search.alphabeta import driver
    from plyground.search.mcts import driver as mcts

    modules: Any = (solve_or_search, driver, mcts)
    assert all(modules)


if __name__ == "__main__":
    main(*sys.argv[1:])
