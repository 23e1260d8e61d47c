"""Perfect play where it can be found in time, and a search where it cannot."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from plyground.core.outcome import ONGOING
from plyground.core.repetition import is_fresh
from plyground.core.score import final_score
from plyground.search.engine import Engine
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import NO_LIMITS, Clock, Limits
from plyground.search.solution import Solution, Verdict
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Thought, Watch, ignore, line_of

SHARE: Final = 0.5
"""How much of the time and nodes the solver may take before the search has the rest."""

LINE_NODES: Final = 20_000
"""How many nodes each further move of a line may take."""


STOPPED_SECONDS: Final = 0.01
"""How long a search looks for a move when the solver is stopped before it has one."""


class SolveOrSearch(Stoppable):
    """Solves a position, or else searches it."""

    def __init__(self, searcher: Engine, table_bytes: int, threads: int = 1) -> None:
        self.searcher = searcher
        self.game, self.evaluation = searcher.game, searcher.evaluation
        self.score_scale = searcher.score_scale
        self.solver = ExactSolver(self.game, table_bytes, threads)
        self.stop_signal = StopSignal()

    @can_be_stopped
    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        """What perfect play leads to, if the solver finds it in its share of the limits."""
        with self.stop_signal.passed_on(self.solver.stop_signal):
            fresh = is_fresh(self.game, history)
            found = self.best_verdicts(position, part_of(limits), lines) if fresh else {}
            nodes, clock = self.solver.nodes, self.solver.clock  # which began once all was compiled
            if found:
                thought = self.thought(position, found, nodes, limits, clock)
                watch(thought)
                return thought
        seconds, cpu_seconds = clock.seconds, clock.cpu_seconds
        thought = self.search(position, rest_of(limits, clock, nodes), lines, watch, history)
        return thought._replace(
            nodes=thought.nodes + nodes,
            seconds=thought.seconds + seconds,
            cpu_seconds=thought.cpu_seconds + cpu_seconds,
        )

    def search(
        self, position: Any, limits: Limits, lines: int, watch: Watch, history: Sequence[int]
    ) -> Thought:
        """What the search finds; after a stop just so much that there is a move."""
        if self.stop_signal.is_set:
            limits = limits._replace(time=min(limits.time, STOPPED_SECONDS))
            return self.searcher.think(position, limits, lines, watch, history)
        with self.stop_signal.passed_on(self.searcher.stop_signal):
            return self.searcher.think(position, limits, lines, watch, history)

    @can_be_stopped
    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """The verdict of a position, by the solver alone."""
        with self.stop_signal.passed_on(self.solver.stop_signal):
            verdict = self.solver.solve_many([position], limits, weak)[0]
        return Solution(verdict, None, self.solver.nodes, self.solver.seconds)

    def best_verdicts(self, position: Any, limits: Limits, lines: int) -> dict[int, Verdict]:
        """The verdicts of the best moves, none where there is no time for them."""
        if lines == 1:
            solution = self.solver.solve(position, limits)
            known = solution.verdict is not None and solution.best is not None
            return {solution.best: solution.verdict} if known else {}  # type: ignore[dict-item]
        verdicts = self.solver.solve_moves(position, limits)
        found = {move: verdict for move, verdict in verdicts.items() if verdict}
        if len(found) < len(verdicts):
            return {}
        ranked = sorted(found, key=lambda move: found[move].sort_key, reverse=True)
        return {move: found[move] for move in ranked[:lines]}

    def thought(
        self, position: Any, found: dict[int, Verdict], nodes: int, limits: Limits, clock: Clock
    ) -> Thought:
        """The verdicts as the thought of a search."""
        shown = []
        for move, verdict in found.items():
            moves = [move, *self.going_on(self.game.play(position, move), limits, clock)]
            shown.append(line_of(self.game, position, moves, score_of(verdict), exact=True))
        depth = max(len(line.moves) for line in shown)
        spent = (nodes, clock.seconds, clock.cpu_seconds)
        return Thought(tuple(shown), depth, depth, *spent, self.solver.hashfull)

    def going_on(self, position: Any, limits: Limits, clock: Clock) -> Iterator[int]:
        """Best moves for both sides, as long as little work finds them and there is time."""
        while self.game.outcome(position) == ONGOING and not is_over(limits, clock):
            best = self.solver.solve(position, Limits(nodes=LINE_NODES)).best
            if best is None:
                return
            yield best
            position = self.game.play(position, best)


def score_of(verdict: Verdict) -> int:
    """A verdict as a score."""
    return final_score(verdict.outcome, verdict.plies or 0)


def part_of(limits: Limits) -> Limits:
    """The limits of the solver, a share of all."""
    limits = limits.softened
    return limits._replace(
        time=limits.time * SHARE,
        cpu=limits.cpu * SHARE,
        nodes=max(1, int(limits.nodes * SHARE)),
    )


def is_over(limits: Limits, clock: Clock) -> bool:
    """Whether a clock that began with these limits has met one."""
    spent = clock.seconds >= limits.time or clock.cpu_seconds >= limits.cpu
    return spent or clock.stop.is_set


def rest_of(limits: Limits, clock: Clock, nodes: int) -> Limits:
    """What is left when the solver has given up; a move has to be found in any case."""
    spent = clock.cpu_seconds if limits.cpu < math.inf else clock.seconds
    return limits._replace(
        time=max(limits.time - clock.seconds, 0.001),
        cpu=max(limits.cpu - clock.cpu_seconds, 0.001),
        soft=max(limits.soft - spent, 0.001),
        nodes=max(limits.nodes - nodes, 1),
    )
