"""What another process does, looked at again and again for the tabs that want to know."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from plyground.arena.follower import LOOK_SECONDS
from plyground.core.wire import Message
from plyground.web.outbox import Outbox

Shown = TypeVar("Shown", bound=Message)


class Followed(Generic[Shown]):
    """Something that tabs follow; while none does, nobody looks at it."""

    def __init__(self, key: str, shown: Shown) -> None:
        self._key, self._shown = key, shown
        self._is_known = False
        self._watchers: set[Outbox] = set()
        self._thread: threading.Thread | None = None
        self._lock, self._wake = threading.Lock(), threading.Event()

    def look(self, shown: Shown) -> Shown:
        """How it stands now, if it stood like this before."""
        raise NotImplementedError

    def watch(self, outbox: Outbox) -> None:
        """Tell a tab from now on."""
        with self._lock:
            self._watchers.add(outbox)
            if self._is_known:
                outbox.put(self._key, self._shown)
            if self._thread is None:
                self._wake.clear()
                self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
                self._thread.start()

    def leave(self, outbox: Outbox) -> None:
        """Tell a tab nothing more."""
        with self._lock:
            self._watchers.discard(outbox)

    def close(self) -> None:
        with self._lock:
            self._watchers.clear()
        self._wake.set()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._watchers:
                    self._thread = None
                    return
            shown = self.look(self._shown)
            with self._lock:
                if shown != self._shown or not self._is_known:
                    self._shown, self._is_known = shown, True
                    for outbox in self._watchers:
                        outbox.put(self._key, shown)
            self._wake.wait(LOOK_SECONDS)


def distinct_names(paths: Sequence[str]) -> Iterator[str]:
    """Names of files; where two are alike, with a number."""
    seen: Counter[str] = Counter()
    for path in paths:
        name = Path(path).name
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"
