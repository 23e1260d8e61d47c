"""The table of a tournament, and all that its games tell."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from plyground.arena.messages import (
    Meeting,
    OpeningScore,
    TournamentGame,
    TournamentPlayer,
    TournamentReport,
    TournamentStatus,
)
from plyground.arena.plan import Plan
from plyground.arena.store import Store, is_driven
from plyground.arena.table import Row, Table, own_points
from plyground.core.plurals import counted
from plyground.core.wire import Sprt
from plyground.live.seat import Usage
from plyground.matches.joint_rating import JointRatings, PairResult, joint_ratings
from plyground.matches.messages import mean, sprt_message
from plyground.matches.rating import rate
from plyground.matches.sprt import FEW_DECIDED, normalised_elo, sprt

MAX_RATED: Final = 200
"""More players than this get no joint rating: it would take too long."""
CURVE_POINTS: Final = 200
"""How many points a curve has, about."""


@dataclass
class Totals:
    """The sums of one player."""

    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """As the one who starts the game, and as the other."""
    results: Counter[float] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    usage: Usage = field(default_factory=Usage)


def status(store: Store) -> TournamentStatus:
    """How far a tournament has come."""
    table = read_table(store)
    plan = store.plan
    return TournamentStatus(
        file=str(store.path),
        game=plan.game,
        format=plan.format,
        players=tuple(entry.shown for entry in plan.players),
        games=len(table.fixtures),
        done=len(table.rows),
        is_over=table.is_over,
        is_running=is_driven(store.path),
    )


def read_table(store: Store) -> Table:
    """The games of a tournament as far as they are stored."""
    table = Table(store.plan)
    for game in store.games():
        table.add(game)
    return table


def report(store: Store) -> TournamentReport:
    """All that is known of a tournament."""
    plan, table, sums = store.plan, Table(store.plan), _Sums(store.plan)
    for game in store.games():
        table.add(game)
        sums.add(game, table.rows[game.number])
    rows = [*table.rows.values()]
    pairs = [*pairs_of(rows)]
    rated = (
        joint_ratings(len(plan.players), pairs, plan.seed) if _can_be_rated(plan, rows) else None
    )
    players = [_player(plan, number, sums, rated) for number in range(len(plan.players))]
    return TournamentReport(
        file=str(store.path),
        game=plan.game,
        format=plan.format,
        games=len(table.fixtures),
        done=len(rows),
        players=tuple(sorted(players, key=_order)),
        meetings=tuple(_meetings(plan, rows)),
        first_move=rated and rated.first_move,
        draws=rated and rated.draws,
        openings=tuple(sums.openings()),
        terminations=dict(sums.terminations),
        copies=sum(row.is_copy for row in rows),
        sprt=_test(plan, table),
        warnings=tuple(_warnings(table, rows)),
    )


class _Sums:
    """What is counted game by game."""

    def __init__(self, plan: Plan) -> None:
        self.players = [Totals() for _ in plan.players]
        self.terminations: Counter[str] = Counter()
        self._openings: dict[tuple[str, ...], list[float]] = defaultdict(list)

    def add(self, game: TournamentGame, row: Row) -> None:
        self.terminations[game.termination] += 1
        self._openings[game.moves[: game.opening_plies]].append(row.points)
        for side, number in enumerate((row.first, row.second)):
            player, points = self.players[number], own_points(row, number)
            player.points[side] += points
            player.results[points] += 1
            if game.failed == side:
                player.failures[game.termination] += 1
        self._add_usage(game, row)

    def _add_usage(self, game: TournamentGame, row: Row) -> None:
        """Count the time and the searches of both; sides take turns after the opening."""
        for place, info in enumerate(game.infos):
            number = (row.first, row.second)[info.side if info.side is not None else place % 2]
            searched = info.depth is not None
            self.players[number].usage.add(
                Usage(1, info.seconds, 0.0, searched, info.depth or 0, info.nodes or 0)
            )

    def openings(self) -> Iterator[OpeningScore]:
        for moves, points in self._openings.items():
            yield OpeningScore(moves=moves, games=len(points), points=sum(points))


def pairs_of(rows: list[Row]) -> Iterator[PairResult]:
    """The games by pairs: both games of a pair share an opening. Copies count once."""
    halves: dict[int, Row] = {}
    for row in (row for row in rows if not row.is_copy):
        other = halves.pop(row.opening, None)
        if other is None:
            halves[row.opening] = row
        else:
            yield PairResult(other.first, other.second, other.points, 1 - row.points)
    for row in halves.values():
        yield PairResult(row.first, row.second, row.points, None)


def _can_be_rated(plan: Plan, rows: list[Row]) -> bool:
    return bool(rows) and len(plan.players) <= MAX_RATED


def _order(player: TournamentPlayer) -> tuple[float, float, str]:
    return (-(player.elo or 0.0), -player.points, player.name)


def _player(plan: Plan, number: int, sums: _Sums, rated: JointRatings | None) -> TournamentPlayer:
    entry, totals = plan.players[number], sums.players[number]
    rating = rated.players[number] if rated and totals.results else None
    usage = totals.usage
    return TournamentPlayer(
        name=entry.shown,
        player=entry.player,
        points=sum(totals.points),
        games=totals.results.total(),
        wins=totals.results[1.0],
        draws=totals.results[0.5],
        losses=totals.results[0.0],
        elo=rating and rating.elo,
        low=rating and rating.low,
        high=rating and rating.high,
        failures=dict(totals.failures),
        as_first=totals.points[0],
        as_second=totals.points[1],
        seconds_per_move=mean(usage.seconds, usage.moves),
        depth=mean(usage.depth, usage.thoughts),
        nodes=mean(usage.nodes, usage.thoughts),
    )


def _meetings(plan: Plan, rows: list[Row]) -> Iterator[Meeting]:
    """Everyone against everyone they have met."""
    met: dict[frozenset[int], list[Row]] = defaultdict(list)
    for row in rows:
        met[frozenset((row.first, row.second))].append(row)
    for one, other in combinations(range(len(plan.players)), 2):
        games = met.get(frozenset((one, other)))
        if games:
            yield _meeting(plan, one, other, games)


def _meeting(plan: Plan, one: int, other: int, games: list[Row]) -> Meeting:
    pairs: dict[int, list[float]] = defaultdict(list)
    for row in games:
        pairs[row.opening].append(own_points(row, one))
    whole = [pair for pair in pairs.values() if len(pair) == 2]
    return Meeting(
        one=plan.players[one].shown,
        other=plan.players[other].shown,
        points=sum(own_points(row, one) for row in games),
        games=len(games),
        los=rate([*pairs.values()]).los,
        nelo=normalised_elo([sum(pair) for pair in whole]) if whole else None,
    )


def _test(plan: Plan, table: Table) -> Sprt | None:
    found, given = table.sprt, plan.sprt
    return sprt_message(found, given.elo0, given.elo1, given.model) if found and given else None


def test_text(test: Sprt) -> str:
    """A test in a sentence."""
    accepted = {0: "elo0 is accepted", 1: "elo1 is accepted", None: "the test goes on"}
    return (
        f"SPRT {test.elo0:g} to {test.elo1:g} ({test.model}): LLR {test.llr:+.2f} "
        f"({test.lower:.2f} to {test.upper:.2f}), {accepted[test.accepted]}; "
        f"normalised Elo {test.nelo:+.1f}, LOS {test.los:.1%}, {counted(test.pairs, 'pair')}"
    )


def llr_curve(plan: Plan, rows: list[Row]) -> list[tuple[int, float]]:
    """The log-likelihood ratio of a test after some of its pairs, from none to all."""
    given = plan.sprt
    assert given is not None
    whole = [pair for pair in pairs_of(rows) if pair.as_second is not None]
    counts, curve = [0] * 5, [(0, 0.0)]
    for number, pair in enumerate(whole, 1):
        points = (pair.as_first or 0.0) + (pair.as_second or 0.0)
        counts[round(2 * (points if pair.one == 0 else 2 - points))] += 1
        if number % max(1, len(whole) // CURVE_POINTS) == 0 or number == len(whole):
            found = sprt(counts, given.elo0, given.elo1, given.alpha, given.beta, given.model)
            curve.append((number, found.llr))
    return curve


def _warnings(table: Table, rows: list[Row]) -> Iterator[str]:
    copies = sum(row.is_copy for row in rows)
    if copies:
        yield (
            f"{copies:,} games are copies of earlier ones and prove nothing: "
            "use more openings, or players that differ from game to game"
        )
    found = table.sprt
    if found and found.decided < FEW_DECIDED:
        yield (
            f"only {found.decided:.1%} of the pairs are decided, as where the first player nearly "
            f"always wins: normalised Elo {found.nelo:+.1f} is {found.elo:+.1f} Elo of the usual "
            "kind; choose fair openings, or the logistic model"
        )
