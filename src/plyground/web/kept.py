"""Which programs keep their processes, with all they remember, while it is not their turn."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.live.process_player import ProcessPlayer


class Kept:
    """The players that thought last keep their processes, as many as there are processors. The
    others give theirs back and begin anew at their next turn."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._idle: dict[ProcessPlayer, None] = {}
        """The longest idle one first."""
        self._lock = threading.Lock()

    @contextmanager
    def busy(self, player: ProcessPlayer) -> Iterator[None]:
        """Nobody takes its process away meanwhile."""
        with self._lock:
            self._idle.pop(player, None)
        try:
            yield
        finally:
            with self._lock:
                self._idle[player] = None
                for surplus in [*self._idle][: max(0, len(self._idle) - self.size)]:
                    self._close(surplus)

    def release(self, player: ProcessPlayer) -> None:
        """Give the process back of a player that does not think."""
        with self._lock:
            if player in self._idle:
                self._close(player)

    def _close(self, player: ProcessPlayer) -> None:
        del self._idle[player]
        player.close()
