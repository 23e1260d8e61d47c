"""Perft: count every sequence of moves to a depth, and what the games that end there bring."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.compile import kernel, native
from plyground.core.game import Game, legal_moves
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.threads import run, stop_flag
from plyground.core.turns import has_lost, has_won, moves_again, turn_of
from plyground.core.words import Words, load, store, to_words, word_count

LEAVES, WINS, LOSSES, DRAWS = range(4)
"""The columns of a kernel's counts; wins are those of the side to move at the root."""


class Level(NamedTuple):
    """What perft found at one depth; wins and losses are those of the side to move at the root."""

    depth: int
    leaves: int
    wins: int
    losses: int
    draws: int

    @property
    def terminal(self) -> int:
        return self.wins + self.losses + self.draws


class Perft(NamedTuple):
    """All levels, and the processor time they took together."""

    levels: list[Level]
    seconds: float

    @property
    def nodes(self) -> int:
        return sum(level.leaves for level in self.levels)


Progress = Callable[[float], None]


@kernel
def _count(
    game: Any, position: Any, turn: int, depth: int, most: int, counts: Any, stop: Any
) -> None:
    """Count what follows a position; `turn` is whose turn it is at the root, which is depth 0."""
    for move in game.moves(position):
        child = game.play(position, move)
        outcome = game.outcome(child)
        counts[depth, LEAVES] += 1
        if outcome == ONGOING:
            if depth + 1 < most and not stop[0]:
                _count(game, child, turn, depth + 1, most, counts, stop)
        elif outcome == WIN or outcome == LOSS:
            mine = turn_of(game, child, depth + 1) == turn
            counts[depth, WINS if (outcome == WIN) == mine else LOSSES] += 1
        else:
            counts[depth, DRAWS] += 1


@kernel
def _count_below(
    game: Any, words: Any, turn: int, depth: int, most: int, counts: Any, stop: Any
) -> None:
    position = load(game, words)
    if depth < most and game.outcome(position) == ONGOING:
        _count(game, position, turn, depth, most, counts, stop)


def perft(game: Game, position: Any, depth: int, progress: Progress | None = None) -> Perft:
    """Count the sequences of 1 to `depth` moves from a position."""
    return total(divide(game, position, depth, progress).values(), depth)


def divide(
    game: Game, position: Any, depth: int, progress: Progress | None = None
) -> dict[int, Perft]:
    """The same for each first move apart."""
    parts = {}
    _compile(game, position)
    began = time.process_time()
    for move, counts in _divided(game, position, depth, progress or (lambda share: None)):
        now = time.process_time()
        parts[move] = Perft(_levels(counts), now - began)
        began = now
    return parts


def _compile(game: Game, position: Any) -> None:
    """Count nothing, so that compiling is not timed."""
    counts = np.zeros((0, 4), dtype=np.int64)
    run(_count_below, native(game), to_words(game, position), 0, 0, 0, counts, stop=stop_flag())


def total(parts: Iterable[Perft], depth: int) -> Perft:
    """The sum of what several parts counted."""
    counts = np.zeros((depth, 4), dtype=np.int64)
    seconds = 0.0
    for part in parts:
        counts += np.array([level[1:] for level in part.levels], dtype=np.int64)
        seconds += part.seconds
    return Perft(_levels(counts), seconds)


def _divided(
    game: Game, position: Any, depth: int, progress: Progress
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """For each move at the root, the counts it adds."""
    moves = legal_moves(game, position)
    for number, move in enumerate(moves):

        def advance(share: float, before: int = number) -> None:
            progress((before + share) / len(moves))

        counts = np.zeros((depth, 4), dtype=np.int64)
        _count_child(game, position, move, counts, advance)
        advance(1.0)
        yield move, counts


def _count_child(
    game: Game, position: Any, move: int, counts: NDArray[np.int64], progress: Progress
) -> None:
    """Count a first move and all that follows it; the running counts tell how far it has come."""
    child = game.play(position, move)
    outcome, again = game.outcome(child), moves_again(game, position, child)
    counts[0, LEAVES] = 1
    if outcome != ONGOING:
        won, lost = has_won(outcome, again), has_lost(outcome, again)
        counts[0, WINS if won else LOSSES if lost else DRAWS] = 1
    elif len(counts) > 1:
        answers = len(legal_moves(game, child))
        words = to_words(game, child)
        run(
            _count_below,
            native(game),
            words,
            turn_of(game, position, 0),
            1,
            len(counts),
            counts,
            stop=stop_flag(),
            on_wait=lambda: progress(counts[1, LEAVES] / answers),
        )


def _levels(counts: NDArray[np.int64]) -> list[Level]:
    return [Level(depth, *map(int, row)) for depth, row in enumerate(counts, 1)]


# --- distinct positions ------------------------------------------------------------------------


@kernel
def _expand(game: Any, layer: Any, children: Any, room: int, stop: Any) -> tuple[int, int]:
    """Write the children of a layer's positions, row by row, until the room is used up.

    Returns how many positions were expanded and how many children were written.
    """
    written = 0
    for number in range(len(layer)):
        position = load(game, layer[number])
        if game.outcome(position) == ONGOING:
            before = written
            for move in game.moves(position):
                if written == room or stop[0]:
                    return number, before
                store(game, game.play(position, move), children[written])
                written += 1
    return len(layer), written


def distinct(
    game: Game, position: Any, depth: int, progress: Progress | None = None
) -> Iterator[int]:
    """How many different positions stand at the end of all sequences of 1, 2, ... `depth` moves."""
    layer = to_words(game, position).reshape(1, -1)
    for number in range(depth):
        layer = _next_layer(game, layer)
        yield len(layer)
        if progress:
            progress((number + 1) / depth)


def _next_layer(game: Game, layer: Words) -> Words:
    compiled, stop = native(game), stop_flag()
    room = max(1 << 16, 2 * len(layer))
    found = np.empty((0, word_count(game)), dtype=np.uint64)
    while len(layer):
        children = np.empty((room, word_count(game)), dtype=np.uint64)
        expanded, written = run(_expand, compiled, layer, children, room, stop=stop)
        found = np.unique(np.concatenate([found, children[:written]]), axis=0)
        room = room if expanded else 2 * room
        layer = layer[expanded:]
    return found


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    perft(game, game.start(), 2)
    [*distinct(game, game.start(), 1)]
