"""The driver of alpha-beta: iterative deepening with aspiration windows and Lazy SMP."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

import numpy as np

from plyground.core.compile import native, native_evaluation, raw
from plyground.core.errors import BadGame, GameOver
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, legal_moves
from plyground.core.memory import Memory
from plyground.core.repetition import write_path
from plyground.core.score import BAND, INFINITE, plies_to_end
from plyground.core.threads import run_together
from plyground.core.words import to_words
from plyground.evaluations.registry import make_evaluation
from plyground.search.alphabeta import workspace as layout
from plyground.search.alphabeta.kernel import Techniques, beam_width, search_root
from plyground.search.alphabeta.table import MIN_BYTES, NO_MOVE, hashfull, new_search, new_table
from plyground.search.limits import NO_LIMITS, UNLIMITED, Clock, Limits, Stopped
from plyground.search.pages import touch
from plyground.search.solution import Solution
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Line, Thought, Watch, ignore, line_of
from plyground.search.workspace import NODE_LIMIT, NODES, OVERFLOW, STOP, halt as halt_kernels

ASPIRATION_FROM: Final = 4
"""Deeper than this, the last score tells where the next one will be: aspiration windows."""

LAST_BEGIN: Final = 0.5
"""Most depths take longer than all before them: none begins after this share of the soft limit."""


class AlphaBetaEngine(Stoppable):
    """An alpha-beta search with its transposition table, which it keeps from move to move."""

    score_scale = 0
    records: ClassVar = False
    """Whether its kernel writes the tree down."""

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
        self.workspaces = [self.new_workspace() for _ in range(threads)]
        self.techniques = techniques
        self.stop_signal = StopSignal()
        self.is_touched = False
        for workspace in self.workspaces:
            for word, chosen in zip(layout.TECHNIQUES, techniques, strict=True):
                workspace[word] = chosen

    def new_workspace(self) -> Memory:
        """A workspace for one thread."""
        return layout.new_workspace()

    def forget(self, workspace: Memory) -> None:
        """Prepare a thread's workspace for another position."""
        layout.forget(workspace)

    @can_be_stopped
    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        """Search until a limit is met or the result is certain; `watch` sees the thought of every
        depth."""
        limits.check()
        moves = legal_moves(self.game, position)
        if not moves:
            raise GameOver("the game is over: there is nothing to search")
        search = _Search(self, position, moves, limits)
        new_search(self.table)
        for workspace in self.workspaces:
            self.forget(workspace)
            earlier = write_path(self.game, history, position, layout.PATH, workspace)
            workspace[layout.EARLIER] = earlier
        first = search.moves[0]
        thought = search.thought(0, [Line((first,), 0, self.game.play(position, first))])
        try:
            for depth in search.depths():
                thought = search.to_depth(depth, min(lines, len(search.moves)), thought)
                watch(thought)
                if search.is_decided(thought) or search.clock.soft_share > LAST_BEGIN:
                    break
        except Stopped:
            pass
        return search.finished(thought)

    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """Who wins a position, and in how many plies, if the search sees it within the limits."""
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
        self.nodes = self.seldepth = 0
        self.place_moves(engine.workspaces[0], [])
        self.search(engine.workspaces[0], 1, 0, 0, raw(engine.table))  # compiles before time counts
        engine.is_touched = engine.is_touched or touch(engine.table, engine.stop_signal)
        self.clock = Clock(limits, engine.stop_signal, len(engine.workspaces))
        self.moves = self.beam(moves) if engine.techniques.beam else moves

    def beam(self, moves: list[int]) -> list[int]:
        """The root moves that a beam search looks at: the first ones, as at every other node."""
        if self.engine.techniques.order:
            game, order = self.engine.game, self.engine.evaluation.order
            moves = sorted(moves, key=lambda move: -order(game, self.position, move))
        return moves[: beam_width(len(moves))]

    def depths(self) -> Sequence[int]:
        """All depths to the limit. Without a table, a shallow search helps a deeper one in nothing:
        it only makes sure that there is a result when time is over."""
        limits, deepens = self.limits, self.engine.techniques.table
        timed = self.clock.left < math.inf or limits.nodes < UNLIMITED
        return range(1 if deepens or timed else limits.depth, limits.depth + 1)

    def is_decided(self, thought: Thought) -> bool:
        """Whether deeper search cannot change the result: every line is played to its end."""
        ends = [plies_to_end(line.score) for line in thought.lines]
        return all(end is not None and end <= thought.depth for end in ends)

    def to_depth(self, depth: int, lines: int, last: Thought) -> Thought:
        """The best `lines` lines at a depth (multi-PV): each leaves out the first moves of those
        found before it."""
        found: list[Line] = []
        for number in range(lines):
            taken = {line.moves[0] for line in found}
            guess = last.lines[number].score if number < len(last.lines) else 0
            hope = [line.moves[0] for line in last.lines]
            moves = [move for move in dict.fromkeys([*hope, *self.moves]) if move not in taken]
            found.append(self.best_line(moves, depth, guess, depth > ASPIRATION_FROM))
        found.sort(key=lambda line: -line.score)
        return self.thought(depth, found)

    def best_line(self, moves: list[int], depth: int, guess: int, aspiration: bool) -> Line:
        """Search with an aspiration window around the score of the last depth; if the new score
        falls outside, search again with a wider one."""
        techniques = self.engine.techniques
        margin = 16 + abs(guess) // 16
        if not (aspiration and techniques.pvs) or abs(guess) >= BAND:
            margin = INFINITE * 2
        while True:
            alpha, beta = max(guess - margin, -INFINITE), min(guess + margin, INFINITE)
            score = self.root(moves, depth, alpha, beta)
            if alpha < score < beta or (alpha, beta) == (-INFINITE, INFINITE):
                line = layout.root_pv(self.engine.workspaces[0])
                return line_of(self.engine.game, self.position, line, score)
            margin *= 8

    def root(self, moves: list[int], depth: int, alpha: int, beta: int) -> int:
        """Lazy SMP: every thread searches the root, all share the table, and the first thread's
        result counts."""
        if self.clock.left <= 0 or self.nodes >= self.limits.nodes:
            raise Stopped
        table = raw(self.engine.table)
        calls = []
        for number, workspace in enumerate(self.engine.workspaces):
            turn = number % len(moves)
            self.place_moves(workspace, moves[turn:] + moves[:turn])
            # Every other thread searches a ply deeper, so that the table knows it beforehand.
            deeper = min(depth + number % 2, self.limits.depth)
            calls.append(partial(self.search, workspace, deeper, alpha, beta, table))
        halt = partial(halt_kernels, self.engine.workspaces)
        look, first_look = self.clock.watch(halt), self.clock.next_look
        with self.clock.stop.halting(halt):
            score, stopped = run_together(calls, halt, look, first_look)[0]
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
        """What one thread does: the score, and whether the search was stopped before its end."""
        place = (self.game, self.evaluation, self.words)
        memory = raw(workspace, self.engine.records)
        score = search_root(*place, depth, alpha, beta, 0, memory, table)
        return score, bool(workspace[STOP])

    def count(self) -> None:
        """Add the nodes of all threads."""
        for workspace in self.engine.workspaces:
            self.nodes += int(workspace[NODES])
            self.seldepth = max(self.seldepth, int(workspace[layout.SELDEPTH]))
            if workspace[OVERFLOW]:
                raise BadGame(self.too_many)

    @property
    def too_many(self) -> str:
        name = self.engine.game.name
        return f"{name} has more moves than a search can hold: at most {layout.MAX_MOVES:,}"

    def thought(self, depth: int, lines: list[Line]) -> Thought:
        """What is known now."""
        return Thought(
            tuple(lines),
            depth,
            self.seldepth,
            self.nodes,
            self.clock.seconds,
            self.clock.cpu_seconds,
            hashfull(self.engine.table),
        )

    def finished(self, thought: Thought) -> Thought:
        """The last complete result with all that was spent."""
        return self.thought(thought.depth, [*thought.lines])


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    AlphaBetaEngine(game, make_evaluation(game, "default"), Techniques()).think(
        game.start(), Limits(depth=1)
    )
