"""Builds books: searches the positions where a side may be to move in the first plies."""

import os
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from plyground.book.book import Entries, entry_of, move_into
from plyground.book.file import read_book, write_book
from plyground.core.errors import BadBook, BadOption
from plyground.core.game import Game, canonical_key, legal_moves
from plyground.records.record import Record
from plyground.search.thought import Thought

EVERYONE: Final = -1
"""A tree in which every position is searched and every move is followed."""
TREES: Final = {"first": (0,), "second": (1,), "both": (0, 1), "all": (EVERYONE,)}
"""The trees that make up a book, by name. In a side's tree only its best move is followed, and
every move of the other side."""
SAVE_SECONDS: Final = 30.0
TRIES: Final = 10

Think = Callable[[Record], Thought]
"""A search; its result should depend only on the position, not on what it searched before."""


Building = Generator["Progress", None, None]


class Plan(NamedTuple):
    """What a book shall contain: the positions less than `plies` plies from the root."""

    game: Game
    root: Any
    plies: int
    trees: tuple[int, ...]


class Progress(NamedTuple):
    """How far a book has come: the current ply, the positions done, and those known to belong."""

    ply: int
    done: int
    known: int


class Place(NamedTuple):
    """A position to visit: how the game got there, and the trees that contain it."""

    record: Record
    trees: frozenset[int]

    @property
    def needs_move(self) -> bool:
        """Whether the book should have a move here."""
        return not self.trees.isdisjoint((self.record.turn, EVERYONE))


Layer = dict[int, Place]
"""The different positions of one ply, by canonical key."""


def grow(plan: Plan, think: Think, entries: Entries) -> Iterator[Progress]:
    """Search the positions that `entries` lacks, ply by ply; yields after each one."""
    layer = {canonical_key(plan.game, plan.root): _root(plan)}
    for ply in range(plan.plies):
        wanted = [key for key, place in layer.items() if place.needs_move and key not in entries]
        known = len(entries) + len(wanted)
        for key in wanted:
            record = layer[key].record
            entries[key] = entry_of(plan.game, record.position, _search(think, record))
            yield Progress(ply, len(entries), known)
        if ply + 1 < plan.plies:
            layer = _next_layer(plan.game, layer, entries)


def _root(plan: Plan) -> Place:
    over = not legal_moves(plan.game, plan.root)
    return Place(Record(plan.game, plan.root), frozenset(() if over else plan.trees))


def _search(think: Think, record: Record) -> Thought:
    """Search at least one move ahead.

    A search that ran out of time before that, as on a busy computer, is repeated.
    """
    for _ in range(TRIES):
        thought = think(record)
        if thought.depth:
            return thought
    raise BadOption("the player's limits are too tight: it did not look even one move ahead")


def _next_layer(game: Game, layer: Layer, entries: Entries) -> Layer:
    """The positions after one more move, without those where the game is over."""
    found: Layer = {}
    for key, place in layer.items():
        for move, trees in _followed(game, key, place, entries):
            record = place.record.copy()
            record.push(move)
            if not record.is_over:
                reached = canonical_key(game, record.position)
                known = found.get(reached, Place(record, frozenset()))
                found[reached] = Place(known.record, known.trees | trees)
    return found


def _followed(
    game: Game, key: int, place: Place, entries: Entries
) -> Iterator[tuple[int, frozenset[int]]]:
    """The moves that trees follow here, each with its trees."""
    position, own = place.record.position, frozenset((place.record.turn,)) & place.trees
    if own:
        best = move_into(game, position, entries[key].child)
        if best is not None:
            yield best, own
    if place.trees - own:
        for move in legal_moves(game, position):
            yield move, place.trees - own


# --- in a file ---------------------------------------------------------------------------------


def kept_entries(path: Path, game: Game, player: str) -> Entries:
    """The entries that an earlier build left in a file; none if there is no file yet."""
    if not os.path.lexists(path):
        return {}
    book = read_book(path, game)
    if book.player != player:
        raise BadBook(f"{path}: was built by {book.player}, not by {player}: choose another name")
    return book.entries()


def build_file(path: Path, plan: Plan, player: str, think: Think) -> Building:
    """Build the book in a file, which is written after the first position, every `SAVE_SECONDS`,
    and when building ends for any reason."""
    entries = kept_entries(path, plan.game, player)
    saved, due = len(entries), 0.0
    try:
        for progress in grow(plan, think, entries):
            if time.monotonic() >= due:
                write_book(path, plan.game, player, entries)
                saved, due = len(entries), time.monotonic() + SAVE_SECONDS
            yield progress
    finally:
        if len(entries) > saved:
            write_book(path, plan.game, player, entries)
    if not entries:
        raise BadBook(f"{path}: the book's side has no move in these {plan.plies} plies")
