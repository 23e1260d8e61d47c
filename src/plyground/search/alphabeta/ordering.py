"""Move ordering: the table's move first, then killers, history and the game's own order."""

from typing import Any, Final

from plyground.core.compile import part
from plyground.search.alphabeta.table import NO_MOVE
from plyground.search.alphabeta.workspace import (
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    MOVE_SCORES,
    ORDER,
    ROOT_MOVES,
    TO_MOVE_SCORE,
    USE_HISTORY,
    USE_KILLERS,
)
from plyground.search.workspace import OVERFLOW, STOP

ORDER_UNIT: Final = 256
"""What one point of a game's own `order` counts in history points."""
MAX_HISTORY: Final = 64 * ORDER_UNIT
KILLER_BONUS: Final = 48 * ORDER_UNIT
TABLE_MOVE_BONUS: Final = 1 << 40
SCORE_SHIFT: Final = 16
"""Below this bit, a move's score has the move's number."""
PICKED: Final = 3
"""The first moves are picked one by one (selection sort), as they often cause a cut-off; then the
rest is sorted."""
MAX_SORTED: Final = 128
"""Sorting more moves than this might take longer than all that is left to search."""


@part
def list_moves(
    game: Any,
    evaluation: Any,
    position: Any,
    number: int,
    ply: int,
    turn: int,
    top: int,
    workspace: Any,
) -> int:
    """Write the moves and their scores; returns where they end. At the root the caller did so."""
    if ply == 0:
        return top + workspace[ROOT_MOVES]  # type: ignore[no-any-return]
    end = generate(game, position, top, workspace)
    score_moves(game, evaluation, position, number, ply, turn, top, end, workspace)
    return end


@part
def generate(game: Any, position: Any, top: int, workspace: Any) -> int:
    """Write the moves; returns where they end."""
    at, full = top, min(top + NO_MOVE, MOVE_SCORES)
    for move in game.moves(position):
        if at == full:
            workspace[OVERFLOW] = workspace[STOP] = 1
            break
        workspace[at] = move
        at += 1
    return at


@part
def score_moves(
    game: Any,
    evaluation: Any,
    position: Any,
    number: int,
    ply: int,
    turn: int,
    top: int,
    end: int,
    workspace: Any,
) -> None:
    """Move ordering: the table's move, which has this number, comes first. Then counts what the
    evaluation says of a move, its history, and whether it is a killer.

    A move's score ends in its number, counted down: of equals the one generated first comes first.
    """
    ordered = workspace[ORDER]
    killer, other_killer = workspace[KILLERS + 2 * ply], workspace[KILLERS + 2 * ply + 1]
    for place in range(top, end):
        move, value = workspace[place], 0
        if ordered:
            value = evaluation.order(game, position, move) * ORDER_UNIT
            value += workspace[history_index(move, turn)]
            if move == killer or move == other_killer:
                value += KILLER_BONUS
        workspace[place + TO_MOVE_SCORE] = (value << SCORE_SHIFT) + NO_MOVE - (place - top)
    if ordered and number < end - top:
        first = (TABLE_MOVE_BONUS << SCORE_SHIFT) + NO_MOVE - number
        workspace[top + number + TO_MOVE_SCORE] = first


@part
def next_move_score(top: int, end: int, earlier: int, workspace: Any) -> int:
    """The score of the next best move, after `earlier` others."""
    place, end = top + earlier + TO_MOVE_SCORE, end + TO_MOVE_SCORE
    if earlier < PICKED or end - place > MAX_SORTED:
        pick_best(place, end, workspace)
    elif earlier == PICKED:
        insertion_sort(place, end, workspace)
    return workspace[place]  # type: ignore[no-any-return]


@part
def pick_best(place: int, end: int, workspace: Any) -> None:
    """Swap the highest score to this place."""
    best, score = place, workspace[place]
    for other in range(place + 1, end):
        if workspace[other] > score:
            best, score = other, workspace[other]
    workspace[best] = workspace[place]
    workspace[place] = score


@part
def insertion_sort(first: int, end: int, workspace: Any) -> None:
    """Sort the scores from the first place on, the highest first."""
    for place in range(first + 1, end):
        score, gap = workspace[place], place
        while gap > first and workspace[gap - 1] < score:
            workspace[gap] = workspace[gap - 1]
            gap -= 1
        workspace[gap] = score


@part
def number_of(move_score: int) -> int:
    """The number of the move that has this score, among its node's moves."""
    return NO_MOVE - (move_score & NO_MOVE)


@part
def update_order(
    move: int, top: int, earlier: int, depth: int, ply: int, turn: int, workspace: Any
) -> None:
    """A move caused a cut-off: it is tried sooner elsewhere."""
    if workspace[USE_KILLERS]:
        update_killers(move, ply, workspace)
    if workspace[USE_HISTORY]:
        update_history(top, earlier, depth, turn, workspace)


@part
def update_killers(move: int, ply: int, workspace: Any) -> None:
    """Killer heuristic: of the moves that caused cut-offs at a ply, the last two are kept."""
    killer = KILLERS + 2 * ply
    if workspace[killer] != move:
        workspace[killer + 1] = workspace[killer]
        workspace[killer] = move


@part
def update_history(top: int, earlier: int, depth: int, turn: int, workspace: Any) -> None:
    """History heuristic: a move that caused a cut-off is tried sooner elsewhere, and those that
    were tried before it later (history malus)."""
    bonus = history_bonus(depth)
    add_history(move_at(top, earlier, workspace), bonus, turn, workspace)
    for index in range(earlier):
        add_history(move_at(top, index, workspace), -bonus, turn, workspace)


@part
def history_bonus(depth: int) -> int:
    return min(32 * depth * depth, MAX_HISTORY // 4)


@part
def move_at(top: int, index: int, workspace: Any) -> int:
    """The move that is tried after `index` others."""
    return workspace[top + number_of(workspace[top + index + TO_MOVE_SCORE])]  # type: ignore[no-any-return]


@part
def add_history(move: int, bonus: int, turn: int, workspace: Any) -> None:
    """Add to a move's history, the less the fuller it is (history gravity)."""
    place = history_index(move, turn)
    workspace[place] += bonus - workspace[place] * abs(bonus) // MAX_HISTORY


@part
def history_index(move: int, turn: int) -> int:
    return HISTORY + turn * HISTORY_SIZE + (move & HISTORY_SIZE - 1)
