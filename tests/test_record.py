"""A game so far: moves taken back and played again, and games given up."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.positions import SEVEN_GAMES, game_of
from tests.test_notation import record_of, records


@pytest.mark.parametrize("name", SEVEN_GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_what_was_taken_back_comes_again_step_by_step(name: str, data: Any) -> None:
    record = data.draw(records(name))
    record.resigned = None
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
