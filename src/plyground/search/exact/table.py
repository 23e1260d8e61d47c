"""The solver's table: for each position the least and the most it can be worth, in one word.

A key is multiplied by an odd number, which only renames the keys. The product's high half tells the
place among n entries, and the rest stands in the entry:

    place   (product >> 32) * n >> 32

    63                        16 15      8 7       0
    low 48 bits of the product   127-most  least+128

With n of 2 to the 16th or more, products that agree in their low 48 bits have different places: a
wrong entry needs two equal 64-bit keys. An empty entry tells nothing of the one key that it seems
to be for. A word is written at once, so threads can share the table. Later entries take the place
of earlier ones: keeping those that took more work, or the last two, searched as many nodes (hard
openings, 0.5 and 2 MB).
"""

from typing import Any, Final

from plyground.core.bits import bits, signed
from plyground.core.compile import part, prefetch
from plyground.core.errors import BadOption
from plyground.core.memory import Memory, new_memory
from plyground.search.alphabeta.table import HASH_MULTIPLIER, SAMPLE, index_among, share_in_use

COUNT: Final = 1
"""The word that tells how many entries the large part has."""
BUSY: Final = 8
BUSY_COUNT: Final = 1 << 10
"""How many words tell which positions threads search now (ABDADA); positions may share a word."""
FIRST: Final = BUSY + BUSY_COUNT
DATA: Final = 16
NEAR: Final = 14
"""Positions with fewer plies left go to a small part that stays in the processor's cache.

They are most of those looked up and soon found again: 1.1 to 1.2 times as fast on hard positions.
"""
MIN_ENTRIES: Final = 1 << 16
"""The entries of the small part, and the least of the large one."""
FAR: Final = FIRST + MIN_ENTRIES
"""Where the large part begins."""
MIN_BYTES: Final = (FAR + MIN_ENTRIES) * 8
MIN_VALUE, MAX_VALUE = -128, 127


LAYOUT: Final = (FIRST, DATA, NEAR, MIN_ENTRIES, MIN_VALUE, MAX_VALUE, HASH_MULTIPLIER)
"""What an entry means, and where it stands, depends on these."""


def new_bound_table(size: int) -> Memory:
    """A table of at most `size` bytes."""
    if size < MIN_BYTES:
        raise BadOption(f"a table of {size} bytes is too small: expected {MIN_BYTES} or more")
    table = new_memory(size // 8)
    table[COUNT] = len(table) - FAR
    return table


def entries(table: Memory) -> Memory:
    """All entries of both parts."""
    return table[FIRST:]


def hashfull(table: Memory) -> float:
    """The share of entries in use, from a sample."""
    return share_in_use(table[FAR : FAR + SAMPLE])


@part
def place_of(table: Any, product: Any, left: int) -> int:
    if left < NEAR:
        return FIRST + index_among(product, MIN_ENTRIES)
    return FAR + index_among(product, table[COUNT])


@part
def busy_place(product: Any) -> int:
    return BUSY + int(bits(product) >> 54)


@part
def is_busy(table: Any, product: Any) -> bool:
    """Whether some thread searches this position now."""
    return bool(bits(table[busy_place(product)]) == product)


@part
def set_busy(table: Any, product: Any) -> None:
    """Tell other threads that this one searches a position."""
    table[busy_place(product)] = signed(bits(product))


@part
def set_free(table: Any, product: Any) -> None:
    table[busy_place(product)] = 0


@part
def tag_of(product: Any) -> Any:
    """What an entry holds of a product."""
    return bits(bits(product) << DATA)


@part
def prefetch_entry(table: Any, product: Any, left: int) -> None:
    """Have the entry at hand when it is looked up: twice as fast where the table is large."""
    prefetch(table, place_of(table, product, left))


@part
def probe(table: Any, product: Any, left: int) -> Any:
    """The bounds that are known, or those of everything."""
    entry = bits(table[place_of(table, product, left)])
    return entry if entry ^ tag_of(product) < 1 << DATA else bits(0)


@part
def least_of(entry: Any) -> int:
    return int(entry & 255) + MIN_VALUE


@part
def most_of(entry: Any) -> int:
    return MAX_VALUE - int(entry >> 8 & 255)


@part
def store_bounds(table: Any, product: Any, left: int, least: int, most: int) -> None:
    """Remember that a position is worth from `least` to `most`."""
    data = bits(least - MIN_VALUE | MAX_VALUE - most << 8)
    table[place_of(table, product, left)] = signed(tag_of(product) | data)
