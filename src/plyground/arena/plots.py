"""Plots of a tournament."""

from collections.abc import Iterator
from html import escape
from typing import Final

from plyground.arena.messages import TournamentPlayer, TournamentReport
from plyground.reports.messages import ReportPlot
from plyground.reports.plots import plot_svg
from plyground.reports.words import test_text

MAX_RATED: Final = 60
"""How many players a plot of ratings has, the best ones."""
_ROW, _FOOT, _CURVE_HEIGHT = 40, 26, 190
_LEFT, _RIGHT = 5.0, 95.0
"""Where plots begin and end, in percent of their width: there is room for half a number beyond."""
_MARGIN, _LABEL = 10, 52
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 10**9)
_MAX_TICKS: Final = 5


def plots(found: TournamentReport) -> list[ReportPlot]:
    """The ratings with their intervals, and the test's ratio as the pairs came in."""
    made = []
    if any(player.elo is not None for player in found.players):
        made.append(_rating_plot(found))
    if found.sprt and found.llr_curve:
        made.append(_llr_plot(found))
    return made


def _rating_plot(found: TournamentReport) -> ReportPlot:
    """A bar for each player from the lower to the upper bound, with a point at its rating."""
    rated = [player for player in found.players if player.elo is not None][:MAX_RATED]
    least = min(player.low or 0.0 for player in rated)
    most = max(player.high or 0.0 for player in rated)
    height = _ROW * len(rated) + _FOOT

    def x(elo: float | None) -> str:
        share = ((elo or 0.0) - least) / ((most - least) or 1.0)
        return f"{_LEFT + (_RIGHT - _LEFT) * share:.2f}%"

    parts = [
        f'<line class="grid" x1="{x(elo)}" x2="{x(elo)}" y1="4" y2="{height - _FOOT + 4}"/>'
        f'<text class="faint" x="{x(elo)}" y="{height - 6}" text-anchor="middle">'
        f"{_signed(elo)}</text>"
        for elo in _ticks(least, most)
    ]
    for place, player in enumerate(rated):
        y, name = _ROW * place, escape(f"{place + 1} {player.name}")
        parts.append(
            f'<text class="name" x="{_MARGIN}" y="{y + 17}">{name}</text>'
            f'<line class="bar" x1="{x(player.low)}" x2="{x(player.high)}" y1="{y + 29}" '
            f'y2="{y + 29}"/><circle cx="{x(player.elo)}" cy="{y + 29}" r="5"/>'
        )
    words = "; ".join(_rating_words(player) for player in rated)
    return ReportPlot(
        title="ratings", svg=plot_svg(height, parts, words), words=words, height=height
    )


def _rating_words(player: TournamentPlayer) -> str:
    return f"{player.name} {player.elo:+.0f}, from {player.low:+.0f} to {player.high:+.0f}"


def _signed(elo: int) -> str:
    return f"{elo:+d}" if elo else "0"


def _ticks(least: float, most: float) -> Iterator[int]:
    step = next(size for size in _STEPS if most - least <= _MAX_TICKS * size)
    yield from range(int(-(-least // step)) * step, int(most) + 1, step)


def _llr_plot(found: TournamentReport) -> ReportPlot:
    """The log-likelihood ratio between its bounds."""
    test, curve = found.sprt, found.llr_curve
    assert test is not None
    least = min(test.lower, *(llr for _, llr in curve))
    most = max(test.upper, *(llr for _, llr in curve))
    last, room = curve[-1][0], _CURVE_HEIGHT - 2 * _MARGIN

    def y(llr: float) -> float:
        return round(_MARGIN + room * (most - llr) / (most - least), 1)

    bounds = [
        f'<line class="bound" x1="{_LABEL}" x2="100%" y1="{y(llr)}" y2="{y(llr)}"/>'
        f'<text x="{_LABEL - 6}" y="{y(llr) + 4}" text-anchor="end">{llr:.3g}</text>'
        for llr in (test.lower, 0.0, test.upper)
    ]
    points = " ".join(f"{100 * pairs / last:.2f},{y(llr)}" for pairs, llr in curve)
    height = _CURVE_HEIGHT + _FOOT
    parts = [
        *bounds,
        f'<svg x="{_LABEL}" width="82%" height="{_CURVE_HEIGHT}" viewBox="0 0 100 {_CURVE_HEIGHT}" '
        f'preserveAspectRatio="none"><polyline points="{points}"/></svg>',
        f'<text class="faint" x="{_RIGHT}%" y="{height - 8}" text-anchor="end">'
        f"{last:,} pairs</text>",
    ]
    words = test_text(test)
    return ReportPlot(title="test", svg=plot_svg(height, parts, words), words=words, height=height)
