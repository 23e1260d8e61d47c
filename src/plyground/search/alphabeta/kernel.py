"""Minimax, alpha-beta, negamax and negascout (principal variation search): one kernel that uses
more and more techniques. `reference.py` shows each search as a textbook prints it."""

from typing import Any, Final, NamedTuple

from plyground.core.bits import bits
from plyground.core.compile import kernel, part
from plyground.core.game import table_key
from plyground.core.outcome import ONGOING
from plyground.core.repetition import outcome_after, salted
from plyground.core.score import BAND, INFINITE
from plyground.core.turns import moves_again, turn_of, value_before, window_below
from plyground.core.words import load
from plyground.search.alphabeta.ordering import (
    KILLER_BONUS,
    SCORE_SHIFT,
    list_moves,
    next_move_score,
    number_of,
    update_order,
)
from plyground.search.alphabeta.quiescence import count_node, evaluate, quiesce, razor, update_pv
from plyground.search.alphabeta.recorder import (
    FUTILE,
    RE_SEARCH,
    REDUCED,
    STOPPED,
    TABLE_HIT,
    enter,
    enter_root,
    game_over,
    left,
)
from plyground.search.alphabeta.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    probe,
    score_from_table,
    score_to_table,
    store,
)
from plyground.search.alphabeta.teacher import teach
from plyground.search.alphabeta.workspace import (
    BEAM,
    EARLIER,
    EXACT_DEPTH,
    FUTILITY,
    LMR,
    MOVES,
    PATH,
    PRUNE,
    PV_LENGTH,
    PVS,
    SYMMETRY,
    TABLE,
)
from plyground.search.workspace import MAX_PLY, STOP


class Techniques(NamedTuple):
    """What a search makes use of.

    `quiescence`, `lmr`, `futility` and `beam` change the value at a depth. The others leave it as
    it is, and the table does so with `exact_depth`.
    """

    prune: bool = True
    order: bool = True
    killers: bool = True
    history: bool = True
    table: bool = True
    pvs: bool = True
    symmetry: bool = False
    exact_depth: bool = False
    quiescence: bool = True
    lmr: bool = False
    futility: int = 0
    """Futility margin: how far a static evaluation may be off that replaces the last few plies of
    search. 0 turns off futility pruning and razoring."""
    beam: bool = False


MINIMAX: Final = Techniques(*(False for _ in Techniques._fields))
ALPHABETA: Final = MINIMAX._replace(prune=True, order=True, killers=True, history=True)
NEGAMAX: Final = ALPHABETA._replace(table=True, quiescence=True)
NEGASCOUT: Final = NEGAMAX._replace(pvs=True)

LMR_MOVES: Final = 3
"""Late move reductions begin after this many moves were searched to the full depth."""
FUTILITY_DEPTH: Final = 3
"""Futility pruning takes place this many plies from the end of a search, or closer."""
RAZOR_MARGINS: Final = 4
"""Razoring: where the static evaluation is this many futility margins below alpha, no quiet move
helps."""


@kernel
def search_root(
    game: Any,
    evaluation: Any,
    words: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    workspace: Any,
    table: Any,
) -> int:
    """Search the position whose moves the caller has put at the root, which is ply 0.

    A ply written here would be a constant, for which numba compiles `search` a second time; two
    that call each other crash when they come from the cache.
    """
    top = MOVES + ply
    enter_root(ply, depth, alpha, beta, workspace)
    return search(
        game, evaluation, load(game, words), depth, alpha, beta, ply, top, workspace, table
    )


