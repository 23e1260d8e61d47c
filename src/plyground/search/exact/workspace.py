"""The words of the exact solver's workspace."""

from typing import Final

from plyground.search.workspace import Layout

LAYOUT: Final = Layout()

DONE: Final = LAYOUT.word()
"""How many rows are solved."""
HORIZON: Final = LAYOUT.word()
"""Set where more plies could have changed the answer."""
WINNER_MOVES_LAST: Final = LAYOUT.word()
"""1 where only the one who has just moved can have won, and the sides alternate."""
SALT: Final = LAYOUT.word()
"""A number that sets this search's keys apart, where the plies left are only those it may look at.

Such keys tell the plies left, too. 0 where the plies left are a matter of the position."""
SYMMETRY_FROM: Final = LAYOUT.word()
"""With this many plies left or more, images of a position share an entry."""
TOP: Final = LAYOUT.word()
"""Where the moves of the root begin: at STACK, which would be a constant to the kernel."""
THREADS: Final = LAYOUT.word()
"""How many search the same position at once."""
LOW: Final = LAYOUT.word()
HIGH: Final = LAYOUT.word()
ASKED: Final = LAYOUT.word()
"""What is known of the position in hand, from LOW to HIGH, and the bound asked about now."""

STACK: Final = LAYOUT.block((1 << 17) - 16)
"""The moves of every node on the way down, each with its `solver_order`."""
