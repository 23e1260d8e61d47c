"""The words of a proof-number search's workspace."""

from typing import Final

from plyground.search.workspace import Layout

LAYOUT: Final = Layout()

HAS_NON_LOSING_MOVES: Final = LAYOUT.word()
"""Whether the game tells its non-losing moves, else every move is one."""
SYMMETRY_FROM: Final = LAYOUT.word()
"""With this many plies left or more, images of a position share an entry."""
TRIES: Final = LAYOUT.word()
"""How many more threats may be looked at."""
HAS_THREATS: Final = LAYOUT.word()
"""Whether the game tells its threats."""
FIRST_THREAT: Final = LAYOUT.word()
"""The move by which the win by threats begins that was found last."""
PLAYED: Final = LAYOUT.word()
"""How many positions were played out."""

MAX_FAILURES: Final = 1 << 14
FAILURES: Final = LAYOUT.block(MAX_FAILURES)
"""Positions without a win by threats, by their hash."""

SLOTS: Final = LAYOUT.block(1 << 17)
"""The slot of the position in question, then those of the moves of every node on the way down."""
SLOT: Final = 7
MOVE, ORDER, KEY, PHI, DELTA, PLIES, REPLY = range(SLOT)
"""The words of a slot: a move, its order, the key of the position it leads to, and what is known of
that. Once it is decided, PLIES is a fact (won or not won within that many plies), and REPLY the
move by which the side to move there gets its way."""
