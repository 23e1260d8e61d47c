"""Random games and perft."""

from benchmarks import ours, peer, races, sameness
from benchmarks.findings import Step
from benchmarks.measure import Effort, Goal
from benchmarks.races import NODES, Race

PLAYOUTS = "playouts/s"


def steps(effort: Effort) -> list[Step]:
    checks = [sameness.step(pair, effort) for pair in sameness.PAIRS]
    return [*checks, *(races.step(race, effort) for race in _races(effort))]


def _races(effort: Effort) -> list[Race]:
    return [
        _against(effort, "connect-four", 1_500_000, "connect_four", 30_000, Goal(20, 40)),
        _against(
            effort,
            "paths:board=5x5,line=4",
            1_500_000,
            "mnk(m=5,n=5,k=4)",
            5_000,
            Goal(100, 250),
        ),
        _against(
            effort,
            "examples/breakthrough.py",
            400_000,
            "breakthrough(rows=8,columns=8)",
            4_000,
            Goal(20),
        ),
        _alone(effort, "watch-your-back", 60_000, Goal(20_000, 100_000)),
        _alone(effort, "conniption", 100_000),
        _alone(effort, "dominoes", 1_500_000),
        _alone(effort, "paths:board=4x4x4", 1_000_000),
        _alone(effort, "examples/nim.py", 8_000_000),
        _perft(effort),
    ]


def _against(
    effort: Effort, text: str, count: int, peer_text: str, rollouts: int, goal: Goal
) -> Race:
    own = ours.playing(text, effort.of(count))
    theirs = peer.playing(peer_text, effort.of(rollouts))
    return Race(text, PLAYOUTS, own, f"OpenSpiel {peer_text}", theirs, goal)


def _alone(effort: Effort, text: str, count: int, goal: Goal | None = None) -> Race:
    return Race(text, PLAYOUTS, ours.playing(text, effort.of(count)), goal=goal)


def _perft(effort: Effort) -> Race:
    depth = 8 - effort.plies_less
    return Race(
        f"connect-four, perft {depth}",
        NODES,
        ours.counting("connect-four", depth, times=4),
        f"OpenSpiel connect_four, Python loop, depth {depth - 1}",
        peer.counting("connect_four", depth - 1),
        Goal(30),
    )
