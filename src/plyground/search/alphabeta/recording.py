"""Recorded searches: the tree of an alpha-beta search, to be looked at when it is over.

The kernel is compiled a second time with code that writes the tree down (recorder.py), and visits
the same nodes. Of a large tree the small parts are left out. A search of one thread that begins
with an empty table and has no limit of time does the same each time, so any of these parts can be
had by a replay: the same search once more, of which only the subtree of one node is kept.
"""

import math
from collections.abc import Sequence
from enum import IntEnum, IntFlag
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.memory import Memory, new_memory
from plyground.core.score import INFINITE
from plyground.evaluations.registry import make_evaluation
from plyground.search.alphabeta import recorder, table, workspace as layout
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import Limits
from plyground.search.pages import touch
from plyground.search.stop import StopSignal
from plyground.search.thought import Thought
from plyground.search.workspace import MAX_PLY

MAX_NODES: Final = 1_000_000
TABLE_BYTES: Final = 64 << 20
ITERATION: Final = 1
"""The level of a search of the root; the whole search has level 0, and a root move 2."""


class Reason(IntEnum):
    """Why a node ended."""

    FAIL_LOW = table.UPPER
    """All moves were searched, and none was better than alpha."""
    CUT_OFF = table.LOWER
    """Beta cut-off: a move was too good to be allowed."""
    INTERIOR = table.EXACT
    """All moves were searched, and the value is exact."""
    TABLE_HIT = recorder.TABLE_HIT
    """The transposition table knew it."""
    TERMINAL = recorder.TERMINAL
    """The game is over."""
    LEAF = recorder.LEAF
    """Its value is the static evaluation."""
    QUIESCENCE = recorder.QUIESCENT
    """Quiescence search: noisy moves were followed."""
    FUTILITY = recorder.FUTILE
    """Reverse futility pruning or razoring."""
    STOPPED = recorder.STOPPED
    """The search was stopped: its value is void."""


class Flag(IntFlag):
    """What else is known of a node."""

    SCOUT = recorder.SCOUT
    """Principal variation search: it was searched with a null window."""
    RE_SEARCH = recorder.RE_SEARCH
    """A second search of the same move, or of the root with a wider aspiration window."""
    REDUCED = recorder.REDUCED
    """Late move reduction: it was searched less deep than its siblings."""
    PV = recorder.PV
    """It is on the principal variation in the end."""
    SAME_MOVE_AGAIN = recorder.SAME_SIDE
    """The side that moved there is to move again: its value's sign does not turn."""


class RecordedTree(NamedTuple):
    """The nodes of a search in the order of their entry, a column for each thing known of them.

    The first node is the whole search and its children are the searches of the root, one for each
    depth and aspiration window. Windows and values are from the view of the side to move at a node.
    """

    parents: NDArray[np.int32]
    """The index of each node's parent; -1 for the first one."""
    moves: NDArray[np.int64]
    """The move that leads to a node from its parent; -1 where there is none."""
    numbers: NDArray[np.int64]
    """The number of a node in the whole search: the same in a replay, and what it is asked for."""
    plies: NDArray[np.int16]
    depths: NDArray[np.int16]
    """How many plies are left to search."""
    alphas: NDArray[np.int32]
    betas: NDArray[np.int32]
    values: NDArray[np.int32]
    reasons: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    below: NDArray[np.int64]
    """How many nodes the subtree of each has, itself included, be they kept or not."""
    nodes: int
    """How many nodes the whole search has. It is more than a thought counts: a position that is
    searched again is another node, and so are the searches of the root."""

    @property
    def kept(self) -> int:
        """How many nodes are here."""
        return len(self.parents)

    def ended_by(self, reason: str) -> NDArray[np.bool_]:
        """Which nodes ended for a reason: `cut-off`, `table-hit`, ...; see `Reason`."""
        name = reason.upper().replace("-", "_")
        if name not in Reason.__members__:
            known = ", ".join(one.lower().replace("_", "-") for one in Reason.__members__)
            raise BadOption(f"no node ends by {reason!r}: expected {known}")
        return np.asarray(self.reasons == Reason[name])

    def moves_to(self, index: int) -> list[int]:
        """The moves that lead to a node from the position of the tree's first node."""
        moves = []
        while index > 0:
            if self.plies[index]:
                moves.append(int(self.moves[index]))
            index = int(self.parents[index])
        return moves[::-1]


class RecordedSearch(NamedTuple):
    """What a search has found out, and its tree."""

    thought: Thought
    tree: RecordedTree


def record_search(
    game: Game,
    position: Any,
    evaluation: Evaluation,
    techniques: Techniques,
    limits: Limits,
    *,
    max_nodes: int = MAX_NODES,
    below: int | None = None,
    history: Sequence[int] = (),
    table_bytes: int = TABLE_BYTES,
    stop_signal: StopSignal | None = None,
) -> RecordedSearch:
    """Search a position with one thread and an empty table, and keep at most `max_nodes` nodes.

    If there are more, those with few nodes below them are kept without these. `below` is the number
    of one node: the same search keeps the nodes of its subtree only (a replay).
    """
    _check(limits, max_nodes, below)
    engine = _RecordingEngine(game, evaluation, techniques, table_bytes, max_nodes, below or 0)
    engine.stop_signal = stop_signal or engine.stop_signal
    return engine.record(position, limits, history)


def top_nodes(tree: RecordedTree, count: int) -> RecordedTree:
    """The nodes with the most nodes below them, at most `count`; the parent of each is one, too."""
    if tree.kept <= count:
        return tree
    largest = np.sort(np.argsort(-tree.below, kind="stable")[:count])
    return _selected(tree, largest)


