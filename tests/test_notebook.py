"""What a notebook shows: well-formed, with the board, its words and the lines."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import plyground as pg
from tests.positions import BREAKTHROUGH, EDGES, HEX, NIM, POINTS, label

QUICK = "plain:depth=2"
MOVES = {
    "connect-four": "4 4 3 3",
    "dominoes:rows=4,columns=4,line=4": "1,3,3",
    "tic-tac-toe": "5 1",
    f"{BREAKTHROUGH}:rows=5,columns=4": "",
    f"{HEX}:size=3": "b2",
    POINTS: "a7",
    EDGES: "b1",
    NIM: "3",
}


def cells(html: str) -> list[str]:
    """The table's cells; fails if the HTML is not well-formed."""
    return ["".join(cell.itertext()) for cell in ET.fromstring(html).iter("td")]


def texts(html: str) -> list[str]:
    """What is written on the board."""
    written = ET.fromstring(html).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(node.itertext()) for node in written]


@pytest.mark.parametrize("name", MOVES, ids=label)
def test_an_analysis_shows_its_board_and_its_lines(name: str) -> None:
    found = pg.analyse(pg.Record(name, moves=MOVES[name]), QUICK, lines=2)
    html = found._repr_html_()
    for line in found.lines:
        assert {line.moves[0], line.score_text, " ".join(line.moves[1:])} <= {*cells(html)}
    assert found.record.status in html
    assert ("<svg" in html) == (name != NIM)


def test_the_board_has_scores_and_the_numbers_of_the_best_line() -> None:
    won = pg.analyse(pg.Record("connect-four", moves="4 4 3 3"), "negamax:depth=4", lines=7)
    shown = texts(won._repr_html_())
    assert [line.score_text for line in won.lines[:2]] == ["wins in 3"] * 2
    assert shown.count("W3") == 2
    assert [text for text in shown[len("1234567") :] if text in "123"] == ["1", "2", "3"]


def test_a_move_from_square_to_square_is_an_arrow() -> None:
    placed = pg.analyse(pg.Record("tic-tac-toe"), QUICK)
    moved = pg.analyse(pg.Record(f"{BREAKTHROUGH}:rows=5,columns=4"), QUICK)
    assert placed._repr_html_().count("rotate(") == 0
    assert moved._repr_html_().count("rotate(") == len(moved.lines[0].moves)


def test_lines_are_walked_once() -> None:
    found = pg.analyse(pg.Record("tic-tac-toe"), QUICK)
    assert found.lines is found.lines


def test_a_finished_game_has_no_lines() -> None:
    over = pg.analyse(pg.Record("tic-tac-toe", moves="1 4 2 5 3"), QUICK)
    assert cells(over._repr_html_()) == [] and "X wins" in over._repr_html_()


def test_verdicts_stand_on_the_squares_of_their_moves() -> None:
    solved = pg.solve_moves(pg.Record("tic-tac-toe", moves="5 2"))
    shown = cells(solved._repr_html_())
    assert dict(zip(shown[::2], shown[1::2], strict=True)) == {
        text: str(verdict) for text, verdict in solved.items()
    }
    on_board = [text for text in texts(solved._repr_html_()) if not text.isdigit()]
    assert len(on_board) == 7 and "D" in on_board and any(text[0] == "W" for text in on_board)
    one = pg.solve(pg.Record("tic-tac-toe", moves="5 2"))
    assert cells(one._repr_html_()) == [one.best, str(one.verdict)]
    assert str(one) in one._repr_html_()


def test_a_review_shows_the_turning_point() -> None:
    found = pg.review(pg.Record("tic-tac-toe", moves="5 2 1 9 7 4 3"), "negamax:depth=9")
    html = found._repr_html_()
    assert "turning point: ply 2" in html and {"best", "?"} <= {*texts(html)}
    assert cells(html)[:8] == ["1", "X", "5", "best", "2", "O", "2", "mistake"]


def test_a_hostile_game_is_only_text(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    member = '\n    def move_text(self, position, move):\n        return f"<b>{move}"\n'
    file.write_text(Path(NIM).read_text() + member)
    html = pg.analyse(pg.Record(str(file)), QUICK)._repr_html_()
    assert "<b>" not in html and cells(html)[0].startswith("<b>")
