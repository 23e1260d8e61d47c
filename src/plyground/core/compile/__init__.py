"""Rules at native speed. Importing this imports numba: do it late, where something compiles."""

from plyground.core.compile.kernels import (
    cache_hits,
    kernel,
    native,
    native_evaluation,
    part,
    raw,
    rules_digest,
)
from plyground.core.compile.memory import prefetch
from plyground.core.compile.recording import when_recording, when_teaching

__all__ = [
    "cache_hits",
    "kernel",
    "native",
    "native_evaluation",
    "part",
    "prefetch",
    "raw",
    "rules_digest",
    "when_recording",
    "when_teaching",
]
