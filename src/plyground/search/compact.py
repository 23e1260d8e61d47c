"""The solver's table: for each position the least and the most it can be worth, in one word.

A key is multiplied by an odd number, which only renames the keys: the product's high bits are the
entry's place and the others stand in the entry, so a wrong entry needs two equal 64-bit keys (and
as many plies left, where those choose the part of the table).

    63                     16 15      8 7       0
    low bits of the product   127-most  least+128

An empty entry tells nothing of the one key that it seems to be for. Each part of the table has 2 to
the 16th entries or more, so that the low bits are enough. A word is written at once, so threads can
share the table. Later entries take the place of earlier ones: keeping those that took more work, or
the last two, searched as many nodes (hard openings, 0.5 and 2 MB).
"""

from typing import Any, Final

import numpy as np

from plyground.core.bits import bits, signed
from plyground.core.compile import part, prefetch
from plyground.core.errors import BadOption
from plyground.core.memory import Memory, new_memory

SHIFT: Final = 1
"""The word that tells how a product becomes a place in the large part."""
FIRST: Final = 8
DATA: Final = 16
NEAR: Final = 14
"""Positions with fewer plies left go to a small part that stays in the processor's cache.

They are most of those looked up and soon found again: 1.1 to 1.2 times as fast on hard positions.
"""
NEAR_BITS: Final = 16
FAR: Final = FIRST + (1 << NEAR_BITS)
"""Where the large part begins."""
SMALLEST: Final = ((1 << DATA) + FAR) * 8
LEAST, MOST = -128, 127
SAMPLE: Final = 4000
_SPREAD: Final = 0x9E3779B97F4A7C15


def new_compact_table(size: int) -> Memory:
    """A table of at most so many bytes."""
    if size < SMALLEST:
        raise BadOption(f"a table of {size} bytes is too small: expected {SMALLEST} or more")
    index_bits = (size // 8 - FAR).bit_length() - 1
    table = new_memory((1 << index_bits) + FAR)
    table[FIRST:] = 0  # now, so that no search waits for its pages
    table[SHIFT] = 64 - index_bits
    return table


def filled(table: Memory) -> float:
    """The share of entries in use, from a sample."""
    sample = table[FAR : FAR + SAMPLE]
    return float(np.count_nonzero(sample) / len(sample))


@part
def spread(key: Any) -> Any:
    """The product that a key becomes."""
    return bits(bits(key) * _SPREAD)


@part
def place_of(table: Any, product: Any, left: int) -> int:
    if left < NEAR:
        return FIRST + int(bits(product) >> 64 - NEAR_BITS)
    return FAR + int(bits(product) >> table[SHIFT])


@part
def tag_of(table: Any, product: Any, left: int) -> Any:
    """What an entry holds of a product."""
    if left < NEAR:
        return bits(bits(product) << NEAR_BITS)
    return bits(bits(product) << 64 - table[SHIFT])


@part
def fetch(table: Any, product: Any, left: int) -> None:
    """Have the entry at hand when it is looked up: twice as fast where the table is large."""
    prefetch(table, place_of(table, product, left))


@part
def entry_of(table: Any, product: Any, left: int) -> Any:
    """The bounds that are known, or those of everything."""
    entry = bits(table[place_of(table, product, left)])
    return entry if entry ^ tag_of(table, product, left) < 1 << DATA else bits(0)


@part
def least_of(entry: Any) -> int:
    return int(entry & 255) + LEAST


@part
def most_of(entry: Any) -> int:
    return MOST - int(entry >> 8 & 255)


@part
def keep_bounds(table: Any, product: Any, left: int, least: int, most: int) -> None:
    """Remember that a position is worth from `least` to `most`."""
    data = bits(least - LEAST | MOST - most << 8)
    table[place_of(table, product, left)] = signed(tag_of(table, product, left) | data)
