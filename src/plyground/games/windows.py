"""Windows: runs of squares in a straight line, all of them examined together.

A window is given by its first square and the step from each square to the next. `board >> step`
has at each square what stands one step further on, so a few shifts test every window at once.
"""

from collections.abc import Sequence
from typing import Final

from plyground.core.bits import Bits

Lacking = tuple[Bits, Bits, Bits, Bits]
"""Boards with the first squares of the windows that lack at most 0, 1, 2 and 3 squares."""
Directions = tuple[tuple[int, Bits], tuple[int, Bits], tuple[int, Bits], tuple[int, Bits]]
Tally = tuple[int, int, int, Bits]
"""How many windows lack exactly one, two and three squares, and the squares that complete one."""


def lacking_after(lacking: Lacking, squares: Bits) -> Lacking:
    """The same after one more square of each window, which `squares` holds or lacks."""
    none, one, two, three = lacking
    return none & squares, one & squares | none, two & squares | one, three & squares | two


# --- boards of rows ----------------------------------------------------------------------------
#
#     0  1  2      right: 1           down and right: columns + 1
#     3  4  5      down: columns      down and left:  columns - 1
#
# `left_of_another`: the squares that have a square to their right. A window must not continue in
# the next row.


def directions(room: Bits, left_of_another: Bits, columns: int) -> Directions:
    """Each step, and a board with at least the squares of `room` from which it leaves no edge."""
    return (
        (1, left_of_another),
        (columns, room),
        (columns + 1, left_of_another),
        (columns - 1, left_of_another << 1),
    )


def tally_rows(own: Bits, room: Bits, left_of_another: Bits, columns: int, length: int) -> Tally:
    """Count the windows in `room` (all squares but the opponent's) in all four directions."""
    lack_one = lack_two = lack_three = 0
    gaps = own & 0
    for step, inner in directions(room, left_of_another, columns):
        none, one, two, three = lacking_in(own, room, inner, step, length)
        lack_one += (one ^ none).bit_count()
        lack_two += (two ^ one).bit_count()
        lack_three += (three ^ two).bit_count()
        gaps |= covered_by(one ^ none, step, length)
        if length == 1:
            break
    return lack_one, lack_two, lack_three, gaps & ~own


def whole_windows(own: Bits, left_of_another: Bits, columns: int, length: int) -> int:
    """The number of windows that a side has completed."""
    count = 0
    for step, inner in directions(own, left_of_another, columns):
        none, _, _, _ = lacking_in(own, own, inner, step, length)
        count += none.bit_count()
        if length == 1:
            break
    return count


def paired_gaps(own: Bits, room: Bits, inner: Bits, step: int, length: int) -> Bits:
    """The first square of each pair of neighbours that completes a window in this direction."""
    _, one, two, _ = lacking_in(own, room, inner, step, length)
    return covered_by(two ^ one, step, length - 1) & ~own & ~own >> step


def lacking_in(own: Bits, room: Bits, inner: Bits, step: int, length: int) -> Lacking:
    """What the windows in `room` lack; a step from a square of `inner` stays on the board."""
    windows, squares = room, own
    for _ in range(length - 1):
        windows = room & inner & windows >> step
    lacking = windows, windows, windows, windows
    for _ in range(length):
        lacking = lacking_after(lacking, squares)
        squares >>= step
    return lacking


def covered_by(windows: Bits, step: int, count: int) -> Bits:
    """The first `count` squares of each window."""
    covered = windows & 0
    for _ in range(count):
        covered = covered << step | windows
    return covered


# --- the Erdos-Selfridge potential of any lines ------------------------------------------------


COMPLETE: Final = 1 << 32
"""The potential of a complete line."""


def potential(own: Bits, other: Bits, lines: Sequence[Bits], right: int, down: int) -> int:
    """The Erdos-Selfridge potential: the sum of 2 to the power of minus m over the open lines.

    A line is open if the opponent has no mark on it, and m is the number of moves it still needs.
    (P. Erdos and J. L. Selfridge, "On a combinatorial game", 1973.)

    A move at most doubles the potential of each line it touches. The opponent's answer ends every
    line it touches. An opponent who always takes the squares with the largest sum removes at least
    as much as the next move adds. So no line is ever completed against an opponent who is to move
    if the potential is less than COMPLETE, nor against one who is not if it is less than half of
    that.
    """
    total = 0
    for number in range(len(lines)):
        total += line_potential(lines[number], own, other, right, down)
    return total


def may_complete_line(
    own: Bits, other: Bits, mover: bool, lines: Sequence[Bits], right: int, down: int
) -> bool:
    """Whether the side to move (or the other one, if not `mover`) may still complete a line.

    False only where the Erdos-Selfridge criterion proves that the opponent can stop every line.
    """
    if mover:
        return potential(own, other, lines, right, down) >= COMPLETE >> 1
    return potential(other, own, lines, right, down) >= COMPLETE


def square_potential(
    own: Bits,
    other: Bits,
    square: int,
    lines: Sequence[Bits],
    first: Sequence[int],
    right: int,
    down: int,
) -> int:
    """The potential of the lines through a square, for both sides added: a mark there raises the
    one and removes the other."""
    total = 0
    for number in range(first[square], first[square + 1]):
        total += line_potential(lines[number], own, other, right, down)
        total += line_potential(lines[number], other, own, right, down)
    return total


def line_potential(line: Bits, own: Bits, other: Bits, right: int, down: int) -> int:
    """The potential of one line: 0 if the opponent has a mark on it."""
    return 0 if line & other else COMPLETE >> min(min_moves(line & ~own, right, down), 32)


def min_moves(missing: Bits, right: int, down: int) -> int:
    """The smallest number of moves that may cover these squares of a line.

    A move covers one square. If `right` and `down` are not 0, it also covers the square that is
    that many further on.
    """
    if right == 0:
        return missing.bit_count()
    count = 0
    while missing:
        covered = missing & -missing
        missing &= ~(covered | covered << right | covered << down)
        count += 1
    return count


def tally_lines(own: Bits, other: Bits, lines: Sequence[Bits]) -> Tally:
    """The same as `tally_rows`, for any lines."""
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
