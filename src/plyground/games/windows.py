"""Windows: so many squares in a straight line, all of them looked at together.

A window is known by its first square and the step from each square to the next. `board >> step`
has at each square what stands one step further on, so that a few shifts ask every window at once.
"""

from plyground.core.bits import Bits

Lacking = tuple[Bits, Bits, Bits, Bits]
"""The windows that lack at most none, one, two and three of their squares."""
Tally = tuple[int, int, int, Bits]
"""How many windows lack exactly one, two and three squares, and the squares that complete one."""


def lacking_after(lacking: Lacking, squares: Bits) -> Lacking:
    """What the windows lack when one more square of each is looked at: `squares` has it, or not."""
    none, one, two, three = lacking
    return none & squares, one & squares | none, two & squares | one, three & squares | two
