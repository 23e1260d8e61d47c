"""The notebook's board from Python's side: what it shows, and what it does when it is asked."""

import threading
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

import plyground as pg
from plyground.adapters.widget import BoardWidget, script
from tests.positions import HEX, NIM

numbers = count(1)
SECONDS = 20


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No widget's game goes on after its test."""
    yield
    for thread in threading.enumerate():
        if thread.name == "widget":
            thread.join(SECONDS)
            assert not thread.is_alive()


def ask(widget: BoardWidget, do: str, **more: Any) -> dict[str, Any]:
    """Ask as the script does, and wait for a program's answer."""
    widget.asked = {"do": do, "number": next(numbers), **more}
    return settled(widget)


def settled(widget: BoardWidget) -> dict[str, Any]:
    """What is shown when nobody thinks."""
    done = threading.Event()

    def look(change: Any = None) -> None:
        if not widget.state["thinks"]:
            done.set()

    widget.observe(look, "state")
    look()
    assert done.wait(SECONDS)
    widget.unobserve(look, "state")
    state: dict[str, Any] = widget.state
    return state


def play(widget: BoardWidget, move: str) -> dict[str, Any]:
    return ask(widget, "play", move=move, ply=len(widget.record))


def test_two_people_play_and_the_board_is_shown() -> None:
    widget = pg.widget("tic-tac-toe")
    assert widget.state["status"] == "X to move" and widget.state["board"]["svg"].startswith("<svg")
    assert [cell["square"] for cell in widget.state["board"]["cells"]] == [*range(9)]
    assert {made["move"] for made in widget.state["move_map"]["squares"]} == {*"123456789"}
    for move in "14253":
        play(widget, move)
    assert widget.state["status"] == "X wins" and widget.state["move_map"] is None
    assert widget.record.move_texts == widget.state["moves"] == [*"14253"]


def test_the_given_record_stays_as_it_is() -> None:
    record = pg.Record("tic-tac-toe", moves="5")
    widget = pg.widget(record)
    play(widget, "1")
    assert record.move_texts == ["5"] and widget.record.move_texts == ["5", "1"]


def test_a_program_answers_and_its_move_is_taken_back_too() -> None:
    widget = pg.widget("tic-tac-toe", "human", "random:seed=1")
    assert len(play(widget, "5")["moves"]) == 2
    state = ask(widget, "undo")
    assert state["moves"] == [] and state["can_redo"] and not state["can_undo"]
    assert len(ask(widget, "redo")["moves"]) == 2
    widget.close()


def test_a_program_begins_and_programs_play_by_themselves() -> None:
    widget = pg.widget(f"{NIM}:heap=5", "random:seed=1")
    assert len(settled(widget)["moves"]) == 1
    widget.close()
    alone = pg.widget("tic-tac-toe", "random:seed=1", "random:seed=2")
    assert settled(alone)["move_map"] is None and alone.record.is_over


def test_a_game_that_was_over_goes_on_after_a_move_is_taken_back() -> None:
    class Next:
        def choose(self, record: pg.Record) -> int:
            return record.legal_moves[0]

    widget = pg.widget("tic-tac-toe", "human", Next)
    for move in ("9", "8", "7"):
        state = play(widget, move)
    assert state["status"] == "X wins"
    ask(widget, "undo")
    assert len(play(widget, "4")["moves"]) == 6
    widget.close()


def test_one_steps_through_a_game() -> None:
    widget = pg.widget(pg.Record("tic-tac-toe", moves="1 4 2 5 3"))
    last = widget.state["board"]["svg"]
    state = ask(widget, "go", ply=1)
    assert (state["ply"], state["status"], len(state["moves"])) == (1, "O to move", 5)
    assert state["move_map"] is None and state["board"]["svg"] != last
    assert ask(widget, "go", ply=-3)["ply"] == 0
    assert ask(widget, "go", ply=99)["board"]["svg"] == last
    earlier = ask(widget, "go", ply=2)
    assert play(widget, "9")["ply"] == earlier["ply"]  # a game that is over
    assert widget.state["message"] == "'9' cannot be played: the game is over"


def test_no_move_is_made_in_an_earlier_position() -> None:
    widget = pg.widget(pg.Record("tic-tac-toe", moves="1 4"))
    assert widget.state["move_map"] is not None
    assert ask(widget, "go", ply=1)["move_map"] is None
    assert ask(widget, "play", move="9", ply=1)["moves"] == ["1", "4"]
    assert ask(widget, "go", ply=2)["move_map"] is not None


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"do": "play", "move": "x", "ply": 0}, "'x' is not a legal move here"),
        ({"do": "play", "move": "5", "ply": 7}, ""),
        ({"do": "undo"}, "there is no move to take back"),
        ({"do": "redo"}, "no move was taken back"),
        ({"do": "dance"}, "expected play, go, undo, redo or resign"),
        ({"do": "go", "ply": "x"}, "expected play, go, undo, redo or resign"),
        ({}, "expected play, go, undo, redo or resign"),
    ],
)
def test_what_cannot_be_done_is_said(asked: Any, message: str) -> None:
    widget = pg.widget("tic-tac-toe")
    widget.asked = {**asked, "number": next(numbers)}
    assert message in widget.state["message"] and widget.record.moves == []
    play(widget, "5")
    assert widget.state["message"] == ""


def test_a_program_that_fails_is_told() -> None:
    class Bad:
        def choose(self, record: pg.Record) -> str:
            return "nonsense"

    widget = pg.widget("tic-tac-toe", Bad)
    state = settled(widget)
    assert "illegal move" in state["status"] and state["message"].startswith("Bad: ")


def test_a_game_without_a_picture_has_its_text_and_buttons() -> None:
    state = pg.widget(NIM).state
    assert state["board"]["svg"] == "" and "(21 left)" in state["board"]["text"]
    assert state["move_map"]["buttons"] == ("1", "2", "3")


def test_hexagons_and_kinds_of_moves_are_there() -> None:
    assert len(pg.widget(f"{HEX}:size=3").state["board"]["cells"]) == 9
    kinds = pg.widget("conniption").state["move_map"]["variants"]
    assert [kind["name"] for kind in kinds] == [
        "drop",
        "flip, drop",
        "drop, flip",
        "flip, drop, flip",
    ]


def test_its_script_is_one_module() -> None:
    text = script()
    assert [line for line in text.splitlines() if line.startswith("import ")] == []
    assert [line for line in text.splitlines() if line.startswith("export ")] == [
        "export default { render };"
    ]
    widget = pg.widget("tic-tac-toe")
    assert widget._esm == text and ".pg-widget" in str(widget._css)
