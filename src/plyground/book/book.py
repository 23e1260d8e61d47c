"""A book in memory: positions by their folded keys, and what is best in each.

A position and its images share one entry, whose move is told by the folded key of the position it
leads to: looked up from any image, that is the right move there.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.game import Game, canonical_key, legal_moves
from plyground.search.thought import Thought, line_of

ROW: Final = np.dtype([("key", "<u8"), ("child", "<u8"), ("score", "<i4"), ("depth", "<u2")])
"""An entry as memory and files hold it: 22 bytes."""
MAX_DEPTH: Final = (1 << 16) - 1


class Entry(NamedTuple):
    """What is best in a position: the folded key of the next one, and what the mover gets."""

    child: int
    score: int
    depth: int


Entries = dict[int, Entry]
"""By the folded key of the position."""


class BookMove(NamedTuple):
    """A legal move, what it is worth to the mover, and how deep a search found it."""

    move: int
    score: int
    depth: int

    def thought(self, game: Game, position: Any) -> Thought:
        """The same as a search tells it, without having looked at any position."""
        line = line_of(game, position, [self.move], self.score)
        return Thought((line,), self.depth, self.depth, 0, 0.0, 0.0, 0.0, from_book=True)


class Book:
    """The entries of a book, in the order of their keys, and the player who found them."""

    def __init__(self, player: str, rows: NDArray[np.void]) -> None:
        self.player, self.rows = player, rows
        self.keys = np.ascontiguousarray(rows["key"])

    def __len__(self) -> int:
        return len(self.rows)

    def look_up(self, game: Game, position: Any) -> BookMove | None:
        """The move that is known here, unless it leads nowhere that legal moves do."""
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
        """The book's moves from a position on, as long as it knows one and none comes again."""
        moves: list[int] = []
        seen = set()
        while position not in seen and (known := self.look_up(game, position)):
            seen.add(position)
            moves.append(known.move)
            position = game.play(position, known.move)
        return moves


def make_book(player: str, entries: Mapping[int, Entry]) -> Book:
    """A book of these entries."""
    rows = [(key, *entry) for key, entry in sorted(entries.items())]
    return Book(player, np.array(rows, dtype=ROW))


def entry_of(game: Game, position: Any, thought: Thought) -> Entry:
    """What a search found, as a book keeps it."""
    child = canonical_key(game, game.play(position, thought.move))
    return Entry(child, thought.score, min(thought.depth, MAX_DEPTH))


def move_into(game: Game, position: Any, child: int) -> int | None:
    """The first legal move that leads to the position of this folded key or to an image of it."""
    for move in legal_moves(game, position):
        if canonical_key(game, game.play(position, move)) == child:
            return move
    return None


def _entry(row: tuple[int, ...]) -> Entry:
    return Entry(*row[1:])
