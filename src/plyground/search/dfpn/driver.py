"""Proof-number search as a solver: it asks whether either side can force a win within 1, 2, 3, ...
plies."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from plyground.core.compile import native, raw
from plyground.core.errors import BadGame, GameOver
from plyground.core.game import Game, declares, legal_moves
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.threads import run_together
from plyground.core.words import Words, to_words
from plyground.search.alphabeta.table import hashfull, new_table
from plyground.search.dfpn.kernel import INFINITE, solve_root
from plyground.search.dfpn.replay import new_notes, replay
from plyground.search.dfpn.table import NEVER
from plyground.search.dfpn.workspace import (
    HAS_NON_LOSING_MOVES,
    HAS_THREATS,
    LAYOUT,
    PHI,
    PLAYED,
    PLIES,
    REPLY,
    SLOTS,
    SYMMETRY_FROM,
)
from plyground.search.limits import MAX_DEPTH, NO_LIMITS, Clock, Limits, Stopped
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
from plyground.search.workspace import NODE_LIMIT, NODES, OVERFLOW, STOP, halt as halt_kernels

MAX_PLIES: Final = 250
"""No question looks further ahead than this."""
DEFAULT_BYTES: Final = 64 << 20


class Answer(NamedTuple):
    """Whether the attacker wins within `plies` plies, or does not. `move` is how the side to move
    wins, or avoids the loss; None where it cannot."""

    won: bool
    plies: int
    move: int | None


NOTHING: Final = Answer(False, 0, None)
"""What is known before the first question: nobody wins within no ply."""


class Replay(NamedTuple):
    """A win that was played out against every answer."""

    holds: bool | None
    """None where a limit was met first."""
    positions: int
    """How many of the winner's moves were looked at."""
    seconds: float


class ProofSearch(Stoppable):
    """A solver with its table, which it keeps from question to question."""

    def __init__(self, game: Game, table_bytes: int = DEFAULT_BYTES) -> None:
        self.game = game
        self.table = new_table(table_bytes)
        self.workspace = LAYOUT.new_memory()
        self.search: _Search | None = None
        self.stop_signal = StopSignal()
        self.is_touched = False

    @can_be_stopped
    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """The verdict of a position; None where a limit is met first.

        A limit of depth is one for the length of questions: who wins later is not found out.
        """
        limits.check()
        moves = legal_moves(self.game, position)
        if not moves:
            raise GameOver("the game is over: there is nothing to solve")
        search = self.search = _Search(self, position, limits)
        horizon = None
        try:
            verdict, best = search.weak_verdict() if weak else search.verdict()
            horizon = None if verdict else search.longest
        except Stopped:
            verdict, best = None, None
        if verdict and best is None:
            best = moves[0]  # every move loses as soon, or it does not matter how soon
        spent = search.nodes, search.clock.seconds
        return Solution(verdict, best, *spent, search.bounds, horizon)

    @property
    def progress(self) -> Progress:
        """How far it has come; may be asked from another thread while a kernel is at work."""
        search = self.search
        if search is None:
            return Progress(NOTHING_KNOWN, None, 0, 0.0, 0.0)
        nodes, seconds = search.nodes + int(self.workspace[NODES]), search.clock.seconds
        return Progress(search.bounds, search.question, nodes, seconds, hashfull(self.table))

    @property
    def played(self) -> int:
        """How many of the winner's moves were looked at while a win is played out."""
        return int(self.workspace[PLAYED])

    @can_be_stopped
    def replay(self, position: Any, verdict: Verdict, limits: Limits = NO_LIMITS) -> Replay:
        """Play a verdict out that is a win or a loss: the moves of the winner are the search's, all
        else is by the rules. Within how many plies is looked at, and not that none is sooner.

        It takes a quarter of the table's memory more.
        """
        limits.check()
        holds, search = None, _Search(self, position, NO_LIMITS)
        with contextlib.suppress(Stopped):
            search.wins(position, Verdict(WIN, 1))  # compiles before time counts
            search = _Search(self, position, limits)
            holds = search.wins(position, verdict)
        return Replay(holds, self.played, search.clock.seconds)


