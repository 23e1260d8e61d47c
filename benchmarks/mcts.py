"""Monte Carlo tree search with random games."""

import math
from dataclasses import dataclass
from typing import ClassVar

from benchmarks import ours, peer, races
from benchmarks.findings import Step, sameness_verdict
from benchmarks.measure import Effort, Goal
from benchmarks.races import Race
from benchmarks.sameness import PAIRS, STANDARD_ERRORS, Figure, Pair

SIMULATIONS = 100_000
PEER_SIMULATIONS = {"connect_four": SIMULATIONS}
OTHER_PEER_SIMULATIONS = 10_000
"""A small tree is no slower than a large one, and OpenSpiel's trees take long."""
COMPARED = 20_000
GOALS = {"connect_four": Goal(5, 10), "mnk(m=5,n=5,k=4)": Goal(20, 50)}


@dataclass(frozen=True)
class SameValue:
    """The value of each side's best move after the same number of simulations."""

    TITLE: ClassVar = "The same values"
    HEADINGS: ClassVar = ["Plyground", "OpenSpiel", "simulations", "best move's value", "values"]

    pair: Pair
    simulations: int
    value: Figure

    @property
    def verdict(self) -> str:
        return sameness_verdict(self.value.agrees)

    def row(self) -> list[str]:
        names = [self.pair.what, self.pair.peer_what, f"{self.simulations:,}"]
        return [*names, self.value.text(".3f"), self.verdict]


def steps(effort: Effort) -> list[Step]:
    checks = [_comparison(pair, effort.of(COMPARED)) for pair in PAIRS]
    return [*checks, *(races.step(_race(pair, effort), effort) for pair in PAIRS)]


def _comparison(pair: Pair, simulations: int) -> Step:
    return Step(pair.what, lambda: [_compare(pair, simulations)])


def _compare(pair: Pair, simulations: int) -> SameValue:
    _, thought = ours.grow(ours.load(pair.what), simulations, seed=1)
    best = peer.grow(pair.peer_what, simulations, seed=1).best_child()
    # Both are means of about equally many games, each with at most the variance of a fair coin.
    allowed = STANDARD_ERRORS * math.sqrt(2 / best.explore_count)
    value = best.total_reward / best.explore_count
    return SameValue(pair, simulations, Figure(thought.score / 1000, value, allowed))


def _race(pair: Pair, effort: Effort) -> Race:
    simulations = effort.of(SIMULATIONS)
    theirs = effort.of(PEER_SIMULATIONS.get(pair.peer_what, OTHER_PEER_SIMULATIONS))
    return Race(
        f"{pair.what}, {simulations:,}",
        "simulations/s",
        ours.growing(pair.what, simulations),
        f"OpenSpiel {pair.peer_what}, {theirs:,}",
        peer.growing(pair.peer_what, theirs),
        GOALS.get(pair.peer_what),
    )
