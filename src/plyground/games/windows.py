"""Windows: a number of squares in a straight line, all of them looked at together.

A window is known by its first square and the step from each square to the next. `board >> step`
has at each square what stands one step further on, so that a few shifts ask every window at once.
"""

from collections.abc import Sequence
from typing import Final

from plyground.core.bits import Bits

Lacking = tuple[Bits, Bits, Bits, Bits]
"""The windows that lack at most none, one, two and three of their squares."""
Directions = tuple[tuple[int, Bits], tuple[int, Bits], tuple[int, Bits], tuple[int, Bits]]
Tally = tuple[int, int, int, Bits]
"""How many windows lack exactly one, two and three squares, and the squares that complete one."""


def lacking_after(lacking: Lacking, squares: Bits) -> Lacking:
    """What the windows lack when one more square of each is looked at: `squares` has it, or not."""
    none, one, two, three = lacking
    return none & squares, one & squares | none, two & squares | one, three & squares | two


# --- boards of rows ----------------------------------------------------------------------------
#
#     0  1  2      right: 1           down and right: columns + 1
#     3  4  5      down: columns      down and left:  columns - 1
#
# `left_of_another`: the squares that have one to the right, as a window must not run on in the
# next row.


def directions(room: Bits, left_of_another: Bits, columns: int) -> Directions:
    """Each step, and the squares of `room` or more from which it stays on the board."""
    return (
        (1, left_of_another),
        (columns, room),
        (columns + 1, left_of_another),
        (columns - 1, left_of_another << 1),
    )


def tally_rows(own: Bits, room: Bits, left_of_another: Bits, columns: int, length: int) -> Tally:
    """The windows in `room`, which is all that the other has not, in all four directions."""
    lack_one = lack_two = lack_three = 0
    gaps = own & 0
    for step, inner in directions(room, left_of_another, columns):
        none, one, two, three = lacking_in(own, room, inner, step, length)
        lack_one += (one ^ none).bit_count()
        lack_two += (two ^ one).bit_count()
        lack_three += (three ^ two).bit_count()
        gaps |= spread(one ^ none, step, length)
        if length == 1:
            break
    return lack_one, lack_two, lack_three, gaps & ~own


def whole_windows(own: Bits, left_of_another: Bits, columns: int, length: int) -> int:
    """How many windows a side has all squares of."""
    count = 0
    for step, inner in directions(own, left_of_another, columns):
        none, _, _, _ = lacking_in(own, own, inner, step, length)
        count += none.bit_count()
        if length == 1:
            break
    return count


def paired_gaps(own: Bits, room: Bits, inner: Bits, step: int, length: int) -> Bits:
    """The first of each two neighbours that together complete a window of this direction."""
    _, one, two, _ = lacking_in(own, room, inner, step, length)
    return spread(two ^ one, step, length - 1) & ~own & ~own >> step


def lacking_in(own: Bits, room: Bits, inner: Bits, step: int, length: int) -> Lacking:
    """What the windows in `room` lack; from a square of `inner` one step stays on the board."""
    windows, squares = room, own
    for _ in range(length - 1):
        windows = room & inner & windows >> step
    lacking = windows, windows, windows, windows
    for _ in range(length):
        lacking = lacking_after(lacking, squares)
        squares >>= step
    return lacking


def spread(windows: Bits, step: int, count: int) -> Bits:
    """The first `count` squares of the windows."""
    covered = windows & 0
    for _ in range(count):
        covered = covered << step | windows
    return covered


# --- any lines at all --------------------------------------------------------------------------


WHOLE: Final = 1 << 32
"""The danger of a line that lacks nothing."""


def danger(own: Bits, other: Bits, lines: Sequence[Bits], right: int, down: int) -> int:
    """A half for each move that a line lacks, of the lines that the other has not touched, added.

    A move at most doubles the danger of each line that it touches, and the other side's move ends
    that of each which it touches. If that side always takes what adds up to the most, the next move
    adds no more than it took. So where it is to move and the danger is less than WHOLE, no line is
    ever completed against it; where it is not, less than half of WHOLE is as safe.
    """
    total = 0
    for number in range(len(lines)):
        total += stake(lines[number], own, other, right, down)
    return total


def within_reach(
    own: Bits, other: Bits, mover: bool, lines: Sequence[Bits], right: int, down: int
) -> bool:
    """Whether the side to move, or the other, may still complete a line."""
    if mover:
        return danger(own, other, lines, right, down) >= WHOLE >> 1
    return danger(other, own, lines, right, down) >= WHOLE


def stakes(
    own: Bits,
    other: Bits,
    square: int,
    lines: Sequence[Bits],
    first: Sequence[int],
    right: int,
    down: int,
) -> int:
    """What the lines through a square mean to both sides: what a mark there adds and takes."""
    total = 0
    for number in range(first[square], first[square + 1]):
        total += stake(lines[number], own, other, right, down)
        total += stake(lines[number], other, own, right, down)
    return total


def stake(line: Bits, own: Bits, other: Bits, right: int, down: int) -> int:
    """The danger of one line: none where the other has touched it."""
    return 0 if line & other else WHOLE >> min(least_moves(line & ~own, right, down), 32)


def least_moves(missing: Bits, right: int, down: int) -> int:
    """How many moves it takes to cover these squares of a line, at least: each covers one, and the
    neighbour so far on, if moves reach that far."""
    if right == 0:
        return missing.bit_count()
    count = 0
    while missing:
        covered = missing & -missing
        missing &= ~(covered | covered << right | covered << down)
        count += 1
    return count


def tally_lines(own: Bits, other: Bits, lines: Sequence[Bits]) -> Tally:
    """As `tally_rows`."""
    lack_one = lack_two = lack_three = 0
    gaps = own & 0
    for number in range(len(lines)):
        if not lines[number] & other:
            missing = lines[number] & ~own
            count = missing.bit_count()
            lack_three += count == 3
            lack_two += count == 2
            lack_one += count == 1
            gaps |= missing if count == 1 else own & 0
    return lack_one, lack_two, lack_three, gaps
