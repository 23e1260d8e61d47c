"""The words of a Monte Carlo tree search's workspace; the tree itself is a memory of its own.

SELDEPTH   the greatest depth in the tree that a simulation came to
EVALS      how many static evaluations were made
EARLIER    how many positions there were before the root
PATH       the nodes from the root to where a simulation leaves the tree
PAST       the positions before the one in hand, in a game that may end by a repetition
MOVES      the moves of the position in hand, and of the one after it
"""

from typing import Final

from plyground.core.memory import Memory
from plyground.core.repetition import ENTRY, MAX_PAST
from plyground.search.workspace import OVERFLOW, Layout

LAYOUT: Final = Layout()
MAX_PATH: Final = 1 << 14
"""How many nodes a path through the tree can have."""
MAX_MOVES: Final = 1 << 17

SELDEPTH: Final = LAYOUT.word()
EVALS: Final = LAYOUT.word()
EARLIER: Final = LAYOUT.word()
PATH: Final = LAYOUT.block(MAX_PATH)
PAST: Final = LAYOUT.block(ENTRY * MAX_PAST)
MOVES: Final = LAYOUT.block(MAX_MOVES)


def forget(workspace: Memory) -> None:
    """Start afresh for another position."""
    workspace[SELDEPTH] = workspace[OVERFLOW] = 0
