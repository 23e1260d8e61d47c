"""The tables of a tournament."""

from collections.abc import Callable, Iterator

from rich.console import Console

from plyground.arena.messages import TournamentPlayer, TournamentReport
from plyground.arena.report import test_text
from plyground.core.plurals import counted
from plyground.terminal.table import Column, numbers, show_table

MAX_CROSS = 20
"""A cross table of more players would not fit."""


def show_report(console: Console, found: TournamentReport) -> None:
    """The standings, who met whom, what was spent, and what the tables leave out."""
    _show(console, found, {"points": _points, "games": _games, "Elo (95 %)": _elo})
    if 2 < len(found.players) <= MAX_CROSS and found.meetings:
        _show(console, found, _cross_table(found))
    columns = {
        "won/drawn/lost": lambda player: f"{player.wins}/{player.draws}/{player.losses}",
        "first/second": lambda player: f"{player.as_first:g}/{player.as_second:g}",
        "time a move": _time,
        "depth": lambda player: "-" if player.depth is None else f"{player.depth:.1f}",
    }
    if any(player.failures for player in found.players):
        columns["failures"] = _failures
    _show(console, found, columns)
    for line in _sentences(found):
        console.print(line, markup=False)


Cell = Callable[[TournamentPlayer], str]


def _show(console: Console, found: TournamentReport, columns: dict[str, Cell]) -> None:
    """A table with a row for each player, the best one first."""
    rows = [
        [f"{place} {player.name}", *(show(player) for show in columns.values())]
        for place, player in enumerate(found.players, 1)
    ]
    show_table(console, [Column("", is_text=True), *numbers(*columns)], rows)
    console.print()


def _points(player: TournamentPlayer) -> str:
    return f"{player.points:g}"


def _games(player: TournamentPlayer) -> str:
    return f"{player.games:,}"


def _time(player: TournamentPlayer) -> str:
    seconds = player.seconds_per_move
    return "-" if seconds is None else f"{1000 * seconds:,.2f} ms"


def _failures(player: TournamentPlayer) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in player.failures.items()) or "-"


def _elo(player: TournamentPlayer) -> str:
    if player.elo is None or player.low is None or player.high is None:
        return "-"
    return f"{player.elo:+.0f} ({player.low:+.0f} to {player.high:+.0f})"


def _cross_table(found: TournamentReport) -> dict[str, Cell]:
    """The points of each player against each other."""
    points = {}
    for meeting in found.meetings:
        points[meeting.one, meeting.other] = f"{meeting.points:g}/{meeting.games}"
        points[meeting.other, meeting.one] = f"{meeting.games - meeting.points:g}/{meeting.games}"

    def against(other: str) -> Cell:
        return lambda player: points.get((player.name, other), "-")

    return {str(n): against(other.name) for n, other in enumerate(found.players, 1)}


def _sentences(found: TournamentReport) -> Iterator[str]:
    """What the tables leave out."""
    ends = ", ".join(f"{count:,} {kind}" for kind, count in found.terminations.items())
    yield f"{found.done:,} of {counted(found.games, 'game')} ({ends or 'none has ended'})"
    if found.first_move is not None:
        yield f"moving first is worth {found.first_move:+.0f} Elo"
    if found.sprt:
        yield test_text(found.sprt)
    yield from found.warnings
