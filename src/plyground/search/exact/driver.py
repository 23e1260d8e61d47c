"""The exact solver: has the kernel bound the values of positions, within limits, and turns values
into verdicts."""

import contextlib
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.compile import native, raw
from plyground.core.errors import BadGame, GameOver
from plyground.core.game import UNBOUNDED, Game, legal_moves
from plyground.core.memory import Memory
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.threads import run_together
from plyground.core.turns import moves_again, value_before, window_below
from plyground.core.words import Words, to_rows
from plyground.search.exact import kernel as exact, workspace as layout
from plyground.search.exact.table import MIN_BYTES, hashfull, new_bound_table
from plyground.search.limits import NO_LIMITS, Clock, Limits, Stopped
from plyground.search.pages import touch
from plyground.search.solution import (
    NOTHING_KNOWN,
    SYMMETRY_PLIES,
    Bounds,
    Progress,
    Question,
    Solution,
    Verdict,
)
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.workspace import NODE_LIMIT, NODES, OVERFLOW, STOP, halt

DEFAULT_TABLE_BYTES: Final = 64 << 20
STEP: Final = 4
"""A game whose length is not known is looked at this many plies further each time."""

Numbers = NDArray[np.int64]
OnWait = Callable[[Numbers, Numbers], None]
OnFound = Callable[[int, Verdict | None], None]
"""Hears of a move or of a position's number, and of the verdict if it was found."""


class Undecided(Stopped):
    """No limit was met, but the solver looks no further."""


class _Asking(NamedTuple):
    """What the kernel is asked at the moment about the position to be solved."""

    left: int
    weak: bool
    is_whole: bool
    """Whether the game cannot last longer than the plies that are looked at."""


