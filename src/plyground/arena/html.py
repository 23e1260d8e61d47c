"""A tournament as one page that needs nothing else: tables, plots, and games to click through."""

import json
from html import escape
from importlib.resources import files
from itertools import islice
from string import Template
from typing import Any, Final

from plyground.arena.export import record_of
from plyground.arena.messages import TournamentGame, TournamentReport
from plyground.arena.plan import Plan
from plyground.arena.plots import plots
from plyground.arena.store import Store
from plyground.arena.words import sentences, tables
from plyground.core.files import create
from plyground.core.plurals import counted
from plyground.reports.html import figure, paragraphs, section, style, titled

MAX_GAMES: Final = 200
"""How many games a page has; more would make it slow to open."""


def write_page(file: str, store: Store, report: TournamentReport) -> None:
    """Write the page to a new file."""
    create(file, page(store, report).encode())


def page(store: Store, report: TournamentReport) -> str:
    """The page."""
    template = Template(files("plyground.arena").joinpath("report.html").read_text("utf-8"))
    games = [_game(store.plan, game) for game in islice(store.games(), MAX_GAMES)]
    standings, *others = tables(report)
    return template.substitute(
        title=escape(titled(store.plan.summary)),
        style=style(),
        summary=paragraphs(sentences(report)),
        warnings=paragraphs(report.warnings, "warning"),
        standings=section(standings),
        plots="".join(map(figure, plots(report))),
        tables="".join(map(section, others)),
        shown=escape(f"{len(games):,} of {counted(report.done, 'game')}"),
        games=json.dumps(games, separators=(",", ":")).replace("<", "\\u003c"),
    )


# --- games -------------------------------------------------------------------------------------

_RESULTS: Final = {"first": "1–0", "second": "0–1", "draw": "½–½", "unfinished": "*"}


def _game(plan: Plan, game: TournamentGame) -> dict[str, Any]:
    """A game as the page's script shows it: its boards as texts, before each move and after."""
    record = record_of(plan, game)
    return {
        "name": f"{game.number}. {_RESULTS[game.result]} {game.first} – {game.second}",
        "how": game.reason or record.status,
        "moves": [*game.moves],
        "opening": game.opening_plies,
        "boards": [record.game.picture(position) for position in record.positions],
    }
