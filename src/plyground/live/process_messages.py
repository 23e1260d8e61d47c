"""What a host and the process of an engine say to each other: messages one after another, each with
its length before it."""

import socket
import struct
import threading
from typing import Any, Final

import msgspec

from plyground.search.clock import ClockState
from plyground.search.limits import Limits

MAX_BYTES: Final = 1 << 30
"""No message is longer than this."""
PART_BYTES: Final = 1 << 20
"""So much of a message is read at a time."""
SEND_SECONDS: Final = 2
"""How long a message may wait for the other side to read it."""
_LENGTH: Final = struct.Struct("<I")


class Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that is said."""


class SetUp(Message, frozen=True):
    """To the engine: play this game as this player. Both are pickled; only a host sends this."""

    path: list[str]
    """Where modules are imported from."""
    game: bytes
    player: bytes


class Ask(Message, frozen=True, kw_only=True):
    """To the engine: think about this game."""

    number: int
    start: str
    """The position that the moves are played from; empty: where the game starts."""
    moves: list[int]
    lines: int
    """How many lines to find; 0: choose a move."""
    limits: Limits | None
    clock: ClockState | None
    question: bytes = b""
    """What a job is asked, beside the game."""


class Ready(Message, frozen=True):
    """From the engine: it can be set up, or asked."""


class Failed(Message, frozen=True):
    """From the engine: it could not do it."""

    kind: str
    """The class of the error."""
    reason: str


class FoundLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of best play."""

    moves: list[int]
    score: int
    exact: bool


class Found(Message, frozen=True, kw_only=True):
    """From the engine: what it has found out so far."""

    number: int
    lines: list[FoundLine]
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    cpu_seconds: float
    hashfull: float
    from_book: bool


class Told(Message, frozen=True):
    """From the engine: what a job has found out so far."""

    number: int
    content: bytes


class Compiling(Message, frozen=True):
    """From the engine: it has seen the stop, and ends when a kernel is compiled."""

    number: int


class Kernel(Message, frozen=True):
    """From the engine: a kernel begins to be compiled, or is compiled now."""

    number: int
    name: str
    starts: bool


class Answer(Message, frozen=True):
    """From the engine: a move or its text, what was found out, and the processor time it took."""

    number: int
    move: int | str
    found: Found | None
    cpu_seconds: float
    content: bytes = b""
    """What a job found out."""


ToEngine = SetUp | Ask
FromEngine = Ready | Failed | Found | Told | Kernel | Compiling | Answer
_encoder: Final = msgspec.msgpack.Encoder()


class Channel:
    """One end of the line."""

    def __init__(self, line: socket.socket, expected: Any) -> None:
        self.line = line
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))
        self._decoder = msgspec.msgpack.Decoder(expected)
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        """Raises OSError where nobody reads it."""
        content = _encoder.encode(message)
        with self._lock:
            self.line.sendall(_LENGTH.pack(len(content)) + content)

    def receive(self) -> Any:
        """The next message; raises EOFError at the end, and msgspec's error for nonsense."""
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size))
        if length > MAX_BYTES:
            raise msgspec.ValidationError(f"a message of {length:,} bytes")
        return self._decoder.decode(self._read(length))

    def _read(self, count: int) -> bytes:
        parts = []
        while count:
            parts.append(self.line.recv(min(count, PART_BYTES)))
            if not parts[-1]:
                raise EOFError
            count -= len(parts[-1])
        return b"".join(parts)

    def close(self) -> None:
        self.line.close()
