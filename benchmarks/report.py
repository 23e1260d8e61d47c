"""The tables of a run: the same for the terminal and for the document."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Goal, Spread
from benchmarks.ours import ROOT
from benchmarks.races import Finish
from benchmarks.results import Results
from benchmarks.sameness import Figure, Sameness
from benchmarks.startup import Answer

DOCUMENT = ROOT / "docs" / "benchmarks.md"
START, END = "<!-- playouts start -->", "<!-- playouts end -->"
INTRODUCTION = """\
# Benchmarks

How fast random games, perft and the start of the program are. `make bench` measures all of it and
writes the tables below.

- Plyground and OpenSpiel take turns in one process on one core: ours, theirs, ours, theirs, five
  times each after one round to warm up. Compiling is not counted. A rate is work per second of
  processor time; a ratio is ours by theirs of the same turn. Tables show the median and, in
  brackets, the least and the most. A goal is met when the median reaches it.
- The ratios of one run matter; absolute numbers do not, as they change with the machine and with
  what else it does.
- OpenSpiel's random games are those of its C++ Monte Carlo bot with two simulations of thousands of
  rollouts each, so that no Python runs between two moves. Half of them start one move into the
  game, slightly in its favour.
- Perft looks at every leaf on both sides. OpenSpiel has none, so a Python loop walks over its C++
  states.
- A start is a new process: cold without any compiled code, warm with what the cold one left, three
  times each. Its goal is for the clock on the wall; the processor's time beside it tells how much
  a busy machine added. OpenSpiel brings SciPy, which numba loads where it finds it, so without
  OpenSpiel a start is a little faster than shown.
- The last table shows that both play the same games: the same number of move sequences to a depth,
  and, within what chance allows (±), the same share of the points for the first player of random
  games and the same mean length.
"""


@dataclass(frozen=True)
class Section:
    """A table with its title; the first column is text, the others are numbers."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def sections(results: Results) -> list[Section]:
    return [_races(results.races), _starts(results.starts), _samenesses(results.sameness)]


def _races(races: list[Finish]) -> Section:
    headings = ["Plyground", "rate", "OpenSpiel", "rate", "ratio", "goal", "verdict"]
    return Section("Random games and perft", headings, [_race(race) for race in races])


def _race(race: Finish) -> list[str]:
    return [
        race.what,
        f"{_round(race.ours)} {race.unit}",
        race.peer_what,
        f"{_round(race.peer)} {race.unit}" if race.peer else "",
        _range(race.ratio, ".0f", "x") if race.ratio else "",
        _goal(race.goal, "x" if race.ratio else ""),
        race.verdict,
    ]


def _starts(answers: list[Answer]) -> Section:
    headings = ["plyground", "time", "processor time", "goal", "verdict"]
    return Section("Starts", headings, [_start(answer) for answer in answers])


def _start(answer: Answer) -> list[str]:
    return [
        answer.what,
        _range(answer.seconds, ".2f", " s"),
        _range(answer.processor_seconds, ".2f", " s"),
        _goal(answer.goal, " s"),
        answer.verdict,
    ]


def _samenesses(pairs: list[Sameness]) -> Section:
    headings = ["Plyground", "OpenSpiel", "nodes", "first player's share", "mean length", "games"]
    return Section("The same games", headings, [_sameness(pair) for pair in pairs])


def _sameness(found: Sameness) -> list[str]:
    return [
        found.pair.what,
        found.pair.peer_what,
        f"perft {found.pair.depth}: {_figure(found.nodes, ',.0f')}",
        _figure(found.first_player_share, ".4f"),
        _figure(found.mean_length, ".2f"),
        found.verdict,
    ]


def _figure(figure: Figure, form: str) -> str:
    allowed = f" ± {figure.allowed:{form}}" if figure.allowed else ""
    return f"{figure.ours:{form}}, {figure.peer:{form}}{allowed}"


def _round(spread: Spread) -> str:
    """Three digits: more would not repeat."""
    return f"{float(f'{spread.median:.3g}'):,.0f}"


def _range(spread: Spread, form: str, unit: str) -> str:
    return f"{spread.median:{form}}{unit} ({spread.least:{form}} to {spread.most:{form}})"


def _goal(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    aim = f", aim {goal.aim:,g}{unit}" if goal.aim is not None else ""
    return f"{'≤' if goal.at_most else '≥'} {goal.value:,g}{unit}{aim}"


def print_tables(results: Results, console: Console) -> None:
    console.print(str(results.machine), highlight=False)
    for section in sections(results):
        table = Table(title=section.title, title_justify="left", box=None, pad_edge=False)
        for number, heading in enumerate(section.headings):
            table.add_column(heading, justify="right" if number else "left")
        for row in section.rows:
            table.add_row(*row)
        console.print()
        console.print(table, highlight=False, markup=False)


def write_document(results: Results, path: Path = DOCUMENT) -> None:
    """Put the tables between the markers; what else the document says stays."""
    text = path.read_text(encoding="utf-8") if path.exists() else INTRODUCTION
    if START not in text or END not in text:
        text = f"{text.rstrip()}\n\n{START}\n{END}\n"
    before, _, rest = text.partition(START)
    after = rest.partition(END)[2]
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before}{START}\n{markdown(results)}\n{END}{after}", encoding="utf-8")


def markdown(results: Results) -> str:
    tables = [_markdown_table(section) for section in sections(results)]
    return "\n\n".join([f"Measured {results.machine}.", *tables])


def _markdown_table(section: Section) -> str:
    lines = [section.headings, ["---", *["---:"] * (len(section.headings) - 1)], *section.rows]
    return "\n".join([f"## {section.title}\n", *(f"| {' | '.join(cells)} |" for cells in lines)])
