"""Recorded searches: the same as without a record, with a tree that obeys the laws of search."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from plyground.core.errors import BadOption
from plyground.core.outcome import ONGOING
from plyground.core.repetition import is_repetition, repetition_outcome
from plyground.core.score import final_score, static_eval
from plyground.core.turns import moves_again, value_before
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import (
    ALPHABETA,
    MINIMAX,
    NEGAMAX,
    NEGASCOUT,
    Techniques,
    beam_width,
)
from plyground.search.alphabeta.recording import (
    Flag,
    Reason,
    RecordedSearch,
    RecordedTree,
    record_search,
    top_nodes,
)
from plyground.search.limits import Limits
from plyground.search.thought import Thought
from tests.again import Maze, Rounds
from tests.positions import game_of
from tests.searching import CONNECT_FOUR, NOISE, follow

TECHNIQUES = {
    "minimax": MINIMAX,
    "alphabeta": ALPHABETA,
    "negamax": NEGAMAX,
    "negascout": NEGASCOUT,
    "lmr": NEGASCOUT._replace(lmr=True),
    "futility": NEGASCOUT._replace(futility=12, lmr=True),
    "no table": NEGASCOUT._replace(futility=12, table=False),
    "beam": ALPHABETA._replace(beam=True, quiescence=True),
}
MAZE: Any = Maze()
ROUNDS: Any = Rounds()
GAMES = {"connect": game_of(CONNECT_FOUR), "Maze": MAZE, "rounds": ROUNDS}
DEPTHS = {"connect": 6, "Maze": 6, "rounds": 7}
SEEDS = {"connect": 0, "Maze": 138, "rounds": 126}
"""Those of larger trees."""
TABLE_BYTES = 1 << 20
SEARCHED = (Reason.INTERIOR, Reason.CUT_OFF, Reason.FAIL_LOW)

each_game = pytest.mark.parametrize("name", GAMES)
each_technique = pytest.mark.parametrize("search", TECHNIQUES)
seeds = st.integers(0, 1 << 20)


def start_of(name: str, seed: int | None = None) -> Any:
    """A position to search: mazes and graphs are other ones with another seed."""
    position = GAMES[name].start()
    seed = SEEDS[name] if seed is None else seed
    return position if name == "connect" else position._replace(seed=seed)


def recorded(
    name: str, search: str, limits: Limits, seed: int | None = None, **options: Any
) -> Any:
    position = start_of(name, seed)
    techniques = TECHNIQUES[search]
    options = {"table_bytes": TABLE_BYTES} | options
    return record_search(GAMES[name], position, NOISE, techniques, limits, **options)


@cache
def whole(name: str, search: str) -> RecordedSearch:
    """A search of which every node is kept."""
    found: RecordedSearch = recorded(name, search, Limits(depth=DEPTHS[name]))
    assert found.tree.kept == found.tree.nodes
    return found


def children(tree: RecordedTree, node: int) -> list[int]:
    return [int(child) for child in np.flatnonzero(tree.parents == node)]


def positions(name: str, tree: RecordedTree) -> list[list[Any]]:
    """For each node the positions from the root to it."""
    lines = [[start_of(name)]]
    for node in range(1, tree.kept):
        line = lines[tree.parents[node]]
        if tree.plies[node]:
            line = [*line, GAMES[name].play(line[-1], int(tree.moves[node]))]
        lines.append(line)
    return lines


def counted(tree: RecordedTree) -> int:
    """How many nodes a thought counts: each move that is played, however often it is searched."""
    again = (tree.flags & Flag.RE_SEARCH > 0) & (tree.plies > 0)
    return int(np.count_nonzero(tree.plies) - np.count_nonzero(again))


def what(thought: Thought) -> tuple[Any, ...]:
    """All of a thought that is not time."""
    return thought.lines, thought.depth, thought.seldepth, thought.nodes, thought.hashfull


def same_columns(one: Any, other: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@each_game
@each_technique
@pytest.mark.parametrize("nodes", [1 << 40, 777])
def test_a_recorded_search_is_the_same_search(name: str, search: str, nodes: int) -> None:
    limits = Limits(depth=DEPTHS[name], nodes=nodes)
    found = recorded(name, search, limits)
    engine = AlphaBetaEngine(GAMES[name], NOISE, TECHNIQUES[search], TABLE_BYTES)
    assert what(found.thought) == what(engine.think(start_of(name), limits))
    assert counted(found.tree) == found.thought.nodes


@each_game
@settings(max_examples=20)
@given(seed=seeds, search=st.sampled_from([*TECHNIQUES]), depth=st.integers(1, 5))
def test_any_position_is_searched_the_same(name: str, seed: int, search: str, depth: int) -> None:
    limits = Limits(depth=depth)
    engine = AlphaBetaEngine(GAMES[name], NOISE, TECHNIQUES[search], TABLE_BYTES)
    found = recorded(name, search, limits, seed)
    assert what(found.thought) == what(engine.think(start_of(name, seed), limits))


@each_game
@each_technique
def test_the_tree_has_its_shape(name: str, search: str) -> None:
    """Parents come before children, and a node's subtree is the nodes that follow it."""
    thought, tree = whole(name, search)
    assert [*tree.numbers] == [*range(tree.nodes)]
    assert tree.parents[0] == -1 and (tree.parents[1:] < np.arange(1, tree.kept)).all()
    sums = 1 + np.bincount(tree.parents[1:], weights=tree.below[1:], minlength=tree.kept)
    assert (sums == tree.below).all() and tree.below[0] == tree.nodes
    assert (tree.plies[1:] == np.maximum(tree.plies[tree.parents[1:]] + 1, 0))[
        tree.parents[1:] != 0
    ].all()
    roots = children(tree, 0)
    assert all(tree.plies[root] == 0 and tree.moves[root] == -1 for root in roots)
    assert sorted({int(tree.depths[root]) for root in roots})[-1] == thought.depth
    for before, root in zip([0, *roots], roots, strict=False):
        again = bool(tree.flags[root] & Flag.RE_SEARCH)
        assert again == (before > 0 and tree.depths[before] == tree.depths[root])


