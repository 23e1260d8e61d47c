"""Alpha-beta to a fixed depth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from benchmarks import easy, ours, peer
from benchmarks.findings import Step, sameness_verdict
from benchmarks.measure import Effort, Goal, Work, rates_in_turns, spread
from benchmarks.races import NODES, Finish, ratios
from plyground.core.score import plies_to_end
from plyground.records.record import Record
from plyground.search.limits import Limits

CONNECT_FOUR, BREAKTHROUGH = "connect-four", "examples/breakthrough.py"
PEER_CONNECT_FOUR, PEER_BREAKTHROUGH = "connect_four", "breakthrough(rows=8,columns=8)"
POSITIONS = 50
CHECKED_DEPTH = 4
SEARCHES = 100
"""Searches of ours in one turn: a single one is too short to time."""

Texts = list[str]
PeerValue = Callable[[Texts], float]
"""The score that a peer without an evaluation gives the position after these moves."""


class Contest(NamedTuple):
    """A search of ours and a peer's to the same depth; the works count searches."""

    what: str
    peer_what: str
    ours: Work
    peer: Work
    our_nodes: Callable[[], int]
    peer_nodes: Callable[[], int]
    rate_goal: Goal
    time_goal: Goal | None = None


@dataclass(frozen=True)
class SameResults:
    """Whether both see the same wins and losses near the ends of random games."""

    TITLE: ClassVar = "The same results"
    HEADINGS: ClassVar = ["Plyground", "peer", "depth", "positions", "decided", "equal", "results"]

    what: str
    peer_what: str
    depth: int
    positions: int
    decided: int
    equal: int

    @property
    def verdict(self) -> str:
        return sameness_verdict(self.equal == self.positions)

    def row(self) -> list[str]:
        numbers = (self.depth, self.positions, self.decided, self.equal)
        return [self.what, self.peer_what, *map(str, numbers), self.verdict]


def steps(effort: Effort) -> list[Step]:
    count = effort.of(POSITIONS)
    return [
        _check(CONNECT_FOUR, "OpenSpiel", count, _open_spiel_connect_four),
        _check(CONNECT_FOUR, "easyAI", count, _easyai_connect_four),
        _check(BREAKTHROUGH, "OpenSpiel", count, _open_spiel_breakthrough),
        *(Step(contest.what, _running(contest, effort)) for contest in _contests(effort)),
    ]


# --- the same results --------------------------------------------------------------------------


def _check(text: str, peer_what: str, count: int, peer_value: PeerValue) -> Step:
    return Step(f"{text}, {peer_what}", lambda: [_compare(text, peer_what, count, peer_value)])


def _compare(text: str, peer_what: str, count: int, peer_value: PeerValue) -> SameResults:
    pairs = [(_own_sign(text, seed), _peer_sign(text, seed, peer_value)) for seed in range(count)]
    decided = sum(own != 0 for own, _ in pairs)
    equal = sum(own == theirs for own, theirs in pairs)
    return SameResults(text, peer_what, CHECKED_DEPTH, count, decided, equal)


def _own_sign(text: str, seed: int) -> int:
    """1 for a win of the side to move that the search sees, -1 for a loss."""
    record = _near_the_end(text, seed)
    search = ours.alpha_beta(record.game, "zero")
    score = search.think(record.position, Limits(depth=CHECKED_DEPTH)).score
    return 0 if plies_to_end(score) is None else _sign(score)


def _peer_sign(text: str, seed: int, peer_value: PeerValue) -> int:
    return _sign(peer_value(_near_the_end(text, seed).move_texts))


def _near_the_end(text: str, seed: int) -> Record:
    """A random game without its last moves."""
    record = ours.random_game(ours.load(text), seed)
    record.undo(1 + seed % (CHECKED_DEPTH + 2))
    return record


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _open_spiel_connect_four(texts: Texts) -> float:
    return peer.alpha_beta(peer.connect_four_after(texts), CHECKED_DEPTH, peer.nothing)


def _open_spiel_breakthrough(texts: Texts) -> float:
    return peer.alpha_beta(peer.breakthrough_after(texts), CHECKED_DEPTH, peer.nothing)


def _easyai_connect_four(texts: Texts) -> float:
    return easy.value_after([int(column) - 1 for column in texts], CHECKED_DEPTH)


# --- the speed ---------------------------------------------------------------------------------


def _contests(effort: Effort) -> list[Contest]:
    deep = 8 - effort.plies_less
    return [
        _against_open_spiel(effort, CONNECT_FOUR, deep, PEER_CONNECT_FOUR, 1, peer.central),
        _against_easyai(effort, deep),
        _against_open_spiel(effort, BREAKTHROUGH, 6, PEER_BREAKTHROUGH, 10, peer.nothing, False),
        # Even and odd depths have different shares of leaves, and so different speeds.
        _against_open_spiel(effort, BREAKTHROUGH, 5, PEER_BREAKTHROUGH, 40, peer.nothing),
        _against_open_spiel(effort, BREAKTHROUGH, 6, PEER_BREAKTHROUGH, 10, peer.nothing),
    ]


def _against_open_spiel(
    effort: Effort,
    text: str,
    depth: int,
    peer_text: str,
    peer_searches: int,
    value: peer.Value,
    order: bool = True,
) -> Contest:
    return Contest(
        f"{text}, depth {depth}{'' if order else ', not ordered'}",
        f"OpenSpiel {peer_text}",
        ours.searching(text, depth, effort.of(SEARCHES), order),
        peer.searching(peer_text, depth, effort.of(peer_searches), value),
        lambda: ours.searched_nodes(text, depth, order),
        lambda: peer.searched_nodes(peer_text, depth, value),
        Goal(20, 60),
    )


def _against_easyai(effort: Effort, depth: int) -> Contest:
    return Contest(
        f"{CONNECT_FOUR}, depth {depth}",
        "easyAI ConnectFour",
        ours.searching(CONNECT_FOUR, depth, effort.of(SEARCHES), True),
        easy.searching(depth),
        lambda: ours.searched_nodes(CONNECT_FOUR, depth, True),
        lambda: easy.searched_nodes(depth),
        Goal(2_000),
        Goal(1_000),
    )


def _running(contest: Contest, effort: Effort) -> Callable[[], Sequence[Finish]]:
    return lambda: _run(contest, effort)


def _run(contest: Contest, effort: Effort) -> list[Finish]:
    """Time whole searches; their nodes are the same each time and counted separately."""
    own, theirs = rates_in_turns([contest.ours, contest.peer], effort.repeats)
    nodes, peer_nodes = contest.our_nodes(), contest.peer_nodes()
    return [
        _finish(
            contest,
            NODES,
            [nodes * rate for rate in own],
            [peer_nodes * rate for rate in theirs],
            contest.rate_goal,
            by_time=False,
        ),
        _finish(
            contest,
            "ms",
            [1000 / rate for rate in own],
            [1000 / rate for rate in theirs],
            contest.time_goal,
            by_time=True,
        ),
    ]


def _finish(
    contest: Contest,
    unit: str,
    own: list[float],
    theirs: list[float],
    goal: Goal | None,
    by_time: bool,
) -> Finish:
    """For rates and times sameness_verdict, a larger ratio is better for us."""
    faster = ratios(theirs, own) if by_time else ratios(own, theirs)
    what, other = contest.what, contest.peer_what
    return Finish(what, unit, spread(own), other, spread(theirs), spread(faster), goal)
