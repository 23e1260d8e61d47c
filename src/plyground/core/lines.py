"""Straight lines and symmetries of a box of squares in any number of dimensions.

Squares are numbered from 0 across by row: the last coordinate runs fastest. On 3x4:

    0  1  2  3
    4  5  6  7
    8  9 10 11
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from math import prod
from typing import NamedTuple

from plyground.core.bits import Bits, bit, squares

Square = tuple[int, ...]


def square_number(sides: Sequence[int], square: Square) -> int:
    """The number of the square with these coordinates."""
    number = 0
    for side, coordinate in zip(sides, square, strict=True):
        number = number * side + coordinate
    return number


def straight_lines(sides: Sequence[int], length: int) -> list[tuple[int, ...]]:
    """Every straight line of exactly `length` squares, along, across and diagonal, once each."""
    steps = [step for step in product((-1, 0, 1), repeat=len(sides)) if step > (0,) * len(sides)]
    lines = []
    for step in steps if length > 1 else steps[:1]:
        for start in product(*(_starts(side, way, length) for side, way in zip(sides, step))):
            squares = ([c + n * way for c, way in zip(start, step)] for n in range(length))
            lines.append(tuple(square_number(sides, tuple(square)) for square in squares))
    return sorted(lines)


def _starts(side: int, way: int, length: int) -> range:
    """Where a line can begin on an axis that it follows one way, the other, or not at all."""
    if way == 0:
        return range(side)
    return range(side - length + 1) if way > 0 else range(length - 1, side)


MAX_DIMENSIONS_TURNED = 4
"""Beyond, a cube has thousands of turns: only its reflections are given."""


def symmetries(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Every turn and reflection of the box but the identity, as `new number of square n`."""
    sides = [side for side in sides if side > 1]
    axes = tuple(range(len(sides)))
    orders = permutations(axes) if len(sides) <= MAX_DIMENSIONS_TURNED else (axes,)
    fitting = [order for order in orders if all(sides[a] == sides[order[a]] for a in axes)]
    found = {
        _image(sides, order, flipped)
        for order in fitting
        for flipped in product((False, True), repeat=len(sides))
    }
    return sorted(found - {tuple(range(prod(sides)))})


def cube_symmetries(side: int, dimensions: int) -> list[tuple[int, ...]]:
    """The same for a cube of which only the lines from side to side matter.

    Each keeps its squares in line if all coordinates are exchanged in the same way, as long as
    opposite ones stay opposite: on 4x4x4, the inside may be turned out.
    """
    sides = (side,) * dimensions
    turned = [tuple(range(side**dimensions)), *symmetries(sides)]
    found = {
        tuple(image[square] for square in exchanged)
        for exchanged in _exchanges(side, sides)
        for image in turned
    }
    return sorted(found - {turned[0]})


def _exchanges(side: int, sides: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to exchange coordinates so that opposite ones stay opposite."""
    for way in permutations(range(side)):
        if all(way[side - 1 - c] == side - 1 - way[c] for c in range(side)):
            yield tuple(
                square_number(sides, tuple(way[c] for c in square))
                for square in product(range(side), repeat=len(sides))
            )


def _image(
    sides: Sequence[int], order: tuple[int, ...], flipped: tuple[bool, ...]
) -> tuple[int, ...]:
    image = []
    for square in product(*map(range, sides)):
        turned = (square[axis] for axis in order)
        moved = (s - 1 - c if f else c for c, f, s in zip(turned, flipped, sides))
        image.append(square_number(sides, tuple(moved)))
    return tuple(image)


def as_board(line: Iterable[int]) -> Bits:
    """The squares of a line as a board."""
    return sum(1 << square for square in {*line})


class Through(NamedTuple):
    """The lines through each square, one after another: those of square n stand from
    `first[n]` to before `first[n + 1]`."""

    lines: tuple[Bits, ...]
    first: tuple[int, ...]


def lines_through(size: int, lines: Iterable[Iterable[int]]) -> Through:
    """Sort lines by the squares they pass, as boards."""
    by_square: list[list[int]] = [[] for _ in range(size)]
    for line in lines:
        board = as_board(line)
        for square in {*line}:
            by_square[square].append(board)
    first = [0]
    for found in by_square:
        first.append(first[-1] + len(found))
    return Through(tuple(board for found in by_square for board in found), tuple(first))


def completes(board: Bits, square: int, lines: Sequence[Bits], first: Sequence[int]) -> bool:
    """Whether the board holds a whole line through a square; `lines` and `first` as above."""
    for number in range(first[square], first[square + 1]):
        if board & lines[number] == lines[number]:
            return True
    return False


def permuted(board: Bits, image: Sequence[int]) -> Bits:
    """A board after a symmetry."""
    moved = board & 0
    for square in squares(board):
        moved |= bit(image[square])
    return moved