@each_game
@each_technique
def test_each_node_is_what_it_says(name: str, search: str) -> None:
    """Plain rules give the same ends, evaluations and turns."""
    game, (_, tree) = GAMES[name], whole(name, search)
    lines = positions(name, tree)
    for node in range(1, tree.kept):
        line, ply, reason = lines[node], int(tree.plies[node]), tree.reasons[node]
        again = ply > 0 and moves_again(game, *line[-2:])
        assert bool(tree.flags[node] & Flag.SAME_MOVE_AGAIN) == again
        outcome = game.outcome(line[-1])
        if ply and outcome == ONGOING and is_repetition(game, line):
            outcome = repetition_outcome(game, again)
        assert (reason == Reason.TERMINAL) == (ply > 0 and outcome != ONGOING)
        if ply:
            assert tree.moves[node] in [*game.moves(line[-2])]
        if reason == Reason.TERMINAL:
            assert tree.values[node] == final_score(outcome, ply)
        if reason == Reason.LEAF:
            assert tree.values[node] == static_eval(NOISE, game, line[-1])


@each_game
@each_technique
def test_values_keep_to_their_windows(name: str, search: str) -> None:
    _, tree = whole(name, search)
    low, high = tree.values <= tree.alphas, tree.values >= tree.betas
    assert high[tree.reasons == Reason.CUT_OFF].all()
    assert low[tree.reasons == Reason.FAIL_LOW].all()
    assert not (low | high)[tree.reasons == Reason.INTERIOR].any()
    assert (low | high)[tree.reasons == Reason.TABLE_HIT].all()
    assert not (tree.reasons == Reason.STOPPED).any()
    scouts = tree.flags & Flag.SCOUT > 0
    assert (tree.betas - tree.alphas)[scouts].tolist() == [1] * np.count_nonzero(scouts)
    assert scouts.any() == TECHNIQUES[search].pvs


@each_game
@each_technique
def test_a_value_is_the_best_of_the_moves(name: str, search: str) -> None:
    """What counts is the last search of each move; in quiescence search also standing pat."""
    game, (_, tree) = GAMES[name], whole(name, search)
    lines = positions(name, tree)
    for node in range(1, tree.kept):
        below = children(tree, node)
        last = {int(tree.moves[child]): child for child in below}
        seen = [
            value_before(int(tree.values[child]), bool(tree.flags[child] & Flag.SAME_MOVE_AGAIN))
            for child in last.values()
        ]
        if tree.reasons[node] == Reason.QUIESCENCE:
            seen.append(static_eval(NOISE, game, lines[node][-1]))
        if tree.reasons[node] in (*SEARCHED, Reason.QUIESCENCE):
            assert tree.values[node] == max(seen)
        elif tree.reasons[node] != Reason.FUTILITY:
            assert not below
        if tree.reasons[node] in (Reason.INTERIOR, Reason.FAIL_LOW):
            count = len([*game.moves(lines[node][-1])])
            assert len(last) == (beam_width(count) if TECHNIQUES[search].beam else count)


