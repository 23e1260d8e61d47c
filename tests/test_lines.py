"""Straight lines and symmetries of boxes, against counts and laws known from outside."""

from itertools import product
from math import prod

import pytest

from plyground.core.bits import squares
from plyground.core.lines import (
    cube_symmetries,
    lines_through,
    permuted,
    square_number,
    straight_lines,
    symmetries,
)

BOXES = [((5,), 3), ((3, 3), 3), ((3, 4), 2), ((6, 7), 4), ((3, 3, 3), 3), ((2, 3, 4), 2)]


def counted_lines(sides: tuple[int, ...], length: int) -> int:
    """Each direction and its opposite give the same lines; count the places of each."""
    directions = [step for step in product((-1, 0, 1), repeat=len(sides)) if any(step)]
    places = 0
    for step in directions:
        reach = [max(0, side - (length - 1) * abs(s)) for side, s in zip(sides, step, strict=True)]
        places += prod(reach)
    return places // 2


@pytest.mark.parametrize(
    ("sides", "length", "count"),
    [
        ((5,), 3, 3),
        ((5,), 5, 1),
        ((5,), 6, 0),
        ((3, 3), 3, 8),
        ((5, 5), 4, 28),
        ((6, 7), 4, 69),
        ((7, 6), 4, 69),
        ((1, 4), 4, 1),
        ((3, 3, 3), 3, 49),
        ((4, 4, 4), 4, 76),
        ((2, 2, 2, 2), 2, 120),
        ((3, 3, 3, 3), 3, 272),
    ],
)
def test_known_numbers_of_lines(sides: tuple[int, ...], length: int, count: int) -> None:
    lines = straight_lines(sides, length)
    assert len(lines) == count
    assert len({frozenset(line) for line in lines}) == count
    assert all(len({*line}) == length for line in lines)


@pytest.mark.parametrize(("sides", "length"), [*BOXES, ((2, 3, 4, 2), 2), ((4, 6), 5)])
def test_number_of_lines_by_direction(sides: tuple[int, ...], length: int) -> None:
    assert len(straight_lines(sides, length)) == counted_lines(sides, length)


def test_lines_of_one_square_are_the_squares() -> None:
    assert sorted(straight_lines((2, 3), 1)) == [(n,) for n in range(6)]


def test_lines_of_a_small_board() -> None:
    found = {frozenset(line) for line in straight_lines((2, 3), 2)}
    across = [(0, 1), (1, 2), (3, 4), (4, 5)]
    down = [(0, 3), (1, 4), (2, 5)]
    diagonal = [(0, 4), (1, 5), (1, 3), (2, 4)]
    assert found == {frozenset(line) for line in across + down + diagonal}


def test_squares_are_numbered_across_by_row() -> None:
    assert square_number((3, 4), (0, 3)) == 3
    assert square_number((3, 4), (2, 1)) == 9
    every = [square_number((2, 3, 4), square) for square in product(range(2), range(3), range(4))]
    assert every == [*range(24)]


@pytest.mark.parametrize(
    ("sides", "count"),
    [
        ((1,), 0),
        ((5,), 1),
        ((1, 1), 0),
        ((1, 5), 1),
        ((3, 3), 7),
        ((8, 8), 7),
        ((3, 4), 3),
        ((3, 3, 3), 47),
        ((3, 3, 4), 15),
        ((2, 3, 4), 7),
        ((2, 2, 2, 2), 383),
    ],
)
def test_number_of_symmetries_without_the_identity(sides: tuple[int, ...], count: int) -> None:
    assert len({*symmetries(sides)}) == len(symmetries(sides)) == count


@pytest.mark.parametrize(("sides", "length"), BOXES)
def test_symmetries_turn_lines_into_lines(sides: tuple[int, ...], length: int) -> None:
    lines = {frozenset(line) for line in straight_lines(sides, length)}
    for image in symmetries(sides):
        assert sorted(image) == [*range(prod(sides))]
        assert {frozenset(image[square] for square in line) for line in lines} == lines


@pytest.mark.parametrize("sides", [sides for sides, _ in BOXES])
def test_symmetries_are_a_group(sides: tuple[int, ...]) -> None:
    identity = tuple(range(prod(sides)))
    group = {identity, *symmetries(sides)}
    for one in group:
        assert {tuple(one[square] for square in other) for other in group} == group


@pytest.mark.parametrize(
    ("side", "dimensions", "count"), [(3, 2, 7), (3, 3, 47), (4, 2, 31), (4, 3, 191), (5, 2, 31)]
)
def test_a_cube_has_more_symmetries_if_lines_go_from_side_to_side(
    side: int, dimensions: int, count: int
) -> None:
    images = cube_symmetries(side, dimensions)
    assert len(images) == count and {*symmetries((side,) * dimensions)} <= {*images}
    lines = {frozenset(line) for line in straight_lines((side,) * dimensions, side)}
    for image in images:
        assert {frozenset(image[square] for square in line) for line in lines} == lines
    group = {tuple(range(side**dimensions)), *images}
    one = images[count // 2]
    assert {tuple(one[square] for square in other) for other in group} == group


def test_symmetries_of_a_line_and_a_rectangle() -> None:
    assert symmetries((4,)) == [(3, 2, 1, 0)]
    left_right, up_down = (2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2)
    assert {*symmetries((2, 3))} == {left_right, up_down, (5, 4, 3, 2, 1, 0)}


@pytest.mark.parametrize(("sides", "length"), BOXES)
def test_lines_through_each_square(sides: tuple[int, ...], length: int) -> None:
    size, lines = prod(sides), straight_lines(sides, length)
    through = lines_through(size, lines)
    assert len(through.first) == size + 1
    assert (through.first[0], through.first[-1]) == (0, len(lines) * length)
    for square in range(size):
        found = through.lines[through.first[square] : through.first[square + 1]]
        expected = [{*line} for line in lines if square in line]
        assert [{*squares(board)} for board in found] == expected


def test_lines_through_squares_without_lines() -> None:
    through = lines_through(4, [(1, 2), (2,)])
    assert through.lines == (0b110, 0b110, 0b100)
    assert through.first == (0, 0, 1, 3, 3)
    assert lines_through(2, []) == ((), (0, 0, 0))


def test_a_repeated_square_in_a_line_counts_once() -> None:
    assert lines_through(2, [(0, 1, 1)]) == ((0b11, 0b11), (0, 1, 2))


def test_permuted_moves_every_square() -> None:
    image = (2, 0, 1, 3)
    assert permuted(0b0001, image) == 0b0100
    assert permuted(0b1010, image) == 0b1001
    assert permuted(0, image) == 0
    for turned in symmetries((3, 4)):
        for square in range(12):
            assert permuted(1 << square, turned) == 1 << turned[square]
