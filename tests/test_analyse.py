"""`plyground analyse --json`: the fields are the same whatever is known of a position."""

import math
from pathlib import Path
from typing import Any

import pytest

from plyground.api import analyse
from plyground.core import wire
from plyground.evaluations.explain import Term
from tests.command import plyground, refused, told


def output(*args: str) -> dict[str, Any]:
    finished = plyground("analyse", *args, "--json")
    assert finished.returncode == 0, finished
    found: dict[str, Any] = told(finished.stdout)
    return found


@pytest.mark.slow
def test_a_decided_game_has_the_same_fields_as_any() -> None:
    going_on = output("connect-four", "--player", "negascout:depth=3")
    decided = output("connect-four", "--moves", "1 2 1 2 1 2 1")
    assert {*decided} == {*going_on}
    assert (decided["best"], decided["info"]) == (None, None)
    assert decided["verdict"] == {"outcome": "loss", "plies": 0}


def test_what_is_certain_of_the_best_line_is_certain_of_the_position() -> None:
    found = output("paths:board=3x3", "--position", "XOX/XOO/OX.", "--player", "mcts:nodes=100")
    assert found["verdict"] == found["info"]["lines"][0]["verdict"]
    assert found["verdict"]["outcome"] == "draw"


@pytest.mark.slow
def test_the_book_is_shown_beside_the_search() -> None:
    assert output("connect-four", "--player", "negascout:depth=3")["book"] is None
    found = output("connect-four", "--player", "negascout:depth=3,book=own")
    [line] = found["book"]["lines"]
    assert found["book"]["from_book"] and line["moves"] == ["4"]
    assert line["verdict"] == {"outcome": "win", "plies": 41}
    shown = plyground("analyse", "connect-four", "--player", "negascout:depth=3,book=own").stdout
    assert "the book's move: 4, wins in 41" in shown


@pytest.mark.slow
def test_terms_are_told_where_they_are_asked_for() -> None:
    args = ("connect-four", "--moves", "4 4", "--player", "negascout:depth=2")
    assert output(*args)["terms"] is None
    terms = output(*args, "--explain")["terms"]
    assert terms and all(term["weight"] * term["feature"] == term["points"] for term in terms)


def test_a_term_that_is_no_finite_number_is_null(monkeypatch: pytest.MonkeyPatch) -> None:
    term = Term("mine", 2.0, math.inf, math.nan)
    monkeypatch.setattr(analyse, "explain", lambda *args: [term])
    found = analyse.analyse("paths:board=3x3", "negamax:depth=1").message()
    assert found.terms == (wire.Term("mine", 2.0, None, None, ()),)
    assert wire.decode(wire.encode(found)) == found


@pytest.mark.parametrize("player", ["negascout:depth=3,book=FILE", "best:book=FILE"])
def test_a_book_that_is_none_is_refused(player: str, tmp_path: Path) -> None:
    file = tmp_path / "x.book"
    args = ("analyse", "connect-four", "--player", player.replace("FILE", str(file)))
    assert "cannot be read: no such file" in refused(*args)
    file.write_bytes(b"no book")
    assert str(file) in refused(*args)
