"""Working memory of a kernel: a flat array of 64-bit integers, the first of which is its length."""

import numpy as np
from numpy.typing import NDArray

Memory = NDArray[np.int64]


def new_memory(words: int) -> Memory:
    """So many words, all zero but the first. Untouched pages cost nothing until they are used."""
    memory = np.zeros(words, dtype=np.int64)
    memory[0] = words
    return memory
