"""An engine in a process of its own: whatever it does, the host goes on."""

import contextlib
import mmap
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from plyground.core import errors
from plyground.core.errors import (
    EngineDied,
    EngineFailed,
    EngineNonsense,
    EngineOverMemory,
    EngineRaised,
    EngineStalled,
    PlygroundError,
)
from plyground.core.game import legal_moves
from plyground.core.processes import (
    Descendants,
    below,
    check_sendable,
    memory,
    share_of_memory,
)
from plyground.live.process_messages import (
    Answer,
    Ask,
    Channel,
    Compiling,
    Failed,
    Found,
    FromEngine,
    Kernel,
    Message,
    Ready,
    SetUp,
    Told,
)
from plyground.search.stop import StopSignal

START_SECONDS: Final = 60.0
"""How long a process may take to begin, and a player to be made."""
STOP_SECONDS: Final = 2.0
"""How long an engine may take to end after a stop, before its process is killed."""
COMPILE_SECONDS: Final = 120.0
"""The same for one that says it is compiling."""
LOOK_SECONDS: Final = 0.05
"""How often a waiting host looks at the memory of an engine, and at the clock."""
LOOK_BELOW_SECONDS: Final = 0.5
"""The same for the memory of what it has started."""
DEFAULT_MEMORY: Final = 4 << 30
MAX_WAITING: Final = 64
"""How many messages wait to be read; an engine that sends more has to wait itself."""
MAX_RATE: Final = 1000
"""More messages in a second than this are a flood."""
Hear = Callable[[Found | Kernel | Told], None]
_WORKER: Final = "plyground.live.process_worker"
_STOP_BYTES: Final = 8


