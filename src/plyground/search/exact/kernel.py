"""The exact solver: what a position is worth if nobody errs, and how soon it ends, to the last ply.

Fail-soft alpha-beta with null windows, placed by bisection as in MTD(f) and its kin; enhanced
transposition cut-offs (ETC); several threads by ABDADA.

Where at most `left` plies can follow, a win in d plies is worth left + 1 - d, a loss in d the same
below zero, a draw nothing. Children have one ply less left, so a child's worth is its parent's,
with the sign turned unless the same side moves again, and what the table knows of a position holds
wherever it comes about. Bisection by null windows finds the score (as in MTD).

No move wins at once where the other side has just moved: that would have been a losing move. Where
the same side has, this is looked at first.
"""

from typing import Any, Final

from plyground.core.bits import mix
from plyground.core.compile import kernel, part
from plyground.core.game import table_key, wins_at_once
from plyground.core.outcome import DRAW, ONGOING
from plyground.core.turns import has_lost, moves_again, value_before, window_below
from plyground.core.words import load
from plyground.search.alphabeta.table import hash_key
from plyground.search.exact.table import (
    MIN_VALUE,
    is_busy,
    least_of,
    most_of,
    prefetch_entry,
    probe,
    set_busy,
    set_free,
    store_bounds,
)
from plyground.search.exact.workspace import (
    ASKED,
    DONE,
    HIGH,
    HORIZON,
    LOW,
    SALT,
    SYMMETRY_FROM,
    THREADS,
    TOP,
    WINNER_MOVES_LAST,
)
from plyground.search.node_count import count_nodes
from plyground.search.workspace import LENGTH, OVERFLOW, STOP

MAX_LEFT: Final = 120
ETC_FROM: Final = 16
"""Enhanced transposition cut-offs: with this many plies left or more, the children's entries are
probed before any child is searched.

Connect Four, hard openings: a fifth fewer nodes and 1.2 times as fast; nothing gained below that.
"""
SHARED_FROM: Final = 18
"""ABDADA: with this many plies left or more, threads tell each other what they search."""
NEAR: Final = 14
"""Wins and losses within this many plies are asked for first."""
STRIDE: Final = 4
"""How many plies more are asked for each time."""


@kernel
def solve_rows(
    game: Any, rows: Any, left: Any, least: Any, most: Any, workspace: Any, table: Any
) -> None:
    """Draw the bounds of each position's value together.

    Where they start apart by one, this asks one question. The plies left are asked of the game
    where none are given; a position for which it names none is left alone. DONE tells how many are
    done before a stop.
    """
    for number in range(workspace[DONE], len(left)):
        position = load(game, rows[number])
        if left[number] == 0:
            left[number] = length(game, position)
        if left[number] == 0:
            pass
        elif wins_at_once(game, position):
            least[number] = most[number] = left[number]
        else:
            bisect(game, position, number, left, least, most, workspace, table)
        if workspace[STOP]:
            break
        workspace[DONE] = number + 1


@part
def length(game: Any, position: Any) -> int:
    """The plies that can follow; 0 where the game is over, or where they are not known."""
    left = game.plies_left(position) if game.outcome(position) == ONGOING else 0
    return left if 0 < left <= MAX_LEFT else 0


@part
def bisect(
    game: Any,
    position: Any,
    number: int,
    left: Any,
    least: Any,
    most: Any,
    workspace: Any,
    table: Any,
) -> None:
    """Draw the bounds of one position together, in which no move wins at once: each null window
    asks whether the value is above a bound, and the answer halves what is left (MTD-style)."""
    plies, last = left[number], workspace[WINNER_MOVES_LAST]
    low, high = max(least[number], last - plies), min(most[number], plies - 1 - last)
    while low < high:
        bound = next_bound(low, high, plies)
        workspace[LOW], workspace[HIGH], workspace[ASKED] = low, high, bound
        found = search(game, position, plies, bound, bound + 1, workspace[TOP], workspace, table)
        if workspace[STOP]:
            break
        if found > bound:
            low = found
        else:
            high = found
    least[number], most[number] = low, high


