"""The driver of alpha-beta: iterative deepening with aspiration windows and Lazy SMP."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from plyground.core.compile import native, native_evaluation, raw
from plyground.core.errors import BadGame, GameOver
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, legal_moves
from plyground.core.memory import Memory
from plyground.core.score import BAND, INFINITE, plies_to_end
from plyground.core.threads import run_together
from plyground.core.words import to_words
from plyground.evaluations.registry import make_evaluation
from plyground.search.alphabeta import workspace as layout
from plyground.search.alphabeta.kernel import Techniques, beam_width, search_root
from plyground.search.alphabeta.table import MIN_BYTES, NO_MOVE, hashfull, new_search, new_table
from plyground.search.limits import NO_LIMITS, UNLIMITED, Clock, Limits, Stopped
from plyground.search.solution import Solution
from plyground.search.thought import Line, Thought, Watch, ignore, line_of
from plyground.search.workspace import NODE_LIMIT, NODES, OVERFLOW, STOP
from plyground.search.workspace import halt as halt_kernels

NARROW_FROM: Final = 4
"""From this depth on the last score tells where the next one will be."""


class AlphaBetaEngine:
    """A search of the depth-first family, with its table. Knows what it found in earlier moves."""

    score_scale = 0

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        techniques: Techniques,
        table_bytes: int = MIN_BYTES,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.evaluation = evaluation
        self.table = new_table(table_bytes if techniques.table else MIN_BYTES)
        self.workspaces = [layout.new_workspace() for _ in range(threads)]
        self.techniques = techniques
        for workspace in self.workspaces:
            for word, chosen in zip(layout.TECHNIQUES, techniques, strict=True):
                workspace[word] = chosen

    def think(
        self, position: Any, limits: Limits, lines: int = 1, watch: Watch = ignore
    ) -> Thought:
        """Search until a limit is met or the result is certain; `watch` sees every depth's."""
        limits.check()
        moves = legal_moves(self.game, position)
        if not moves:
            raise GameOver("the game is over: there is nothing to search")
        search = _Search(self, position, moves, limits)
        new_search(self.table)
        for workspace in self.workspaces:
            layout.forget(workspace)
        first = search.moves[0]
        thought = search.thought(0, [Line((first,), 0, self.game.play(position, first))])
        try:
            for depth in search.depths():
                thought = search.to_depth(depth, min(lines, len(search.moves)), thought)
                watch(thought)
                if search.is_settled(thought):
                    break
        except Stopped:
            pass
        return search.finished(thought)

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """Who wins a position and when, if that is seen before a limit is met."""
        return self.think(position, limits).solution


