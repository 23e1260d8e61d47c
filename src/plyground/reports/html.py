"""Parts of pages that need nothing else: tables and plots, in one style for light and dark."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from plyground.reports.messages import ReportPlot, ReportTable


def style() -> str:
    """The style that such pages share."""
    return files("plyground.reports").joinpath("report.css").read_text("utf-8")


def paragraphs(texts: Iterable[str], kind: str = "") -> str:
    """Texts as sentences, each in a paragraph."""
    head = f"<p class={kind}>" if kind else "<p>"
    return "".join(f"{head}{escape(sentence(text))}</p>" for text in texts)


def sentence(text: str) -> str:
    """A text as a sentence."""
    return f"{titled(text)}."


def titled(text: str) -> str:
    """A text as a heading."""
    return f"{text[:1].upper()}{text[1:]}"


def section(table: ReportTable) -> str:
    """A table under its title."""
    title = escape(titled(table.title))
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in table.heads)
    note = f"<p class=note>{escape(sentence(table.note))}</p>" if table.note else ""
    return (
        f"<section><h2>{title}</h2><div class=wide tabindex=0 role=region aria-label='{title}'>"
        f"<table><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{''.join(_rows(table))}</tbody></table></div>{note}</section>"
    )


def _rows(table: ReportTable) -> Iterator[str]:
    for name, *cells in table.rows:
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f"<tr><th scope=row>{escape(name)}</th>{rest}</tr>"


def figure(plot: ReportPlot) -> str:
    """A plot under its title."""
    return f"<section class=figure><h2>{escape(titled(plot.title))}</h2>{plot.svg}</section>"
