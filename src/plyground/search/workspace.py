"""A workspace: the working memory of one searching thread, words that kernel and caller share.

Each search has a layout of its own in the `workspace.py` of its folder. All begin with the same
words:

    0  LENGTH       how many words there are
    1  STOP         set from outside or by a limit: the kernel returns at once, its result is void
    2  NODES        how many positions were reached
    3  NODE_LIMIT   at how many of them the kernel stops by itself
    4  OVERFLOW     set where a position has more moves than there is memory for
"""

from collections.abc import Iterable
from typing import Final

from plyground.core.memory import Memory, new_memory

LENGTH, STOP, NODES, NODE_LIMIT, OVERFLOW = range(5)

MAX_PLY: Final = 128
"""No line is longer than this."""
LINE_WORDS: Final = 8
"""The words of a cache line."""


class Layout:
    """Hands out the words of a workspace one after another, so that no two overlap."""

    def __init__(self) -> None:
        self.regions = [range(OVERFLOW + 1)]

    @property
    def size(self) -> int:
        """How many words were handed out."""
        return self.regions[-1].stop

    def word(self) -> int:
        """The place of one more word."""
        return self._region(self.size, 1)

    def block(self, count: int) -> int:
        """The first place of `count` more words, at the start of a cache line."""
        return self._region(-(-self.size // LINE_WORDS) * LINE_WORDS, count)

    def _region(self, first: int, count: int) -> int:
        self.regions.append(range(first, first + count))
        return first

    def new_memory(self) -> Memory:
        """Memory for one thread."""
        return new_memory(self.size)


def halt(workspaces: Iterable[Memory]) -> None:
    """Make the kernels that work there return."""
    for workspace in workspaces:
        workspace[STOP] = 1
