"""Minimax, alpha-beta, negamax and negascout (principal variation search): one kernel that uses
more and more techniques. `reference.py` shows each search as a textbook prints it."""

from typing import Any, Final, NamedTuple

from plyground.core.bits import bits
from plyground.core.compile import kernel, part
from plyground.core.game import table_key
from plyground.core.outcome import ONGOING
from plyground.core.score import BAND, INFINITE, final_score, static_eval
from plyground.core.words import load
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
from plyground.search.alphabeta.workspace import (
    BEAM,
    EVALS,
    EXACT_DEPTH,
    FUTILITY,
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    LMR,
    MOVE_SCORES,
    MOVES,
    ORDER,
    PRUNE,
    PV,
    PV_LENGTH,
    PVS,
    QUIESCENCE,
    ROOT_MOVES,
    SELDEPTH,
    SYMMETRY,
    TABLE,
    TO_MOVE_SCORE,
    USE_HISTORY,
    USE_KILLERS,
)
from plyground.search.count import count_nodes
from plyground.search.workspace import MAX_PLY, OVERFLOW, STOP


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
    """The value of a position that is not over, to a depth of at least one: exact between alpha and
    beta, and a bound elsewhere (fail-soft)."""
    # 1. Reverse futility pruning and razoring: is it plain from the static evaluation?
    if workspace[FUTILITY] and depth <= FUTILITY_DEPTH and ply and beta - alpha == 1:
        score = evaluate(game, evaluation, position, workspace)
        if score - workspace[FUTILITY] >= beta > -BAND:  # a loss is not refuted by an evaluation
            return score
        if depth == 1 and score + RAZOR_MARGINS * workspace[FUTILITY] <= alpha:
            return quiesce(game, evaluation, position, alpha, beta, ply, workspace)
    # 2. Transposition table: is it known? Inside the window its variation would be lost.
    key, number = bits(0), NO_MOVE
    if workspace[TABLE] and ply:
        key = table_key(game, position, workspace[SYMMETRY] != 0)
        data = probe(table, key)
        if data:
            if cuts(data, depth, alpha, beta, ply, workspace):
                return score_from_table(data, ply)
            if not workspace[SYMMETRY] or key == bits(game.key(position)):
                number = data & NO_MOVE  # an image's moves have other numbers
    # 3. Which moves are there?
    end = list_moves(game, evaluation, position, number, ply, top, workspace)
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
        outcome = game.outcome(child)
        if outcome != ONGOING:
            score = -final_score(outcome, below)
        elif depth == 1 or below + 1 == MAX_PLY:
            score = -quiesce(game, evaluation, child, -beta, -alpha, below, workspace)
        else:
            less = depth - 1 - lmr_reduction(depth, earlier, move_score, ply, workspace)
            score, scouts = 0, workspace[PVS] and earlier > 0
            if scouts:
                score = -search(
                    game, evaluation, child, less, -alpha - 1, -alpha, below, end, workspace, table
                )
            if not scouts or (score > alpha and (score < beta or less < depth - 1)):
                score = -search(
                    game, evaluation, child, depth - 1, -beta, -alpha, below, end, workspace, table
                )
        if workspace[STOP]:
            return best
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
                        update_order(move, top, earlier, depth, ply, workspace)
                        break
    # 6. Keep it. A move that only lost least is no hint.
    if workspace[TABLE] and ply:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table, key, score_to_table(best, ply), depth, bound, number)
    return best


@part
def cuts(data: int, depth: int, alpha: int, beta: int, ply: int, workspace: Any) -> bool:
    """Whether an entry of the table holds for this depth and is outside the window."""
    known = depth_of(data)
    if known < depth or (known > depth and workspace[EXACT_DEPTH]):
        return False
    score, bound = score_from_table(data, ply), bound_of(data)
    return bool((bound & LOWER and score >= beta) or (bound & UPPER and score <= alpha))


@part
def quiesce(
    game: Any, evaluation: Any, position: Any, alpha: int, beta: int, ply: int, workspace: Any
) -> int:
    """Quiescence search: the static evaluation (stand pat), or the best that noisy moves give."""
    best = evaluate(game, evaluation, position, workspace)
    if not workspace[QUIESCENCE] or best >= beta or ply + 1 == MAX_PLY:
        return best
    alpha = max(alpha, best)
    for move in game.noisy(position):
        child = game.play(position, move)
        count_node(ply + 1, workspace)
        outcome = game.outcome(child)
        if outcome != ONGOING:
            score = -final_score(outcome, ply + 1)
        else:
            score = -quiesce(game, evaluation, child, -beta, -alpha, ply + 1, workspace)
        if workspace[STOP]:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                update_pv(move, ply, workspace)
                if score >= beta:
                    break
    return best


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
def list_moves(
    game: Any, evaluation: Any, position: Any, number: int, ply: int, top: int, workspace: Any
) -> int:
    """Write the moves and their scores; returns where they end. At the root the caller did so."""
    if ply == 0:
        return top + workspace[ROOT_MOVES]  # type: ignore[no-any-return]
    end = generate(game, position, top, workspace)
    score_moves(game, evaluation, position, number, ply, top, end, workspace)
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
            value += workspace[history_index(move, ply)]
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


@part
def update_pv(move: int, ply: int, workspace: Any) -> None:
    """The principal variation from here is this move and the variation below it."""
    here, below = PV + ply * MAX_PLY, PV + (ply + 1) * MAX_PLY
    length = workspace[PV_LENGTH + ply + 1]
    workspace[here] = move
    for index in range(length):
        workspace[here + 1 + index] = workspace[below + index]
    workspace[PV_LENGTH + ply] = length + 1


@part
def update_order(move: int, top: int, earlier: int, depth: int, ply: int, workspace: Any) -> None:
    """A move caused a cut-off: it is tried sooner elsewhere."""
    if workspace[USE_KILLERS]:
        update_killers(move, ply, workspace)
    if workspace[USE_HISTORY]:
        update_history(top, earlier, depth, ply, workspace)


@part
def update_killers(move: int, ply: int, workspace: Any) -> None:
    """Killer heuristic: of the moves that caused cut-offs at a ply, the last two are kept."""
    killer = KILLERS + 2 * ply
    if workspace[killer] != move:
        workspace[killer + 1] = workspace[killer]
        workspace[killer] = move


@part
def update_history(top: int, earlier: int, depth: int, ply: int, workspace: Any) -> None:
    """History heuristic: a move that caused a cut-off is tried sooner elsewhere, and those that
    were tried before it later (history malus)."""
    bonus = history_bonus(depth)
    add_history(move_at(top, earlier, workspace), bonus, ply, workspace)
    for index in range(earlier):
        add_history(move_at(top, index, workspace), -bonus, ply, workspace)


@part
def history_bonus(depth: int) -> int:
    return min(32 * depth * depth, MAX_HISTORY // 4)


@part
def move_at(top: int, index: int, workspace: Any) -> int:
    """The move that is tried after `index` others."""
    return workspace[top + number_of(workspace[top + index + TO_MOVE_SCORE])]  # type: ignore[no-any-return]


@part
def add_history(move: int, bonus: int, ply: int, workspace: Any) -> None:
    """Add to a move's history, the less the fuller it is (history gravity)."""
    place = history_index(move, ply)
    workspace[place] += bonus - workspace[place] * abs(bonus) // MAX_HISTORY


@part
def history_index(move: int, ply: int) -> int:
    return HISTORY + (ply & 1) * HISTORY_SIZE + (move & HISTORY_SIZE - 1)