class ExactSolver(Stoppable):
    """Solves positions of a game; what it learns stays in its table for the next question."""

    def __init__(
        self, game: Game, table_bytes: int = DEFAULT_TABLE_BYTES, threads: int = 1
    ) -> None:
        self.game = game
        self.table = new_bound_table(table_bytes)
        self.workspaces = [self._new_workspace(threads) for _ in range(threads)]
        self.nodes = self.salt = self.looked = 0
        self.seconds = self.cpu_seconds = 0.0
        self.stop_signal = StopSignal()
        self.is_touched = False
        self.clock = Clock(NO_LIMITS, self.stop_signal)
        self.known = NOTHING_KNOWN
        self.asking: _Asking | None = None

    def _new_workspace(self, threads: int) -> Memory:
        """What a thread works with."""
        workspace = layout.LAYOUT.new_memory()
        workspace[layout.TOP], workspace[layout.THREADS] = layout.STACK, threads
        last = self.game.winner_moves_last and self.game.alternates
        workspace[layout.WINNER_MOVES_LAST] = last
        return workspace

    @can_be_stopped
    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """The verdict of a position, and a move that keeps it."""
        self.begin(limits)
        moves = legal_moves(self.game, position)
        if not moves:
            raise GameOver("the game is over: there is nothing to solve")
        verdict = best = horizon = None
        try:
            verdict = self.verdict(position, weak)
            best = self.best_move(position, moves, verdict)
        except Undecided:
            horizon = self.looked
        except Stopped:
            pass
        return Solution(verdict, best, self.nodes, self.seconds, self.bounds, horizon)

    @can_be_stopped
    def solve_moves(
        self,
        position: Any,
        limits: Limits = NO_LIMITS,
        weak: bool = False,
        moves: Sequence[int] | None = None,
        on_found: OnFound = lambda move, verdict: None,
    ) -> dict[int, Verdict | None]:
        """What each move leads to, or each of these, for the one who makes it.

        None where a limit was met first. `on_found` hears of each move as it is done.
        """
        self.begin(limits)
        found: dict[int, Verdict | None] = {}
        for move in legal_moves(self.game, position) if moves is None else moves:
            self.known, self.asking = NOTHING_KNOWN, None
            child = self.game.play(position, move)
            verdict = self._verdict_in_time(child, weak)
            again = moves_again(self.game, position, child)
            found[move] = verdict and verdict.before(again)
            on_found(move, found[move])
        return found

    @can_be_stopped
    def solve_many(
        self,
        positions: Sequence[Any],
        limits: Limits = NO_LIMITS,
        weak: bool = False,
        on_found: OnFound = lambda number, verdict: None,
    ) -> list[Verdict | None]:
        """The verdicts of many positions, one call of the kernel for all that have a known length.

        `on_found` hears of each position by its number, in their order, soon after it is done.
        """
        rows = to_rows(self.game, positions)
        self.begin(limits)
        found: list[Verdict | None] = []

        def take(values: Numbers, left: Numbers) -> None:
            """What the kernel has done, up to the first position that is beyond it."""
            for value, plies in zip(values[len(found) :], left[len(found) :], strict=True):
                if not plies:
                    break
                found.append(verdict_of(int(value), int(plies), weak))
                on_found(len(found) - 1, found[-1])

        with contextlib.suppress(Stopped):
            values, left = self.solve_rows(rows, weak, take)
            while len(found) < len(values) and not self.stop_signal.is_set:
                take(values, left)
                if len(found) < len(values):
                    found.append(self._verdict_in_time(positions[len(found)], weak))
                    on_found(len(found) - 1, found[-1])
        return found + [None] * (len(positions) - len(found))

    def _verdict_in_time(self, position: Any, weak: bool) -> Verdict | None:
        with contextlib.suppress(Stopped):
            return self.verdict(position, weak)
        return None

    def solve_rows(
        self,
        rows: Words,
        weak: bool = False,
        on_wait: OnWait = lambda values, left: None,
    ) -> tuple[Numbers, Numbers]:
        """The values of positions as words, and the plies left in each, of all that were solved.
        While the kernel runs, `on_wait` sees those of the positions that are done.

        None are left where a position is over, or its length not known: it has no value then. This
        is what one call costs without a word of Python for each.
        """
        left = np.zeros(len(rows), dtype=np.int64)
        most = np.full(len(rows), 1 if weak else exact.MAX_LEFT)
        values, done = self.narrow(rows, left, -most, most, on_wait)
        return values[:done], left[:done]

    def begin(self, limits: Limits = NO_LIMITS) -> None:
        """Limits count from now on."""
        limits.check()
        self.get_ready()
        self.nodes, self.clock = 0, Clock(limits, self.stop_signal)
        self.known, self.asking = NOTHING_KNOWN, None

    def get_ready(self) -> None:
        """Compile before time counts."""
        self.nodes, self.clock = 0, Clock(NO_LIMITS, StopSignal())
        self.solve_rows(to_rows(self.game, []))
        self.is_touched = self.is_touched or touch(self.table, self.stop_signal)

    def is_bounded(self, position: Any) -> bool:
        """Whether the kernel can solve this position to its end at once."""
        if self.game.outcome(position) != ONGOING:
            return False
        return UNBOUNDED < self.game.plies_left(position) <= exact.MAX_LEFT

    def verdict(self, position: Any, weak: bool) -> Verdict:
        """What a position comes to; raises Stopped where a limit is met first."""
        outcome = self.game.outcome(position)
        if outcome != ONGOING:
            return Verdict(outcome, None if weak or outcome == DRAW else 0)
        if self.is_bounded(position):
            left = self.game.plies_left(position)
            self.asking = _Asking(left, weak, True)
            return self.noted(verdict_of(self.value(position, left, weak), left, weak))
        return self.deepen(position, weak)

    def deepen(self, position: Any, weak: bool) -> Verdict:
        """The verdict by iterative deepening: until it is decided, or no line was cut off."""
        for left in range(STEP, exact.MAX_LEFT + 1, STEP):
            self.salt, self.looked = self.salt + 1, left
            self.asking = _Asking(left, True, False)
            value = self.value(position, left, weak=True, salt=self.salt)
            if value and not weak:
                sign = WIN if value > 0 else LOSS
                self.known = Bounds(sign, sign, latest=left)
                self.asking = _Asking(left, False, False)
                value = self.value(position, left, weak=False, salt=self.salt)
            if value or not self.sum_of(layout.HORIZON):
                return self.noted(verdict_of(value, left, weak))
            self.known = Bounds(no_win=left, no_loss=left)
        self.asking = None
        raise Undecided

    def noted(self, verdict: Verdict) -> Verdict:
        """Note the verdict; a move that keeps it may still be unknown."""
        outcome, sooner = verdict.outcome, (verdict.plies or 1) - 1
        self.known = Bounds(outcome, outcome, sooner, sooner, verdict.plies)
        self.asking = None
        return verdict

    def value(self, position: Any, left: int, weak: bool, salt: int = 0) -> int:
        """What a position is worth; only the sign of it counts if `weak`."""
        most = 1 if weak else left
        return self.at_least(position, left, -most, most, salt)

    def at_least(self, position: Any, left: int, least: int, most: int, salt: int = 0) -> int:
        """The value of a position if it lies within bounds, else one beyond."""
        row, bounds = to_rows(self.game, [position]), (np.array([least]), np.array([most]))
        values, done = self.narrow(row, np.array([left]), *bounds, salt=salt)
        if not done:
            raise Stopped
        return int(values[0])

    def narrow(
        self,
        rows: Words,
        left: Numbers,
        least: Numbers,
        most: Numbers,
        on_wait: OnWait = lambda values, left: None,
        salt: int = 0,
    ) -> tuple[Numbers, int]:
        """Have the kernel find the least values within these bounds, and how many it came to.

        What the first thread finds counts. The others begin with the last row: where the first
        comes to what they have done, it is in the table.
        """
        for workspace in self.workspaces:
            self.prepare(workspace, int(left.max(initial=0)), salt)
        given = (rows, left, least, most)
        calls = [
            self.call_for(workspace, [part[::-1].copy() for part in given])
            for workspace in self.helpers
        ]
        first = self.workspaces[0]

        def wait() -> None:
            done = int(first[layout.DONE])
            on_wait(least[:done], left[:done])

        self.run([self.call_for(first, given), *calls], wait)
        return least, int(first[layout.DONE])

    @property
    def helpers(self) -> list[Memory]:
        """The workspaces of all threads but the first."""
        return self.workspaces[1:]

    def call_for(self, workspace: Memory, given: Sequence[Any]) -> Callable[[], None]:
        """The kernel's call for one thread."""
        args = (native(self.game), *given, raw(workspace), raw(self.table))
        return lambda: exact.solve_rows(*args)

    def best_move(self, position: Any, moves: list[int], verdict: Verdict) -> int:
        """The most promising move that leads to the verdict."""
        weak = verdict.plies is None and verdict.outcome != DRAW
        moves.sort(key=lambda move: self.game.solver_order(position, move), reverse=True)
        for move in moves[:-1]:
            child = self.game.play(position, move)
            if self.keeps(child, verdict, weak, moves_again(self.game, position, child)):
                return move
        return moves[-1]

    def keeps(self, child: Any, verdict: Verdict, weak: bool, again: bool = False) -> bool:
        """Whether a child is as good for the one who moved there as the verdict says."""
        if self.is_bounded(child):
            left, salt = self.game.plies_left(child), 0
        elif self.game.outcome(child) == ONGOING and verdict.outcome != DRAW:
            # No further than the verdict was found: a worse move may not be decided in a lifetime.
            left, salt = self.looked - 1, self.salt
        else:
            return self.verdict(child, weak).before(again).sort_key >= verdict.sort_key
        wanted = value_of(verdict, left + 1)
        window = window_below(wanted - 1, wanted, again)
        return value_before(self.at_least(child, left, *window, salt), again) >= wanted

    def prepare(self, workspace: Memory, left: int, salt: int) -> None:
        """Tell the kernel what to do."""
        whole = left if salt else self.game.plies_left(self.game.start())
        workspace[layout.SYMMETRY_FROM], workspace[layout.SALT] = whole - SYMMETRY_PLIES, salt
        for word in (layout.DONE, layout.HORIZON, OVERFLOW, STOP, NODES):
            workspace[word] = 0
        workspace[layout.LOW], workspace[layout.HIGH], workspace[layout.ASKED] = -left, left, left
        left_over = self.clock.limits.nodes - self.nodes
        workspace[NODE_LIMIT] = max(left_over // len(self.workspaces), 1)

    def run(self, calls: Sequence[Callable[[], None]], on_wait: Callable[[], None]) -> None:
        """Run all threads until they are done, or a limit of time or Ctrl-C stops them."""
        if self.clock.left <= 0 or self.nodes >= self.clock.limits.nodes:
            raise Stopped
        stop = partial(halt, self.workspaces)
        look = self.clock.watch(stop)

        def wait() -> float:
            on_wait()
            return look()

        with self.clock.stop.halting(stop):
            run_together(calls, stop, wait, self.clock.next_look)
        self.nodes = self.nodes_now
        for workspace in self.workspaces:
            workspace[NODES] = 0
        self.seconds, self.cpu_seconds = self.clock.seconds, self.clock.cpu_seconds
        if self.sum_of(OVERFLOW):
            raise BadGame(f"{self.game.name} has more moves than the solver can hold")

    def sum_of(self, word: int) -> int:
        """The sum of a word over all workspaces."""
        return sum(int(workspace[word]) for workspace in self.workspaces)

    @property
    def nodes_now(self) -> int:
        """All nodes so far, with those of kernels that are at work."""
        return self.nodes + self.sum_of(NODES)

    @property
    def hashfull(self) -> float:
        """The share of the table in use."""
        return hashfull(self.table)

    @property
    def bounds(self) -> Bounds:
        """What is known of the position in hand."""
        if not self.asking:
            return self.known
        low, high = (int(self.workspaces[0][word]) for word in (layout.LOW, layout.HIGH))
        return self.known.narrowed(bounds_of(low, high, *self.asking))

    @property
    def progress(self) -> Progress:
        """How far it has come; may be asked from another thread while a kernel is at work."""
        asking, bound = self.asking, int(self.workspaces[0][layout.ASKED])
        question = question_of(bound, *asking) if asking and bound < asking.left else None
        return Progress(self.bounds, question, self.nodes_now, self.clock.seconds, self.hashfull)


def bounds_of(low: int, high: int, left: int, weak: bool, is_whole: bool) -> Bounds:
    """What it means that a value lies between two others."""
    no_win = (0 if weak else left - high) if high > 0 else left
    no_loss = (0 if weak else left + low) if low < 0 else left
    if low > 0:
        return Bounds(WIN, WIN, no_win, left, left + 1 - low)
    if high < 0:
        return Bounds(LOSS, LOSS, left, no_loss, left + 1 + high)
    least = DRAW if is_whole and low == 0 else LOSS
    most = DRAW if is_whole and high == 0 else WIN
    return Bounds(least, most, no_win, no_loss)


def question_of(bound: int, left: int, weak: bool, is_whole: bool) -> Question:
    """What it means to ask whether a value is above a bound."""
    plies = left - bound if bound >= 0 else left + 1 + bound
    return Question(bound >= 0, None if weak and is_whole else plies)


@cache
def verdict_of(value: int, left: int, weak: bool) -> Verdict:
    """What a value means where `left` plies are left. Kept: a batch asks it of each position."""
    if not value:
        return Verdict(DRAW)
    plies = None if weak else left + 1 - abs(value)
    return Verdict(WIN if value > 0 else LOSS, plies)


def value_of(verdict: Verdict, left: int) -> int:
    """The least value that means this verdict or a better one."""
    if verdict.outcome == DRAW:
        return 0
    value = 1 if verdict.plies is None else left + 1 - verdict.plies
    return value if verdict.outcome == WIN else -left if verdict.plies is None else -value


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    ExactSolver(game, MIN_BYTES).solve(game.start(), Limits(nodes=1))