@each_game
@each_technique
def test_second_searches_follow_a_first_one(name: str, search: str) -> None:
    _, tree = whole(name, search)
    for node in range(1, tree.kept):
        parent, flags = int(tree.parents[node]), tree.flags[node]
        if parent and tree.depths[node]:
            less = tree.depths[node] < tree.depths[parent] - 1
            assert less == bool(flags & Flag.REDUCED)
        if flags & Flag.RE_SEARCH:
            before = [child for child in children(tree, parent) if child < node][-1]
            assert tree.moves[before] == tree.moves[node]
            if parent:
                assert tree.flags[before] & Flag.SCOUT


@each_game
@each_technique
def test_only_what_is_turned_on_is_seen(name: str, search: str) -> None:
    techniques, (_, tree) = TECHNIQUES[search], whole(name, search)
    assert techniques.table or not (tree.reasons == Reason.TABLE_HIT).any()
    assert techniques.futility or not (tree.reasons == Reason.FUTILITY).any()
    assert techniques.quiescence or not (tree.reasons == Reason.QUIESCENCE).any()
    assert techniques.prune or not (tree.reasons == Reason.CUT_OFF).any()
    assert techniques.lmr or not (tree.flags & Flag.REDUCED).any()
    assert techniques.pvs or not (tree.flags & (Flag.SCOUT | Flag.RE_SEARCH)).any()


def test_every_reason_and_flag_is_seen() -> None:
    trees = [whole(name, search).tree for name in GAMES for search in TECHNIQUES]
    reasons = {int(reason) for tree in trees for reason in np.unique(tree.reasons)}
    assert reasons == {*Reason} - {Reason.STOPPED}
    assert all(any((tree.flags & flag).any() for tree in trees) for flag in Flag)


@each_game
@each_technique
def test_the_principal_variation_is_flagged(name: str, search: str) -> None:
    thought, tree = whole(name, search)
    flagged = [int(node) for node in np.flatnonzero(tree.flags & Flag.PV)]
    assert tuple(tree.moves[flagged[2:]]) == thought.lines[0].moves
    assert all(tree.parents[node] == before for before, node in pairwise(flagged))
    assert tree.values[flagged[0]] == tree.values[flagged[1]] == thought.score
    assert tree.moves_to(flagged[-1]) == [*thought.lines[0].moves]
    assert follow(GAMES[name], start_of(name), thought.lines[0].moves) == thought.lines[0].leaf


def enumerated(game: Any, line: list[Any], depth: int, move: int = -1) -> Iterator[list[int]]:
    """The nodes of plain minimax: ply, depth, move and value of each, parents first."""
    ply, outcome = len(line) - 1, game.outcome(line[-1])
    if outcome == ONGOING and is_repetition(game, line):
        outcome = repetition_outcome(game, moves_again(game, *line[-2:]))
    node = [ply, depth, move, 0]
    yield node
    if outcome != ONGOING:
        node[3] = final_score(outcome, ply)
    elif not depth:
        node[3] = static_eval(NOISE, game, line[-1])
    else:
        values = []
        for legal in game.moves(line[-1]):
            child = game.play(line[-1], legal)
            found = [*enumerated(game, [*line, child], depth - 1, legal)]
            values.append(value_before(found[0][3], moves_again(game, line[-1], child)))
            yield from found
        node[3] = max(values)


@each_game
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_minimax_visits_the_whole_tree(name: str, depth: int) -> None:
    tree = recorded(name, "minimax", Limits(depth=depth)).tree
    wanted = [*enumerated(GAMES[name], [start_of(name)], depth)]
    columns = np.stack([tree.plies, tree.depths, tree.moves, tree.values], axis=1)
    assert columns[1:].tolist() == wanted


@each_game
@each_technique
@settings(max_examples=8)
@given(data=st.data())
def test_a_replay_gives_the_part_of_the_whole(name: str, search: str, data: st.DataObject) -> None:
    _, tree = whole(name, search)
    node = data.draw(st.integers(0, tree.kept - 1) | st.sampled_from(children(tree, 0)))
    found = recorded(name, search, Limits(depth=DEPTHS[name]), below=node)
    end = node + int(tree.below[node])
    parents = tree.parents[node:end] - node
    parents[0] = -1
    wanted = RecordedTree._make((parents, *(column[node:end] for column in tree[1:-1]), tree.nodes))
    assert same_columns(found.tree, wanted)
    assert what(found.thought) == what(whole(name, search).thought)


