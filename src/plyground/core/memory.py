"""Working memory of a kernel: a flat array of 64-bit integers, the first of which is its length."""

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import BadOption

Memory = NDArray[np.int64]


def new_memory(words: int) -> Memory:
    """Memory of `words` words, all zero but the first. Untouched pages cost nothing."""
    try:
        memory = np.zeros(words, dtype=np.int64)
    except MemoryError:
        raise BadOption(f"there is no memory for {8 * words:,} bytes") from None
    memory[0] = words
    return memory
