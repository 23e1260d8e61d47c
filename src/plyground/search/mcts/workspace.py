"""The words of a Monte Carlo tree search's workspace; the tree itself is a memory of its own.

SELDEPTH   the greatest depth in the tree that a simulation came to
EVALS      how many static evaluations were made
PATH       the nodes from the root to where a simulation leaves the tree
MOVES      the moves of the position in hand, and of the one after it
"""

from typing import Final

from plyground.core.memory import Memory
from plyground.search.workspace import OVERFLOW, Layout

LAYOUT: Final = Layout()
MAX_PATH: Final = 1 << 14
"""How many nodes a path through the tree can have."""
MAX_MOVES: Final = 1 << 17

SELDEPTH: Final = LAYOUT.word()
EVALS: Final = LAYOUT.word()
PATH: Final = LAYOUT.block(MAX_PATH)
MOVES: Final = LAYOUT.block(MAX_MOVES)


def forget(workspace: Memory) -> None:
    """Start afresh for another position."""
    workspace[SELDEPTH] = workspace[OVERFLOW] = 0
