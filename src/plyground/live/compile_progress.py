"""How long compiling takes: estimated from earlier times, which are kept in a file."""

import math
import time
from contextlib import suppress
from typing import Final

import msgspec

from plyground.core.folders import cache_folder
from plyground.core.game import Game
from plyground.core.plurals import counted
from plyground.core.private import PrivateFolder

FILE: Final = "compile-times.json"
_MAX_KEPT: Final = 200
"""How many games and first kernels are remembered, the latest ones."""
_NEARLY: Final = 0.97
"""How far a bar goes by time alone: compiling may take longer than it did before."""


class CompileTime(msgspec.Struct, array_like=True, frozen=True):
    """How many kernels were compiled one after another, and how long that took."""

    kernels: int
    seconds: float


class CompileProgress:
    """What is being compiled for one game; `listen` must get the compile events."""

    def __init__(self, game: Game) -> None:
        self.game = game.name
        self.depth = self.kernels = 0
        self.first = ""
        self.expected: CompileTime | None = None
        self.spent = self.since = 0.0

    def listen(self, kernel: str, starts: bool) -> None:
        """Note that a kernel starts or ends compiling. A kernel compiles others within itself."""
        now = time.monotonic()
        if starts and not self.first:
            self.first, self.expected = kernel, _expected(self.game, kernel)
        if starts and not self.depth:
            self.since = now
        self.depth += 1 if starts else -1
        self.kernels += starts
        if not self.depth:
            self.spent += now - self.since

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1; 0 if no earlier time is known."""
        if not self.expected:
            return 0.0
        return min(_NEARLY, self.seconds / max(self.expected.seconds, 0.1))

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self.spent + (time.monotonic() - self.since if self.depth else 0.0)

    @property
    def text(self) -> str:
        """What is being compiled, in a few words."""
        text = f"compiling {self.game} (once)"
        if not self.expected:
            return text
        count = self.expected.kernels
        seconds = max(1, math.ceil(self.expected.seconds))
        return f"{text}: {counted(count, 'kernel')}, about {seconds} s"

    def remember(self) -> None:
        """Store how long it took, unless nothing was compiled or compiling was interrupted."""
        if self.kernels and not self.depth:
            seen = _read()
            for place in (f"{self.game} {self.first}", self.first):
                before = seen.pop(place, None)
                seconds = (before.seconds + self.spent) / 2 if before else self.spent
                seen[place] = CompileTime(self.kernels, round(seconds, 2))
            _write(dict([*seen.items()][-_MAX_KEPT:]))


def _expected(game: str, kernel: str) -> CompileTime | None:
    """How long this kernel and those after it took before, in this game or else in another."""
    seen = _read()
    return seen.get(f"{game} {kernel}") or seen.get(kernel)


def _read() -> dict[str, CompileTime]:
    """All stored times; none if the file is missing or damaged."""
    with suppress(OSError, msgspec.DecodeError):
        content = PrivateFolder(cache_folder()).read(FILE)
        read = msgspec.json.decode(content, type=dict[str, CompileTime])
        return {place: seen for place, seen in read.items() if 0 <= seen.seconds < math.inf}
    return {}


def _write(seen: dict[str, CompileTime]) -> None:
    with suppress(OSError):  # without the file, the next time there is only no estimate
        PrivateFolder(cache_folder()).write(FILE, msgspec.json.encode(seen))
