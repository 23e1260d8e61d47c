"""What a second worker gains in a tournament, in games a second."""

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from benchmarks.findings import Step
from benchmarks.measure import Effort, Goal, Spread, spread
from benchmarks.words import goal_text, ranged, significant_range
from plyground.arena.driver import Progress, run
from plyground.arena.plan import Entry, Openings, Plan
from plyground.arena.store import create_store
from plyground.workers.local import LocalPool

SECONDS = 8.0
"""How long games are counted."""
WARM_GAMES = 8
"""The first games of a run, in which processes begin and load what is compiled, do not count."""
GOAL = Goal(0.95)
GAME = "connect-four"


@dataclass(frozen=True)
class Players:
    """Who plays against itself, and what two workers should reach."""

    player: str
    goal: Goal | None


HEAVY = Players("mcts:simulations=10000", GOAL)
LIGHT = Players("random", None)
"""Games so short that storing them is most of the work."""


@dataclass(frozen=True)
class Scaling:
    """How two workers compare with one; 1 would be twice as many games."""

    TITLE: ClassVar = "Workers"
    HEADINGS: ClassVar = [
        "players",
        "games a second, one worker",
        "two workers",
        "share of twice as many",
        "load",
        "goal",
        "verdict",
    ]

    what: str
    one: Spread
    two: Spread
    share: Spread
    load: float
    goal: Goal | None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.share.median) if self.goal else ""

    def row(self) -> list[str]:
        return [
            self.what,
            significant_range(self.one),
            significant_range(self.two),
            ranged(self.share, ".2f"),
            f"{self.load:.1f}",
            goal_text(self.goal, ""),
            self.verdict,
        ]


def steps(effort: Effort) -> list[Step]:
    return [_step(players, effort) for players in (HEAVY, LIGHT)]


def _step(players: Players, effort: Effort) -> Step:
    what = f"{players.player} against itself, {GAME}"
    return Step(f"{what}, two workers", lambda: [_scaling(what, players, effort)])


def _scaling(what: str, players: Players, effort: Effort) -> Scaling:
    """One worker and two in turns, so that a slow minute slows both."""
    load, seconds = os.getloadavg()[0], effort.seconds(SECONDS)
    turns = [[_rate(players.player, n, seconds) for n in (1, 2)] for _ in range(effort.repeats)]
    one, two = zip(*turns)
    share = [both / (2 * alone) for alone, both in turns]
    return Scaling(what, spread(one), spread(two), spread(share), load, players.goal)


class _Enough(Exception):
    """The time is over."""


def _rate(player: str, jobs: int, seconds: float) -> float:
    """The games a second of so many workers."""
    entries = (Entry(player=player, name="one"), Entry(player=player, name="other"))
    plan = Plan(game=GAME, players=entries, games=100_000, openings=Openings(plies=4))
    stored: list[float] = []

    def see(progress: Progress) -> None:
        if progress.played:
            stored.append(time.perf_counter())
        if len(stored) > WARM_GAMES and stored[-1] - stored[WARM_GAMES] > seconds:
            raise _Enough

    with (
        tempfile.TemporaryDirectory() as folder,
        create_store(Path(folder) / "t.db", plan) as store,
        LocalPool(jobs) as pool,
    ):
        try:
            run(store, pool, see)
        except _Enough:
            counted = stored[WARM_GAMES:]
            return (len(counted) - 1) / (counted[-1] - counted[0])
    raise AssertionError("the tournament is too short")