@part
def search(
    game: Any,
    evaluation: Any,
    position: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    top: int,
    workspace: Any,
    table: Any,
) -> int:
    """The value, to a depth of at least one: exact between alpha and beta, a bound elsewhere."""
    # 1. Reverse futility pruning and razoring: is it plain from the static evaluation?
    if workspace[FUTILITY] and depth <= FUTILITY_DEPTH and ply and beta - alpha == 1:
        score = evaluate(game, evaluation, position, workspace)
        if score - workspace[FUTILITY] >= beta > -BAND:  # a loss is not refuted by an evaluation
            return left(score, FUTILE, ply, workspace)
        if depth == 1 and score + RAZOR_MARGINS * workspace[FUTILITY] <= alpha:
            return razor(game, evaluation, position, alpha, beta, ply, workspace)
    # 2. Transposition table: is it known? Inside the window its variation would be lost.
    key, number, turn = bits(0), NO_MOVE, turn_of(game, position, ply)
    if workspace[TABLE] and ply:
        key = path_key(game, position, ply, workspace)
        data = probe(table, key)
        if data and cuts(data, depth, alpha, beta, ply, workspace):
            return left(score_from_table(data, ply), TABLE_HIT, ply, workspace)
        if data and (not workspace[SYMMETRY] or key == bits(game.key(position))):
            number = data & NO_MOVE  # an image's moves have other numbers
    # 3. Which moves are there?
    end = list_moves(game, evaluation, position, number, ply, turn, top, workspace)
    tries = beam_width(end - top) if workspace[BEAM] and ply else end - top
    best, floor, number, below = -INFINITE, alpha, NO_MOVE, ply + 1
    workspace[PV_LENGTH + ply] = 0
    for earlier in range(tries):
        move_score = next_move_score(top, end, earlier, workspace)
        tried = number_of(move_score)
        move = workspace[top + tried]
        child = game.play(position, move)
        count_node(below, workspace)
        # 4. Principal variation search: is the move better than alpha? If so, what is it worth?
        outcome = outcome_after(game, position, child, PATH, workspace[EARLIER] + below, workspace)
        again = moves_again(game, position, child)
        lo, hi = window_below(alpha, beta, again)
        if outcome != ONGOING:
            score = game_over(outcome, move, below, depth - 1, lo, hi, again, workspace)
        elif depth == 1 or below + 1 == MAX_PLY:
            enter(move, below, depth - 1, lo, hi, again, 0, workspace)
            score = value_before(quiesce(game, evaluation, child, lo, hi, below, workspace), again)
        else:
            score, full, less, scouts = 0, depth - 1, depth - 1, workspace[PVS] and earlier > 0
            if scouts:
                less -= lmr_reduction(depth, earlier, move_score, ply, workspace)
                a, b = window_below(alpha, alpha + 1, again)
                enter(move, below, less, a, b, again, REDUCED if less < full else 0, workspace)
                found = search(game, evaluation, child, less, a, b, below, end, workspace, table)
                score = value_before(found, again)
            if not scouts or (score > alpha and (score < beta or less < full)):
                enter(move, below, full, lo, hi, again, RE_SEARCH if scouts else 0, workspace)
                found = search(game, evaluation, child, full, lo, hi, below, end, workspace, table)
                score = value_before(found, again)
        if workspace[STOP]:
            return left(best, STOPPED, ply, workspace)
        # 5. Is it the best so far, or even too good to be allowed?
        if score > best:
            best = score
            if score > alpha:
                number = tried
                if score < beta:
                    update_pv(move, ply, workspace)
                if workspace[PRUNE]:
                    alpha = score
                    if score >= beta:
                        update_order(move, top, earlier, depth, ply, turn, workspace)
                        break
    # 6. Keep it. A move that only lost least is no hint.
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    if workspace[TABLE] and ply:
        store(table, key, score_to_table(best, ply), depth, bound, number)
    return left(teach(best, bound, game, position, workspace), bound, ply, workspace)


@part
def path_key(game: Any, position: Any, ply: int, workspace: Any) -> Any:
    """What the table knows a position by, and its past where that matters."""
    symmetry = workspace[SYMMETRY] != 0 and game.repetition[0] == 0
    key = table_key(game, position, symmetry)
    return salted(game, key, PATH, workspace[EARLIER] + ply, workspace)


@part
def cuts(data: int, depth: int, alpha: int, beta: int, ply: int, workspace: Any) -> bool:
    """Whether an entry of the table holds for this depth and is outside the window."""
    known = depth_of(data)
    if known < depth or (known > depth and workspace[EXACT_DEPTH]):
        return False
    score, bound = score_from_table(data, ply), bound_of(data)
    return bool((bound & LOWER and score >= beta) or (bound & UPPER and score <= alpha))


@kernel
def beam_width(moves: int) -> int:
    """Beam search: how many of a node's moves are searched."""
    return moves if moves < 10 else 10 if moves <= 16 else moves // 2


@part
def lmr_reduction(depth: int, earlier: int, move_score: int, ply: int, workspace: Any) -> int:
    """Late move reduction: how many plies less a quiet move gets that comes after `earlier` others.

    Watch Your Back! at 6,000 nodes a move, 100 games: +49 Elo (95 %: +3 to +89).
    """
    if not workspace[LMR] or ply == 0:
        return 0
    if earlier < LMR_MOVES or move_score >> SCORE_SHIFT >= KILLER_BONUS:
        return 0
    less = 1 + (earlier >= 2 * LMR_MOVES and depth >= 4) + (earlier >= 4 * LMR_MOVES and depth >= 6)
    return min(less, depth - 2)
