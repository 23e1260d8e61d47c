"""The transposition table: what is stored is found, nothing else is, and no search is misled."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from plyground import Game
from plyground.core.bits import bits
from plyground.core.compile import kernel, raw
from plyground.core.errors import BadOption
from plyground.core.game import legal_moves
from plyground.core.memory import Memory
from plyground.core.score import MAX_EVAL, WIN_SCORE, plies_to_end
from plyground.search import reference
from plyground.search.alphabeta import table
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import MAX_DEPTH, Limits
from plyground.search.workspace import MAX_PLY
from tests.positions import NIM, game_of, label
from tests.searching import CONNECT_FOUR, DEPTHS, NOISE, PATHS, sampled

SIZES = (table.MIN_BYTES, 256, 320, 1000, 4096, 1 << 16, 1 << 20)
EXACT = Techniques(exact_depth=True, quiescence=False)

keys = st.integers(1, (1 << 64) - 1)
plies = st.integers(0, MAX_PLY - 1)
depths = st.integers(1, MAX_DEPTH)
bounds = st.sampled_from([table.UPPER, table.LOWER, table.EXACT])
numbers = st.integers(0, table.NO_MOVE)


@st.composite
def scores(draw: st.DrawFn, ply: int) -> int:
    """A static evaluation, or a win or loss at least `ply` plies from the root."""
    end = WIN_SCORE - draw(st.integers(ply, 2 * MAX_PLY))
    return draw(st.sampled_from([end, -end]) | st.integers(-MAX_EVAL, MAX_EVAL))


@kernel
def _store(memory: Any, key: Any, score: int, depth: int, bound: int, number: int) -> None:
    table.store(memory, bits(key), score, depth, bound, number)


@kernel
def _probe(memory: Any, key: Any) -> int:
    return table.probe(memory, bits(key))


@kernel
def _bucket(memory: Any, key: Any) -> int:
    return table.bucket(memory, bits(key))


LAST = ((1 << 64) - 1) * pow(table.HASH_MULTIPLIER, -1, 1 << 64) % (1 << 64)
"""The key whose bucket is the last, for any number of buckets."""


def store(memory: Memory, key: int, *entry: int) -> None:
    _store(raw(memory), np.uint64(key), *entry)


def probe(memory: Memory, key: int) -> int:
    return int(_probe(raw(memory), np.uint64(key)))


def store_random(memory: Memory, count: int, seed: int) -> set[int]:
    """Store `count` random entries; returns their keys."""
    random, used = Random(seed), set()
    for _ in range(count):
        key = random.getrandbits(64)
        score, depth = random.randint(-WIN_SCORE, WIN_SCORE), random.randint(1, MAX_DEPTH)
        store(memory, key, score, depth, random.randint(1, 3), random.randint(0, table.NO_MOVE))
        used.add(key)
    return used


@given(st.integers(table.MIN_BYTES, 1 << 22))
def test_a_table_takes_all_the_memory_that_it_may(size: int) -> None:
    assert size - 8 * table.BUCKET < table.new_table(size).nbytes <= size


@given(st.integers(table.MIN_BYTES, 1 << 16), keys)
def test_every_key_has_a_whole_bucket(size: int, key: int) -> None:
    memory = table.new_table(size)
    for each in (key, 0, (1 << 64) - 1, LAST):
        place = int(_bucket(raw(memory), np.uint64(each)))
        assert table.FIRST <= place <= len(memory) - table.BUCKET
        assert (place - table.FIRST) % table.BUCKET == 0
    assert place == len(memory) - table.BUCKET


@given(st.sampled_from(SIZES), keys, plies, depths, bounds, numbers, st.data())
def test_what_was_kept_last_is_found(
    size: int, key: int, ply: int, depth: int, bound: int, number: int, data: st.DataObject
) -> None:
    memory = table.new_table(size)
    store_random(memory, 40, key)
    score = data.draw(scores(ply))
    store(memory, key, table.score_to_table(score, ply), depth, bound, number)
    found = probe(memory, key)
    assert table.score_from_table(found, ply) == score
    assert (table.depth_of(found), table.bound_of(found)) == (depth, bound)
    assert found & table.NO_MOVE == number


@given(plies, plies, st.data())
def test_wins_are_nearer_further_down(kept_at: int, found_at: int, data: st.DataObject) -> None:
    score = data.draw(scores(kept_at))
    seen = table.score_from_table(table.score_to_table(score, kept_at) << 32, found_at)
    assert seen == reference.moved(score, kept_at - found_at)


@pytest.mark.parametrize("size", SIZES)
def test_entries_of_other_positions_never_answer(size: int) -> None:
    memory, random = table.new_table(size), Random(2)
    used = store_random(memory, 3000, seed=1)
    strangers = [random.getrandbits(64) for _ in range(3000)]
    near = [key ^ 1 << random.randrange(64) for key in used]
    assert not any(probe(memory, key) for key in {0, *strangers, *near} - used)
    assert any(probe(memory, key) for key in used)


@given(keys, st.integers(0, 1), st.integers(0, 63))
def test_an_entry_that_another_thread_tore_is_none(key: int, word: int, bit: int) -> None:
    memory = table.new_table(table.MIN_BYTES)
    store(memory, key, 7, 5, table.EXACT, 3)
    place = int(np.flatnonzero(memory[table.FIRST :])[0]) + table.FIRST
    memory[place + word] ^= np.array(1 << bit, dtype=np.uint64).view(np.int64)
    assert probe(memory, key) == 0


def test_a_bound_without_a_move_keeps_the_move_that_was_known() -> None:
    memory = table.new_table(table.MIN_BYTES)
    store(memory, 9, 1, 3, table.LOWER, 5)
    store(memory, 9, 2, 4, table.UPPER, table.NO_MOVE)
    found = probe(memory, 9)
    assert (found & table.NO_MOVE, table.depth_of(found)) == (5, 4)


def test_deep_and_new_entries_outlive_others() -> None:
    memory = table.new_table(table.MIN_BYTES)
    store_random(memory, 500, seed=1)
    store(memory, 2, 0, MAX_DEPTH, table.EXACT, 0)
    for key in range(1000, 1100):
        store(memory, key, 0, 1, table.EXACT, 0)
    assert probe(memory, 2)
    for _ in range(table.AGES // 2):
        table.new_search(memory)
    for key in range(2000, 2100):
        store(memory, key, 0, 1, table.EXACT, 0)
    assert not probe(memory, 2)


@given(st.integers(table.MIN_BYTES, 1 << 22))
def test_a_table_is_no_larger_than_allowed_and_not_half_as_large(size: int) -> None:
    memory = table.new_table(size)
    assert memory.nbytes <= size < 2 * memory.nbytes
    assert table.hashfull(memory) == 0


@pytest.mark.parametrize("size", [0, 1, table.MIN_BYTES - 1])
def test_a_table_that_holds_nothing_is_refused(size: int) -> None:
    with pytest.raises(BadOption, match=f"a table of {size} bytes is too small: expected"):
        table.new_table(size)


def test_a_table_for_which_there_is_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "zeros", refuse)
    with pytest.raises(BadOption, match=r"^there is no memory for 1,048,640 bytes$"):
        table.new_table((1 << 20) + 64)


@pytest.mark.parametrize("name", DEPTHS, ids=label)
def test_the_value_at_a_depth_does_not_depend_on_the_table(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name] + 1
    plain = AlphaBetaEngine(game, NOISE, EXACT._replace(table=False))
    engines = [AlphaBetaEngine(game, NOISE, EXACT, size) for size in SIZES]
    for position in sampled(name, 30):
        expected = plain.think(position, Limits(depth=depth)).score
        for engine in engines:
            assert engine.think(position, Limits(depth=depth)).score == expected


def below(game: Game, position: Any, plies: int) -> set[Any]:
    """The ongoing positions that are reached within `plies` plies."""
    layer, found = {position}, set()
    for _ in range(plies):
        layer = {game.play(p, move) for p in layer for move in legal_moves(game, p)}
        found |= layer
    return {p for p in found if legal_moves(game, p)}


@pytest.mark.parametrize(
    ("name", "depth"),
    [(CONNECT_FOUR, 5), (NIM, 7), (PATHS, 3)],
    ids=["connect-four", "nim", "paths"],
)
def test_every_entry_is_true_of_its_own_position(name: str, depth: int) -> None:
    """Whatever its distance from the root of the search."""
    game, seen = game_of(name), 0
    for position in sampled(name, 16):
        engine = AlphaBetaEngine(game, NOISE, EXACT, 1 << 18)
        engine.think(position, Limits(depth=depth))
        for met in below(game, position, depth - 1):
            data = probe(engine.table, bits(game.key(met)))
            if data:
                value = reference.alphabeta(game, NOISE, met, table.depth_of(data))
                score, bound = table.score_from_table(data, 0), table.bound_of(data)
                assert score <= value or not bound & table.LOWER
                assert score >= value or not bound & table.UPPER
                seen += 1
    assert seen > 100


def decided_moves(game: Game, position: Any, plies: int) -> dict[int, int]:
    """The moves that win or lose within `plies` plies, with their scores."""
    scores = {}
    for move in game.moves(position):
        child = game.play(position, move)
        scores[move] = -reference.alphabeta(game, NOISE, child, plies - 1, ply=1)
    return {move: score for move, score in scores.items() if plies_to_end(score) is not None}


def search_backwards(game: Game, engine: AlphaBetaEngine, position: Any, depth: int) -> None:
    """Fill the table with the positions below a position, the deepest first."""
    line = engine.think(position, Limits(depth=depth)).lines[0].moves
    positions = [position]
    for move in line[:-1]:
        positions.append(game.play(positions[-1], move))
    for later in reversed(positions):
        engine.think(later, Limits(depth=depth))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "plies"),
    [(CONNECT_FOUR, 5), (NIM, 7), (PATHS, 3)],
    ids=["connect-four", "nim", "paths"],
)
def test_wins_are_as_far_as_they_are_whatever_the_table_knows(name: str, plies: int) -> None:
    """All lines are searched, since the search would end once the best one is proven."""
    game, seen = game_of(name), {False: 0, True: 0}
    engines = []
    for exact in seen:
        techniques = Techniques(exact_depth=exact, quiescence=False)
        for size in (table.MIN_BYTES, 1 << 18):
            engines.append(AlphaBetaEngine(game, NOISE, techniques, size))
        engines.append(AlphaBetaEngine(game, NOISE, techniques._replace(table=False)))
    for position in sampled(name, 40):
        scores = decided_moves(game, position, plies)
        for engine in engines:
            if engine.techniques.table:
                search_backwards(game, engine, position, plies + 2)
            for depth in (plies, plies + 1, plies + 2):
                for line in engine.think(position, Limits(depth=depth), lines=4).lines:
                    assert line.score == scores.get(line.moves[0], line.score)
                    seen[engine.techniques.exact_depth] += line.moves[0] in scores
    assert min(seen.values()) > 100
