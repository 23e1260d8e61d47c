"""Boards as integers, and the number that keys are mixed with."""

import random
from collections.abc import Callable

import pytest

from plyground.core.bits import bit, bits, board_width, mix, nth_square, squares

SAMPLES = (0, 1, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF)
GOLDEN_RATIO = 0x9E3779B97F4A7C15


def random_boards(size: int) -> list[int]:
    generator = random.Random(size)
    return [generator.getrandbits(size) & generator.getrandbits(size) for _ in range(50)]


@pytest.mark.parametrize("square", [0, 1, 63, 64, 127, 255])
def test_bit_is_the_board_with_one_square(square: int) -> None:
    assert bit(square) == 2**square


def test_squares_of_small_boards() -> None:
    assert [*squares(0)] == []
    assert [*squares(0b1)] == [0]
    assert [*squares(0b10110)] == [1, 2, 4]
    assert [*squares(1 << 255 | 1 << 64 | 1)] == [0, 64, 255]


@pytest.mark.parametrize("size", [8, 64, 128, 256])
def test_squares_gives_every_square_lowest_first(size: int) -> None:
    for board in random_boards(size):
        assert [*squares(board)] == [n for n in range(size) if board >> n & 1]


@pytest.mark.parametrize("size", [8, 64, 128, 256])
def test_nth_square_agrees_with_squares(size: int) -> None:
    for board in random_boards(size):
        found = [nth_square(board, n) for n in range(board.bit_count())]
        assert found == [*squares(board)]


def test_bits_keeps_the_low_word() -> None:
    assert bits(-1) == 2**64 - 1
    assert bits(2**64 + 5) == 5
    assert bits(2**64 - 1) == 2**64 - 1


@pytest.mark.parametrize(
    ("wanted", "width"), [(1, 64), (64, 64), (65, 128), (128, 128), (129, 256), (256, 256)]
)
def test_board_width_is_the_least_that_fits(wanted: int, width: int) -> None:
    assert board_width(wanted) == width


def test_mix_stays_in_a_word() -> None:
    for one in SAMPLES:
        for other in SAMPLES:
            assert 0 <= mix(one, other) < 2**64


def test_mix_gives_the_same_number_in_every_process() -> None:
    """The finalizer with its constants written out: keys may be kept on disk."""
    word = (7 ^ 11 * GOLDEN_RATIO % 2**64) + 0x632BE59BD9B4E019
    word %= 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    assert mix(7, 11) == word ^ word >> 31


def test_mix_depends_on_the_order_of_its_arguments() -> None:
    assert mix(1, 2) != mix(2, 1)
    assert len({mix(one, other) for one in range(100) for other in range(100)}) == 10_000


def change_of_first(one: int, other: int, flip: int) -> int:
    return mix(one, other) ^ mix(one ^ flip, other)


def change_of_second(one: int, other: int, flip: int) -> int:
    return mix(one, other) ^ mix(one, other ^ flip)


@pytest.mark.parametrize("change", [change_of_first, change_of_second])
def test_mix_spreads_every_bit(change: Callable[[int, int, int], int]) -> None:
    """About half of the result changes for any bit; 8 of 64 is 6 standard deviations away."""
    generator = random.Random(1)
    for n in range(64):
        pairs = [(generator.getrandbits(64), generator.getrandbits(64)) for _ in range(32)]
        changed = [change(one, other, 1 << n).bit_count() for one, other in pairs]
        assert all(8 <= count <= 56 for count in changed)
        assert sum(changed) / len(changed) == pytest.approx(32, abs=5)
