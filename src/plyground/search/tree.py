"""The depth-first family: minimax, alpha-beta, negamax and negascout are one kernel that uses more
and more techniques. `reference.py` shows each as a textbook prints it."""

from typing import Any, Final, NamedTuple

from plyground.core.bits import bits
from plyground.core.compile import kernel, part
from plyground.core.game import table_key
from plyground.core.outcome import ONGOING
from plyground.core.score import BAND, INFINITE, final_score, judgement
from plyground.core.words import load
from plyground.search.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    keep,
    look_up,
    score_for,
    score_of,
)
from plyground.search.workspace import (
    DEEPEST,
    HISTORY,
    JUDGED,
    KILLERS,
    KINDS,
    LENGTHS,
    LINES,
    MOST_PLIES,
    MOVES,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    RANKS,
    ROOT_MOVES,
    STOP,
    TECHNIQUES,
    TO_RANK,
)


class Techniques(NamedTuple):
    """What a search makes use of.

    All but the last four leave the value at a depth as it is; so does a table of exact depths.
    """

    prune: bool = True
    order: bool = True
    recall: bool = True
    table: bool = True
    scout: bool = True
    fold: bool = False
    exact_depth: bool = False
    quiescence: bool = True
    reduce: bool = False
    swing: int = 0
    """By how many points a judgement may be off where it stands for a search of few plies."""
    cut: bool = False


MINIMAX: Final = Techniques(*(False for _ in Techniques._fields))
ALPHABETA: Final = MINIMAX._replace(prune=True, order=True, recall=True)
NEGAMAX: Final = ALPHABETA._replace(table=True, quiescence=True)
NEGASCOUT: Final = NEGAMAX._replace(scout=True)

PRUNE, ORDER, RECALL, TABLE, SCOUT, FOLD, EXACT_DEPTH, QUIESCENCE, REDUCE, SWING, CUT = range(
    TECHNIQUES, TECHNIQUES + len(Techniques._fields)
)

ORDER_UNIT: Final = 256
"""A point of a game's own order, measured in history."""
HISTORY_MOST: Final = 64 * ORDER_UNIT
KILLER: Final = 48 * ORDER_UNIT
FIRST_OF_ALL: Final = 1 << 40
RANK_SHIFT: Final = 16
CHOSEN: Final = 3
"""So many moves are chosen one by one, as they often cut; then the others are sorted at once."""
MANY: Final = 128
"""Sorting more than this many might take longer than all that is left to search."""
LATE: Final = 3
"""So many moves are searched to the full depth before any is reduced."""
SHALLOW: Final = 3
"""So many plies from its end, a search may take a judgement for what it would find."""
HOPELESS: Final = 4
"""So many swings below alpha, a quiet move does not help."""


