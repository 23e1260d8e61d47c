"""How many engines think at a time: as many as there are processors, however many tabs ask."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from plyground.core.errors import NotNow

SLICE_SECONDS: Final = 3.0
"""How long an analysis may go on while others wait."""
GAME_SECONDS: Final = 10.0
"""How long a program may think about its move while others wait."""
MAX_ANALYSING: Final = 8
"""How many tabs may analyse, those that wait for it among them."""
LOOK_SECONDS: Final = 0.1

GiveWay = Callable[[], object]
"""Asks who thinks to stop soon."""


class _Right(NamedTuple):
    """How one of its kind is treated."""

    is_urgent: bool
    """It comes before the others, and an analysis makes room for it at once."""
    seconds: float
    """After how long it makes room for somebody who waits."""
    is_analysis: bool = False
    """Only so many tabs may have one."""


class _Holder:
    """Somebody who thinks, or waits for it."""

    def __init__(self, give_way: GiveWay | None, right: _Right, tab: object = None) -> None:
        self.give_way, self.right, self.tab = give_way, right, tab
        self.since = 0.0


class Slots:
    """Hands out the right to think, in the order of asking; games come before analyses."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._thinking: list[_Holder] = []
        self._waiting: list[_Holder] = []
        self._changed = threading.Condition()

    @contextmanager
    def held(self, give_way: GiveWay | None = None, tab: object = None) -> Iterator[None]:
        """Wait for a slot, and have it meanwhile. Who can `give_way` is an analysis of a tab: it is
        asked to do so when its time is over and others wait. Raises NotNow if too many tabs have
        one; a tab may have several."""
        is_analysis = give_way is not None
        right = _Right(not is_analysis, SLICE_SECONDS, is_analysis)
        with self._held(_Holder(give_way, right, tab or object())):
            yield

    @contextmanager
    def held_by_game(self, give_way: GiveWay, is_watched: bool) -> Iterator[None]:
        """The same for a program that plays. One in a game that nobody watches does not hurry."""
        right = _Right(is_watched, GAME_SECONDS if is_watched else SLICE_SECONDS)
        with self._held(_Holder(give_way, right)):
            yield

    @property
    def is_crowded(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    @contextmanager
    def _held(self, holder: _Holder) -> Iterator[None]:
        self._enter(holder)
        try:
            yield
        finally:
            with self._changed:
                self._thinking.remove(holder)
                self._changed.notify_all()

    def _enter(self, holder: _Holder) -> None:
        with self._changed:
            if holder.right.is_analysis:
                self._refuse_too_many(holder.tab)
            urgent = sum(other.right.is_urgent for other in self._waiting)
            place = urgent if holder.right.is_urgent else len(self._waiting)
            self._waiting.insert(place, holder)
            try:
                while len(self._thinking) >= self.size or self._waiting[0] is not holder:
                    if self._waiting[0] is holder:
                        self._ask_for_room(holder.right.is_urgent)
                    self._changed.wait(LOOK_SECONDS)
            finally:
                self._waiting.remove(holder)
            holder.since = time.monotonic()
            self._thinking.append(holder)
            self._changed.notify_all()

    def _refuse_too_many(self, tab: object) -> None:
        others = [*self._thinking, *self._waiting]
        tabs = {id(other.tab) for other in others if other.right.is_analysis}
        if len(tabs - {id(tab)}) >= MAX_ANALYSING:
            raise NotNow(f"{MAX_ANALYSING} tabs analyse: stop one of them first")

    def _ask_for_room(self, is_urgent: bool) -> None:
        """Ask the one who has thought longest of those whose time is over, or of the analyses if a
        game waits."""
        now = time.monotonic()
        able = [
            holder
            for holder in self._thinking
            if holder.give_way
            and (
                now - holder.since >= holder.right.seconds
                or (is_urgent and not holder.right.is_urgent)
            )
        ]
        if able:
            oldest = min(able, key=lambda holder: holder.since)
            assert oldest.give_way is not None
            oldest.give_way()
            oldest.give_way = None  # asked once
