"""The transposition table: what was found out about positions, in a bounded piece of memory.

An entry is two words: `key ^ data`, so that an entry half written by another thread is seen to be
none (lockless hashing), and `data`:

    63        32 31    24 23    22 21  16 15        0
    score         depth    bound    age    number of the best move in the order of `moves`

Four entries make a bucket of one cache line; a position lives in one bucket only. The whole key is
compared, so a wrong entry needs two positions with equal 64-bit keys, and none exist where a game's
key is exact. Scores of wins are kept as seen from the entry's own position.
"""

from typing import Any, Final

import numpy as np

from plyground.core.bits import bits, signed
from plyground.core.compile import kernel, part
from plyground.core.errors import BadOption
from plyground.core.memory import Memory, new_memory
from plyground.core.score import BAND

NO_BOUND, UPPER, LOWER, EXACT = range(4)
NO_MOVE: Final = 0xFFFF

COUNT: Final = 1
"""The word that tells how many buckets there are."""
AGE: Final = 2
FIRST: Final = 8
"""Where the buckets start: on a cache line."""
BUCKET: Final = 8
AGES: Final = 64
SAMPLE: Final = 4000
MIN_BYTES: Final = (FIRST + 2 * BUCKET) * 8
HASH_MULTIPLIER: Final = 0x9E3779B97F4A7C15
"""An odd number: to multiply by it only renames the keys."""


def new_table(size: int) -> Memory:
    """A table of at most `size` bytes."""
    if size < MIN_BYTES:
        raise BadOption(f"a table of {size} bytes is too small: expected {MIN_BYTES} or more")
    buckets = (size // 8 - FIRST) // BUCKET
    table = new_memory(FIRST + buckets * BUCKET)
    table[COUNT] = buckets
    return table


def new_search(table: Memory) -> None:
    """Another search begins: older entries are the first to go."""
    table[AGE] = (table[AGE] + 1) % AGES


def hashfull(table: Memory) -> float:
    """The share of entries in use, from a sample."""
    return share_in_use(table[FIRST + 1 : FIRST + 1 + 2 * SAMPLE : 2])


def share_in_use(sample: Memory) -> float:
    """The share of words that are not 0."""
    return float(np.count_nonzero(sample) / len(sample))


@kernel
def probe(table: Any, key: Any) -> int:
    """The data kept for a key, or 0."""
    place = bucket(table, key)
    word = signed(key)
    for entry in range(place, place + BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == word:
            return data  # type: ignore[no-any-return]
    return 0


@kernel
def store(table: Any, key: Any, score: int, depth: int, bound: int, number: int) -> None:
    """Write an entry over this position's older one, or else over the least worth keeping."""
    place = bucket(table, key)
    word = signed(key)
    age = table[AGE]
    chosen, least = place, 1 << 30
    for entry in range(place, place + BUCKET, 2):
        data = table[entry + 1]
        if table[entry] ^ data == word:
            chosen = entry
            if number == NO_MOVE:
                number = data & NO_MOVE
            break
        worth = depth_of(data) - 4 * ((age - age_of(data)) & (AGES - 1)) if data else -(1 << 20)
        if worth < least:
            chosen, least = entry, worth
    data = score << 32 | depth << 24 | bound << 22 | age << 16 | number
    table[chosen] = word ^ data
    table[chosen + 1] = data


@part
def bucket(table: Any, key: Any) -> int:
    """Where the bucket of a key starts."""
    return FIRST + index_among(hash_key(key), table[COUNT]) * BUCKET


@part
def hash_key(key: Any) -> Any:
    """The product that a key becomes."""
    return bits(bits(key) * HASH_MULTIPLIER)


@part
def index_among(product: Any, count: int) -> int:
    """A number from 0 on below the count, by the high half of a product."""
    return int(bits(product) >> 32) * count >> 32


@kernel
def score_from_table(data: int, ply: int) -> int:
    """An entry's score as seen from the root, `ply` plies up."""
    score = data >> 32
    return score - ply if score >= BAND else score + ply if score <= -BAND else score


@kernel
def score_to_table(score: int, ply: int) -> int:
    """A score as an entry keeps it."""
    return score + ply if score >= BAND else score - ply if score <= -BAND else score


@kernel
def depth_of(data: int) -> int:
    return data >> 24 & 255


@kernel
def bound_of(data: int) -> int:
    return data >> 22 & 3


@part
def age_of(data: int) -> int:
    return data >> 16 & (AGES - 1)