def _check(limits: Limits, max_nodes: int, below: int | None) -> None:
    if max_nodes < 1:
        raise BadOption(f"max_nodes is {max_nodes}: expected 1 or more")
    if below is not None and min(limits.time, limits.cpu, limits.soft) < math.inf:
        raise BadOption("a search with a limit of time cannot be replayed: limit depth or nodes")


class _RecordingEngine(AlphaBetaEngine):
    """An alpha-beta search that writes its tree down."""

    records: ClassVar = True

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        techniques: Techniques,
        table_bytes: int,
        max_nodes: int,
        first: int,
    ) -> None:
        self.max_nodes, self.first = max_nodes, first
        # In a replay there are also the nodes on the way to the wanted one.
        self.capacity = max_nodes + (MAX_PLY + 2 if first else 0)
        super().__init__(game, evaluation, techniques, table_bytes)

    def new_workspace(self) -> Memory:
        workspace = new_memory(layout.ROWS + self.capacity * layout.ROW)
        layout.forget(workspace)
        return workspace

    def forget(self, workspace: Memory) -> None:
        """The record begins with an empty row, that of the whole search."""
        layout.forget(workspace)
        workspace[layout.ENTERED : layout.ROWS] = 0
        workspace[layout.ROWS : layout.ROWS + layout.ROW] = 0
        workspace[layout.ENTERED] = workspace[layout.KEPT] = 1
        workspace[layout.FIRST] = self.first
        workspace[layout.CAPACITY] = self.capacity

    def record(self, position: Any, limits: Limits, history: Sequence[int]) -> RecordedSearch:
        """Search a position and tell how it was done."""
        touch(self.workspaces[0], self.stop_signal)
        thought = self.think(position, limits, history=history)
        return RecordedSearch(thought, self.tree(thought))

    def tree(self, thought: Thought) -> RecordedTree:
        """The tree of the search that led to a thought."""
        workspace = self.workspaces[0]
        entered, kept = int(workspace[layout.ENTERED]), int(workspace[layout.KEPT])
        rows = workspace[layout.ROWS : layout.ROWS + kept * layout.ROW].reshape(kept, layout.ROW)
        tree = _with_top(_tree_of(rows, entered), thought)
        if self.techniques.pvs:
            tree.flags[tree.betas - tree.alphas == 1] |= np.uint8(Flag.SCOUT)
        _mark_pv(tree, thought)
        if not self.first:
            return tree
        place = int(np.searchsorted(tree.numbers, self.first))
        if place == kept or tree.numbers[place] != self.first:
            raise BadOption(f"there is no node {self.first}: expected one below {entered}")
        return top_nodes(_selected(tree, np.arange(place, kept)), self.max_nodes)


def _tree_of(rows: NDArray[np.int64], entered: int) -> RecordedTree:
    """The columns of a tree, given its rows."""
    window, place, end = (
        rows[:, word] for word in (layout.ROW_WINDOW, layout.ROW_PLACE, layout.ROW_END)
    )
    levels = place >> 8 & 255
    return RecordedTree(
        _parents(levels),
        rows[:, layout.ROW_MOVE].copy(),
        place >> 16,
        np.maximum(levels - ITERATION, 0).astype(np.int16),
        (place & 255).astype(np.int16),
        (window >> 32).astype(np.int32),
        window.astype(np.int32),
        rows[:, layout.ROW_VALUE].astype(np.int32),
        (end >> 8 & 255).astype(np.uint8),
        (end & 255).astype(np.uint8),
        end >> 16,
        entered,
    )


def _parents(levels: NDArray[np.int64]) -> NDArray[np.int32]:
    """For each row the last one before it that is a level higher in the tree."""
    parents = np.full(len(levels), -1, dtype=np.int32)
    above = np.flatnonzero(levels == 0)
    for level in range(1, int(levels.max()) + 1):
        rows = np.flatnonzero(levels == level)
        parents[rows] = above[np.searchsorted(above, rows) - 1]
        above = rows
    return parents


def _with_top(tree: RecordedTree, thought: Thought) -> RecordedTree:
    """With what is known of the whole search."""
    iterations = np.flatnonzero(tree.parents == 0)
    stopped = len(iterations) and tree.reasons[iterations[-1]] == Reason.STOPPED
    tree.moves[0] = recorder.NO_MOVE
    tree.depths[0], tree.values[0] = thought.depth, thought.score
    tree.alphas[0], tree.betas[0] = -INFINITE, INFINITE
    tree.reasons[0] = Reason.STOPPED if stopped else Reason.INTERIOR
    tree.below[0] = tree.nodes
    return tree


def _mark_pv(tree: RecordedTree, thought: Thought) -> None:
    """Flag the nodes of the principal variation: those of its moves' last searches."""
    searched = (tree.depths == thought.depth) & (tree.reasons == Reason.INTERIOR)
    found = np.flatnonzero((tree.parents == 0) & searched)
    tree.flags[0] |= Flag.PV
    for move in (*thought.lines[0].moves, recorder.NO_MOVE):
        if not len(found):
            return
        node = found[-1]
        tree.flags[node] |= Flag.PV
        found = np.flatnonzero((tree.parents == node) & (tree.moves == move))


def _selected(tree: RecordedTree, chosen: NDArray[np.int64]) -> RecordedTree:
    """Some nodes of a tree, in order, the parents of all but the first among them."""
    columns = (column[chosen] for column in tree[:-1])
    parents = np.searchsorted(chosen, tree.parents[chosen]).astype(np.int32)
    parents[0] = -1
    return RecordedTree._make((*columns, tree.nodes))._replace(parents=parents)


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    evaluation = make_evaluation(game, "default")
    record_search(game, game.start(), evaluation, Techniques(), Limits(depth=1), max_nodes=1)