class EngineProcess:
    """A process that thinks. After an error that ended it, it is of no more use."""

    def __init__(self, max_memory: int = DEFAULT_MEMORY, is_alone: bool = True) -> None:
        self.max_memory, self.is_alone = max_memory, is_alone
        """Alone, it has to do with the memory together with all that it starts."""
        self._below, self._looked_below = 0, 0.0
        self.key: tuple[bytes, bytes] | None = None
        """What it was set up for."""
        self._number = 0
        self._descendants = Descendants()
        ours, theirs = socket.socketpair()
        life, self._life = os.pipe()
        with tempfile.TemporaryFile() as file:
            file.truncate(_STOP_BYTES)
            self._stop_word = mmap.mmap(file.fileno(), _STOP_BYTES)
            given = (theirs.fileno(), life, file.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-m", _WORKER, *map(str, given)],
                pass_fds=given,
                env=self._descendants.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the host
            )
        theirs.close()
        os.close(life)
        self._channel = Channel(ours, FromEngine)
        self._heard: queue.Queue[Message | Exception] = queue.Queue(MAX_WAITING)
        self._is_begun = False
        self._ending = threading.Lock()
        threading.Thread(target=self._listen, name="engine", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def begin(self) -> None:
        """Wait until the process has begun."""
        if not self._is_begun:
            self._wait_ready()
            self._is_begun = True

    def set_up(self, game: Any, player: Any, anew: bool = False) -> None:
        """Let it play this game as this player; both are texts, or things that it can import. A
        player that it has already is made again if `anew`."""
        self.begin()
        key = sendable(game, player)
        if key != self.key or anew:
            self.key = None
            self._send(SetUp(sys.path, *key))
            self._wait_ready()
            self.key = key

    def ask(
        self, ask: Ask, hear: Hear, stop: StopSignal, max_seconds: float = float("inf")
    ) -> Answer:
        """Have it think; `hear` gets each `Found`, `Told` and `Kernel`. A stop, or `max_seconds`,
        ends it soon."""
        self._number += 1
        self._send(msgspec.structs.replace(ask, number=self._number))
        try:
            with stop.halting(self._stop):
                answer = self._answer(hear, stop, _Patience(max_seconds))
        except BaseException:
            self.kill()  # it may still be thinking
            raise
        if isinstance(answer, Failed):
            raise error_of(answer)
        return answer

    def kill(self) -> None:
        """End the process, whatever it does, and all that it has started; any thread may do so."""
        with self._ending:
            started = below(self.pid) if self.is_alive else ()
            with contextlib.suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            self._descendants.kill(started)
            self._channel.close()
            if self._life >= 0:
                os.close(self._life)
                self._life = -1

    close = kill

    # --- inside ----------------------------------------------------------------------------------

    def _answer(self, hear: Hear, stop: StopSignal, wait: "_Patience") -> Answer | Failed:
        """What it says in the end."""
        while True:
            message = self._next(wait)
            if isinstance(message, Failed):
                return message
            if isinstance(message, Found | Told | Kernel | Compiling | Answer):
                self._check_number(message.number)
            if isinstance(message, Answer):
                return message
            if isinstance(message, Found | Told | Kernel):
                hear(message)
            elif isinstance(message, Compiling):
                wait.is_compiling = True
            elif message is not None:
                raise EngineNonsense(f"an engine sent {message!r}")
            wait.look(stop.is_set)
            if wait.wants_stop:
                self._stop()
            if wait.is_over:
                raise EngineStalled(f"an engine did not stop within {wait.allowed:g} seconds")

    def _listen(self) -> None:
        """Read what it says; who floods fills the line and has to wait."""
        while True:
            try:
                message: Message | Exception = self._channel.receive()
            except Exception as error:
                message = error
            self._heard.put(message)
            if isinstance(message, Exception):
                return

    def _send(self, message: Message) -> None:
        try:
            self._channel.send(message)
        except BlockingIOError:
            raise self._killed(EngineStalled("an engine does not listen")) from None
        except OSError:
            raise self._killed(self._death()) from None

    def _stop(self) -> None:
        self._stop_word[:] = self._number.to_bytes(_STOP_BYTES, "little")

    def _next(self, wait: "_Patience") -> Message | None:
        """The next message; None if there is none yet."""
        try:
            message = self._heard.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            message = None
        taken = self.memory
        if taken > self.max_memory:
            shown, allowed = (f"{size >> 20:,} MB" for size in (taken, self.max_memory))
            raise self._killed(
                EngineOverMemory(f"an engine took {shown} of memory: expected at most {allowed}")
            )
        if isinstance(message, msgspec.MsgspecError | UnicodeDecodeError):
            raise self._killed(EngineNonsense(f"an engine sent nonsense: {message}"))
        if isinstance(message, Exception):
            raise self._killed(self._death())
        if message is not None and wait.is_flooded:
            raise self._killed(
                EngineNonsense(f"an engine sent more than {MAX_RATE:,} messages in a second")
            )
        return message

    def _wait_ready(self) -> None:
        wait = _Patience(START_SECONDS)
        while not wait.wants_stop:
            message = self._next(wait)
            if isinstance(message, Ready):
                return
            if isinstance(message, Failed):
                raise error_of(message)
            if message is not None:
                raise self._killed(EngineNonsense(f"an engine sent {message!r}"))
            wait.look(False)
        raise self._killed(
            EngineStalled(f"an engine was not ready within {START_SECONDS:g} seconds")
        )

    def _check_number(self, number: int) -> None:
        if number != self._number:
            raise EngineNonsense(f"an engine answered question {number}: expected {self._number}")

    @property
    def memory(self) -> int:
        """How many bytes it has in memory, with what it has started if that counts; 0 where the
        system does not tell."""
        return memory(self.pid) + (self._memory_below() if self.is_alone else 0)

    def _memory_below(self) -> int:
        """What was found last; it takes a moment to find."""
        now = time.monotonic()
        if now - self._looked_below >= LOOK_BELOW_SECONDS:
            self._looked_below = now
            self._below = sum(map(share_of_memory, below(self.pid)))
        return self._below

    def _death(self) -> EngineDied:
        """How it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_SECONDS)
        code = self._process.returncode
        if code is None:
            return EngineDied("an engine hung up")
        if code < 0:
            return EngineDied(f"the process of an engine was ended by {signal.Signals(-code).name}")
        return EngineDied(f"the process of an engine ended with exit code {code}")

    def _killed(self, error: EngineFailed) -> EngineFailed:
        self.kill()
        return error


class _Patience:
    """How long a host still waits for an answer."""

    def __init__(self, max_seconds: float) -> None:
        now = time.monotonic()
        self.deadline = now + max_seconds
        self.stopped = float("inf")
        self.is_compiling = False
        self.second, self.messages = now, 0

    def look(self, is_stopped: bool) -> None:
        """Note when the answer begins to be overdue."""
        if is_stopped or self.wants_stop:
            self.stopped = min(self.stopped, time.monotonic())

    @property
    def wants_stop(self) -> bool:
        """Whether the engine has taken all the time it was given."""
        return time.monotonic() >= self.deadline

    @property
    def allowed(self) -> float:
        return COMPILE_SECONDS if self.is_compiling else STOP_SECONDS

    @property
    def is_over(self) -> bool:
        return time.monotonic() - self.stopped > self.allowed

    @property
    def is_flooded(self) -> bool:
        """Whether there are too many messages; counts one."""
        now = time.monotonic()
        if now - self.second >= 1:
            self.second, self.messages = now, 0
        self.messages += 1
        return self.messages > MAX_RATE


def sendable(game: Any, player: Any) -> tuple[bytes, bytes]:
    """A game and a player as another process can have them; raises BadOption."""
    check_sendable("an engine in a process", game, player)
    return pickle.dumps(game), pickle.dumps(player)


def error_of(failed: Failed) -> PlygroundError:
    """An error of ours as it was raised in the engine, or one that tells of another."""
    cls = getattr(errors, failed.kind, None)
    if isinstance(cls, type) and issubclass(cls, PlygroundError):
        with contextlib.suppress(TypeError):
            error: PlygroundError = cls(failed.reason)
            return error
    return EngineRaised(f"{failed.kind}: {failed.reason}".removesuffix(": "))


def check_moves(game: Any, position: Any, moves: list[int]) -> None:
    """Refuse a line that nobody could play; raises EngineNonsense."""
    for move in moves:
        if move not in legal_moves(game, position):
            raise EngineNonsense(f"an engine found a line with the move {move}: it is not legal")
        position = game.play(position, move)
