"""Bitboards: boards as integers, bit n stands for square n.

A board of up to 256 squares is one integer. Plain Python has no limit; compiled code gives a field
declared `Bits` as many bits as the game's `board_bits` asks for (64 if it does not say).
"""

from collections.abc import Iterator
from typing import Annotated, Final

Bits = Annotated[int, "bits"]
"""The type of a position's or game's field that holds a board."""

WIDTHS: Final = (64, 128, 256)
WORD: Final = 64
WORD_MASK: Final = (1 << WORD) - 1


def bit(square: int) -> Bits:
    """The board with this one square. On boards of up to 64 squares `1 << square` does as well."""
    return 1 << square


def squares(board: Bits) -> Iterator[int]:
    """The squares of a board, lowest first."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


def nth_square(board: Bits, n: int) -> int:
    """The square that `squares(board)` gives after n others."""
    for _ in range(n):
        board &= board - 1
    return (board & -board).bit_length() - 1


def bits(number: int) -> Bits:
    """The low 64 bits of a number, as a board: compiled arithmetic on it wraps without a sign."""
    return int(number) & WORD_MASK


def signed(word: Bits) -> int:
    """64 bits as the signed number that memory holds for them."""
    return word - (1 << WORD) if word >> WORD - 1 else word


def mix(one: Bits, other: Bits) -> Bits:
    """A 64-bit number that depends on every bit of two others: for keys too large to be exact.

    The finalizer's constants are the golden ratio and the two of Stafford's thirteenth variant.
    """
    word = bits((bits(one) ^ bits(bits(other) * 0x9E3779B97F4A7C15)) + 0x632BE59BD9B4E019)
    word = bits((word ^ word >> 30) * 0xBF58476D1CE4E5B9)
    word = bits((word ^ word >> 27) * 0x94D049BB133111EB)
    return word ^ word >> 31


def board_width(board_bits: int) -> int:
    """The compiled width that holds a board of `board_bits` bits."""
    return next(width for width in WIDTHS if board_bits <= width)
