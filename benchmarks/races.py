"""The speeds that are measured, with their goals."""

from dataclasses import dataclass

from benchmarks import ours, peer
from benchmarks.measure import Goal, Spread, Work, rates_in_turns, spread

PLAYOUTS, NODES = "playouts/s", "nodes/s"


@dataclass(frozen=True)
class Race:
    """Something of ours, alone or against the same thing of the peer."""

    what: str
    unit: str
    ours: Work
    peer_what: str = ""
    peer: Work | None = None
    goal: Goal | None = None


@dataclass(frozen=True)
class Finish:
    """How a race ended: our rate, the peer's, and how many times faster ours is."""

    what: str
    unit: str
    ours: Spread
    peer_what: str
    peer: Spread | None
    ratio: Spread | None
    goal: Goal | None

    @property
    def verdict(self) -> str:
        """Whether the median reaches the goal: of the ratio, or without a peer of our rate."""
        return self.goal.verdict((self.ratio or self.ours).median) if self.goal else ""


def all_races() -> list[Race]:
    return [
        _against("connect-four", 1_500_000, "connect_four", 30_000, Goal(20, 40)),
        _against("paths:board=5x5,line=4", 1_500_000, "mnk(m=5,n=5,k=4)", 5_000, Goal(100, 250)),
        _against(
            "examples/breakthrough.py", 400_000, "breakthrough(rows=8,columns=8)", 4_000, Goal(20)
        ),
        _alone("watch-your-back", 60_000, Goal(20_000, 100_000)),
        _alone("conniption", 100_000),
        _alone("dominoes", 1_500_000),
        _alone("paths:board=4x4x4", 1_000_000),
        _alone("examples/nim.py", 8_000_000),
        _perft(),
    ]


def _against(text: str, count: int, peer_text: str, rollouts: int, goal: Goal) -> Race:
    theirs = peer.playing(peer_text, rollouts)
    return Race(text, PLAYOUTS, ours.playing(text, count), peer_text, theirs, goal)


def _alone(text: str, count: int, goal: Goal | None = None) -> Race:
    return Race(text, PLAYOUTS, ours.playing(text, count), goal=goal)


def _perft() -> Race:
    return Race(
        "connect-four, perft 8",
        NODES,
        ours.counting("connect-four", depth=8, times=4),
        "connect_four, Python loop, depth 7",
        peer.counting("connect_four", depth=7),
        Goal(30),
    )


def run_race(race: Race) -> Finish:
    own, *others = rates_in_turns([race.ours, race.peer] if race.peer else [race.ours])
    theirs = others[0] if others else []
    ratios = [fast / slow for fast, slow in zip(own, theirs)]
    return Finish(
        race.what,
        race.unit,
        spread(own),
        race.peer_what,
        spread(theirs) if theirs else None,
        spread(ratios) if ratios else None,
        race.goal,
    )
