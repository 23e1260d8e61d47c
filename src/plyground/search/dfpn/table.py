"""The table of proof-number search, in the memory of a transposition table (`new_table`).

Questions are about a position and one of its sides, the attacker: can it force a win within a
number of plies? An entry is two words: the position's key, and

    62         61   56 55         48 47            40 39       32 31    16 15      0
    attacking  work    won within    not won within   plies left  phi      delta

`attacking` tells whether the attacker is to move, so that each position has up to two entries. The
two facts hold whatever is asked; phi and delta belong to the question with these plies left. Work
is the logarithm of the nodes that an entry cost: the cheapest of a bucket makes room for another.
"""

from typing import Any, Final

from plyground.core.bits import bits, signed
from plyground.core.compile import part
from plyground.search.alphabeta.table import BUCKET, bucket

NEVER: Final = 255
"""More plies than any win takes. "Won within NEVER" says nothing; "not won within NEVER" says that
there is no win at all."""
MAX_NUMBER: Final = 0xFFFF
"""The largest phi or delta that is kept."""


@part
def probe(table: Any, key: Any, attacking: int) -> int:
    """The data kept for a position and its attacker, or 0."""
    place = bucket(table, key)
    word = signed(key)
    for entry in range(place, place + BUCKET, 2):
        data = table[entry + 1]
        if data and table[entry] == word and data >> 62 == attacking:
            return data  # type: ignore[no-any-return]
    return 0


@part
def store(table: Any, key: Any, data: int) -> None:
    """Add what is known now to the entry of this position, or write it over the cheapest one."""
    place = bucket(table, key)
    word = signed(key)
    chosen, least = place, 1 << 30
    for entry in range(place, place + BUCKET, 2):
        old = table[entry + 1]
        if old and table[entry] == word and old >> 62 == data >> 62:
            data = together(old, data)
            chosen = entry
            break
        work = work_of(old) if old else -1
        if work < least:
            chosen, least = entry, work
    table[chosen] = word
    table[chosen + 1] = data


@part
def entry(
    attacking: int, work: int, won: int, not_won: int, left: int, phi: int, delta: int
) -> int:
    """The data of an entry."""
    facts = won << 48 | not_won << 40
    return (
        attacking << 62
        | work << 56
        | facts
        | left << 32
        | min(phi, MAX_NUMBER) << 16
        | min(delta, MAX_NUMBER)
    )


@part
def together(old: int, new: int) -> int:
    """The newer question with the best that is known of the facts."""
    return entry(
        new >> 62,
        max(work_of(old), work_of(new)),
        min(won_within(old), won_within(new)),
        max(not_won_within(old), not_won_within(new)),
        left_of(new),
        phi_of(new),
        delta_of(new),
    )


@part
def logarithm(nodes: int) -> int:
    """A measure of work that fits in six bits."""
    return int(bits(nodes).bit_length())


@part
def work_of(data: int) -> int:
    return data >> 56 & 63


@part
def won_within(data: int) -> int:
    return data >> 48 & 255


@part
def not_won_within(data: int) -> int:
    return data >> 40 & 255


@part
def left_of(data: int) -> int:
    return data >> 32 & 255


@part
def phi_of(data: int) -> int:
    return data >> 16 & MAX_NUMBER


@part
def delta_of(data: int) -> int:
    return data & MAX_NUMBER
