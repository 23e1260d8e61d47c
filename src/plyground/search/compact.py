"""The solver's table: for each position the least and the most it can be worth, in one word.

A key is multiplied by an odd number, which only renames the keys: the product's high bits are the
entry's place and the others stand in the entry, so a wrong entry needs two equal 64-bit keys.

    63                     16 15      8 7       0
    low bits of the product   127-most  least+128

An empty entry tells nothing of the one key that it seems to be for. The table has 2 to the 16th
entries or more, so that the low bits are enough. A word is written
at once, so threads can share the table. Later entries take the place of earlier ones: keeping those
that took more work, or the last two, searched as many nodes (hard openings, 0.5 and 2 MB).
"""

from typing import Any, Final

import numpy as np

from plyground.core.bits import bits, signed
from plyground.core.compile import part, prefetch
from plyground.core.errors import BadOption
from plyground.core.memory import Memory, new_memory

SHIFT: Final = 1
"""The word that tells how a product becomes a place."""
FIRST: Final = 8
DATA: Final = 16
SMALLEST: Final = ((1 << DATA) + FIRST) * 8
LEAST, MOST = -128, 127
SAMPLE: Final = 4000
SPREAD: Final = 0x9E3779B97F4A7C15


def new_compact_table(size: int) -> Memory:
    """A table of at most so many bytes."""
    if size < SMALLEST:
        raise BadOption(f"a table of {size} bytes is too small: expected {SMALLEST} or more")
    index_bits = (size // 8 - FIRST).bit_length() - 1
    table = new_memory((1 << index_bits) + FIRST)
    table[FIRST:] = 0  # now, so that no search waits for its pages
    table[SHIFT] = 64 - index_bits
    return table


def filled(table: Memory) -> float:
    """The share of entries in use, from a sample."""
    sample = table[FIRST : FIRST + SAMPLE]
    return float(np.count_nonzero(sample) / len(sample))


@part
def spread(key: Any) -> Any:
    """The product that a key becomes."""
    return bits(bits(key) * SPREAD)


@part
def place_of(table: Any, product: Any) -> int:
    return FIRST + int(bits(product) >> table[SHIFT])


@part
def tag_of(table: Any, product: Any) -> Any:
    """What an entry holds of a product."""
    return bits(bits(product) << 64 - table[SHIFT])


@part
def fetch(table: Any, product: Any) -> None:
    """Have the entry at hand when it is looked up: a third of the time of a search."""
    prefetch(table, place_of(table, product))


@part
def entry_of(table: Any, product: Any) -> Any:
    """The bounds that are known, or those of everything."""
    entry = bits(table[place_of(table, product)])
    return entry if entry ^ tag_of(table, product) < 1 << DATA else bits(0)


@part
def least_of(entry: Any) -> int:
    return int(entry & 255) + LEAST


@part
def most_of(entry: Any) -> int:
    return MOST - int(entry >> 8 & 255)


@part
def keep_bounds(table: Any, product: Any, least: int, most: int) -> None:
    """Remember that a position is worth from `least` to `most`."""
    data = bits(least - LEAST | MOST - most << 8)
    table[place_of(table, product)] = signed(tag_of(table, product) | data)
