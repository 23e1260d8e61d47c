"""Positions as rows of words: many at once give the same as one by one."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from plyground.core.bits import Bits
from plyground.core.errors import BadGame
from plyground.core.fields import pack_columns
from plyground.core.words import from_words, to_rows, to_words
from tests.positions import SEVEN_GAMES, game_of, label, random_line

WIDE = ("paths:board=9x9,line=5", "paths:board=15x15,line=5")


@pytest.mark.parametrize("name", [*SEVEN_GAMES, *WIDE], ids=label)
def test_rows_hold_the_words_of_each_position(name: str) -> None:
    game = game_of(name)
    positions = random_line(game, 1)
    rows = to_rows(game, positions)
    assert (rows == np.array([to_words(game, position) for position in positions])).all()
    assert [from_words(game, row) for row in rows] == positions
    assert to_rows(game, []).shape == (0, rows.shape[1])


class Sample(NamedTuple):
    number: int
    flag: bool
    board: Bits


class Holder(NamedTuple):
    """As much of a game as packing needs."""

    board_bits: int
    name: str = "sample"

    def start(self) -> Sample:
        return Sample(0, False, 0)


numbers = st.integers(-(1 << 63), (1 << 63) - 1)


@given(data=st.data(), width=st.sampled_from([64, 128, 256]))
def test_every_value_of_a_field_comes_back(data: st.DataObject, width: int) -> None:
    boards = st.integers(0, (1 << width) - 1)
    sample = st.builds(Sample, number=numbers, flag=st.booleans(), board=boards)
    game: Any = Holder(width)
    positions = data.draw(st.lists(sample, max_size=5))
    assert [from_words(game, row) for row in to_rows(game, positions)] == positions


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Sample(1 << 63, False, 0), "Sample.number does not fit"),
        (Sample(0, False, 1 << 64), "Sample.board does not fit"),
        (Sample(0, False, -1), "Sample.board does not fit"),
        (Sample(0, 2, 0), "Sample.flag does not fit"),  # type: ignore[arg-type]
        (Sample(0.5, False, 0), "Sample.number became 0.5, not a whole number"),  # type: ignore[arg-type]
        (Sample(0, False, 0.5), "Sample.board became 0.5, not a whole number"),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_fit_is_reported(wrong: Sample, said: str) -> None:
    game: Any = Holder(64)
    with pytest.raises(BadGame, match=said):
        to_rows(game, [Sample(1, True, 2), wrong])
    with pytest.raises((OverflowError, TypeError)):
        [*pack_columns([Sample(1, True, 2), wrong], 64)]
