"""Writes the tree of a search down while it grows: what the kernel calls at each node.

Only the workspace of a recorded search has room for it; with any other there is no code for it. A
node has a number, counted as nodes are entered, and while it is kept a row of words:

    ROW_MOVE     the move that leads to it
    ROW_WINDOW   63 alpha 32 | 31 beta 0
    ROW_VALUE    its value
    ROW_PLACE    63 number 16 | 15 level 8 | 7 depth 0
    ROW_END      63 nodes below it and itself, 0 until it is left 16 | 15 reason 8 | 7 flags 0

Rows stand in the order of entry, so a node's subtree is the rows after it that have a higher level,
and its parent is the last one before it that has a lower one. When all rows are in use, nodes with
few nodes below them give up the rows of those: the limit, `SMALL`, is doubled until there is room.
What remains are all nodes of which every ancestor has more than `SMALL` nodes.

In a replay the subtree of one node is wanted, `FIRST`. What is left before it is entered gives up
its row, so that there remain those on the way to it; after it nothing is kept.
"""

from typing import Any, Final

from plyground.core.compile import part, when_recording
from plyground.core.score import final_score
from plyground.core.turns import value_before
from plyground.search.alphabeta.table import EXACT
from plyground.search.alphabeta.workspace import (
    CAPACITY,
    ENTERED,
    FIRST,
    KEPT,
    NEXT_TRY,
    OPEN,
    ROOT_DEPTH,
    ROW,
    ROW_END,
    ROW_MOVE,
    ROW_PLACE,
    ROW_VALUE,
    ROW_WINDOW,
    ROWS,
    SMALL,
)

NO_MOVE: Final = -1
NOT_KEPT: Final = -1
NEVER: Final = 1 << 62
LOW_HALF: Final = (1 << 32) - 1

TABLE_HIT, TERMINAL, LEAF, QUIESCENT, FUTILE, STOPPED = range(EXACT + 1, EXACT + 7)
"""Why a node ended; where its moves were searched, the reason is its bound in the table."""
SCOUT, RE_SEARCH, REDUCED, PV, SAME_SIDE = 1, 2, 4, 8, 16
"""Flags of a node. Null windows and the principal variation are told when the search is over."""


@when_recording
def enter_root(ply: int, depth: int, alpha: int, beta: int, workspace: Any) -> int:
    """The root is about to be searched, perhaps with a wider window than before."""
    flags = RE_SEARCH if depth == workspace[ROOT_DEPTH] else 0
    workspace[ROOT_DEPTH] = depth
    enter(NO_MOVE, ply, depth, alpha, beta, False, flags, workspace)
    return ply


@when_recording
def enter(
    move: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    again: bool,
    flags: int,
    workspace: Any,
) -> int:
    """A node is about to be searched; returns its move."""
    if again:
        flags |= SAME_SIDE
    row = new_row(ply + 1, workspace)
    if row != NOT_KEPT:
        place = ROWS + row * ROW
        workspace[place + ROW_MOVE] = move
        workspace[place + ROW_WINDOW] = alpha << 32 | beta & LOW_HALF
        workspace[place + ROW_PLACE] = workspace[ENTERED] << 16 | ply + 1 << 8 | depth
        workspace[place + ROW_END] = flags
    workspace[ENTERED] += 1
    return move


@part
def new_row(level: int, workspace: Any) -> int:
    """The row of the node that is entered, if it is to be kept."""
    row = NOT_KEPT
    if workspace[KEPT] >= workspace[CAPACITY] and workspace[ENTERED] >= workspace[NEXT_TRY]:
        make_room(workspace)
    if workspace[OPEN + level - 1] != NOT_KEPT and workspace[KEPT] < workspace[CAPACITY]:
        row = workspace[KEPT]
        workspace[KEPT] = row + 1
    workspace[OPEN + level] = row
    return row


@when_recording
def left(value: int, reason: int, ply: int, workspace: Any) -> int:
    """The node at this ply has this value, which is returned, for this reason."""
    row = workspace[OPEN + ply + 1]
    if row != NOT_KEPT:
        place = ROWS + row * ROW
        number, flags = workspace[place + ROW_PLACE] >> 16, workspace[place + ROW_END] & 255
        below = workspace[ENTERED] - number
        workspace[place + ROW_VALUE] = value
        workspace[place + ROW_END] = below << 16 | reason << 8 | flags
        if number > workspace[FIRST]:
            if below <= workspace[SMALL]:
                workspace[KEPT] = row + 1
        elif number == workspace[FIRST]:
            workspace[CAPACITY], workspace[NEXT_TRY] = 0, NEVER
        elif workspace[ENTERED] <= workspace[FIRST]:
            workspace[KEPT] = row
    return value


@part
def game_over(
    outcome: int,
    move: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    again: bool,
    workspace: Any,
) -> int:
    """The value of a node where the game is over, to the one who moved there."""
    enter(move, ply, depth, alpha, beta, again, 0, workspace)
    return value_before(left(final_score(outcome, ply), TERMINAL, ply, workspace), again)


@part
def make_room(workspace: Any) -> None:
    """Give up rows until a quarter of them is free, if that can be done."""
    capacity, entered = workspace[CAPACITY], workspace[ENTERED]
    free = 1 + capacity // 4
    while workspace[KEPT] > capacity - free and workspace[SMALL] < entered:
        workspace[SMALL] = 2 * max(1, workspace[SMALL])
        give_up_rows(workspace)
    workspace[NEXT_TRY] = entered + free


@part
def give_up_rows(workspace: Any) -> None:
    """Keep no row below a node that has been left and is small."""
    kept, small_level = 0, NEVER
    for row in range(workspace[KEPT]):
        place = ROWS + row * ROW
        level, below = workspace[place + ROW_PLACE] >> 8 & 255, workspace[place + ROW_END] >> 16
        if level <= small_level:
            small_level = level if 0 < below <= workspace[SMALL] else NEVER
            if below == 0:
                workspace[OPEN + level] = kept
            to = ROWS + kept * ROW
            for word in range(ROW):
                workspace[to + word] = workspace[place + word]
            kept += 1
    workspace[KEPT] = kept
