"""Large memory is had at once, but its pages come when they are first written to."""

from typing import Final

from plyground.core.memory import Memory
from plyground.search.stop import StopSignal

PAGE_WORDS: Final = 512
PIECE: Final = 1 << 18
"""How many words are touched before the next look at the stop signal: up to 3 ms, where the system
has no large pages to give."""


def touch(memory: Memory, stop: StopSignal) -> bool:
    """Have all pages before time counts, so that no search waits for them; returns whether it was
    done before a stop. What is written there stays."""
    for first in range(0, len(memory), PIECE):
        if stop.is_set:
            return False
        memory[first : first + PIECE : PAGE_WORDS] |= 0
    return True
