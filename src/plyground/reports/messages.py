"""What reports are made of."""

from typing import Literal

from plyground.core.wire import Part


class ReportTable(Part, frozen=True, kw_only=True):
    """A table of a report as people read it, on whatever they look at."""

    title: str
    heads: tuple[str, ...]
    """Of all columns but the first, which has the names of the rows."""
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    """What it leaves out."""


class ReportPlot(Part, frozen=True, kw_only=True):
    """A plot of a report: a picture that is as wide as there is room."""

    title: str
    svg: str
    words: str
    """What it shows."""
    height: int
    """In pixels."""


class ReportCurve(Part, frozen=True):
    """A curve; null where nothing is known."""

    name: str
    values: tuple[float | None, ...]


class ReportCurves(Part, frozen=True, kw_only=True):
    """Some curves over the same time."""

    title: str
    unit: Literal["share", "number"]
    """Shares go from 0 to 1."""
    at: tuple[float, ...]
    """Minutes."""
    curves: tuple[ReportCurve, ...]
