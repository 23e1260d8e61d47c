"""Quiescence search: noisy moves are followed beyond the depth, until the position is quiet."""

from typing import Any

from plyground.core.compile import part
from plyground.core.outcome import ONGOING
from plyground.core.repetition import outcome_after
from plyground.core.score import static_eval
from plyground.core.turns import moves_again, value_before, window_below
from plyground.search.alphabeta.recorder import (
    FUTILE,
    LEAF,
    QUIESCENT,
    STOPPED,
    enter,
    game_over,
    left,
)
from plyground.search.alphabeta.workspace import (
    EARLIER,
    EVALS,
    PATH,
    PV,
    PV_LENGTH,
    QUIESCENCE,
    SELDEPTH,
)
from plyground.search.node_count import count_nodes
from plyground.search.workspace import MAX_PLY, STOP


@part
def quiesce(
    game: Any, evaluation: Any, position: Any, alpha: int, beta: int, ply: int, workspace: Any
) -> int:
    """Quiescence search: the static evaluation (stand pat), or the best that noisy moves give."""
    best = evaluate(game, evaluation, position, workspace)
    if not workspace[QUIESCENCE] or best >= beta or ply + 1 == MAX_PLY:
        return left(best, LEAF, ply, workspace)
    alpha, reason = max(alpha, best), LEAF
    for move in game.noisy(position):
        child = game.play(position, move)
        count_node(ply + 1, workspace)
        again, number = moves_again(game, position, child), workspace[EARLIER] + ply + 1
        outcome = outcome_after(game, position, child, PATH, number, workspace)
        low, high = window_below(alpha, beta, again)
        if outcome != ONGOING:
            score = game_over(outcome, move, ply + 1, 0, low, high, again, workspace)
        else:
            enter(move, ply + 1, 0, low, high, again, 0, workspace)
            found = quiesce(game, evaluation, child, low, high, ply + 1, workspace)
            score = value_before(found, again)
        reason = QUIESCENT
        if workspace[STOP]:
            return left(best, STOPPED, ply, workspace)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                update_pv(move, ply, workspace)
                if score >= beta:
                    break
    return left(best, reason, ply, workspace)


@part
def razor(
    game: Any, evaluation: Any, position: Any, alpha: int, beta: int, ply: int, workspace: Any
) -> int:
    """Razoring: quiescence search takes the place of the last ply."""
    value = quiesce(game, evaluation, position, alpha, beta, ply, workspace)
    return left(value, STOPPED if workspace[STOP] else FUTILE, ply, workspace)


@part
def evaluate(game: Any, evaluation: Any, position: Any, workspace: Any) -> int:
    """The static evaluation of a position."""
    workspace[EVALS] += 1
    return static_eval(evaluation, game, position)


@part
def count_node(ply: int, workspace: Any) -> None:
    """Count a node at this ply."""
    count_nodes(1, workspace)
    if ply > workspace[SELDEPTH]:
        workspace[SELDEPTH] = ply
    workspace[PV_LENGTH + ply] = 0


@part
def update_pv(move: int, ply: int, workspace: Any) -> None:
    """The principal variation from here is this move and the variation below it."""
    here, below = PV + ply * MAX_PLY, PV + (ply + 1) * MAX_PLY
    length = workspace[PV_LENGTH + ply + 1]
    workspace[here] = move
    for index in range(length):
        workspace[here + 1 + index] = workspace[below + index]
    workspace[PV_LENGTH + ply] = length + 1
