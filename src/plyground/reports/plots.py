"""Plots as SVG for light and dark pages of any width: letters keep their size, places along the
width are percentages."""

from collections.abc import Callable, Iterator
from html import escape
from math import floor, log10
from typing import Final

from plyground.reports.messages import ReportCurves, ReportPlot

_HEIGHT, _FOOT, _TOP, _LEFT, _KEY = 180, 22, 10, 58, 20
_WIDTH: Final = "76%"
_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_MAX_TICKS: Final = 5
Height = Callable[[float], float]
_STYLE: Final = (
    ".plot{color-scheme:light dark;font:13px system-ui,sans-serif;"
    "--ink:light-dark(#1c1f26,#eceff4);--faint:light-dark(#596070,#a5adbb);"
    "--main:light-dark(#1d4e89,#8fc1ff);--card:light-dark(#fff,#20242c)}"
    ".plot text{fill:var(--ink)}.plot .faint{fill:var(--faint)}"
    ".plot .name{paint-order:stroke;stroke:var(--card);stroke-width:5}"
    ".plot .grid{stroke:light-dark(#c9c4b8,#3d4452)}"
    ".plot .bar{stroke:var(--main);stroke-width:6;stroke-linecap:round;opacity:.5}"
    ".plot circle{fill:var(--main);stroke:var(--card);stroke-width:1.5}"
    ".plot polyline{fill:none;stroke:var(--main);stroke-width:2;vector-effect:non-scaling-stroke}"
    ".plot .bound{stroke:var(--faint);stroke-dasharray:5 4}"
)
COLOURS: Final = (
    "light-dark(#1d4e89,#8fc1ff)",
    "light-dark(#a34700,#ffb26b)",
    "light-dark(#1c6b3c,#7fdca0)",
    "light-dark(#8a1f6a,#ff9fdc)",
    "light-dark(#4a4f5c,#d5dae3)",
    "light-dark(#7a5c00,#e6cf6a)",
)
DASHES: Final = ("", "8 4", "2 3", "10 3 2 3", "5 5", "1 4")
"""Curves differ in both, so that who sees no colours can tell them apart."""


def curves_plot(found: ReportCurves) -> ReportPlot:
    """Curves over minutes, with a key below them if there are several."""
    y_ticks = _y_ticks(found)
    low, high, last = y_ticks[0], y_ticks[-1], max((*found.at, 0.01))
    room = _HEIGHT - 2 * _TOP

    def y(value: float) -> float:
        return round(_TOP + room * (high - value) / ((high - low) or 1.0), 1)

    grid = [
        f'<line class="grid" x1="{_LEFT}" x2="100%" y1="{y(tick)}" y2="{y(tick)}"/>'
        f'<text class="faint" x="{_LEFT - 6}" y="{y(tick) + 4}" text-anchor="end">'
        f"{value_text(found, tick)}</text>"
        for tick in y_ticks
    ]
    marks = [
        f'<text class="faint" y="{_HEIGHT + 8}">0</text>',
        f'<text class="faint" x="100%" y="{_HEIGHT + 8}" text-anchor="end">{last:.2g} min</text>',
    ]
    lines = [
        f'<polyline points="{points}" style="stroke:{COLOURS[n % len(COLOURS)]};'
        f'stroke-dasharray:{DASHES[n % len(DASHES)] or "none"}"/>'
        for n, curve in enumerate(found.curves)
        for points in _pieces([*zip(found.at, curve.values, strict=True)], last, y)
    ]
    names = [curve.name for curve in found.curves] if len(found.curves) > 1 else []
    height = _HEIGHT + _FOOT + _KEY * len(names)
    parts = [
        *grid,
        f'<svg x="{_LEFT}" width="{_WIDTH}" height="{_HEIGHT + _FOOT}" overflow="visible">'
        f"{''.join(marks)}"
        f'<svg width="100%" height="{_HEIGHT}" viewBox="0 0 100 {_HEIGHT}" '
        f'preserveAspectRatio="none" overflow="visible">{"".join(lines)}</svg></svg>',
        *(_key(n, name) for n, name in enumerate(names)),
    ]
    words = curves_words(found)
    return ReportPlot(
        title=found.title, svg=plot_svg(height, parts, words), words=words, height=height
    )


def curves_words(found: ReportCurves) -> str:
    """Where each curve begins and ends."""
    told = []
    for curve in found.curves:
        known = [value for value in curve.values if value is not None]
        if known:
            first, last = (value_text(found, value) for value in (known[0], known[-1]))
            told.append(f"{curve.name} from {first} to {last}")
    return "; ".join(told)


def value_text(found: ReportCurves, value: float) -> str:
    """A value of a curve, as people read it."""
    if found.unit == "share":
        return f"{100 * value:.0f} %"
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= max(size, 1e5):
            return f"{value / size:.3g} {unit}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def ticks(low: float, high: float) -> list[float]:
    """Some round numbers: the first is not above `low`, the last not above `high`."""
    size = (high - low) or abs(high) or 1.0
    power = 10 ** floor(log10(size / _MAX_TICKS))
    step = next(step for n in (1, 2, 5, 10) if (step := n * power) * _MAX_TICKS >= size)
    first = floor(low / step)
    count = floor((high - first * step) / step + 1e-9)
    return [round((first + n) * step, 12) for n in range(count + 1)]


def _y_ticks(found: ReportCurves) -> list[float]:
    if found.unit == "share":
        return [*_SHARES]
    known = [value for curve in found.curves for value in curve.values if value is not None]
    if not known:
        return [0.0, 1.0]
    made = ticks(min(known), max(known))
    step = made[1] - made[0] if len(made) > 1 else abs(made[0]) or 1.0
    return made if made[-1] >= max(known) and len(made) > 1 else [*made, made[-1] + step]


def _pieces(points: list[tuple[float, float | None]], last: float, y: Height) -> Iterator[str]:
    """What is drawn of a curve: the points that are known, joined."""
    known = [f"{100 * at / last:.2f},{y(value)}" for at, value in points if value is not None]
    if known:
        yield " ".join(known)


def _key(number: int, name: str) -> str:
    """What a curve looks like, and its name."""
    y = _HEIGHT + _FOOT + _KEY * number + 8
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)] or "none"
    return (
        f'<line x1="10" x2="44" y1="{y}" y2="{y}" '
        f'style="stroke:{colour};stroke-width:2;stroke-dasharray:{dash}"/>'
        f'<text x="{_LEFT}" y="{y + 4}">{escape(name)}</text>'
    )


def plot_svg(height: int, parts: list[str], words: str) -> str:
    """A plot of its parts, with its style."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="100%" height="{height}" '
        f'role="img" aria-label="{escape(words)}"><style>{_STYLE}</style>{"".join(parts)}</svg>'
    )
