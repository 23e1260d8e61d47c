"""How long a turn was spent compiling, which is not thinking time."""

import threading
import time

from plyground.core.events import on_compile


class CompileTimer:
    """Counts the time in which kernels are compiled, until it is closed."""

    def __init__(self) -> None:
        self._total, self._cpu_total = 0.0, 0.0
        self._began: tuple[float, float] | None = None
        self._depth = 0
        self._lock = threading.Lock()
        on_compile.append(self._listen)

    def _listen(self, kernel: str, starts: bool) -> None:
        with self._lock:
            if starts and not self._depth:
                self._began = time.perf_counter(), time.process_time()
            self._depth += 1 if starts else -1
            if not self._depth:
                self._total, self._cpu_total = self.seconds, self.cpu_seconds
                self._began = None

    @property
    def seconds(self) -> float:
        """By the clock on the wall."""
        return self._total + (time.perf_counter() - self._began[0] if self._began else 0.0)

    @property
    def cpu_seconds(self) -> float:
        """By the processor."""
        return self._cpu_total + (time.process_time() - self._began[1] if self._began else 0.0)

    def close(self) -> None:
        """Count no more."""
        on_compile.remove(self._listen)
