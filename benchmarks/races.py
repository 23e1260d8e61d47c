"""A race: something of ours, alone or against the same thing of a peer."""

from dataclasses import dataclass
from typing import ClassVar

from benchmarks.findings import Step
from benchmarks.measure import Effort, Goal, Spread, Work, rates_in_turns, spread
from benchmarks.words import goal_text, significant, significant_range

NODES = "nodes/s"


@dataclass(frozen=True)
class Race:
    """What runs, the unit of its rate, and what the ratio or our rate should reach."""

    what: str
    unit: str
    ours: Work
    peer_what: str = ""
    peer: Work | None = None
    goal: Goal | None = None


@dataclass(frozen=True)
class Finish:
    """How a race ended: our rate or time, the peer's, and how many times faster ours is."""

    TITLE: ClassVar = "Speeds"
    HEADINGS: ClassVar = ["Plyground", "measured", "peer", "measured", "ratio", "goal", "verdict"]

    what: str
    unit: str
    ours: Spread
    peer_what: str
    peer: Spread | None
    ratio: Spread | None
    goal: Goal | None

    @property
    def verdict(self) -> str:
        """Whether the median of the ratio (or, without a peer, of our rate) reaches the goal."""
        return self.goal.verdict((self.ratio or self.ours).median) if self.goal else ""

    def row(self) -> list[str]:
        return [
            self.what,
            f"{significant(self.ours.median)} {self.unit}",
            self.peer_what,
            f"{significant(self.peer.median)} {self.unit}" if self.peer else "",
            significant_range(self.ratio, "x") if self.ratio else "",
            goal_text(self.goal, "x" if self.ratio else ""),
            self.verdict,
        ]


def step(race: Race, effort: Effort) -> Step:
    return Step(race.what, lambda: [run_race(race, effort)])


def run_race(race: Race, effort: Effort) -> Finish:
    works = [race.ours, race.peer] if race.peer else [race.ours]
    own, *others = rates_in_turns(works, effort.repeats)
    theirs = others[0] if others else []
    return Finish(
        race.what,
        race.unit,
        spread(own),
        race.peer_what,
        spread(theirs) if theirs else None,
        spread(ratios(own, theirs)) if theirs else None,
        race.goal,
    )


def ratios(own: list[float], theirs: list[float]) -> list[float]:
    """How many times faster ours was, turn by turn."""
    return [fast / slow for fast, slow in zip(own, theirs)]
