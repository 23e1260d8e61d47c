"""A tournament as one page that needs nothing else: tables, plots, and games to click through."""

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import islice
from string import Template
from typing import Any, Final

from plyground.arena.export import record_of
from plyground.arena.messages import TournamentGame, TournamentReport
from plyground.arena.plan import Plan
from plyground.arena.report import llr_curve, read_table, test_text
from plyground.arena.store import Store
from plyground.core.files import create
from plyground.core.plurals import counted

MAX_GAMES: Final = 200
"""How many games a page has; more would make it slow to open."""
MAX_OPENINGS: Final = 50
_WIDTH, _ROW, _LEFT, _RIGHT = 720, 26, 190, 24
_CURVE_HEIGHT: Final = 220


def write_page(file: str, store: Store, report: TournamentReport) -> None:
    """Write the page to a new file."""
    create(file, page(store, report).encode())


def page(store: Store, report: TournamentReport) -> str:
    """The page."""
    template = Template(files("plyground.arena").joinpath("report.html").read_text("utf-8"))
    games = [_game(store.plan, game) for game in islice(store.games(), MAX_GAMES)]
    return template.substitute(
        title=escape(f"{report.game}: {counted(len(report.players), 'player')}"),
        summary=escape(_summary(report)),
        warnings="".join(f"<p class=warning>{escape(text)}</p>" for text in report.warnings),
        standings=_table(_STANDINGS, _standings(report)),
        ratings=_rating_plot(report),
        test=_test(store, report),
        cross=_table(*_cross_table(report)),
        openings=_table(("opening", "games", "points of the first player"), _openings(report)),
        shown=escape(f"{len(games):,} of {counted(report.done, 'game')}"),
        games=json.dumps(games, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _summary(report: TournamentReport) -> str:
    ends = ", ".join(f"{count:,} {kind}" for kind, count in report.terminations.items())
    told = f"{report.format}, {report.done:,} of {counted(report.games, 'game')} ({ends})"
    if report.first_move is None:
        return told
    return f"{told}; moving first is worth {report.first_move:+.0f} Elo"


# --- tables ------------------------------------------------------------------------------------

_STANDINGS: Final = (
    "",
    "player",
    "points",
    "games",
    "won/drawn/lost",
    "Elo",
    "95 %",
    "as first/second",
    "time a move",
    "depth",
    "failures",
)


def _standings(report: TournamentReport) -> Iterator[Sequence[str]]:
    for place, player in enumerate(report.players, 1):
        failures = ", ".join(f"{count} {kind}" for kind, count in player.failures.items())
        yield (
            str(place),
            player.name,
            f"{player.points:g}",
            f"{player.games:,}",
            f"{player.wins}/{player.draws}/{player.losses}",
            _signed(player.elo),
            f"{_signed(player.low)} to {_signed(player.high)}",
            f"{player.as_first:g}/{player.as_second:g}",
            _rounded(player.seconds_per_move and 1000 * player.seconds_per_move, ",.2f", " ms"),
            _rounded(player.depth, ".1f"),
            failures,
        )


def _cross_table(report: TournamentReport) -> tuple[Sequence[str], Iterator[Sequence[str]]]:
    found = {(one.one, one.other): (one.points, one.games) for one in report.meetings}
    found |= {(one.other, one.one): (one.games - one.points, one.games) for one in report.meetings}

    def cell(one: str, other: str) -> str:
        points, games = found.get((one, other), (0, 0))
        return f"{points:g}/{games}" if games else "·"

    names = [player.name for player in report.players]
    rows = ([one, *(cell(one, other) for other in names)] for one in names)
    return ("", *names), rows


def _openings(report: TournamentReport) -> Iterator[Sequence[str]]:
    ordered = sorted(report.openings, key=lambda opening: -opening.games)
    for opening in ordered[:MAX_OPENINGS]:
        yield " ".join(opening.moves) or "the start", str(opening.games), f"{opening.points:g}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _signed(number: float | None) -> str:
    return _rounded(number, "+.0f")


def _rounded(number: float | None, form: str, unit: str = "") -> str:
    return "–" if number is None else f"{number:{form}}{unit}"


# --- plots -------------------------------------------------------------------------------------


def _rating_plot(report: TournamentReport) -> str:
    """A bar for each player from the lower to the upper bound, with a point at its rating."""
    rated = [player for player in report.players if player.elo is not None]
    if not rated:
        return "<p>No game has ended yet.</p>"
    least = min(player.low or 0.0 for player in rated)
    most = max(player.high or 0.0 for player in rated)
    scale = (_WIDTH - _LEFT - _RIGHT) / ((most - least) or 1.0)

    def x(elo: float | None) -> float:
        return round(_LEFT + ((elo or 0.0) - least) * scale, 1)

    height = _ROW * len(rated) + 30
    parts = [_axis(least, most, x, height)]
    for place, player in enumerate(rated):
        y = _ROW * place + _ROW / 2
        name = escape(player.name if len(player.name) <= 26 else f"{player.name[:25]}…")
        parts.append(
            f'<text x="{_LEFT - 10}" y="{y + 4}" text-anchor="end">{name}</text>'
            f'<line class=bar x1="{x(player.low)}" x2="{x(player.high)}" y1="{y}" y2="{y}"/>'
            f'<circle cx="{x(player.elo)}" cy="{y}" r="4.5"><title>{_signed(player.elo)}</title>'
            "</circle>"
        )
    label = "ratings with their 95 % intervals; the table above has the numbers"
    return _svg(height, "".join(parts), label)


def _axis(least: float, most: float, x: Any, height: int) -> str:
    step = next(
        size for size in (10, 20, 50, 100, 200, 500, 1000, 2000, 10**9) if most - least <= 8 * size
    )
    first = int(-(-least // step)) * step
    parts = []
    for elo in range(first, int(most) + 1, step):
        parts.append(
            f'<line class=grid x1="{x(elo)}" x2="{x(elo)}" y1="0" y2="{height - 24}"/>'
            f'<text x="{x(elo)}" y="{height - 6}" text-anchor="middle">{elo:+d}</text>'
        )
    return "".join(parts)


def _test(store: Store, report: TournamentReport) -> str:
    """The log-likelihood ratio as the pairs came in, between its bounds."""
    if report.sprt is None or store.plan.sprt is None:
        return ""
    test = report.sprt
    curve = llr_curve(store.plan, [*read_table(store).rows.values()])
    least = min(test.lower, *(llr for _, llr in curve))
    most = max(test.upper, *(llr for _, llr in curve))
    height, last = _CURVE_HEIGHT, max(pairs for pairs, _ in curve)

    def x(pairs: float) -> float:
        return round(50 + (_WIDTH - 80) * pairs / last, 1)

    def y(llr: float) -> float:
        return round(10 + (height - 40) * (most - llr) / (most - least), 1)

    bounds = "".join(
        f'<line class=bound x1="{x(0)}" x2="{x(last)}" y1="{y(llr)}" y2="{y(llr)}"/>'
        f'<text x="{x(0) - 6}" y="{y(llr) + 4}" text-anchor="end">{llr:.2f}</text>'
        for llr in (test.lower, 0.0, test.upper)
    )
    points = " ".join(f"{x(pairs)},{y(llr)}" for pairs, llr in curve)
    ends = f'<text x="{x(last)}" y="{height - 8}" text-anchor="end">{last:,} pairs</text>'
    told = test_text(test)
    plot = _svg(height, f"{bounds}<polyline points='{points}'/>{ends}", told)
    return f"<h2>Test</h2><p>{escape(told)}</p>{plot}"


def _svg(height: int, content: str, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}">'
        f"{content}</svg>"
    )


# --- games -------------------------------------------------------------------------------------


def _game(plan: Plan, game: TournamentGame) -> dict[str, Any]:
    """A game as the page's script shows it: its boards as texts, before each move and after."""
    record = record_of(plan, game)
    return {
        "name": f"{game.number}. {game.first} – {game.second}: {game.result}",
        "how": game.reason or record.status,
        "moves": [*game.moves],
        "opening": game.opening_plies,
        "boards": [record.game.picture(position) for position in record.positions],
    }
