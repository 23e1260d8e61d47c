"""Processes that are ready before they are needed."""

import os
import threading
import time
from typing import Any, Final

from plyground.core.errors import EngineFailed
from plyground.live.process import DEFAULT_MEMORY, EngineProcess, sendable

IDLE_SECONDS: Final = 60.0
"""After how many seconds a process that nobody needs is closed."""


class ProcessPool:
    """Hands out processes that have begun already. Those given back are kept for a while: as many
    as there are processors, and the last one used first.

    It hands out as many as are asked for; whoever asks decides how many think at a time.
    """

    def __init__(
        self,
        size: int | None = None,
        idle_seconds: float = IDLE_SECONDS,
        max_memory: int = DEFAULT_MEMORY,
    ) -> None:
        self.size = size or os.cpu_count() or 1
        self.idle_seconds, self.max_memory = idle_seconds, max_memory
        self._idle: list[tuple[float, EngineProcess]] = []
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._is_closed = False

    def start_spare(self) -> None:
        """Have a process begin in the background, if none is waiting."""
        with self._lock:
            if not self._idle and not self._is_closed:
                self._keep(EngineProcess(self.max_memory))

    def take(self, game: Any, player: Any, anew: bool = True) -> EngineProcess:
        """A process that is set up for this game and player, best one that was so before: there the
        player is made again if `anew`. Another begins meanwhile, for whoever comes next."""
        process = self._pick(sendable(game, player))
        self.start_spare()
        try:
            process.set_up(game, player, anew)
        except EngineFailed:
            process.kill()
            raise
        except Exception:  # a player that does not exist: the process is as good as before
            self.give_back(process)
            raise
        return process

    def give_back(self, process: EngineProcess) -> None:
        """Keep a process that is no longer needed, or close it."""
        surplus: EngineProcess | None = process
        with self._lock:
            if process.is_alive and not self._is_closed:
                self._keep(process)
                surplus = self._surplus()
        if surplus:
            surplus.kill()

    def close(self) -> None:
        """End all processes that are waiting; those in use end when they are given back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            if self._timer:
                self._timer.cancel()
        for _, process in idle:
            process.kill()

    def __enter__(self) -> "ProcessPool":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many processes are ready, or soon will be."""
        with self._lock:
            return len(self._idle)

    def _pick(self, key: tuple[bytes, bytes]) -> EngineProcess:
        with self._lock:
            alive = [entry for entry in self._idle if entry[1].is_alive]
            dead = [entry for entry in self._idle if entry not in alive]
            chosen = max(alive, key=lambda entry: (entry[1].key == key, entry[0]), default=None)
            self._idle = [entry for entry in alive if entry is not chosen]
        for _, process in dead:
            process.kill()
        return chosen[1] if chosen else EngineProcess(self.max_memory)

    def _surplus(self) -> EngineProcess | None:
        """One that is too many, no longer kept: one that has done nothing yet, or the oldest."""
        if len(self._idle) <= self.size:
            return None
        least = min(self._idle, key=lambda entry: (entry[1].key is not None, entry[0]))
        self._idle.remove(least)
        return least[1]

    def _keep(self, process: EngineProcess) -> None:
        self._idle.append((time.monotonic(), process))
        if not self._timer:
            self._wait(self.idle_seconds)

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(max(seconds, 0.01), self._close_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_idle(self) -> None:
        """Close what was not needed for a time."""
        with self._lock:
            latest = time.monotonic() - self.idle_seconds
            over = [process for since, process in self._idle if since <= latest]
            self._idle = [entry for entry in self._idle if entry[0] > latest]
            self._timer = None
            if self._idle:
                self._wait(min(since for since, _ in self._idle) - latest)
        for process in over:
            process.kill()
