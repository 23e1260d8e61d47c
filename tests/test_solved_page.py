"""Rows of the page of solved games, found again by the textbook and the plain rules."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.games.registry import make_game
from plyground.search.reference import forced, solve
from plyground.search.solution import Verdict
from tests.positions import ROOT, played

PAGE = ROOT / "docs" / "solved.md"
ROW = re.compile(r"\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|")
FEW_PLIES = 7
"""The textbook solves a game this short in a second or two."""
NEAR = 3
"""Wins within this many plies are found by trying every answer."""


class Row(NamedTuple):
    """What the page says of a game, perhaps after its first moves."""

    text: str
    result: str

    @property
    def verdict(self) -> Verdict | None:
        side, _, plies = self.result.partition(", ")
        outcome = {"first": WIN, "second": LOSS, "draw": DRAW}.get(side)
        return None if outcome is None else Verdict(outcome, int(plies) if plies else None)


def rows(page: Path = PAGE) -> list[Row]:
    return [Row(*found.groups()[:2]) for found in ROW.finditer(page.read_text(encoding="utf-8"))]


ROWS = rows()
SHORT = [
    row
    for row in ROWS
    if "--moves" not in row.text
    and 0 < (game := make_game(row.text)).plies_left(game.start()) <= FEW_PLIES
]
EARLY = [
    row for row in ROWS if row.verdict and row.verdict.outcome == WIN and row.verdict.plies == NEAR
]


def test_the_page_has_many_rows_of_each_kind() -> None:
    assert len(ROWS) > 100 and len(SHORT) >= 8 and len(EARLY) > 20
    assert len({row.text for row in ROWS}) == len(ROWS)
    assert {row.result for row in ROWS if row.verdict is None} <= {"open"}


@pytest.mark.slow
@pytest.mark.parametrize("row", SHORT, ids=lambda row: row.text)
def test_short_games_end_as_the_page_says(row: Row) -> None:
    game = make_game(row.text)
    assert solve(game, game.start(), {}) == row.verdict


@pytest.mark.parametrize("row", EARLY, ids=lambda row: row.text)
def test_early_wins_are_there_and_not_earlier(row: Row) -> None:
    game = make_game(row.text)
    assert forced(game, game.start(), NEAR, (WIN,), True)
    assert not forced(game, game.start(), NEAR - 2, (WIN,), True)


KNOWN = {
    "connect-four:width=4,height=4": "draw",
    "connect-four:width=5,height=4": "draw",
    "connect-four:width=4,height=5": "draw",
    "connect-four:width=5,height=5": "draw",
    "connect-four:width=6,height=4": "second, 24",
    "conniption:flips=4/4": "first, 9",
    "conniption:flips=2/0": "first, 7",
    "conniption:flips=0/4": "second, 10",
    "conniption:flips=1/0": "first, 13",
    "dominoes:rows=4,columns=4,line=4": "draw",
    "dominoes:rows=4,columns=5,line=4": "first, 7",
    "dominoes:rows=6,columns=7,line=5": "first, 5",
    "paths:board=4x4,line=4": "draw",
    "paths:board=3x3,misere=1": "draw",
    "paths:board=4x4x4 --moves '1 2'": "first",
    "paths:board=4x4x4 --moves '1 64'": "first",
}
"""What is known from elsewhere, or was found before by other programs."""


@pytest.mark.parametrize("text", KNOWN)
def test_the_page_agrees_with_what_is_known(text: str) -> None:
    assert dict(ROWS)[text] == KNOWN[text]


def test_a_row_after_moves_is_of_a_position_that_can_be_reached() -> None:
    for row in ROWS:
        game_text, _, moves = row.text.partition(" --moves ")
        if moves:
            played(make_game(game_text), moves.strip("'"))
