"""A book in memory: positions by their canonical keys, and the best move in each.

A position and its images share one entry. Its move is stored as the canonical key of the position
it leads to, so that the right move is found from any image.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.game import Game, canonical_key, legal_moves
from plyground.search.thought import Thought, line_of

ROW: Final = np.dtype([("key", "<u8"), ("child", "<u8"), ("score", "<i4"), ("depth", "<u2")])
"""An entry in memory and in files: 22 bytes."""
MAX_DEPTH: Final = (1 << 16) - 1


class Entry(NamedTuple):
    """The best move in a position: the canonical key of the next position, the score for the side
    to move, and the depth of the search."""

    child: int
    score: int
    depth: int


Entries = dict[int, Entry]
"""By the canonical key of the position."""


class BookMove(NamedTuple):
    """A legal move, its score for the side to move, and the depth of the search that found it."""

    move: int
    score: int
    depth: int

    def thought(self, game: Game, position: Any) -> Thought:
        """The same as the result of a search that visited no nodes."""
        line = line_of(game, position, [self.move], self.score)
        return Thought((line,), self.depth, self.depth, 0, 0.0, 0.0, 0.0, from_book=True)


class Book:
    """The entries of a book, in the order of their keys, and the player who found them."""

    def __init__(self, player: str, rows: NDArray[np.void]) -> None:
        self.player, self.rows = player, rows
        self.keys = np.ascontiguousarray(rows["key"])

    def __len__(self) -> int:
        return len(self.rows)

    def probe(self, game: Game, position: Any) -> BookMove | None:
        """The book's move in a position; None if there is none or no legal move leads there."""
        key = np.uint64(canonical_key(game, position))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            return None
        entry = _entry(self.rows[place].item())
        move = move_into(game, position, entry.child)
        return None if move is None else BookMove(move, entry.score, entry.depth)

    def entries(self) -> Entries:
        """A copy that can grow."""
        return {row[0]: _entry(row) for row in self.rows.tolist()}

    def line(self, game: Game, position: Any) -> list[int]:
        """The book's moves from a position on, until it has none or a position repeats."""
        moves: list[int] = []
        seen = set()
        while position not in seen and (known := self.probe(game, position)):
            seen.add(position)
            moves.append(known.move)
            position = game.play(position, known.move)
        return moves


def make_book(player: str, entries: Mapping[int, Entry]) -> Book:
    """A book of these entries."""
    rows = [(key, *entry) for key, entry in sorted(entries.items())]
    return Book(player, np.array(rows, dtype=ROW))


def entry_of(game: Game, position: Any, thought: Thought) -> Entry:
    """The book entry for the result of a search."""
    child = canonical_key(game, game.play(position, thought.move))
    return Entry(child, thought.score, min(thought.depth, MAX_DEPTH))


def move_into(game: Game, position: Any, child: int) -> int | None:
    """The first legal move to the position with the canonical key `child`, or to an image of it."""
    for move in legal_moves(game, position):
        if canonical_key(game, game.play(position, move)) == child:
            return move
    return None


def _entry(row: tuple[int, ...]) -> Entry:
    return Entry(*row[1:])
