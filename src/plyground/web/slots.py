"""How many engines think at a time: as many as there are processors, however many tabs ask."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

SLICE_SECONDS: Final = 3.0
"""How long an analysis may go on while others wait."""
LOOK_SECONDS: Final = 0.1

GiveWay = Callable[[], object]
"""Asks who thinks to stop soon."""


class _Holder:
    """Somebody who thinks, or waits for it."""

    def __init__(self, give_way: GiveWay | None, is_urgent: bool) -> None:
        self.give_way, self.is_urgent = give_way, is_urgent
        self.since = 0.0


class Slots:
    """Hands out the right to think, in the order of asking; games come before analyses."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._thinking: list[_Holder] = []
        self._waiting: list[_Holder] = []
        self._changed = threading.Condition()

    @contextmanager
    def held(self, give_way: GiveWay | None = None) -> Iterator[None]:
        """Wait for a slot, and have it meanwhile. Who can `give_way` is asked to do so when its
        time is over and others wait; who cannot comes first."""
        holder = _Holder(give_way, give_way is None)
        self._enter(holder)
        try:
            yield
        finally:
            with self._changed:
                self._thinking.remove(holder)
                self._changed.notify_all()

    @property
    def is_crowded(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def _enter(self, holder: _Holder) -> None:
        with self._changed:
            urgent = sum(other.is_urgent for other in self._waiting)
            self._waiting.insert(urgent if holder.is_urgent else len(self._waiting), holder)
            try:
                while len(self._thinking) >= self.size or self._waiting[0] is not holder:
                    if self._waiting[0] is holder:
                        self._ask_for_room(holder.is_urgent)
                    self._changed.wait(LOOK_SECONDS)
            finally:
                self._waiting.remove(holder)
            holder.since = time.monotonic()
            self._thinking.append(holder)
            self._changed.notify_all()

    def _ask_for_room(self, is_urgent: bool) -> None:
        """Ask the one who has thought longest, if its time is over or a game waits."""
        able = [holder for holder in self._thinking if holder.give_way]
        if not able:
            return
        oldest = min(able, key=lambda holder: holder.since)
        if is_urgent or time.monotonic() - oldest.since >= SLICE_SECONDS:
            assert oldest.give_way is not None
            oldest.give_way()
            oldest.give_way = None  # asked once
