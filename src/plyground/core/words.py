"""Positions as rows of 64-bit words: how they enter and leave kernels and are kept in tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.fields import pack, pack_columns, unpack, width_of, words_per_position
from plyground.core.game import Game

Words = NDArray[np.uint64]


def to_words(game: Game, position: Any) -> Words:
    """A position as a kernel takes it."""
    return np.array([*pack(position, width_of(game))], dtype=np.uint64)


def to_rows(game: Game, positions: Sequence[Any]) -> Words:
    """Positions as a kernel takes them, a row each."""
    rows = np.empty((len(positions), word_count(game)), dtype=np.uint64)
    try:
        columns = pack_columns(positions, width_of(game)) if positions else ()
        for number, column in enumerate(columns):
            rows[:, number] = np.frombuffer(column, np.uint64)
    except (TypeError, OverflowError):
        for row, position in zip(rows, positions, strict=True):
            row[:] = to_words(game, position)  # which tells what is wrong
    return rows


def from_words(game: Game, words: Words) -> Any:
    """The position that `to_words` or a kernel's `store` wrote."""
    return unpack(type(game.start()), words, width_of(game))


def word_count(game: Game) -> int:
    """How many words a position of this game takes."""
    return words_per_position(type(game.start()), width_of(game))


def load(game: Game, words: Words) -> Any:
    """The position in a row of words, inside a kernel."""
    return from_words(game, words)


def store_at(game: Game, position: Any, memory: Any, place: int) -> None:
    """Write a position to working memory, from a place on, inside a kernel."""
    for offset, word in enumerate(pack(position, width_of(game))):
        memory[place + offset] = word


def store(game: Game, position: Any, words: Words) -> None:
    """Write a position to a row of words, inside a kernel."""
    words[:] = to_words(game, position)