@part
def next_bound(least: int, most: int, left: int) -> int:
    """Of which value to ask next whether the position is worth more.

    Near ends first, a few plies further each time and the nearer one before the other, as they are
    cheap to find. Then by halves, but rather near a draw: that cuts most. Positions that end within
    14 plies take a quarter of the nodes that halving takes; harder ones as many as ever.
    """
    soonest_win, soonest_loss = left + 1 - most, left + 1 + least
    if most > 0 and soonest_win <= min(NEAR, soonest_loss):
        bound = max(least, most - STRIDE, left - NEAR)
    elif least < 0 and soonest_loss <= NEAR:
        bound = min(least + STRIDE, most - 1, NEAR - 1 - left)
    else:
        bound = (least + most) // 2
        if bound <= 0 and least // 2 < bound:
            bound = -(-least // 2)
        elif bound >= 0 and most // 2 > bound:
            bound = most // 2
    # Wins come after odd plies and losses after even ones, mostly: a bound between two of them
    # asks the same as a neighbour, and cuts less. The lower neighbour: 7 % fewer nodes on hard
    # openings than with the upper one.
    if (bound ^ left) & 1 == 0:
        bound += -1 if bound > least else 1 if bound + 1 < most else 0
    return bound


@part
def search(
    game: Any, position: Any, left: int, alpha: int, beta: int, top: int, workspace: Any, table: Any
) -> int:
    """The value if it lies between alpha and beta, else a bound beyond; it may be a drawn end."""
    count_nodes(1, workspace)
    if not game.alternates and game.outcome(position) == ONGOING and wins_at_once(game, position):
        return left
    product = hash_key(salted_key(game, position, left, workspace))
    prefetch_entry(table, product, left)
    # 1. Which moves are there? A move that loses at once is none.
    end, last = top, workspace[LENGTH] - 2
    for move in game.non_losing_moves(position):
        workspace[min(end, last)] = move
        end += 2
    if end > last:
        workspace[OVERFLOW] = workspace[STOP] = 1
        return 0
    if end == top:
        return lost(game, position, left, workspace)
    # 2. Can what is left of the game be good or bad enough?
    moves_last: int = workspace[WINNER_MOVES_LAST]
    if left <= 1 + moves_last:
        workspace[HORIZON] = 1
        return 0
    least, most = soonest_loss(game) + moves_last - left, left - 1 - moves_last
    if least >= beta or most <= alpha:
        workspace[HORIZON] = 1
        return least if least >= beta else most
    if end == top + 2:
        child = game.play(position, workspace[top])
        again = moves_again(game, position, child)
        low, high = window_below(alpha, beta, again)
        return value_before(search(game, child, left - 1, low, high, end, workspace, table), again)
    # 3. Is it certain that the side which the question is about cannot win any more?
    if cannot_be_won(game, position, alpha, beta):
        return 0
    # 4. Is it known? Ranking first gives the entry time to arrive.
    order_moves(game, position, left, top, end, workspace, table)
    entry = probe(table, product, left)
    known_least, known_most = least_of(entry), most_of(entry)
    if known_least >= beta:
        return known_least
    if known_most <= alpha:
        return known_most
    # 5. Is it known of a child that it cuts, or that it cannot matter?
    best = MIN_VALUE
    if left >= ETC_FROM:
        end, best = probe_children(game, position, left, alpha, beta, top, end, workspace, table)
        if best >= beta:
            store_bounds(table, product, left, best, known_most)
            return best
    # 6. What are the others worth? ABDADA: a child that another thread searches waits until the
    # rest is done, as it may be known by then.
    shared = workspace[THREADS] > 1 and left >= SHARED_FROM
    place, undelayed = top, end
    while place < end:
        child = game.play(position, workspace[place])
        place += 2
        product_below = product
        if shared:
            product_below = hash_key(salted_key(game, child, left - 1, workspace))
            if top + 2 < place <= undelayed and end <= last and is_busy(table, product_below):
                workspace[end] = workspace[place - 2]
                end += 2
                continue
            set_busy(table, product_below)
        again = moves_again(game, position, child)
        low, high = window_below(max(alpha, best), beta, again)
        score = value_before(search(game, child, left - 1, low, high, end, workspace, table), again)
        if shared:
            set_free(table, product_below)
        if workspace[STOP]:
            return 0
        if score > best:
            best = score
            if best >= beta:
                store_bounds(table, product, left, best, known_most)
                return best
    store_bounds(table, product, left, known_least, best)
    return best


@part
def soonest_loss(game: Any) -> int:
    """After how many plies more than one a game can be lost by moves that do not lose at once: the
    second may be of the same side."""
    return 2 if game.alternates else 1


@part
def cannot_be_won(game: Any, position: Any, alpha: int, beta: int) -> bool:
    """Whether it is certain that the side which a null window asks about cannot win any more."""
    if alpha >= 0 and not game.may_win(position, True):
        return True
    return bool(beta <= 0 and not game.may_win(position, False))


@part
def probe_children(
    game: Any,
    position: Any,
    left: int,
    alpha: int,
    beta: int,
    top: int,
    end: int,
    workspace: Any,
    table: Any,
) -> tuple[int, int]:
    """Enhanced transposition cut-off (ETC): what the table knows of the children.

    Returns where the moves end that are still to be searched, and the best value of the others. If
    that is beta or more, it is a cut-off.
    """
    rest, best = top, MIN_VALUE
    for place in range(top, end, 2):
        child = game.play(position, workspace[place])
        entry = probe(table, hash_key(salted_key(game, child, left - 1, workspace)), left - 1)
        again = moves_again(game, position, child)
        least, most = window_below(least_of(entry), most_of(entry), again)
        if least >= beta:
            return rest, least
        if most <= alpha:
            best = max(best, most)
        else:
            workspace[rest] = workspace[place]
            rest += 2
    return rest, best


@part
def salted_key(game: Any, position: Any, left: int, workspace: Any) -> Any:
    """A position's key; near the root its images share it, and some searches have a salt."""
    key = table_key(game, position, left >= workspace[SYMMETRY_FROM])
    return mix(key, workspace[SALT] << 8 | left) if workspace[SALT] else key


@part
def lost(game: Any, position: Any, left: int, workspace: Any) -> int:
    """The value without non-losing moves: a draw if it is over, else lost in a ply or two."""
    if game.outcome(position) == DRAW:
        return 0
    if left < 2:
        workspace[HORIZON] = 1
    for move in game.moves(position):
        child = game.play(position, move)
        if not has_lost(game.outcome(child), moves_again(game, position, child)):
            return 1 - left
    return -left


@part
def order_moves(
    game: Any, position: Any, left: int, top: int, end: int, workspace: Any, table: Any
) -> None:
    """Sort the moves by `solver_order`, the best first; of equals the one generated first."""
    for last in range(top, end, 2):
        move = workspace[last]
        if left >= ETC_FROM:
            child = game.play(position, move)
            prefetch_entry(table, hash_key(salted_key(game, child, left - 1, workspace)), left - 1)
        order = game.solver_order(position, move)
        place = last
        while place > top and workspace[place - 1] < order:
            workspace[place], workspace[place + 1] = workspace[place - 2], workspace[place - 1]
            place -= 2
        workspace[place], workspace[place + 1] = move, order
