"""A board at which one thread plays games for learning."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.bits import signed
from plyground.core.compile import native, native_evaluation, raw
from plyground.core.evaluation import with_perspective
from plyground.core.game import Game
from plyground.core.memory import new_memory
from plyground.core.outcome import ONGOING
from plyground.core.threads import Stop
from plyground.core.turns import turn_of
from plyground.core.words import Words, from_words, to_words, word_count
from plyground.learning import game_kernel as kernel
from plyground.search.alphabeta import workspace as layout
from plyground.search.alphabeta.kernel import NEGASCOUT, Techniques
from plyground.search.alphabeta.table import FIRST as FIRST_ENTRY, new_table
from plyground.search.alphabeta.workspace import (
    LESSON_BOUND,
    LESSON_POSITION,
    LESSON_VALUE,
    LESSONS_AT,
)
from plyground.search.playout import random_state
from plyground.search.workspace import NODE_LIMIT, NODES, STOP

TABLE_BYTES: Final = 1 << 20
NO_LIMIT: Final = 1 << 62
MAX_LESSONS: Final = 1 << 14
ALL, ROOT = slice(None), slice(-1, None)
"""Which lessons of a search are wanted."""
MAX_PLIES: Final = 2000
"""A game of this many plies is a draw; a search is told of twice as many."""


class Rules(NamedTuple):
    """How games are played for learning."""

    depth: int
    opening: int
    exploration: float
    max_plies: int = MAX_PLIES


class Played(NamedTuple):
    """A game that has ended: a row for each ply that was searched."""

    notes: NDArray[np.int64]
    leaves: Words
    plies: int
    points: int
    """For the side that began: 1, 0 or -1."""


class Lessons(NamedTuple):
    """What a search found out about positions: values and bounds, to the side to move there."""

    values: NDArray[np.int64]
    bounds: NDArray[np.int64]
    rows: Words


class Board:
    """Plays one game after another. What it has learned of a game is gone with the game."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        techniques: Techniques = NEGASCOUT,
        teaches: bool = False,
    ) -> None:
        self.game, self.rules, self.native = game, rules, native(game)
        self.teaches, lesson = teaches, LESSON_POSITION + word_count(game)
        self.workspace = new_memory(layout.ROWS + MAX_LESSONS * lesson * teaches)
        self.workspace[layout.LESSON], self.workspace[layout.LESSONS] = lesson, MAX_LESSONS
        self.tables = [new_table(TABLE_BYTES) for _ in range(2)]
        self.words = to_words(game, game.start())
        self.head = np.zeros(kernel.HEAD, dtype=np.int64)
        self.notes = np.zeros((rules.max_plies, kernel.NOTE), dtype=np.int64)
        self.leaves = np.zeros((rules.max_plies, word_count(game)), dtype=np.uint64)
        for word, chosen in zip(layout.TECHNIQUES, techniques, strict=True):
            self.workspace[word] = chosen

    def play(self, first: Any, second: Any, seed: int, stop: Stop) -> Played | None:
        """A game between two evaluations; None if it was stopped."""
        self.begin(seed)
        self.play_on(first, second, self.rules.max_plies, stop)
        return None if self.outcome == ONGOING else self.played()

    def begin(self, seed: int) -> None:
        """Begin a game. The same seed gives the same game, if the evaluations are the same."""
        for table in self.tables:
            table[FIRST_ENTRY:] = 0
        self.workspace[STOP] = self.workspace[NODES] = 0
        self.workspace[NODE_LIMIT] = NO_LIMIT
        self.words[:] = to_words(self.game, self.game.start())
        kernel.begin_path(self.native, self.words, raw(self.workspace))
        rules = self.rules
        self.head[:] = 0
        self.head[kernel.DEPTH], self.head[kernel.OPENING] = rules.depth, rules.opening
        self.head[kernel.EXPLORATION] = int(rules.exploration * (1 << 32))
        self.head[kernel.MAX_PLIES] = rules.max_plies
        self.head[kernel.RANDOM] = signed(random_state(seed))

    def play_on(self, first: Any, second: Any, plies: int, stop: Stop) -> None:
        """Play at most so many plies."""
        kernel.play_plies(
            self.native,
            self.seated(first, 0),
            self.seated(second, 1),
            self.words,
            self.head,
            self.notes,
            self.leaves,
            plies,
            0,
            raw(self.workspace, teaches=self.teaches),
            raw(self.tables[0]),
            raw(self.tables[1]),
            stop,
        )

    def make(self, move: int) -> None:
        """Play a move that somebody else chose."""
        kernel.make_move(self.native, self.words, move, self.head, raw(self.workspace))

    @property
    def last_move(self) -> int:
        return int(self.head[kernel.LAST_MOVE])

    def seated(self, evaluation: Any, side: int) -> Any:
        """An evaluation for kernels, from the perspective of a side."""
        return native_evaluation(with_perspective(evaluation, side), self.game)

    @property
    def outcome(self) -> int:
        return int(self.head[kernel.OUTCOME])

    @property
    def ply(self) -> int:
        return int(self.head[kernel.PLY])

    @property
    def turn(self) -> int:
        return turn_of(self.game, self.position, self.ply)

    @property
    def position(self) -> Any:
        return from_words(self.game, self.words)

    def played(self) -> Played:
        """The game that has ended; the next one overwrites its rows."""
        count = int(self.head[kernel.NOTES])
        points = kernel.first_points(self.outcome, self.turn)
        return Played(self.notes[:count], self.leaves[:count], self.ply, points)

    def lessons(self, chosen: slice = ALL) -> Lessons:
        """What the last search found out about each node whose moves it searched, or about those
        that are chosen; the last is the root."""
        count, size = int(self.workspace[layout.TAUGHT]), int(self.workspace[layout.LESSON])
        found = self.workspace[LESSONS_AT : LESSONS_AT + count * size].reshape(count, size)[chosen]
        rows = np.ascontiguousarray(found[:, LESSON_POSITION:]).view(np.uint64)
        return Lessons(found[:, LESSON_VALUE].copy(), found[:, LESSON_BOUND].copy(), rows)


def features_of(
    game: Game, evaluation: Any, rows: Words, turns: NDArray[Any]
) -> NDArray[np.float64]:
    """The features of positions, a row each. `turns` tells whose perspective each is seen from,
    where an evaluation has one."""
    count = len(type(evaluation)._fields)
    features = np.zeros((len(rows), count), dtype=np.float64)
    first, second = (native_evaluation(with_perspective(evaluation, side), game) for side in (0, 1))
    turns = np.ascontiguousarray(turns, dtype=np.int64)
    kernel.feature_rows(native(game), first, second, rows, turns, len(rows), features)
    return features


def random_rows(game: Game, count: int, seed: int) -> tuple[Words, NDArray[np.int64]]:
    """Positions of random games as rows, and who is to move in each."""
    rows = np.zeros((count, word_count(game)), dtype=np.uint64)
    turns = np.zeros(count, dtype=np.int64)
    start = to_words(game, game.start())
    kernel.random_positions(native(game), start, random_state(seed), MAX_PLIES, rows, turns)
    return rows, turns
