"""Rules at native speed. Importing this imports numba: do it late, where something compiles."""

from plyground.core.compile.kernels import cache_hits, kernel, native, native_evaluation, part, raw

__all__ = ["cache_hits", "kernel", "native", "native_evaluation", "part", "raw"]
