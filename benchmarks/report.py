"""The tables of a run: the same for the terminal and for the document."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks import solved
from benchmarks.ours import ROOT
from benchmarks.parts import Results

DOCUMENT = ROOT / "docs" / "benchmarks.md"
SOLVED = ROOT / "docs" / "solved.md"


class Section(NamedTuple):
    """A table with its title; the first column is text, the others are numbers."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def sections(results: Results) -> Iterator[Section]:
    """A table for each kind of finding."""
    for kind in dict.fromkeys(type(finding) for finding in results.findings):
        rows = [finding.row() for finding in results.findings if type(finding) is kind]
        yield Section(kind.TITLE, kind.HEADINGS, rows)


def print_tables(results: Results, console: Console) -> None:
    console.print(f"{results.part}: {results.machine}", highlight=False)
    for section in sections(results):
        table = Table(title=section.title, title_justify="left", box=None, pad_edge=False)
        for number, heading in enumerate(section.headings):
            table.add_column(heading, justify="right" if number else "left")
        for row in section.rows:
            table.add_row(*row)
        console.print()
        console.print(table, highlight=False, markup=False)
    console.print()


def document_of(part: str) -> Path:
    """The document that has the tables of a part."""
    return SOLVED if part in solved.PARTS else DOCUMENT


def write_document(results: Results) -> None:
    """Write the tables between the part's markers; the rest of the document stays."""
    path = document_of(results.part)
    start, end = f"<!-- {results.part} start -->", f"<!-- {results.part} end -->"
    text = path.read_text(encoding="utf-8")
    before, found, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise OSError(f"{path}: expected the lines {start} and {end}")
    path.write_text(f"{before}{start}\n{markdown(results)}\n{end}{after}", encoding="utf-8")


def markdown(results: Results) -> str:
    tables = [_markdown_table(section) for section in sections(results)]
    return "\n\n".join([f"Measured {results.machine}; by `{results.command}`.", *tables])


def _markdown_table(section: Section) -> str:
    lines = [section.headings, ["---", *["---:"] * (len(section.headings) - 1)], *section.rows]
    return "\n".join([f"### {section.title}\n", *(f"| {' | '.join(cells)} |" for cells in lines)])
