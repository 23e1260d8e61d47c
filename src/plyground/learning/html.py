"""A run as one page that needs nothing else: curves, ladder, weights, and a board."""

from html import escape

from plyground.core.files import create
from plyground.learning.messages import LearnReport
from plyground.learning.report import boards, curves, sentences, tables, title, weight_curves
from plyground.reports.html import figure, paragraphs, section, style, titled
from plyground.reports.messages import ReportCurves
from plyground.reports.plots import curves_plot


def write_page(file: str, found: LearnReport) -> None:
    """Write the page to a new file."""
    create(file, page(found).encode())


def page(found: LearnReport) -> str:
    """The page."""
    heading = escape(titled(title(found)))
    made = tables(found)
    split = 1 if found.ladder else 0
    shown = [*map(section, made[:split]), *map(_plotted, curves(found))]
    parts = [*map(section, made[split:]), *map(figure, boards(found))]
    weights = "".join(map(_plotted, weight_curves(found)))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>\n{style()}</style>\n</head>\n<body>\n"
        f"<h1>{heading}</h1>\n{paragraphs(sentences(found))}\n"
        f'<div class="sections">{"".join(shown)}</div>\n'
        f'<div class="sections">{"".join(parts)}</div>\n'
        "<h2>What was learned, over minutes of learning</h2>\n"
        f'<div class="sections small">{weights}</div>\n</body>\n</html>\n'
    )


def _plotted(found: ReportCurves) -> str:
    return figure(curves_plot(found))
