"""Tables are complete on every screen; long texts wrap."""

import io
from itertools import pairwise
from typing import Any

import pytest
from rich.console import Console, RenderableType

from plyground.evaluations.explain import explain
from plyground.evaluations.registry import make_evaluation
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.reviews.coach import review
from plyground.search.info import move_texts
from plyground.search.thought import Thought, line_of
from plyground.terminal.analysis import terms_table, thought_table
from plyground.terminal.review import show_review
from plyground.terminal.screen import output
from plyground.terminal.table import Column, numbers, show_table
from tests.patterns import OTHELLO, random_network
from tests.positions import game_of, label, random_line

WIDTHS = pytest.mark.parametrize("width", [40, 60, 80, 200])


def printed(what: RenderableType, width: int) -> list[str]:
    """The rows as cells of a screen show them, without blanks at their ends."""
    console = Console(file=io.StringIO(), width=width)
    console.print(what)
    return [row.rstrip() for row in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


@WIDTHS
def test_moves_scores_and_lines_of_a_search(width: int) -> None:
    game, start = game_of("watch-your-back"), game_of("watch-your-back").start()
    plays = _line_of("watch-your-back", 24)
    lines = tuple(line_of(game, start, plays[: 24 - number], -1234 - number) for number in range(3))
    rows = printed(thought_table(game, start, Thought(lines, 9, 20, 1, 1.0, 1.0, 0.5)), width)
    assert rows[0].split() == ["move", "score", "line"]
    first, *rest = move_texts(game, start, lines[0].moves)
    assert [row.split()[:2] for row in rows if "-1,2" in row] == [
        [first, f"-1,23{4 + number}"] for number in range(3)
    ]
    words = " ".join(rows).split()
    assert [word for word in words if word in rest][: len(rest)] == rest
    assert max(map(len, rows)) <= width


def _line_of(name: str, plies: int) -> list[int]:
    game, positions = game_of(name), random_line(game_of(name), 1)[: plies + 1]
    return [
        next(move for move in game.moves(one) if game.play(one, move) == other)
        for one, other in pairwise(positions)
    ]


@pytest.mark.parametrize("width", [1, 20, 40, 60, 80, 200])
@pytest.mark.parametrize("is_terminal", [True, False])
def test_numbers_are_never_cut(width: int, is_terminal: bool) -> None:
    columns = [Column("game"), *numbers("leaves", "Yellow wins"), Column("what", is_text=True)]
    cells = [("connect-four", "1,234,567,890", "987,654,321", "four in a row win")] * 2
    console = Console(
        file=io.StringIO(), width=width, force_terminal=is_terminal, color_system=None
    )
    show_table(console, columns, cells)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    words = "".join(text.split())
    assert "…" not in text and text
    assert all(words.count("".join(cell.split())) == 2 for cell in cells[0][:3])
    if not is_terminal:
        assert len(text.splitlines()) == 3
    elif width >= 20:
        assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("columns", ["0", "00", ""])
def test_zero_columns_are_the_same_as_none(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert output().width > 20


@pytest.mark.slow
@WIDTHS
@pytest.mark.parametrize("name", ["watch-your-back", OTHELLO], ids=label)
def test_names_and_numbers_of_features(width: int, name: str) -> None:
    game, network = game_of(name), random_network(name) if name == OTHELLO else None
    evaluation: Any = network or make_evaluation(game, "default")
    terms = explain(game, evaluation, random_line(game, 1)[30])
    words = "".join("".join(printed(terms_table(game, evaluation, terms), width)).split())
    assert "…" not in words
    assert all(f"{term.points:,.6g}" in words for term in terms)
    rows = printed(terms_table(game, evaluation, terms), width)
    assert all(term.name[:5] in "".join(rows) for term in terms)


@WIDTHS
def test_plies_moves_and_grades_of_a_review(width: int) -> None:
    game = game_of("connect-four")
    record = Record(game)
    for move in _line_of("connect-four", 9):
        record.push(move)
    found = review(record, make_engine_player("minimax:depth=2"))
    console = Console(file=io.StringIO(), width=width)
    show_review(console, found)
    rows = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    for graded in found.moves:
        text = game.move_text(record.positions[graded.ply - 1], graded.move)
        begins = [str(graded.ply), game.sides[graded.side], text, graded.grade]
        assert begins in [row.split()[:4] for row in rows]
