"""A report as people read it: its tables as texts, and what they leave out in sentences."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from plyground.arena.follower import Pace
from plyground.arena.messages import (
    Meeting,
    OpeningScore,
    TournamentPlayer,
    TournamentReport,
)
from plyground.arena.table import Table
from plyground.core.plurals import counted
from plyground.reports.messages import ReportTable
from plyground.reports.words import duration_text, nelo_text, test_text

MAX_CROSS: Final = 20
"""A cross table of more players would not fit."""
MAX_MEETINGS: Final = 45
MAX_OPENINGS: Final = 10
NOTHING: Final = "-"

Cell = Callable[[TournamentPlayer], str]


def tables(found: TournamentReport) -> list[ReportTable]:
    """The standings, who met whom, colours, time and depth, failures, openings."""
    made = [standings(found)]
    if 2 < len(found.players) <= MAX_CROSS and found.meetings:
        made.append(_by_player(found, "who met whom", _cross_table(found)))
    if found.meetings:
        made.append(_meetings(found))
    made.append(_by_player(found, "by colour", _COLOURS))
    made.append(_by_player(found, "time and depth", _EFFORT))
    if any(player.failures for player in found.players):
        made.append(_failures(found))
    if len(found.openings) > 1:
        made.append(_openings(found.openings))
    return made


def standings(found: TournamentReport) -> ReportTable:
    """Who is the best, and how sure that is."""
    columns: dict[str, Cell] = {
        "points": lambda player: f"{player.points:g}",
        "games": lambda player: f"{player.games:,}",
        "Elo (95 %)": _elo,
    }
    if any(player.failures for player in found.players):
        columns["failures"] = lambda player: f"{sum(player.failures.values()):,}"
    return _by_player(found, "standings", columns)


def sentences(found: TournamentReport) -> Iterator[str]:
    """What the tables leave out; warnings are told apart."""
    ends = ", ".join(f"{count:,} {kind}" for kind, count in found.terminations.items())
    yield f"{found.done:,} of {counted(found.games, 'game')} ({ends or 'none has ended'})"
    if found.first_move is not None:
        yield f"moving first is worth {found.first_move:+.0f} Elo"
    if found.sprt:
        yield test_text(found.sprt)


def progress_text(table: Table, pace: Pace | None) -> str:
    """How far a tournament has come, how fast it goes on, and how its test stands."""
    parts = [f"{len(table.rows):,} of {counted(len(table.fixtures), 'game')}"]
    per_second = pace.per_second if pace else None
    left = pace.seconds_left(table) if pace else None
    if per_second and left:
        parts.append(pace_text(per_second))
        parts.append(f"{'at most' if table.plan.sprt else 'about'} {duration_text(left)} left")
    found = table.sprt
    if found:
        parts.append(f"LLR {found.llr:+.2f} ({found.lower:.2f} to {found.upper:.2f})")
    return ", ".join(parts)


def pace_text(per_second: float) -> str:
    """How fast games end, in the unit that people can read."""
    for unit, seconds in (("second", 1), ("minute", 60)):
        if per_second * seconds >= 1:
            return f"{per_second * seconds:.3g} games a {unit}"
    return f"{per_second * 3600:.3g} games an hour"


def _by_player(found: TournamentReport, title: str, columns: dict[str, Cell]) -> ReportTable:
    """A table with a row for each player, the best one first."""
    rows = tuple(
        (f"{place} {player.name}", *(show(player) for show in columns.values()))
        for place, player in enumerate(found.players, 1)
    )
    return ReportTable(title=title, heads=tuple(columns), rows=rows)


def _elo(player: TournamentPlayer) -> str:
    if player.elo is None or player.low is None or player.high is None:
        return NOTHING
    return f"{player.elo:+.0f} ({player.low:+.0f} to {player.high:+.0f})"


def _rounded(number: float | None, form: str, unit: str = "") -> str:
    return NOTHING if number is None else f"{number:{form}}{unit}"


def _time(player: TournamentPlayer) -> str:
    seconds = player.seconds_per_move
    return _rounded(seconds and 1000 * seconds, ",.2f", " ms")


def _score(points: float, games: int) -> str:
    return f"{points:g}/{games:,}"


_COLOURS: Final[dict[str, Cell]] = {
    "won/drawn/lost": lambda player: f"{player.wins:,}/{player.draws:,}/{player.losses:,}",
    "as first": lambda player: _score(player.as_first, player.games_as_first),
    "as second": lambda player: _score(player.as_second, player.games - player.games_as_first),
}
_EFFORT: Final[dict[str, Cell]] = {
    "time a move": _time,
    "depth": lambda player: _rounded(player.depth, ".1f"),
    "nodes": lambda player: _rounded(player.nodes, ",.0f"),
}


def _cross_table(found: TournamentReport) -> dict[str, Cell]:
    """The points of each player against each other."""
    points = {}
    for meeting in found.meetings:
        lost = meeting.games - meeting.points
        points[meeting.one, meeting.other] = _score(meeting.points, meeting.games)
        points[meeting.other, meeting.one] = _score(lost, meeting.games)

    def against(other: str) -> Cell:
        return lambda player: points.get((player.name, other), NOTHING)

    return {str(n): against(other.name) for n, other in enumerate(found.players, 1)}


def _meetings(found: TournamentReport) -> ReportTable:
    """Who is stronger in each meeting, the better player first; the least certain ones on top.
    Where there are many, players go by their places."""
    places = {player.name: place for place, player in enumerate(found.players, 1)}
    seen = [_seen_by_better(meeting, places) for meeting in found.meetings]
    shown = sorted(seen, key=lambda one: (one.los, places[one.one], places[one.other]))
    left = len(shown) - MAX_MEETINGS
    return ReportTable(
        title="meetings",
        heads=("points", "LOS", "nElo"),
        rows=tuple(
            (
                f"{one.one} - {one.other}"
                if len(places) == 2
                else f"{places[one.one]} - {places[one.other]}",
                _score(one.points, one.games),
                f"{one.los:.1%}",
                _nelo(one.nelo),
            )
            for one in shown[:MAX_MEETINGS]
        ),
        note=f"and {left:,} more whose winner is more certain" if left > 0 else "",
    )


def _seen_by_better(meeting: Meeting, places: dict[str, int]) -> Meeting:
    if places[meeting.one] < places[meeting.other]:
        return meeting
    return Meeting(
        one=meeting.other,
        other=meeting.one,
        points=meeting.games - meeting.points,
        games=meeting.games,
        los=1 - meeting.los,
        nelo=None if meeting.nelo is None else -meeting.nelo,
    )


def _nelo(nelo: float | None) -> str:
    return NOTHING if nelo is None else nelo_text(nelo)


def _failures(found: TournamentReport) -> ReportTable:
    kinds = sorted({kind for player in found.players for kind in player.failures})
    return ReportTable(
        title="failures",
        heads=tuple(kinds),
        rows=tuple(
            (
                f"{place} {player.name}",
                *(f"{player.failures[k]:,}" if k in player.failures else NOTHING for k in kinds),
            )
            for place, player in enumerate(found.players, 1)
            if player.failures
        ),
    )


def _openings(openings: Iterable[OpeningScore]) -> ReportTable:
    """Those that are best or worst for the player who starts the game, and how many there are."""
    ordered = sorted(openings, key=_lopsidedness, reverse=True)
    best = sum(opening.points == opening.games for opening in ordered)
    worst = sum(opening.points == 0 for opening in ordered)
    shown = ordered[:MAX_OPENINGS]
    return ReportTable(
        title="openings",
        heads=("first player's points",),
        rows=tuple(
            (" ".join(one.moves) or "the start", _score(one.points, one.games)) for one in shown
        ),
        note=f"the {len(shown)} most lopsided of {counted(len(ordered), 'opening')}; the first "
        f"player won every game of {best:,} and lost every game of {worst:,}",
    )


def _lopsidedness(opening: OpeningScore) -> float:
    return abs(opening.points - opening.games / 2)