class _Search:
    """One call of `solve` or `replay`."""

    def __init__(self, solver: ProofSearch, position: Any, limits: Limits) -> None:
        self.solver, self.limits = solver, limits
        self.words = to_words(solver.game, position)
        self.game = native(solver.game)
        self.longest = limits.depth if limits.depth < MAX_DEPTH else MAX_PLIES
        self.nodes = 0
        self.ours = self.theirs = NOTHING
        self.question: Question | None = None
        self.run(1, 1)  # compiles before time counts
        solver.workspace[NODES] = 0
        solver.is_touched = solver.is_touched or touch(solver.table, solver.stop_signal)
        self.clock = Clock(limits, solver.stop_signal)

    def verdict(self) -> tuple[Verdict | None, int | None]:
        """Ask who wins within 1, 2, 3, ... plies, until someone does or nobody ever will."""
        for left in range(1, self.longest + 1):
            if self.ours.plies < left:
                self.ours = self.solve_question(left, 1)
                if self.ours.won:
                    return Verdict(WIN, self.ours.plies), self.ours.move
            if self.theirs.plies < left:
                before, self.theirs = self.theirs, self.solve_question(left, 0)
                if self.theirs.won:
                    return Verdict(LOSS, self.theirs.plies), before.move
            if self.is_drawn:
                return Verdict(DRAW), self.theirs.move
        return None, None

    def weak_verdict(self) -> tuple[Verdict | None, int | None]:
        """Ask both sides whether they win at all."""
        self.ours = self.solve_question(self.longest, 1)
        if self.ours.won:
            return Verdict(WIN), self.ours.move
        self.theirs = self.solve_question(self.longest, 0)
        if self.theirs.won:
            return Verdict(LOSS), None
        return (Verdict(DRAW), self.theirs.move) if self.is_drawn else (None, None)

    @property
    def is_drawn(self) -> bool:
        """Whether neither side ever wins."""
        return min(self.ours.plies, self.theirs.plies) >= NEVER

    @property
    def bounds(self) -> Bounds:
        """What the answers so far say of a position without a verdict."""
        ours, theirs = self.ours.plies, self.theirs.plies
        least, most = DRAW if theirs >= NEVER else LOSS, DRAW if ours >= NEVER else WIN
        return Bounds(least, most, ours, theirs)

    def solve_question(self, left: int, attacking: int) -> Answer:
        """Whether the attacker, who is to move or not, can force a win within `left` plies."""
        self.question = Question(bool(attacking), left)
        self.call(partial(self.run, left, attacking))
        return self.answer(attacking)

    def wins(self, position: Any, verdict: Verdict) -> bool:
        """Whether the side that wins by this verdict does so whatever is answered."""
        game, left = self.solver.game, verdict.plies or self.longest
        notes = new_notes(game, self.solver.table.nbytes // 4)
        self.prepare(left)
        self.solver.workspace[PLAYED] = 0
        return self.beats(position, left, notes, attacking=verdict.outcome == WIN)

    def beats(self, position: Any, left: int, notes: Words, attacking: bool = True) -> bool:
        """Whether the attacker, who is to move or not, wins within `left` plies, whatever is
        answered."""
        solver, words = self.solver, to_words(self.solver.game, position)
        given = words, left, int(attacking), INFINITE, SLOTS
        rest = raw(solver.workspace), raw(solver.table), notes
        holds: bool = self.call(partial(replay, self.game, *given, *rest))
        return holds

    def call(self, kernel: Callable[[], Any]) -> Any:
        """Run a kernel that may take long, within the limits; returns what it returns."""
        if self.clock.left <= 0 or self.nodes >= self.limits.nodes:
            raise Stopped
        workspace = self.solver.workspace
        workspace[STOP] = workspace[NODES] = workspace[OVERFLOW] = 0
        workspace[NODE_LIMIT] = self.limits.nodes - self.nodes
        halt = partial(halt_kernels, [workspace])
        try:
            with self.clock.stop.halting(halt):
                found = run_together([kernel], halt, self.clock.watch(halt), self.clock.next_look)
        except BaseException:
            self.nodes += int(workspace[NODES])
            self.solver.workspace = LAYOUT.new_memory()  # the kernel leaves the old one by and by
            raise
        self.nodes += int(workspace[NODES])
        workspace[NODES] = 0
        if workspace[OVERFLOW]:
            raise BadGame(f"{self.solver.game.name} has more moves than a search can hold")
        if workspace[STOP]:
            raise Stopped
        return found[0]

    def run(self, left: int, attacking: int) -> None:
        """Answer in the workspace."""
        self.prepare(left)
        workspace, table = raw(self.solver.workspace), raw(self.solver.table)
        solve_root(self.game, self.words, left, attacking, INFINITE, 0, workspace, table)

    def prepare(self, left: int) -> None:
        """Tell the kernels which rules the game has, and where images share an entry."""
        workspace, game = self.solver.workspace, self.solver.game
        workspace[SYMMETRY_FROM] = left - SYMMETRY_PLIES
        workspace[HAS_NON_LOSING_MOVES] = declares(game, "non_losing_moves")
        has_threats = game.alternates and declares(game, "threats")
        workspace[HAS_THREATS] = workspace[HAS_NON_LOSING_MOVES] and has_threats

    def answer(self, attacking: int) -> Answer:
        """The answer in the workspace's first slot."""
        slot = [int(word) for word in self.solver.workspace[SLOTS:][: REPLY + 1]]
        succeeded = slot[PHI] == 0
        move = slot[REPLY] if succeeded else None
        return Answer(succeeded == bool(attacking), slot[PLIES], move)


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    ProofSearch(game, 1 << 12).solve(game.start(), Limits(depth=1))
