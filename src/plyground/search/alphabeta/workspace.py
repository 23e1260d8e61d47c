"""The words of an alpha-beta search's workspace.

SELDEPTH ..   what the kernel and its caller tell each other
PRUNE ..      the techniques in use, one word for each
PV_LENGTH     for each ply, how long the principal variation below it is
PV            for each ply, that variation (a triangular table)
KILLERS       for each ply, two moves that caused a cut-off lately
HISTORY       for each side and move, how well it has done
MOVES         the moves of every node on the way down
MOVE_SCORES   what each of them scores; these are sorted, the moves stay where they are
PATH          the positions before the one in hand, in a game that may end by a repetition
TAUGHT ..     what a search for learning writes down: see teacher.py
ENTERED ..    what a recorded search writes down: see recorder.py
ROWS          a row for each node that is kept, in the workspace of a recorded search only
"""

from typing import Final

from plyground.core.memory import Memory
from plyground.core.repetition import ENTRY, MAX_EARLIER
from plyground.search.workspace import MAX_PLY, OVERFLOW, Layout

LAYOUT: Final = Layout()

SELDEPTH: Final = LAYOUT.word()
"""The greatest distance from the root that was looked at."""
EVALS: Final = LAYOUT.word()
"""How many static evaluations were made."""
ROOT_MOVES: Final = LAYOUT.word()
"""How many moves there are at the root: the caller has put them in order."""

PRUNE: Final = LAYOUT.word()
ORDER: Final = LAYOUT.word()
USE_KILLERS: Final = LAYOUT.word()
USE_HISTORY: Final = LAYOUT.word()
TABLE: Final = LAYOUT.word()
PVS: Final = LAYOUT.word()
SYMMETRY: Final = LAYOUT.word()
EXACT_DEPTH: Final = LAYOUT.word()
QUIESCENCE: Final = LAYOUT.word()
LMR: Final = LAYOUT.word()
FUTILITY: Final = LAYOUT.word()
BEAM: Final = LAYOUT.word()
EARLIER: Final = LAYOUT.word()
"""How many positions there were before the root."""
TECHNIQUES: Final = range(PRUNE, BEAM + 1)
"""A word for each field of `Techniques`, in the same order."""

HISTORY_SIZE: Final = 4096
"""Moves that leave the same remainder share their history: it is a hint only."""
MAX_MOVES: Final = 1 << 16
"""How many moves fit at all nodes on the way down together."""

PV_LENGTH: Final = LAYOUT.block(MAX_PLY)
PV: Final = LAYOUT.block(MAX_PLY * MAX_PLY)
KILLERS: Final = LAYOUT.block(2 * MAX_PLY)
HISTORY: Final = LAYOUT.block(2 * HISTORY_SIZE)
MOVES: Final = LAYOUT.block(MAX_MOVES)
MOVE_SCORES: Final = LAYOUT.block(MAX_MOVES)
PATH: Final = LAYOUT.block(ENTRY * (MAX_EARLIER + MAX_PLY))
TO_MOVE_SCORE: Final = MOVE_SCORES - MOVES
"""From a move's place to that of its score."""

TAUGHT: Final = LAYOUT.word()
"""How many nodes there are to learn from."""
LESSON: Final = LAYOUT.word()
"""The words that are kept of each."""
LESSONS: Final = LAYOUT.word()
"""How many there is room for, after all other words."""
ENTERED: Final = LAYOUT.word()
"""How many nodes were entered: the number of the next one."""
ROOT_DEPTH: Final = LAYOUT.word()
"""The depth of the root's last search."""
FIRST: Final = LAYOUT.word()
"""The number of the node whose subtree is recorded."""
KEPT: Final = LAYOUT.word()
"""How many rows are in use."""
CAPACITY: Final = LAYOUT.word()
"""How many rows may be in use."""
SMALL: Final = LAYOUT.word()
"""A node with this many nodes or fewer, itself among them, is kept without those below it."""
NEXT_TRY: Final = LAYOUT.word()
"""The number of the node before which there is no point in looking for rows to give up."""
OPEN: Final = LAYOUT.block(MAX_PLY + 2)
"""For each level of the tree, the row of the node that is being searched, or NOT_KEPT."""
ROWS: Final = LAYOUT.size
ROW: Final = 5
"""The words of a row: its move, window and value, its place in the tree, and how it ended."""
ROW_MOVE, ROW_WINDOW, ROW_VALUE, ROW_PLACE, ROW_END = range(ROW)

LESSONS_AT: Final = ROWS
"""Where lessons begin: a search that is recorded teaches nothing."""
LESSON_VALUE, LESSON_BOUND, LESSON_POSITION = range(3)
"""The words of a lesson: its value and its bound, then its position."""

NO_KILLER: Final = -(1 << 63)


def new_workspace() -> Memory:
    """A workspace for one thread."""
    workspace = LAYOUT.new_memory()
    forget(workspace)
    return workspace


def forget(workspace: Memory) -> None:
    """Start afresh for another position: what was learned about moves is not for its mover."""
    workspace[SELDEPTH] = workspace[OVERFLOW] = 0
    workspace[KILLERS:HISTORY] = NO_KILLER
    workspace[HISTORY:MOVES] = 0


def root_pv(workspace: Memory) -> list[int]:
    """The principal variation of the last search."""
    return [int(move) for move in workspace[PV : PV + workspace[PV_LENGTH]]]
