"""The working memory of one searching thread, by word.

0         its length
STOP ..   what the kernel and its caller tell each other
LENGTHS   for each ply, how long the line below it is
LINES     for each ply, that line
KILLERS   for each ply, two moves that cut lately
HISTORY   for each side and move, how well it has done
MOVES     the moves of every node on the way down
RANKS     what each of them ranks; these are sorted, the moves stay where they are

Proof-number search has no lines; it keeps FAILURES there, positions without a win by threats.
"""

from collections.abc import Iterable
from typing import Final

from plyground.core.memory import Memory, new_memory

STOP: Final = 1
"""Set from outside or by a limit; the kernel then returns at once with nothing of worth."""
NODES: Final = 2
NODE_LIMIT: Final = 3
SELDEPTH: Final = 4
"""The greatest distance from the root that was looked at."""
EVALS: Final = 5
"""How many positions were judged by the evaluation."""
OVERFLOW: Final = 6
"""Set where a position has more moves than there is memory for."""
ROOT_MOVES: Final = 7
"""How many moves there are at the root: the caller has put them in order."""
TECHNIQUES: Final = 8
"""From here on one word for each field of `Techniques`."""

MAX_PLY: Final = 128
"""No line is longer than this."""
HISTORY_SIZE: Final = 4096
"""Moves that leave the same remainder share their history: it is a hint only."""

NO_KILLER: Final = -(1 << 63)

PV_LENGTH: Final = 64
PV: Final = PV_LENGTH + MAX_PLY
FAILURES: Final = PV
MAX_FAILURES: Final = MAX_PLY * MAX_PLY
KILLERS: Final = PV + MAX_PLY * MAX_PLY
HISTORY: Final = KILLERS + 2 * MAX_PLY
MOVES: Final = HISTORY + 2 * HISTORY_SIZE
MAX_MOVES: Final = 1 << 16
"""How many moves fit at all nodes on the way down together."""
MOVE_SCORES: Final = MOVES + MAX_MOVES
TO_MOVE_SCORE: Final = MOVE_SCORES - MOVES
"""From a move's place to that of its rank."""
SIZE: Final = MOVE_SCORES + MAX_MOVES


def new_workspace() -> Memory:
    """A workspace for one thread."""
    workspace = new_memory(SIZE)
    forget(workspace)
    return workspace


def forget(workspace: Memory) -> None:
    """Start afresh for another position: what was learned about moves is not for its mover."""
    workspace[SELDEPTH] = workspace[OVERFLOW] = 0
    workspace[KILLERS:HISTORY] = NO_KILLER
    workspace[HISTORY:MOVES] = 0


def halt(workspaces: Iterable[Memory]) -> None:
    """Make the kernels that work there return."""
    for workspace in workspaces:
        workspace[STOP] = 1


def root_pv(workspace: Memory) -> list[int]:
    """The line of play that the last search found best."""
    return [int(move) for move in workspace[PV : PV + workspace[PV_LENGTH]]]