@kernel
def start(
    game: Any,
    evaluation: Any,
    words: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
) -> int:
    """Search the position whose moves the caller has put at the root, which is ply 0.

    A ply written here would be a constant, for which numba compiles `search` a second time; two
    that call each other crash when they come from the cache.
    """
    top = MOVES + ply
    return search(game, evaluation, load(game, words), depth, alpha, beta, ply, top, work, table)


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
    work: Any,
    table: Any,
) -> int:
    """The value of a position that is not over, to a depth of at least one.

    It is exact between alpha and beta, and a bound elsewhere.
    """
    # 1. Is it plain from how the position looks?
    if work[SWING] and depth <= SHALLOW and ply and beta - alpha == 1:
        score = judged(game, evaluation, position, work)
        if score - work[SWING] >= beta > -BAND:  # a loss is not refuted by looks
            return score
        if depth == 1 and score + HOPELESS * work[SWING] <= alpha:
            return settle(game, evaluation, position, alpha, beta, ply, work)
    # 2. Is it known already? A value inside the window is not taken: its line would be lost.
    key, number = bits(0), NO_MOVE
    if work[TABLE] and ply:
        key = table_key(game, position, work[FOLD] != 0)
        data = look_up(table, key)
        if data:
            known = depth_of(data)
            if known == depth or (known > depth and not work[EXACT_DEPTH]):
                score, bound = score_of(data, ply), bound_of(data)
                if bound & LOWER and score >= beta:
                    return score
                if bound & UPPER and score <= alpha:
                    return score
            if not work[FOLD] or key == bits(game.key(position)):  # an image's moves differ
                number = data & NO_MOVE
    # 3. Which moves are there? At the root the caller has put them in order, and cut them.
    if ply:
        end = generate(game, position, top, work)
        rank_moves(game, evaluation, position, number, ply, top, end, work)
    else:
        end = top + work[ROOT_MOVES]
    tries = cut(end - top) if work[CUT] and ply else end - top
    best, floor, number = -INFINITE, alpha, NO_MOVE
    work[LENGTHS + ply] = 0
    for earlier in range(tries):
        rank = next_rank(top, end, earlier, work)
        tried = number_of(rank)
        move = work[top + tried]
        child = game.play(position, move)
        count(ply + 1, work)
        # 4. What is the move worth?
        outcome = game.outcome(child)
        if outcome != ONGOING:
            score = -final_score(outcome, ply + 1)
        elif depth == 1 or ply + 2 == MOST_PLIES:
            score = -settle(game, evaluation, child, -beta, -alpha, ply + 1, work)
        else:
            score, less, scouts = 0, depth - 1, work[SCOUT] and earlier > 0
            if scouts:
                if work[REDUCE] and ply:
                    less = max(1, less - reduction(depth, earlier, rank))
                score = -search(
                    game, evaluation, child, less, -alpha - 1, -alpha, ply + 1, end, work, table
                )
            if not scouts or (score > alpha and (score < beta or less < depth - 1)):
                score = -search(
                    game, evaluation, child, depth - 1, -beta, -alpha, ply + 1, end, work, table
                )
        if work[STOP]:
            return best
        # 5. Is it the best so far, or even too good to be allowed?
        if score > best:
            best = score
            if score > alpha:
                number = tried
                if score < beta:
                    extend_line(move, ply, work)
                if work[PRUNE]:
                    alpha = score
                    if score >= beta:
                        if work[RECALL]:
                            learn(top, earlier, depth, ply, work)
                        break
    # 6. Keep it. A move that only lost least is no hint.
    if work[TABLE] and ply:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        keep(table, key, score_for(best, ply), depth, bound, number)
    return best


@part
def settle(
    game: Any, evaluation: Any, position: Any, alpha: int, beta: int, ply: int, work: Any
) -> int:
    """The judgement of a position; with quiescence, after the noisy moves that help its mover."""
    best = judged(game, evaluation, position, work)
    if not work[QUIESCENCE] or best >= beta or ply + 1 == MOST_PLIES:
        return best
    alpha = max(alpha, best)
    for move in game.noisy(position):
        child = game.play(position, move)
        count(ply + 1, work)
        outcome = game.outcome(child)
        if outcome != ONGOING:
            score = -final_score(outcome, ply + 1)
        else:
            score = -settle(game, evaluation, child, -beta, -alpha, ply + 1, work)
        if work[STOP]:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                extend_line(move, ply, work)
                if score >= beta:
                    break
    return best


@part
def judged(game: Any, evaluation: Any, position: Any, work: Any) -> int:
    """What a position looks like."""
    work[JUDGED] += 1
    return judgement(evaluation, game, position)


@part
def count(ply: int, work: Any) -> None:
    """One more position was reached."""
    work[NODES] += 1
    if work[NODES] >= work[NODE_LIMIT]:
        work[STOP] = 1
    if ply > work[DEEPEST]:
        work[DEEPEST] = ply
    work[LENGTHS + ply] = 0


@part
def generate(game: Any, position: Any, top: int, work: Any) -> int:
    """Write the moves; returns where they end."""
    at, full = top, min(top + NO_MOVE, RANKS)
    for move in game.moves(position):
        if at == full:
            work[OVERFLOW] = work[STOP] = 1
            break
        work[at] = move
        at += 1
    return at


