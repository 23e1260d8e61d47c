"""A game so far: moves taken back and played again, and games given up."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground.core.errors import GameOver
from plyground.core.wire import Termination
from plyground.records.record import Ending
from tests.positions import SEVEN_GAMES, game_of
from tests.test_notation import ENDINGS, record_of, records


@pytest.mark.parametrize("name", SEVEN_GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_what_was_taken_back_comes_again_step_by_step(name: str, data: Any) -> None:
    record = data.draw(records(name))
    record.ending = None
    states, counts = [record.copy()], data.draw(st.lists(st.integers(1, 3), max_size=4))
    for count in counts:
        record.undo(count)
        assert len(record.positions) == len(record.moves) + 1
        states.append(record.copy())
    while record.undone:
        assert record == states.pop()
        record.redo()
    assert record == states.pop() and states == []


def test_another_move_forgets_what_was_taken_back() -> None:
    record = record_of("connect-four", "4 4 3")
    record.undo(2)
    record.push(0)
    assert record.undone == [] and record.move_texts == ["4", "1"]


@pytest.mark.parametrize(("texts", "loser"), [("", 0), ("4", 1), ("4 4", 0)])
def test_who_resigns_has_lost(texts: str, loser: int) -> None:
    record = record_of("connect-four", texts)
    assert not record.is_over
    record.resign()
    assert record.is_over and record.winner == 1 - loser
    assert record.result == ("first", "second")[1 - loser]
    assert record != record_of("connect-four", texts)
    assert game_of("connect-four").outcome(record.position) == 0


@pytest.mark.parametrize("ending", [ending for ending in ENDINGS if ending])
def test_a_game_that_was_ended_says_how_and_goes_on_once_moves_are_taken_back(
    ending: Ending,
) -> None:
    record = record_of("connect-four", "4 4 3")
    record.end(*ending)
    assert (record.termination, record.winner) == ending
    assert record.is_over and not record.legal_moves
    assert ("draw" in record.status) == (ending.winner is None)
    assert ending.winner is None or f"{record.game.sides[ending.winner]} wins" in record.status
    with pytest.raises(GameOver, match="the game is over"):
        record.end(Termination.RESIGNED, 0)
    with pytest.raises(GameOver):
        record.push("1")
    record.pop()
    assert not record.is_over and record.termination is None


def test_a_game_that_ended_by_its_rules_has_a_normal_termination() -> None:
    record = record_of("connect-four", "1 2 1 2 1 2 1")
    assert record.termination == Termination.NORMAL and record.ending is None
