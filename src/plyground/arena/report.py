"""What the games of a tournament tell, counted as they come in."""

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
from plyground.matches.joint_rating import JointRatings, PairResult, joint_ratings
from plyground.matches.messages import mean, sprt_message
from plyground.matches.rating import rate
from plyground.matches.sprt import FEW_DECIDED, normalised_elo, sprt
from plyground.reports.words import nelo_text

MAX_RATED: Final = 200
"""More players than this get no joint rating: it would take too long."""
CURVE_POINTS: Final = 200
"""How many points a curve has, about."""


@dataclass
class Totals:
    """The sums of one player."""

    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """As the one who starts the game, and as the other."""
    games: list[int] = field(default_factory=lambda: [0, 0])
    results: Counter[float] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    seconds: float = 0.0
    searches: int = 0
    depth: int = 0
    nodes: int = 0


class Tally:
    """All that is counted of a tournament, game by game."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.table = plan, Table(plan)
        self.players = [Totals() for _ in plan.players]
        self.terminations: Counter[str] = Counter()
        self.openings: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
        """The games with each opening, and the points of those who started them."""
        self.disputed: list[int] = []
        """The numbers of games in which both sides claimed a win at once."""

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        self.table.add(game)
        row = self.table.rows[game.number]
        self.terminations[game.termination] += 1
        opening = self.openings[game.moves[: game.opening_plies]]
        opening[0] += 1
        opening[1] += row.points
        for side, number in enumerate((row.first, row.second)):
            player, points = self.players[number], own_points(row, number)
            player.points[side] += points
            player.games[side] += 1
            player.results[points] += 1
            if game.failed == side:
                player.failures[game.termination] += 1
        self._add_usage(game, row)
        if _both_claim_a_win(game):
            self.disputed.append(game.number)

    def _add_usage(self, game: TournamentGame, row: Row) -> None:
        """Count the time and the searches of both; sides take turns, also in the opening."""
        both = self.players[row.first], self.players[row.second]
        for ply, info in enumerate(game.infos, game.opening_plies):
            player = both[info.side if info.side is not None else ply % 2]
            player.moves += 1
            player.seconds += info.seconds
            if info.depth is not None:
                player.searches += 1
                player.depth += info.depth
                player.nodes += info.nodes or 0

    def report(self, file: str) -> TournamentReport:
        """All that is known so far."""
        plan, table = self.plan, self.table
        rows = [*table.rows.values()]
        pairs = [*pairs_of(rows)]
        is_rated = rows and len(plan.players) <= MAX_RATED
        rated = joint_ratings(len(plan.players), pairs, plan.seed) if is_rated else None
        players = [self._player(number, rated) for number in range(len(plan.players))]
        return TournamentReport(
            file=file,
            game=plan.game,
            format=plan.format,
            games=len(table.fixtures),
            done=len(rows),
            players=tuple(sorted(players, key=_order)),
            meetings=tuple(_meetings(plan, rows)),
            first_move=rated and rated.first_move,
            draws=rated and rated.draws,
            openings=tuple(
                OpeningScore(moves=moves, games=int(games), points=points)
                for moves, (games, points) in self.openings.items()
            ),
            terminations=dict(self.terminations),
            copies=sum(row.is_copy for row in rows),
            sprt=_test(plan, table),
            llr_curve=tuple(_llr_curve(plan, pairs)),
            warnings=tuple(_warnings(table, rows, self.disputed)),
        )

    def _player(self, number: int, rated: JointRatings | None) -> TournamentPlayer:
        entry, totals = self.plan.players[number], self.players[number]
        rating = rated.players[number] if rated and totals.results else None
        return TournamentPlayer(
            name=entry.shown,
            player=entry.player,
            points=sum(totals.points),
            games=sum(totals.games),
            wins=totals.results[1.0],
            draws=totals.results[0.5],
            losses=totals.results[0.0],
            elo=rating and rating.elo,
            low=rating and rating.low,
            high=rating and rating.high,
            failures=dict(totals.failures),
            as_first=totals.points[0],
            as_second=totals.points[1],
            games_as_first=totals.games[0],
            seconds_per_move=mean(totals.seconds, totals.moves),
            depth=mean(totals.depth, totals.searches),
            nodes=mean(totals.nodes, totals.searches),
        )


def read_tally(store: Store) -> Tally:
    """The games of a tournament as far as they are stored."""
    tally = Tally(store.plan)
    for game in store.games():
        tally.add(game)
    return tally


def report(store: Store) -> TournamentReport:
    """All that is known of a tournament."""
    return read_tally(store).report(str(store.path))


def status(store: Store) -> TournamentStatus:
    """How far a tournament has come."""
    return status_of(read_tally(store), store)


def status_of(tally: Tally, store: Store) -> TournamentStatus:
    """The same, where the games are counted already."""
    plan, table = tally.plan, tally.table
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


def _order(player: TournamentPlayer) -> tuple[float, float, str]:
    return (-(player.elo or 0.0), -player.points, player.name)


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


def _llr_curve(plan: Plan, pairs: list[PairResult]) -> Iterator[tuple[int, float]]:
    """The log-likelihood ratio of a test after some of its pairs, from none to all."""
    given = plan.sprt
    whole = [pair for pair in pairs if pair.as_second is not None]
    if given is None or not whole:
        return
    yield 0, 0.0
    counts = [0] * 5
    for number, pair in enumerate(whole, 1):
        points = (pair.as_first or 0.0) + (pair.as_second or 0.0)
        counts[round(2 * (points if pair.one == 0 else 2 - points))] += 1
        if number % max(1, len(whole) // CURVE_POINTS) == 0 or number == len(whole):
            found = sprt(counts, given.elo0, given.elo1, given.alpha, given.beta, given.model)
            yield number, found.llr


def _both_claim_a_win(game: TournamentGame) -> bool:
    """Whether two moves in a row were said to win, one of each side."""
    claims = [bool(info.verdict and info.verdict.outcome == "win") for info in game.infos]
    sides = [info.side if info.side is not None else ply % 2 for ply, info in enumerate(game.infos)]
    return any(
        claims[ply] and claims[ply + 1] and sides[ply] != sides[ply + 1]
        for ply in range(len(claims) - 1)
    )


def _warnings(table: Table, rows: list[Row], disputed: list[int]) -> Iterator[str]:
    if disputed:
        yield (
            f"both players said that they win, in {counted(len(disputed), 'game')}, "
            f"such as game {min(disputed)}: one of them is wrong"
        )
    copies = sum(row.is_copy for row in rows)
    if copies:
        yield (
            f"{counted(copies, 'copy', 'copies')} of earlier games, which prove nothing: "
            "use more openings, or players that differ from game to game"
        )
    found = table.sprt
    if found and found.decided < FEW_DECIDED:
        yield (
            f"only {found.decided:.1%} of the pairs are decided, as where the first player nearly "
            f"always wins: normalised Elo {nelo_text(found.nelo, 1)} is {found.elo:+.1f} Elo of "
            "the usual kind; choose fair openings, or the logistic model"
        )
