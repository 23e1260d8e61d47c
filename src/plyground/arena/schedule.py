"""Which games are to be played. Each has a number, and depends only on the plan and on the results
of earlier rounds: a tournament that goes on after a stop plays what it would have played."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from plyground.arena.plan import Plan, swiss_rounds

MAX_TIE_PAIRS: Final = 8
"""How many more pairs decide a level pairing of a knock-out; then the better seed goes on."""
BYE: Final = -1


class Fixture(NamedTuple):
    """A game to be played. Players are numbered as in the plan."""

    number: int
    """From 1, in the order of playing."""
    round: int
    """From 1."""
    first: int
    second: int
    opening: int
    """The number of the opening, from 0; both games of a pair share it."""


Points = Mapping[int, float]
"""The first player's points in each game that was played, by its number: 1, 0.5 or 0."""


class Schedule(NamedTuple):
    """All games that can be planned so far."""

    fixtures: list[Fixture]
    is_whole: bool
    """Whether no more rounds follow."""


def schedule(plan: Plan, points: Points) -> Schedule:
    """The games up to the first round that is not played to its end."""
    if plan.format in ("round-robin", "gauntlet"):
        return Schedule([*_numbered(_all_pairings(plan), 1, 0, 0)], True)
    make_round = _knock_out_round if plan.format == "knock-out" else _swiss_round
    fixtures: list[Fixture] = []
    while True:
        pairings = make_round(plan, fixtures, points)
        if not pairings:
            return Schedule(fixtures, True)
        number = fixtures[-1].round + 1 if fixtures else 1
        opening = fixtures[-1].opening + 1 if fixtures else 0
        fixtures += _numbered(pairings, number, len(fixtures), opening)
        if any(fixture.number not in points for fixture in fixtures):
            return Schedule(fixtures, False)


Pairing = tuple[int, int]
"""Two players who meet once; games of the same pairing that follow each other are one pair."""


def _numbered(
    pairings: Iterator[Pairing] | list[Pairing], round: int, number: int, opening: int
) -> Iterator[Fixture]:
    """Number games; each two of a pair have the same opening, and the players swap sides."""
    last: Pairing | None = None
    for first, second in pairings:
        number += 1
        is_return = last == (second, first)
        yield Fixture(number, round, first, second, opening - is_return)
        opening += not is_return
        last = None if is_return else (first, second)


def _games(one: int, other: int, games: int) -> Iterator[Pairing]:
    for game in range(games):
        yield (one, other) if game % 2 == 0 else (other, one)


# --- everyone against everyone, or one against all -----------------------------------------------


def _all_pairings(plan: Plan) -> Iterator[Pairing]:
    """Pair by pair in turn, so that everyone has played about as much at any time."""
    everyone = range(len(plan.players))
    meetings = [*combinations(everyone, 2)]
    if plan.format == "gauntlet":
        meetings = [(0, other) for other in everyone[1:]]
    for start in range(0, plan.games, 2):
        for one, other in meetings:
            yield from _games(one, other, min(2, plan.games - start))


# --- knock-out ------------------------------------------------------------------------------------


def _knock_out_round(plan: Plan, fixtures: list[Fixture], points: Points) -> list[Pairing]:
    """The meetings of the next round, or more games where the last one is level."""
    bracket = _bracket(len(plan.players))
    while len(bracket) > 1:
        meetings = [*zip(bracket[::2], bracket[1::2], strict=True)]
        played = [_score(meeting, fixtures, points) for meeting in meetings]
        more: list[Pairing] = []
        for (one, other), (games, lead) in zip(meetings, played, strict=True):
            if BYE in (one, other):
                continue
            if not games:
                more += _games(one, other, plan.games)
            elif lead == 0 and games < plan.games + 2 * MAX_TIE_PAIRS:
                more += _games(one, other, 2)
        if more:
            return more
        bracket = [_winner(*meeting, lead) for meeting, (_, lead) in zip(meetings, played)]
    return []


def _bracket(players: int) -> list[int]:
    """The players in the order in which they meet: the best two seeds meet last. Places that nobody
    has are byes."""
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [seed if seed < players else BYE for seed in order]


def _score(meeting: Pairing, fixtures: list[Fixture], points: Points) -> tuple[int, float]:
    """How many games two players have played, and by how many points the first one leads."""
    games, lead = 0, 0.0
    for fixture in fixtures:
        if {fixture.first, fixture.second} == {*meeting}:
            games += 1
            gained = 2 * points[fixture.number] - 1
            lead += gained if fixture.first == meeting[0] else -gained
    return games, lead


def _winner(one: int, other: int, lead: float) -> int:
    """Who goes on: the better seed where nothing else decides."""
    if BYE in (one, other):
        return max(one, other)
    if lead == 0:
        return min(one, other)
    return one if lead > 0 else other


# --- Swiss --------------------------------------------------------------------------------------


def _swiss_round(plan: Plan, fixtures: list[Fixture], points: Points) -> list[Pairing]:
    """Those with as many points meet who have not met before; who is left over rests, and gains as
    if it had won."""
    done = fixtures[-1].round if fixtures else 0
    if done >= swiss_rounds(plan):
        return []
    standing = _Standing(plan, fixtures, points)
    waiting = standing.order()
    if len(waiting) % 2:
        waiting.remove(standing.who_rests())
    found = _without_repeats(waiting, standing.met) or _neighbours(waiting)
    return [game for one, other in found for game in _games(one, other, plan.games)]


class _Standing:
    """Points, meetings and rests after the rounds so far."""

    def __init__(self, plan: Plan, fixtures: list[Fixture], points: Points) -> None:
        everyone = range(len(plan.players))
        self.points = dict.fromkeys(everyone, 0.0)
        self.met: set[frozenset[int]] = set()
        self.rests = dict.fromkeys(everyone, 0)
        for fixture in fixtures:
            self.points[fixture.first] += points[fixture.number]
            self.points[fixture.second] += 1 - points[fixture.number]
            self.met.add(frozenset((fixture.first, fixture.second)))
        for round in {fixture.round for fixture in fixtures}:
            playing = {
                player for f in fixtures if f.round == round for player in (f.first, f.second)
            }
            for player in {*everyone} - playing:
                self.rests[player] += 1
                self.points[player] += plan.games

    def order(self) -> list[int]:
        """The players by their points; seeds decide between equals."""
        return sorted(self.points, key=lambda player: (-self.points[player], player))

    def who_rests(self) -> int:
        """The last one of those who have rested least."""
        least = min(self.rests.values())
        return [player for player in self.order() if self.rests[player] == least][-1]


def _without_repeats(waiting: list[int], met: set[frozenset[int]]) -> list[Pairing] | None:
    """Pairings of neighbours who have not met; None if there are none, or if it takes too long."""
    budget = [20_000]

    def paired(left: list[int]) -> list[Pairing] | None:
        if not left:
            return []
        budget[0] -= 1
        one, *others = left
        for other in others:
            if budget[0] > 0 and frozenset((one, other)) not in met:
                rest = paired([player for player in others if player != other])
                if rest is not None:
                    return [(one, other), *rest]
        return None

    return paired(waiting)


def _neighbours(waiting: list[int]) -> list[Pairing]:
    return [*zip(waiting[::2], waiting[1::2], strict=True)]
