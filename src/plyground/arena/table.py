"""What is known of a tournament so far: which games are played, and how the players stand."""

from collections import Counter
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from plyground.arena.messages import TournamentGame
from plyground.arena.plan import Plan
from plyground.arena.schedule import Fixture, schedule
from plyground.core.errors import BadTournament
from plyground.core.wire import Termination
from plyground.matches.sprt import Sprt, sprt

POINTS: Final = {"first": 1.0, "draw": 0.5, "second": 0.0, "unfinished": 0.5}
"""What a result is worth to the player who started the game."""


class Row(NamedTuple):
    """What tables and lists need to know of a game."""

    first: int
    second: int
    points: float
    """Of the player who started the game."""
    opening: int
    is_copy: bool
    """Whether an earlier game of the same players had the same moves."""
    plies: int
    termination: Termination
    failed: int | None
    """The side that lost through its own fault: 0 or 1."""


class Table:
    """The games of a tournament as they come in, in any order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rows: dict[int, Row] = {}
        self.points: dict[int, float] = {}
        self.pairs = Counter[float]()
        """How many pairs of a test brought the first player of the plan 0, 0.5, 1, 1.5, 2."""
        self._schedule = schedule(plan, self.points)
        self._seen: set[int] = set()
        self._halves: dict[int, Row] = {}
        self._cursor = 0

    @property
    def fixtures(self) -> list[Fixture]:
        """All games that are planned so far."""
        return self._schedule.fixtures

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.is_decided or (self._schedule.is_whole and len(self.rows) == len(self.fixtures))

    @property
    def is_decided(self) -> bool:
        """Whether a test has accepted one of its hypotheses."""
        found = self.sprt
        return found is not None and found.accepted is not None

    @property
    def sprt(self) -> Sprt | None:
        """The test so far; None if there is none, or nothing to test yet."""
        given = self.plan.sprt
        if given is None or not self.pairs:
            return None
        counts = [self.pairs[points / 2] for points in range(5)]
        return sprt(counts, given.elo0, given.elo1, given.alpha, given.beta, given.model)

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        fixture = self._fixture(game.number)
        points = POINTS[game.result]
        moves = hash((fixture.first, fixture.second, game.moves))
        row = Row(
            first=fixture.first,
            second=fixture.second,
            points=points,
            opening=fixture.opening,
            is_copy=moves in self._seen,
            plies=len(game.moves),
            termination=game.termination,
            failed=game.failed,
        )
        self._seen.add(moves)
        self.rows[game.number], self.points[game.number] = row, points
        self._count_pair(row)
        if not self._schedule.is_whole and len(self.rows) == len(self.fixtures):
            self._schedule = schedule(self.plan, self.points)

    def _fixture(self, number: int) -> Fixture:
        if not 0 < number <= len(self.fixtures):
            raise BadTournament(f"game {number} is not in the plan of the tournament")
        return self.fixtures[number - 1]

    def _count_pair(self, row: Row) -> None:
        """Count the points of a pair when both of its games are played. Copies prove nothing."""
        other = self._halves.pop(row.opening, None)
        if other is None:
            self._halves[row.opening] = row
        elif not (row.is_copy or other.is_copy):
            self.pairs[sum(own_points(one, 0) for one in (row, other))] += 1

    def open_fixtures(self, most: int, flying: Container[int]) -> Iterator[Fixture]:
        """The next games to play, at most `most`; those that are `flying` are being played."""
        fixtures = self.fixtures
        while self._cursor < len(fixtures) and fixtures[self._cursor].number in self.rows:
            self._cursor += 1
        for place in range(self._cursor, len(fixtures)):
            if most <= 0:
                return
            number = fixtures[place].number
            if number not in self.rows and number not in flying:
                most -= 1
                yield fixtures[place]


def own_points(row: Row, player: int) -> float:
    """What a game brought one of its players."""
    return row.points if row.first == player else 1 - row.points