class _Search:
    """One call of `think`."""

    def __init__(
        self, engine: AlphaBetaEngine, position: Any, moves: list[int], limits: Limits
    ) -> None:
        self.engine, self.position, self.limits = engine, position, limits
        self.words = to_words(engine.game, position)
        self.game = native(engine.game)
        self.evaluation = native_evaluation(engine.evaluation, engine.game)
        self.nodes = self.deepest = 0
        self.place_moves(engine.workspaces[0], [])
        self.search(engine.workspaces[0], 1, 0, 0, raw(engine.table))  # compiles before time counts
        self.clock = Clock(limits, len(engine.workspaces))
        self.moves = self.looked_at(moves) if engine.techniques.beam else moves

    def looked_at(self, moves: list[int]) -> list[int]:
        """The moves that the greedy cut leaves at the root, as everywhere else the first ones."""
        if self.engine.techniques.order:
            game, order = self.engine.game, self.engine.evaluation.order
            moves = sorted(moves, key=lambda move: -order(game, self.position, move))
        return moves[: beam_width(len(moves))]

    def depths(self) -> Sequence[int]:
        """All depths to the limit. Without a table, shallow searches are of use to a clock only."""
        limits, deepens = self.limits, self.engine.techniques.table
        timed = self.clock.left < math.inf or limits.nodes < UNLIMITED
        return range(1 if deepens or timed else limits.depth, limits.depth + 1)

    def is_settled(self, thought: Thought) -> bool:
        """Whether deeper search cannot change the result: every line is played to its end."""
        ends = [plies_to_end(line.score) for line in thought.lines]
        return all(end is not None and end <= thought.depth for end in ends)

    def to_depth(self, depth: int, lines: int, last: Thought) -> Thought:
        """The best lines at a depth, each without the first moves of those before it."""
        found: list[Line] = []
        for number in range(lines):
            taken = {line.moves[0] for line in found}
            guess = last.lines[number].score if number < len(last.lines) else 0
            hope = [line.moves[0] for line in last.lines]
            moves = [move for move in dict.fromkeys([*hope, *self.moves]) if move not in taken]
            found.append(self.best_line(moves, depth, guess, depth > NARROW_FROM))
        found.sort(key=lambda line: -line.score)
        return self.thought(depth, found)

    def best_line(self, moves: list[int], depth: int, guess: int, narrow: bool) -> Line:
        """Search with a window around the score of the last depth, wider where it fell outside."""
        techniques = self.engine.techniques
        margin = 16 + abs(guess) // 16
        if not (narrow and techniques.pvs) or abs(guess) >= BAND:
            margin = INFINITE * 2
        while True:
            alpha, beta = max(guess - margin, -INFINITE), min(guess + margin, INFINITE)
            score = self.root(moves, depth, alpha, beta)
            if alpha < score < beta or (alpha, beta) == (-INFINITE, INFINITE):
                line = layout.root_pv(self.engine.workspaces[0])
                return line_of(self.engine.game, self.position, line, score)
            margin *= 8

    def root(self, moves: list[int], depth: int, alpha: int, beta: int) -> int:
        """Search the root with every thread; the first one's result counts."""
        if self.clock.left <= 0 or self.nodes >= self.limits.nodes:
            raise Stopped
        table = raw(self.engine.table)
        calls = []
        for number, workspace in enumerate(self.engine.workspaces):
            turn = number % len(moves)
            self.place_moves(workspace, moves[turn:] + moves[:turn])
            # Every other thread looks one further, so that they differ and the table fills ahead.
            further = min(depth + number % 2, self.limits.depth)
            calls.append(partial(self.search, workspace, further, alpha, beta, table))
        halt = partial(halt_kernels, self.engine.workspaces)
        score, stopped = run_together(calls, halt, self.clock.watch(halt), self.clock.next_look)[0]
        self.count()
        if stopped:
            raise Stopped
        return int(score)

    def place_moves(self, workspace: Memory, moves: list[int]) -> None:
        """Tell a thread its root moves and how many nodes it may visit."""
        if len(moves) > layout.MAX_MOVES:
            raise BadGame(self.too_many)
        workspace[STOP] = workspace[NODES] = 0
        left = self.limits.nodes - self.nodes
        workspace[NODE_LIMIT] = max(1, left // len(self.engine.workspaces))
        workspace[layout.ROOT_MOVES] = len(moves)
        workspace[layout.MOVES : layout.MOVES + len(moves)] = moves
        falling = np.arange(NO_MOVE, NO_MOVE - len(moves), -1)
        workspace[layout.MOVE_SCORES : layout.MOVE_SCORES + len(moves)] = falling

    def search(
        self, workspace: Memory, depth: int, alpha: int, beta: int, table: Any
    ) -> tuple[int, bool]:
        """One thread's work: the score, and whether it was stopped before it was done."""
        window = (alpha, beta)
        score = search_root(
            self.game, self.evaluation, self.words, depth, *window, 0, raw(workspace), table
        )
        return score, bool(workspace[STOP])

    def count(self) -> None:
        """Add what the threads did."""
        for workspace in self.engine.workspaces:
            self.nodes += int(workspace[NODES])
            self.deepest = max(self.deepest, int(workspace[layout.SELDEPTH]))
            if workspace[OVERFLOW]:
                raise BadGame(self.too_many)

    @property
    def too_many(self) -> str:
        name = self.engine.game.name
        return f"{name} has more moves than a search can hold: at most {layout.MAX_MOVES:,}"

    def thought(self, depth: int, lines: list[Line]) -> Thought:
        """What is known now."""
        clock, fill = self.clock, hashfull(self.engine.table)
        return Thought(
            tuple(lines), depth, self.deepest, self.nodes, clock.seconds, clock.cpu_seconds, fill
        )

    def finished(self, thought: Thought) -> Thought:
        """The last complete result with all that was spent."""
        return self.thought(thought.depth, [*thought.lines])


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    AlphaBetaEngine(game, make_evaluation(game, "default"), Techniques()).think(
        game.start(), Limits(depth=1)
    )