@part
def rank_moves(
    game: Any, evaluation: Any, position: Any, number: int, ply: int, top: int, end: int, work: Any
) -> None:
    """Write the ranks of the moves; the one of that number, if there is one, comes first of all.

    A rank ends in the move's number, counted down: of equals the one generated first comes first.
    """
    ordered = work[ORDER]
    killer, other_killer = work[KILLERS + 2 * ply], work[KILLERS + 2 * ply + 1]
    for place in range(top, end):
        move, value = work[place], 0
        if ordered:
            value = evaluation.order(game, position, move) * ORDER_UNIT
            value += work[history_place(move, ply)]
            if move == killer or move == other_killer:
                value += KILLER
        work[place + TO_RANK] = (value << RANK_SHIFT) + NO_MOVE - (place - top)
    if ordered and number < end - top:
        work[top + number + TO_RANK] = (FIRST_OF_ALL << RANK_SHIFT) + NO_MOVE - number


@part
def next_rank(top: int, end: int, earlier: int, work: Any) -> int:
    """The rank of the move that comes after so many earlier ones."""
    place, end = top + earlier + TO_RANK, end + TO_RANK
    if earlier < CHOSEN or end - place > MANY:
        choose(place, end, work)
    elif earlier == CHOSEN:
        sort(place, end, work)
    return work[place]  # type: ignore[no-any-return]


@part
def choose(place: int, end: int, work: Any) -> None:
    """Bring the highest rank to this place."""
    best, rank = place, work[place]
    for other in range(place + 1, end):
        if work[other] > rank:
            best, rank = other, work[other]
    work[best] = work[place]
    work[place] = rank


@part
def sort(first: int, end: int, work: Any) -> None:
    """Bring all ranks from this place on into falling order."""
    for place in range(first + 1, end):
        rank, gap = work[place], place
        while gap > first and work[gap - 1] < rank:
            work[gap] = work[gap - 1]
            gap -= 1
        work[gap] = rank


@part
def number_of(rank: int) -> int:
    """Which of a node's moves has this rank."""
    return NO_MOVE - (rank & NO_MOVE)


@kernel
def cut(moves: int) -> int:
    """How many of so many moves the document's greedy search looks at."""
    return moves if moves < 10 else 10 if moves <= 16 else moves // 2


@part
def reduction(depth: int, earlier: int, rank: int) -> int:
    """How many plies less a move gets at first that comes after so many others and looks quiet.

    Watch Your Back! at 6,000 nodes a move, 100 games: +49 Elo (95 %: +3 to +89).
    """
    if earlier < LATE or rank >> RANK_SHIFT >= KILLER:
        return 0
    return 1 + (earlier >= 2 * LATE and depth >= 4) + (earlier >= 4 * LATE and depth >= 6)


@part
def extend_line(move: int, ply: int, work: Any) -> None:
    """The best line from here is this move and the line below it."""
    here, below = LINES + ply * MOST_PLIES, LINES + (ply + 1) * MOST_PLIES
    length = work[LENGTHS + ply + 1]
    work[here] = move
    for index in range(length):
        work[here + 1 + index] = work[below + index]
    work[LENGTHS + ply] = length + 1


@part
def learn(top: int, earlier: int, depth: int, ply: int, work: Any) -> None:
    """A move cut: it is tried sooner elsewhere, and those before it later."""
    move, killer = move_at(top, earlier, work), KILLERS + 2 * ply
    if work[killer] != move:
        work[killer + 1] = work[killer]
        work[killer] = move
    points = min(32 * depth * depth, HISTORY_MOST // 4)
    credit(move, points, ply, work)
    for index in range(earlier):
        credit(move_at(top, index, work), -points, ply, work)


@part
def move_at(top: int, index: int, work: Any) -> int:
    """The move that is tried after so many others."""
    return work[top + number_of(work[top + index + TO_RANK])]  # type: ignore[no-any-return]


@part
def credit(move: int, points: int, ply: int, work: Any) -> None:
    """Add to a move's history, the less the fuller it is."""
    place = history_place(move, ply)
    work[place] += points - work[place] * abs(points) // HISTORY_MOST


@part
def history_place(move: int, ply: int) -> int:
    return HISTORY + (ply & 1) * KINDS + (move & KINDS - 1)
