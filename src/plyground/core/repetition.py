"""Positions that come again: a game may say that this ends it.

A game's `repetition` is a number of times and what it means: `3, DRAW` is a draw where a position
stands for the third time, `2, LOSS` a loss for the one who makes a position come again. Everybody
asks here: a record counts its positions, a kernel the keys of the game so far and of its own path.

A path is a row of entries of two words, from the game's first position to the one in hand: a
position's key, and the path's salt. The salt is a sum over the positions that may not come again
(those that stood there all but once); a table that mixes it into its keys does not take a position
for the same after another past.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from plyground.core.bits import bits, mix, signed
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.turns import moves_again

ENTRY: Final = 2
"""The words of an entry of a path."""
MAX_PAST: Final = 1 << 14
"""How many positions of a random game are looked at for repetitions; it lasts no longer."""
MAX_EARLIER: Final = 4096
"""How many positions before the one in hand a search is told of, the latest ones."""


def repeats(game: Any) -> bool:
    """Whether a game may end by a repetition."""
    return bool(game.repetition[0] > 0)


def times_in(positions: Sequence[Any]) -> int:
    """How often the last of some positions is among them."""
    return positions.count(positions[-1])


def is_repetition(game: Any, positions: Sequence[Any]) -> bool:
    """Whether the last position of a game so far ends it by a repetition, if it goes on else."""
    return repeats(game) and times_in(positions) >= game.repetition[0]


def repetition_outcome(game: Any, again: bool) -> int:
    """What a repetition is to the side to move, which may have made the last move itself."""
    meaning: int = game.repetition[1]
    if meaning == DRAW or again:
        return meaning
    return WIN if meaning == LOSS else LOSS


def is_fresh(game: Any, history: Sequence[int]) -> bool:
    """Whether no earlier position may not come again: then a solver's win, of which no line has a
    position twice, is a win in this game too."""
    most = max(Counter(history).values(), default=0)
    return not repeats(game) or most < game.repetition[0] - 1


def outcome_after(
    game: Any, position: Any, child: Any, first: int, number: int, memory: Any
) -> int:
    """The outcome of a child, be it by a repetition. Its entry is written to the path that begins
    at `first` in the memory, after `number` others."""
    outcome = game.outcome(child)
    if game.repetition[0] > 0:
        seen = write_entry(game, signed(bits(game.key(child))), first, number, memory)
        if outcome == ONGOING and seen + 1 >= game.repetition[0]:
            outcome = repetition_outcome(game, moves_again(game, position, child))
    return int(outcome)


def write_entry(game: Any, key: int, first: int, number: int, memory: Any) -> int:
    """Write an entry; returns how often its position was there before."""
    place, seen = first + ENTRY * number, 0
    for entry in range(first, place, ENTRY):
        if memory[entry] == key:
            seen += 1
    salt = bits(memory[place - 1] if number else 0)
    if seen + 2 == game.repetition[0]:
        salt = bits(salt + mix(bits(key), 0))
    memory[place], memory[place + 1] = key, signed(salt)
    return seen


def salted(game: Any, key: int, first: int, number: int, memory: Any) -> int:
    """The key of a position as a table knows it after this past: `number` others stood before."""
    if game.repetition[0] > 0:
        salt = memory[first + ENTRY * number + 1]
        return mix(bits(key), bits(salt)) if salt else bits(key)
    return bits(key)


def write_path(game: Any, history: Sequence[int], position: Any, first: int, memory: Any) -> int:
    """Write the path to a position, given the keys of all earlier ones; returns how many of those
    there are."""
    if not repeats(game):
        return 0
    earlier = [*history[-MAX_EARLIER:]]
    seen: Counter[int] = Counter()
    salt = 0
    for number, key in enumerate([*earlier, bits(game.key(position))]):
        seen[key] += 1
        if seen[key] + 1 == game.repetition[0]:
            salt = bits(salt + mix(key, 0))
        memory[first + ENTRY * number] = signed(key)
        memory[first + ENTRY * number + 1] = signed(salt)
    return len(earlier)
