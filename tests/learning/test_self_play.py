"""Games played for learning: what is noted of them is what the searches say, and the rules."""

from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.core import compile as compile_module
from plyground.core.outcome import ONGOING
from plyground.core.score import BAND, static_eval
from plyground.core.threads import stop_flag
from plyground.core.turns import turn_of
from plyground.core.words import from_words
from plyground.evaluations.registry import make_evaluation
from plyground.learning import game_kernel as kernel
from plyground.learning.self_play import Board, Rules, features_of, random_rows
from plyground.search.alphabeta.kernel import NEGASCOUT
from plyground.search.alphabeta.table import EXACT, LOWER, UPPER
from plyground.search.reference import minimax

GAMES = ["paths:board=3x3", "watch-your-back"]


def played(name: str, depth: int = 2, **options: float) -> tuple[Board, object]:
    game = pg.make_game(name)
    board = Board(game, Rules(depth, 4, **{"exploration": 0.1} | options))  # type: ignore[arg-type]
    return board, make_evaluation(game, "default")


@pytest.mark.parametrize("name", GAMES)
def test_the_score_of_a_ply_is_the_static_evaluation_of_its_leaf(name: str) -> None:
    board, evaluation = played(name)
    found = board.play(evaluation, evaluation, 5, stop_flag())
    assert found is not None
    seen = 0
    for note, row in zip(found.notes, found.leaves, strict=True):
        leaf = from_words(board.game, row)
        if note[kernel.KIND] & kernel.LEAF_OVER:
            assert board.game.outcome(leaf) != ONGOING or abs(note[kernel.SCORE]) >= BAND
            continue
        score = static_eval(evaluation, board.game, leaf)
        same = note[kernel.LEAF_TURN] == note[kernel.TURN]
        assert note[kernel.SCORE] == (score if same else -score)
        seen += 1
    assert seen or name != "watch-your-back"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_legal_and_ends_as_its_record_says(name: str) -> None:
    board, evaluation = played(name)
    board.begin(7)
    record = pg.Record(board.game)
    while board.outcome == ONGOING:
        assert board.turn == record.turn
        board.play_on(evaluation, evaluation, 1, stop_flag())
        record.push(board.last_move)
    found = board.played()
    assert record.is_over and found.plies == len(record.moves)
    assert found.points == {None: 0, 0: 1, 1: -1}[record.winner]
    again = board.play(evaluation, evaluation, 7, stop_flag())
    assert again is not None and again.plies == found.plies and again.points == found.points


def test_the_code_of_a_game_is_kept_for_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    board, evaluation = played("paths:board=3x3")
    board.play(evaluation, evaluation, 5, stop_flag())
    compiled: Any = kernel.play_plies
    again = compile_module.kernel(compiled.py_func)
    monkeypatch.setattr(kernel, "play_plies", again)
    board.play(evaluation, evaluation, 5, stop_flag())
    assert compile_module.cache_hits(again) == 1


def test_features_are_those_of_the_plain_rules() -> None:
    game = pg.make_game("watch-your-back")
    evaluation = make_evaluation(game, "document")
    rows, turns = random_rows(game, 50, 3)
    found = features_of(game, evaluation, rows, turns)
    for row, features, turn in zip(rows, found, turns, strict=True):
        position = from_words(game, row)
        assert game.outcome(position) == ONGOING and turn_of(game, position, position.ply) == turn
        assert [*map(float, evaluation.features(game, position))] == [*features]


def test_a_perspective_is_that_of_the_searching_side() -> None:
    game = pg.make_game("connect-four")
    evaluation = make_evaluation(game, "document")
    rows, _ = random_rows(game, 20, 3)
    for side in (0, 1):
        seen = evaluation._replace(perspective=side)  # type: ignore[attr-defined]
        found = features_of(game, evaluation, rows, np.full(len(rows), side))
        for row, features in zip(rows, found, strict=True):
            expected = seen.features(game, from_words(game, row))
            assert [*map(float, expected)] == [*features[: len(expected)]]


def test_lessons_hold_by_plain_minimax() -> None:
    game = pg.make_game("paths:board=3x3")
    evaluation = make_evaluation(game, "default")
    techniques = NEGASCOUT._replace(quiescence=False, exact_depth=True, table=False)
    board = Board(game, Rules(3, 2, 0.0), techniques, teaches=True)
    board.begin(3)
    board.play_on(evaluation, evaluation, 2, stop_flag())
    root = board.position
    board.play_on(evaluation, evaluation, 1, stop_flag())
    lessons = board.lessons()
    assert len(lessons.rows) > 10
    assert from_words(game, lessons.rows[-1]) == root and lessons.bounds[-1] == EXACT
    marks = root.own.bit_count() + root.other.bit_count()
    for value, bound, row in zip(lessons.values, lessons.bounds, lessons.rows, strict=True):
        position = from_words(game, row)
        below = position.own.bit_count() + position.other.bit_count() - marks
        exact = minimax(game, evaluation, position, 3 - below)
        if abs(exact) >= BAND or abs(value) >= BAND:
            continue  # those tell their distance from the root
        assert {EXACT: value == exact, LOWER: value <= exact, UPPER: value >= exact}[int(bound)]


def test_an_ordinary_board_keeps_no_lessons() -> None:
    board, evaluation = played("paths:board=3x3")
    board.play(evaluation, evaluation, 1, stop_flag())
    assert len(board.lessons().rows) == 0


def test_a_stop_ends_a_game_and_it_does_not_count() -> None:
    board, evaluation = played("paths:board=3x3")
    stop = stop_flag()
    stop[0] = True
    assert board.play(evaluation, evaluation, 1, stop) is None
