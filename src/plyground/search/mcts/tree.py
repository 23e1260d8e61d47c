"""Reading a Monte Carlo tree: what it knows of a node, its children, and those most visited.

Between two batches of simulations a tree stands still: `watch` of `think` is called there. Reading
changes nothing.
"""

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plyground.core.memory import Memory
from plyground.search.mcts.kernel import (
    AGAIN,
    DRAW_POINTS,
    LINKS,
    MOVE,
    NODE,
    POINTS,
    ROOT,
    VISITS,
    WIN_POINTS,
    children_of,
    first_of,
    proof_before,
)


class RootMove(NamedTuple):
    """What is known of one move."""

    move: int
    visits: int
    points: int
    proof: int
    """What is certain for the one who makes it."""

    @property
    def value(self) -> float:
        """The mean result for the one who makes the move, from -1 to 1."""
        return self.points / (DRAW_POINTS * self.visits) - 1 if self.visits else -1.0

    @property
    def share(self) -> float:
        """The same from 0, a loss, to 1."""
        return self.points / (WIN_POINTS * self.visits) if self.visits else 0.0

    def bound(self, parent_visits: int, exploration: float) -> float:
        """UCB1, by which the tree grows: the mean result, 0 to 1, and a bonus for the unknown."""
        if not self.visits:
            return math.inf
        bonus = exploration * math.sqrt(math.log(parent_visits) / self.visits)
        return self.share + bonus


class TreeNode(NamedTuple):
    """A node of a tree as it is shown."""

    parent: int
    """Which of the nodes that are shown it is below; -1: none."""
    place: int
    """Where it stands in the tree's memory."""
    found: RootMove
    """The move that leads there, and what is known of it for the one who makes it."""
    again: bool
    """Whether that side is to move there again."""


def node_after(tree: Memory, moves: Sequence[int]) -> int | None:
    """Where the node is that some moves lead to from the root; None if it is not in the tree."""
    place = ROOT
    for move in moves:
        found = [child for child in children_places(tree, place) if tree[child + MOVE] == move]
        if not found:
            return None
        place = found[0]
    return place


def read_node(tree: Memory, place: int, parent: int = -1) -> TreeNode:
    """What a tree knows of one of its nodes."""
    move, links, visits, points = (int(tree[place + n]) for n in (MOVE, LINKS, VISITS, POINTS))
    found = RootMove(move, visits, points, proof_before(links))
    return TreeNode(parent, place, found, bool(links & AGAIN))


def read_children(tree: Memory, place: int, parent: int = -1) -> Iterator[TreeNode]:
    """What a tree knows of the moves from a node."""
    return (read_node(tree, child, parent) for child in children_places(tree, place))


def children_places(tree: Memory, place: int) -> range:
    """The places of a node's children."""
    links = int(tree[place + LINKS])
    first = first_of(links)
    return range(first, first + NODE * children_of(links), NODE)


def most_visited(tree: Memory, place: int, count: int) -> list[TreeNode]:
    """A node and up to `count` of those below it, those most visited first: each one's parent comes
    before it. What was never visited is left out, unless its result is proven."""
    shown: list[TreeNode] = []
    waiting: list[tuple[int, int, TreeNode]] = [(0, 0, read_node(tree, place))]
    while waiting and len(shown) <= count:
        node = heapq.heappop(waiting)[2]
        for child in read_children(tree, node.place, len(shown)):
            if child.found.visits or child.found.proof:
                heapq.heappush(waiting, (-child.found.visits, child.place, child))
        shown.append(node)
    return shown
