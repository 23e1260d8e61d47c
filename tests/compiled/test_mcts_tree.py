"""Reading a Monte Carlo tree: what is shown of it is true, and it grows as if nobody looked."""

import pytest

from plyground.search.limits import Limits
from plyground.search.mcts import driver
from plyground.search.mcts.kernel import (
    EXPAND_AT,
    ROOT,
    SIMULATIONS as PLAYED,
    UNPROVEN,
    WIN_POINTS,
)
from plyground.search.mcts.tree import RootMove, TreeNode, most_visited, node_after, read_children
from tests.compiled.test_mcts import engine, every_game
from tests.positions import NIM
from tests.searching import CONNECT_FOUR

SIMULATIONS = 3000
SHOWN = 200


def grown(name: str, simulations: int = SIMULATIONS) -> driver.MctsEngine:
    made = engine(name, 1 << 22)
    made.think(made.game.start(), Limits(simulations=simulations))
    return made


@every_game
def test_visits_and_values_are_those_of_the_simulations(name: str) -> None:
    tree = grown(name).trees[0]
    shown = most_visited(tree, ROOT, SHOWN)
    assert shown[0].found.visits == tree[PLAYED]
    for node in shown:
        below = [child.found.visits for child in read_children(tree, node.place)]
        assert 0 <= node.found.points <= WIN_POINTS * node.found.visits
        if below:
            visits = node.found.visits - EXPAND_AT
            assert sum(below) <= visits if node.found.proof else sum(below) == visits


@every_game
def test_the_most_visited_are_shown_with_their_parents(name: str) -> None:
    tree = grown(name).trees[0]
    shown = most_visited(tree, ROOT, SHOWN)
    assert shown[0].parent == -1 and len(shown) <= SHOWN + 1
    places = {node.place for node in shown}
    least = min(node.found.visits for node in shown)
    for number, node in enumerate(shown[1:], 1):
        parent = shown[node.parent]
        assert node.parent < number and parent.found.visits >= node.found.visits
    for node in shown:
        for child in read_children(tree, node.place):
            assert child.place in places or child.found.visits <= least


def path(shown: list[TreeNode], number: int) -> list[int]:
    """The moves to a node."""
    moves: list[int] = []
    while shown[number].parent >= 0:
        moves.insert(0, shown[number].found.move)
        number = shown[number].parent
    return moves


def test_a_node_is_found_by_its_moves() -> None:
    tree = grown(CONNECT_FOUR).trees[0]
    shown = most_visited(tree, ROOT, SHOWN)
    for number, node in enumerate(shown):
        assert node_after(tree, path(shown, number)) == node.place
    assert node_after(tree, [99]) is None


def test_a_proven_root_shows_the_move_that_proves_it() -> None:
    shown = most_visited(grown(NIM, 300_000).trees[0], ROOT, SHOWN)
    assert shown[0].found.proof != UNPROVEN
    wins = [node for node in shown if node.parent == 0 and node.found.proof == 1]
    assert wins


def test_reading_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "REPORT_SECONDS", 0.0)
    read: list[list[TreeNode]] = []
    watched = engine(CONNECT_FOUR, 1 << 22)

    def watch(thought: object) -> None:
        read.append(most_visited(watched.trees[0], ROOT, SHOWN))

    watched.think(watched.game.start(), Limits(simulations=SIMULATIONS), watch=watch)
    assert len(read) > 5
    visits = [shown[0].found.visits for shown in read]
    assert visits == sorted(visits) and visits[0] < visits[-1]
    alone = grown(CONNECT_FOUR)
    assert bytes(watched.trees[0]) == bytes(alone.trees[0])


def test_a_search_in_parts_grows_the_same_tree() -> None:
    whole, parts = grown(CONNECT_FOUR), engine(CONNECT_FOUR, 1 << 22)
    for _ in range(SIMULATIONS // 100):
        parts.think(parts.game.start(), Limits(simulations=100))
    assert known(whole) == known(parts)


def known(grown: driver.MctsEngine) -> list[tuple[list[int], RootMove]]:
    """What is shown of a tree, but for those that others might stand for as well."""
    shown = most_visited(grown.trees[0], ROOT, SHOWN)
    least = shown[-1].found.visits
    found = ((path(shown, n), node.found) for n, node in enumerate(shown))
    return sorted((moves, found) for moves, found in found if found.visits > least)
