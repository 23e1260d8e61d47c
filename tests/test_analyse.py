"""`plyground analyse --json`: the fields are the same whatever is known of a position."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import plyground, refused


def output(*args: str) -> dict[str, Any]:
    finished = plyground("analyse", *args, "--json")
    assert finished.returncode == 0, finished
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def test_a_decided_game_has_the_same_fields_as_any() -> None:
    going_on = output("connect-four", "--player", "negascout:depth=3")
    decided = output("connect-four", "--moves", "1 2 1 2 1 2 1")
    assert {*decided} == {*going_on}
    assert (decided["best"], decided["outcome"], decided["plies"]) == (None, "loss", 0)


def test_what_is_certain_of_the_best_line_is_certain_of_the_position() -> None:
    found = output("paths:board=3x3", "--position", "XOX/XOO/OX.", "--player", "mcts:nodes=100")
    assert found["outcome"] == found["lines"][0]["exact"]["outcome"] == "draw"


def test_the_book_is_shown_beside_the_search() -> None:
    assert output("connect-four", "--player", "negascout:depth=3")["book"] is None
    found = output("connect-four", "--player", "negascout:depth=3,book=own")
    assert found["book"]["move"] == "4" and found["book"]["score"] > 1 << 29
    shown = plyground("analyse", "connect-four", "--player", "negascout:depth=3,book=own").stdout
    assert "the book's move: 4, wins in 41" in shown


@pytest.mark.parametrize("player", ["negascout:depth=3,book=FILE", "best:book=FILE"])
def test_a_book_that_is_none_is_refused(player: str, tmp_path: Path) -> None:
    file = tmp_path / "x.book"
    args = ("analyse", "connect-four", "--player", player.replace("FILE", str(file)))
    assert "cannot be read: no such file" in refused(*args)
    file.write_bytes(b"no book")
    assert str(file) in refused(*args)
