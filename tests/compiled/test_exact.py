"""The exact solver finds the verdicts of the textbook, whatever its table and its limits are."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from plyground import DRAW, LOSS, WIN
from plyground.core.bits import bits
from plyground.core.compile import kernel, raw
from plyground.core.errors import BadGame, BadOption, GameOver
from plyground.core.game import legal_moves
from plyground.core.memory import Memory, new_memory
from plyground.search import workspace
from plyground.search.alphabeta.table import HASH_MULTIPLIER, hash_key
from plyground.search.exact import driver as solving
from plyground.search.exact.driver import ExactSolver, value_of
from plyground.search.exact.table import (
    DATA,
    FIRST,
    MAX_VALUE,
    MIN_BYTES,
    MIN_VALUE,
    NEAR,
    least_of,
    most_of,
    new_bound_table,
    probe,
    store_bounds,
)
from plyground.search.exact.workspace import STACK
from plyground.search.limits import Limits
from plyground.search.solution import Verdict, best_of
from tests.positions import NIM, game_of, label, played, random_line
from tests.proving import (
    CONNECT_FOUR,
    DOMINOES,
    MISERE,
    PATHS,
    SMALL_CONNIPTION,
    Verdicts,
    all_verdicts,
    assert_solved,
    ongoing,
)

LARGE = "connect-four"
TABLE = 1 << 22
SHORT = (CONNECT_FOUR, NIM)
"""One game with `plies_left` and one without: each is compiled separately."""
MORE = (PATHS, MISERE, DOMINOES, SMALL_CONNIPTION) if os.environ.get("PLYGROUND_LONG") else ()
KNOWN = {
    "5562345615152437": Verdict(LOSS, 22),
    "47625325326517537714": Verdict(LOSS, 20),
    "24611751351521155234": Verdict(LOSS, 16),
    "41751266515541211554264": Verdict(WIN, 15),
    "45433272672156543643": Verdict(WIN, 7),
    "12272361512217134445": Verdict(DRAW),
    "51662712245463317334": Verdict(DRAW),
}
"""Positions of Connect Four by the columns played; negascout found the same."""


def weakly(verdict: Verdict) -> Verdict:
    return Verdict(verdict.outcome)


def after(columns: str) -> Any:
    return played(game_of(LARGE), " ".join(columns))


@cache
def some(name: str, stride: int) -> list[Any]:
    """Some positions of a small game that are not over, in any order."""
    positions = ongoing(game_of(name), all_verdicts(name))[::stride]
    Random(1).shuffle(positions)
    return positions


# --- verdicts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHORT, *MORE], ids=label)
def test_every_position_of_a_small_game(name: str) -> None:
    known = all_verdicts(name)
    solver = ExactSolver(game_of(name), TABLE)
    assert solver.solve_many([*known]) == [*known.values()]
    assert solver.solve_many([*known], weak=True) == [*map(weakly, known.values())]


@pytest.mark.parametrize("weak", [False, True], ids=["when", "who"])
@pytest.mark.parametrize("name", SHORT, ids=label)
def test_the_best_move_keeps_the_verdict(name: str, weak: bool) -> None:
    game, known = game_of(name), all_verdicts(name)
    solver = ExactSolver(game, TABLE)
    for position in some(name, max(1, len(known) // 200)):
        assert_solved(game, solver, position, known, weak)


@pytest.mark.parametrize("name", SHORT, ids=label)
def test_moves_are_worth_what_they_lead_to(name: str) -> None:
    game, known = game_of(name), all_verdicts(name)
    solver = ExactSolver(game, TABLE)
    for position in some(name, max(1, len(known) // 100)):
        found = solver.solve_moves(position)
        assert found == {
            move: known[game.play(position, move)].before() for move in legal_moves(game, position)
        }
        best = best_of(found)
        assert best is not None and found[best] == known[position]


def test_positions_of_the_large_board() -> None:
    solver, positions = ExactSolver(game_of(LARGE), TABLE), [after(text) for text in KNOWN]
    assert solver.solve_many(positions, weak=True) == [*map(weakly, KNOWN.values())]
    assert solver.solve_many(positions) == [*KNOWN.values()]


def test_images_have_the_same_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """If they share no table entries, and if all do."""
    game, solvers = game_of(LARGE), [ExactSolver(game_of(LARGE), TABLE) for _ in range(3)]
    line = (random_line(game, seed)[18:-1] for seed in range(40))
    positions = [position for late in line for position in late[:3]]
    images = [image for position in positions for image in game.symmetries(position)]
    monkeypatch.setattr(solving, "SYMMETRY_PLIES", -1)
    verdicts = solvers[0].solve_many(positions)
    assert len({*verdicts}) > 10
    assert solvers[1].solve_many(images) == verdicts
    monkeypatch.setattr(solving, "SYMMETRY_PLIES", 42)
    assert solvers[2].solve_many(positions + images) == verdicts + verdicts


# --- threads -----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_find_the_same(threads: int) -> None:
    """One position with an empty table, so that there is much to share, and many at once."""
    for text, verdict in KNOWN.items():
        solver = ExactSolver(game_of(LARGE), TABLE, threads)
        solution = solver.solve(after(text))
        assert (solution.verdict, solution.nodes > 0) == (verdict, True)
    solver = ExactSolver(game_of(LARGE), TABLE, threads)
    assert solver.solve_many([after(text) for text in KNOWN]) == [*KNOWN.values()]


@pytest.mark.parametrize("name", SHORT, ids=label)
def test_threads_solve_every_position_of_a_small_game(name: str) -> None:
    known = all_verdicts(name)
    solver = ExactSolver(game_of(name), TABLE, 3)
    assert solver.solve_many([*known]) == [*known.values()]
    for position in some(name, max(1, len(known) // 100)):
        assert_solved(game_of(name), solver, position, known, weak=False)


def test_threads_keep_to_the_limits_together() -> None:
    solver = ExactSolver(game_of(LARGE), TABLE, 4)
    solution = solver.solve(solver.game.start(), Limits(nodes=40_000))
    assert solution.verdict is None and solution.nodes < 40_000 + 4 * 42
    assert solver.solve(solver.game.start(), Limits(time=0.1)).verdict is None
    assert_still_right(solver)


# --- the table ---------------------------------------------------------------------------------


@kernel
def _store(table: Any, key: Any, left: int, least: int, most: int) -> None:
    store_bounds(table, hash_key(bits(key)), left, least, most)


@kernel
def _probe(table: Any, key: Any, left: int, found: Any) -> None:
    entry = probe(table, hash_key(bits(key)), left)
    found[0], found[1] = least_of(entry), most_of(entry)


def store(table: Memory, key: int, left: int, least: int, most: int) -> None:
    _store(raw(table), np.uint64(key), left, least, most)


def stored_bounds(table: Memory, key: int, left: int) -> tuple[int, int]:
    found = np.zeros(2, dtype=np.int64)
    _probe(raw(table), np.uint64(key), left, found)
    return int(found[0]), int(found[1])


def hash_in_python(key: int) -> int:
    return bits(key * HASH_MULTIPLIER)


NOTHING = (MIN_VALUE, MAX_VALUE)
SHARED = new_bound_table(MIN_BYTES)
values = st.integers(MIN_VALUE, MAX_VALUE)


@given(
    st.integers(0, (1 << 64) - 1),
    values,
    values,
    st.integers(1, (1 << 64) - 1),
    st.sampled_from([NEAR - 1, NEAR]),
)
def test_an_entry_is_found_by_its_own_key_alone(
    key: int, least: int, most: int, difference: int, left: int
) -> None:
    """Not by another key with the same bucket, nor by one with the same stored bits."""
    SHARED[FIRST:] = 0
    store(SHARED, key, left, least, most)
    assert stored_bounds(SHARED, key, left) == (least, most)
    for part in ((1 << 32) - 1, (1 << DATA) - 1 << 64 - DATA, (1 << 64) - 1):
        other = bits((hash_in_python(key) ^ difference & part) * pow(HASH_MULTIPLIER, -1, 1 << 64))
        assert other == key or stored_bounds(SHARED, other, left) == NOTHING


def test_an_empty_table_knows_nothing() -> None:
    random, table = Random(1), new_bound_table(MIN_BYTES)
    for key in (0, 1, (1 << 64) - 1, *(random.getrandbits(64) for _ in range(2000))):
        assert stored_bounds(table, key, NEAR) == stored_bounds(table, key, NEAR - 1) == NOTHING


def test_the_position_whose_key_is_0_has_to_be_searched() -> None:
    game = game_of(CONNECT_FOUR)
    assert game.key(game.start()) == 0
    solution = ExactSolver(game, MIN_BYTES).solve(game.start())
    assert solution.verdict == Verdict(DRAW) and solution.nodes > 1000


@given(st.integers(MIN_BYTES, 1 << 24))
def test_a_table_is_no_larger_than_allowed_and_not_half_as_large(size: int) -> None:
    table = new_bound_table(size)
    assert table.nbytes <= size < 2 * table.nbytes


@pytest.mark.parametrize("size", [0, 1, MIN_BYTES - 1])
def test_a_table_that_is_too_small_is_refused(size: int) -> None:
    with pytest.raises(BadOption, match=f"^a table of {size} bytes is too small: expected"):
        ExactSolver(game_of(CONNECT_FOUR), size)


@pytest.mark.parametrize("fold_plies", [-1, 3, 16])
@pytest.mark.parametrize("size", [MIN_BYTES, TABLE])
def test_tables_and_shared_entries_change_nothing(
    size: int, fold_plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "SYMMETRY_PLIES", fold_plies)
    known, positions = all_verdicts(CONNECT_FOUR), some(CONNECT_FOUR, 40)
    solver = ExactSolver(game_of(CONNECT_FOUR), size)
    assert solver.solve_many(positions) == [known[position] for position in positions]


def assert_table_is_true(solver: ExactSolver, known: Verdicts) -> None:
    """For positions that share no entries with their images."""
    seen = 0
    for position in ongoing(solver.game, known)[::5]:
        left = solver.game.plies_left(position)
        least, most = stored_bounds(solver.table, bits(solver.game.key(position)), left)
        worth = value_of(known[position], left)
        assert least <= worth <= most, solver.game.position_text(position)
        seen += (least, most) != NOTHING
    assert seen > 50


def test_every_entry_is_true_after_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SYMMETRY_PLIES", -1)
    solver, random = ExactSolver(game_of(CONNECT_FOUR), TABLE), Random(1)
    known = all_verdicts(CONNECT_FOUR)
    for position in some(CONNECT_FOUR, 100):
        solver.solve(position, Limits(nodes=random.randint(1, 30)))
    solver.solve(solver.game.start(), Limits(nodes=8000))
    assert_table_is_true(solver, known)


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 50, 3000])
def test_no_more_nodes_than_allowed(nodes: int) -> None:
    """Except those on the current path when the limit is reached."""
    game = game_of(CONNECT_FOUR)
    solver, other = (ExactSolver(game, TABLE) for _ in range(2))
    one, two = (one.solve(game.start(), Limits(nodes=nodes)) for one in (solver, other))
    assert one.verdict is None and one.best is None
    assert nodes <= one.nodes == two.nodes < nodes + 16
    assert solver.solve(game.start()).verdict == Verdict(DRAW)


def test_the_same_question_takes_the_same_nodes() -> None:
    for text in KNOWN:
        one, two = (ExactSolver(game_of(LARGE), TABLE).solve(after(text)) for _ in range(2))
        assert (one.nodes, one.best) == (two.nodes, two.best)


def test_what_a_limit_leaves_unsolved_is_none() -> None:
    known, positions = all_verdicts(CONNECT_FOUR), some(CONNECT_FOUR, 40)
    solver = ExactSolver(game_of(CONNECT_FOUR), TABLE)
    found = solver.solve_many(positions, Limits(nodes=2000))
    solved = found.index(None)
    assert solved > 0 and {*found[solved:]} == {None}
    assert found[:solved] == [known[position] for position in positions[:solved]]
    moves = solver.solve_moves(solver.game.start(), Limits(nodes=1))
    assert [*moves.values()] == [None] * 4


@pytest.mark.parametrize("name", SHORT, ids=label)
@pytest.mark.parametrize("limits", [Limits(time=1e-9), Limits(cpu=1e-9)])
def test_no_time_is_enough_for_no_verdict(name: str, limits: Limits) -> None:
    solver = ExactSolver(game_of(name), TABLE)
    start = solver.game.start()
    assert solver.solve(start, limits).verdict is None
    assert solver.solve_many([start] * 2, limits) == [None] * 2
    assert {*solver.solve_moves(start, limits).values()} == {None}
    assert solver.solve(start).verdict == all_verdicts(name)[start]


def assert_still_right(solver: ExactSolver) -> None:
    assert solver.solve_many([after(text) for text in KNOWN]) == [*KNOWN.values()]


@pytest.mark.parametrize("limits", [Limits(time=0.1), Limits(cpu=0.1)])
def test_time_ends_a_search(limits: Limits) -> None:
    solver = ExactSolver(game_of(LARGE), MIN_BYTES)
    solution = solver.solve(solver.game.start(), limits)
    assert solution.verdict is None and solution.seconds < 20
    assert_still_right(solver)


@contextmanager
def halting(solver: ExactSolver) -> Iterator[None]:
    """Stop the solver again and again."""
    done = threading.Event()

    def halt() -> None:
        while not done.wait(0.02):
            workspace.halt(solver.workspaces)

    halter = threading.Thread(target=halt)
    halter.start()
    try:
        yield
    finally:
        done.set()
        halter.join()


def test_a_halt_is_obeyed_and_harms_nothing() -> None:
    """Without it this would take minutes."""
    solver = ExactSolver(game_of(LARGE), MIN_BYTES)
    with halting(solver):
        assert solver.solve(solver.game.start()).verdict is None
    assert_still_right(solver)


def test_more_moves_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(CONNECT_FOUR)
    monkeypatch.setattr(workspace.Layout, "new_memory", lambda layout: new_memory(STACK + 40))
    solver = ExactSolver(game, TABLE)
    with pytest.raises(BadGame, match=r"^connect-four has more moves than the solver can hold$"):
        solver.solve(game.start())
    late = [position for position in some(CONNECT_FOUR, 400) if game.plies_left(position) < 4]
    assert solver.solve_many(late) == [all_verdicts(CONNECT_FOUR)[position] for position in late]


def test_a_finished_game_is_not_solved() -> None:
    game = game_of(CONNECT_FOUR)
    with pytest.raises(GameOver, match=r"^the game is over: there is nothing to solve$"):
        ExactSolver(game, TABLE).solve(random_line(game, 1)[-1])