@each_technique
def test_a_stopped_search_can_be_replayed(search: str) -> None:
    limits = Limits(nodes=1500)
    tree = recorded("connect", search, limits).tree
    stopped = np.flatnonzero(tree.reasons == Reason.STOPPED)
    assert stopped[0] == 0 and tree.reasons[children(tree, 0)[-1]] == Reason.STOPPED
    assert {*tree.parents[stopped[1:]]} <= {*stopped}
    for node in (int(stopped[-1]), children(tree, 0)[1], tree.kept // 2):
        found = recorded("connect", search, limits, below=int(tree.numbers[node])).tree
        end = node + int(tree.below[node])
        assert np.array_equal(found.values, tree.values[node:end])
        assert np.array_equal(found.numbers, tree.numbers[node:end])


@each_technique
def test_what_was_done_before_a_stop_is_the_same_with_another_limit(search: str) -> None:
    """So a search that was stopped by time can be replayed with a limit of nodes."""
    short, longer = (recorded("connect", search, Limits(nodes=n)).tree for n in (1500, 2500))
    stopped = short.reasons == Reason.STOPPED
    end = (short.numbers + short.below)[stopped].min()  # a null window may be followed by another
    done = np.flatnonzero(~stopped[:end])
    assert len(done) > 1000
    for column in ("moves", "numbers", "plies", "values", "reasons", "below"):
        assert np.array_equal(getattr(short, column)[done], getattr(longer, column)[done])


@each_game
@pytest.mark.parametrize("search", ["minimax", "negascout", "futility"])
@settings(max_examples=15)
@given(data=st.data())
def test_small_parts_are_left_out(name: str, search: str, data: st.DataObject) -> None:
    """What is kept is true; where the limit allows it, it is what has the largest parents."""
    _, tree = whole(name, search)
    max_nodes = data.draw(st.integers(1, 40) | st.integers(1, tree.nodes + 5))
    found = recorded(name, search, Limits(depth=DEPTHS[name]), max_nodes=max_nodes).tree
    assert found.kept <= max_nodes and found.nodes == tree.nodes
    for name_of, kept in [*found._asdict().items()][1:-1]:
        assert np.array_equal(kept, getattr(tree, name_of)[found.numbers])
    assert [*found.numbers[found.parents[1:]]] == [*tree.parents[found.numbers[1:]]]
    if max_nodes > 100:
        kept_children = np.bincount(found.parents[1:], minlength=found.kept)
        small = found.below[(kept_children == 0) & (found.below > 1)]
        assert small.max(initial=0) < found.below[kept_children > 0].min()
        sums = 1 + np.bincount(found.parents[1:], found.below[1:], minlength=found.kept)
        assert (sums == found.below)[kept_children > 0].all()


@settings(max_examples=15)
@given(data=st.data())
def test_a_replay_leaves_out_small_parts_too(data: st.DataObject) -> None:
    _, tree = whole("connect", "minimax")
    node, max_nodes = data.draw(st.integers(0, 2000)), data.draw(st.integers(1, 300))
    limits = Limits(depth=DEPTHS["connect"])
    found = recorded("connect", "minimax", limits, below=node, max_nodes=max_nodes).tree
    assert found.kept <= max_nodes and found.numbers[0] == node
    assert np.array_equal(found.below, tree.below[found.numbers])
    assert [*found.numbers[found.parents[1:]]] == [*tree.parents[found.numbers[1:]]]


@settings(max_examples=30)
@given(count=st.integers(1, 4000))
def test_the_top_nodes_are_a_tree(count: int) -> None:
    _, tree = whole("connect", "negascout")
    top = top_nodes(tree, count)
    assert top.kept == min(count, tree.kept) and top.nodes == tree.nodes
    assert sorted(top.below) == sorted(tree.below)[-top.kept :]
    assert [*top.numbers[top.parents[1:]]] == [*tree.parents[top.numbers[1:]]]
    assert np.array_equal(top.values, tree.values[top.numbers])


@pytest.mark.parametrize(
    ("limits", "options", "message"),
    [
        (Limits(depth=2), {"max_nodes": 0}, "max_nodes is 0"),
        (Limits(depth=2), {"below": -1}, "there is no node -1"),
        (Limits(depth=2), {"below": 10**6}, "there is no node 1000000"),
        (Limits(depth=2, time=1.0), {"below": 3}, "cannot be replayed"),
    ],
)
def test_wrong_wishes_are_refused(limits: Limits, options: dict[str, int], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        recorded("connect", "minimax", limits, **options)


def test_techniques_of_all_engines_are_tried() -> None:
    used = [techniques._asdict() for techniques in TECHNIQUES.values()]
    wanted = {*Techniques._fields} - {"symmetry", "exact_depth"}
    assert {name for name in wanted if any(chosen[name] for chosen in used)} == wanted
