"""Depth-first proof-number search (df-pn, Nagai): can the attacker force a win within `left` plies?

Two numbers of a position tell how hard it looks for the side to move to get its way, be that a win
or no win: phi to get it and delta to be denied it. Where one is 0 the other is INFINITE.

    phi   = the least delta among the moves     one of them is enough
    delta = the greatest phi among the moves, and 1 for each other that is open

This is weak proof-number search (Ueda and others). The textbook's delta, a sum, counts
transpositions repeatedly. Where the same side moves again, phi and delta of the child change
places, as the child's mover wants the same.
A child is searched until it is a quarter worse than the next best: the 1 + ε trick.
"""

from typing import Any, Final

from plyground.core.bits import bits, signed
from plyground.core.compile import kernel, part
from plyground.core.game import table_key
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.turns import has_won, moves_again
from plyground.core.words import load
from plyground.search.dfpn.table import (
    NEVER,
    delta_of,
    entry,
    left_of,
    logarithm,
    not_won_within,
    phi_of,
    probe,
    store,
    won_within,
)
from plyground.search.dfpn.threats import NO_WIN, wins_by_threats
from plyground.search.dfpn.workspace import (
    DELTA,
    FIRST_THREAT,
    HAS_NON_LOSING_MOVES,
    HAS_THREATS,
    KEY,
    MOVE,
    ORDER,
    PHI,
    PLIES,
    REPLY,
    SLOT,
    SLOTS,
    SYMMETRY_FROM,
    TRIES,
)
from plyground.search.node_count import count_nodes
from plyground.search.workspace import LENGTH, NODES, OVERFLOW, STOP

INFINITE: Final = 1 << 40

MAX_TRIES: Final = 2000
"""How many threats are looked at in search of a win by threats."""
MAX_OPENED: Final = 60
"""The largest delta that a new position begins with, however many answers are open."""
MAX_SOLVER_ORDER: Final = 1 << 62
MAX_UNSTORED: Final = 2
"""With this many plies left or fewer, positions are searched to the end and not stored."""


@kernel
def solve_root(
    game: Any,
    words: Any,
    left: int,
    attacking: int,
    limit: int,
    ply: int,
    workspace: Any,
    table: Any,
) -> None:
    """Answer a question about a position that is not over. The answer is in the workspace's first
    slot; the moves that were open at the end are in those after it.

    Nothing that `dfpn` gets is a constant, for which numba would compile it a second time.
    """
    solve_question(game, load(game, words), left, attacking, limit, SLOTS + ply, workspace, table)


@part
def solve_question(
    game: Any,
    position: Any,
    left: int,
    attacking: int,
    limit: int,
    slot: int,
    workspace: Any,
    table: Any,
) -> None:
    """Write the answer to a slot. A win by threats is tried first, as its proof is short."""
    has_threats = attacking and workspace[HAS_THREATS]
    if not has_threats or not wins_by_force(game, position, left, slot, workspace):
        dfpn(game, position, left, attacking, limit, limit, slot, slot + SLOT, workspace, table)


@part
def dfpn(
    game: Any,
    position: Any,
    left: int,
    attacking: int,
    phi_limit: int,
    delta_limit: int,
    slot: int,
    top: int,
    workspace: Any,
    table: Any,
) -> None:
    """Search until phi or delta reaches its limit, and write to the slot what is known then."""
    # 1. A move that wins is all the mover needs; one that loses at once is none.
    less, last, fact = left - 1, top, NEVER if attacking else 0
    if workspace[HAS_NON_LOSING_MOVES] and left > MAX_UNSTORED:
        if wins(game, position, attacking, slot, top, workspace) or workspace[STOP]:
            return
        fact = NEVER if attacking else 1
        for move in game.non_losing_moves(position):
            last = add(last, move, workspace)
    else:
        for move in game.moves(position):
            last = add(last, move, workspace)
    # 2. Which of the others are open?
    end = top
    for place in range(top, last, SLOT):
        workspace[end + MOVE] = workspace[place + MOVE]
        child = game.play(position, workspace[end + MOVE])
        count_nodes(1, workspace)
        outcome, again = game.outcome(child), moves_again(game, position, child)
        other = attacking if again else 1 - attacking
        if outcome != ONGOING or less == 0:
            won = outcome == (WIN if other else LOSS)
            set_proven(end, other, won, 0 if won or outcome == ONGOING else NEVER, workspace)
        elif not game.may_win(child, other == 1):
            set_proven(end, other, False, NEVER, workspace)
        elif less <= MAX_UNSTORED:
            dfpn(game, child, less, other, phi_limit, delta_limit, end, last, workspace, table)
        else:
            key = table_key(game, child, less >= workspace[SYMMETRY_FROM])
            workspace[end + ORDER] = game.solver_order(position, workspace[end + MOVE])
            if not probe_slot(end, key, less, other, workspace, table) and workspace[HAS_THREATS]:
                initialise(game, child, less, other, end, workspace, table)
        if workspace[STOP]:
            return
        swap_if(again, end, workspace)
        if workspace[end + DELTA] == 0:
            succeed(slot, end, workspace)
            return
        fact = joined_fact(fact, end, attacking, workspace)
        if workspace[end + PHI]:
            end += SLOT
    # 3. Look again and again at the move that seems select_child.
    while True:
        chosen, phi, second, most, opened = select_child(top, end, workspace)
        if opened == 0:
            fail(slot, fact, workspace)
            return
        delta = most + opened - 1
        if phi >= phi_limit or delta >= delta_limit:
            workspace[slot + PHI], workspace[slot + DELTA] = phi, delta
            return
        # 4. Search it a little beyond the next best (1 + epsilon), so that they do not take turns.
        child, before = game.play(position, workspace[chosen + MOVE]), workspace[NODES]
        again = moves_again(game, position, child)
        other = attacking if again else 1 - attacking
        phi_room, delta_room = delta_limit - opened + 1, min(phi_limit, second + second // 4 + 1)
        if again:
            phi_room, delta_room = delta_room, phi_room
        dfpn(game, child, less, other, phi_room, delta_room, chosen, end, workspace, table)
        if workspace[STOP]:
            return
        store_slot(chosen, less, other, workspace[NODES] - before, workspace, table)
        swap_if(again, chosen, workspace)
        if workspace[chosen + DELTA] == 0:
            succeed(slot, chosen, workspace)
            return
        fact = joined_fact(fact, chosen, attacking, workspace)


@part
def swap_if(again: bool, slot: int, workspace: Any) -> None:
    """Let phi and delta change places if the same side moves again: a parent's slots have them as
    the other side sees them."""
    if again:
        phi = workspace[slot + PHI]
        workspace[slot + PHI] = workspace[slot + DELTA]
        workspace[slot + DELTA] = phi


@part
def add(end: int, move: int, workspace: Any) -> int:
    """Write a move to the next slot."""
    if end + 2 * SLOT > workspace[LENGTH]:
        workspace[OVERFLOW] = workspace[STOP] = 1
        return end
    workspace[end + MOVE] = move
    return end + SLOT


@part
def wins(game: Any, position: Any, attacking: int, slot: int, spare: int, workspace: Any) -> bool:
    """Whether a move wins at once, which is what either side wants."""
    for move in game.moves(position):
        count_nodes(1, workspace)
        if workspace[STOP]:
            break
        child = game.play(position, move)
        if has_won(game.outcome(child), moves_again(game, position, child)):
            workspace[spare + MOVE], workspace[spare + PLIES] = move, 0 if attacking else NEVER
            succeed(slot, spare, workspace)
            return True
    return False


@part
def select_child(top: int, end: int, workspace: Any) -> tuple[int, int, int, int, int]:
    """The most promising child: the open one of the least delta. Returns its slot, its delta, the
    next least delta, the greatest phi of all, and how many are open."""
    chosen, best, second, most, opened = top, INFINITE, INFINITE, 0, 0
    for place in range(top, end, SLOT):
        delta = workspace[place + DELTA]
        if delta < INFINITE:
            opened += 1
            most = max(most, workspace[place + PHI])
            order = workspace[place + ORDER]
            if delta < best or (delta == best and order > workspace[chosen + ORDER]):
                chosen, best, second = place, delta, best
            elif delta < second:
                second = delta
    return chosen, best, second, most, opened


@part
def joined_fact(fact: int, slot: int, attacking: int, workspace: Any) -> int:
    """Within how many plies all moves fail that did so before, and the one in a slot if it does.
    The attacker is denied a win for as long as after the move that is refuted soonest; the defender
    loses as late as after the best move."""
    if workspace[slot + PHI]:
        return fact
    plies: int = workspace[slot + PLIES]
    return min(fact, plies) if attacking else max(fact, plies)


@part
def succeed(slot: int, by: int, workspace: Any) -> None:
    """The mover gets its way by the move in another slot."""
    workspace[slot + PHI], workspace[slot + DELTA] = 0, INFINITE
    workspace[slot + PLIES] = min(workspace[by + PLIES] + 1, NEVER)
    workspace[slot + REPLY] = workspace[by + MOVE]


@part
def fail(slot: int, plies: int, workspace: Any) -> None:
    """No move gets the mover its way."""
    workspace[slot + PHI], workspace[slot + DELTA] = INFINITE, 0
    workspace[slot + PLIES] = min(plies + 1, NEVER)


@part
def set_proven(slot: int, attacking: int, won: bool, plies: int, workspace: Any) -> None:
    """Write a proof or a disproof: the attacker wins within `plies` plies, or does not."""
    if won == (attacking == 1):
        workspace[slot + PHI], workspace[slot + DELTA] = 0, INFINITE
    else:
        workspace[slot + PHI], workspace[slot + DELTA] = INFINITE, 0
    workspace[slot + PLIES] = plies


@part
def probe_slot(slot: int, key: Any, left: int, attacking: int, workspace: Any, table: Any) -> bool:
    """Write what the table knows of a position, if anything; else phi and delta are 1."""
    workspace[slot + KEY] = signed(key)
    data = probe(table, key, attacking)
    workspace[slot + PHI] = workspace[slot + DELTA] = 1
    if data:
        won, not_won = won_within(data), not_won_within(data)
        if won <= left or not_won >= left:
            set_proven(slot, attacking, won <= left, won if won <= left else not_won, workspace)
        elif left_of(data) == left:
            workspace[slot + PHI], workspace[slot + DELTA] = phi_of(data), delta_of(data)
        else:
            return False
        return True
    return False


@part
def initialise(
    game: Any, position: Any, left: int, attacking: int, slot: int, workspace: Any, table: Any
) -> None:
    """Write phi and delta of a new position by a search for wins by threats."""
    before = workspace[NODES]
    plies = try_threats(game, position, left, workspace)
    if plies != NO_WIN:
        set_proven(slot, attacking, attacking == 1, plies if attacking else NEVER, workspace)
    elif not attacking:
        initialise_by_answers(game, position, left, slot, workspace)
    if not workspace[STOP]:
        store_slot(slot, left, attacking, workspace[NODES] - before, workspace, table)


@part
def initialise_by_answers(game: Any, position: Any, left: int, slot: int, workspace: Any) -> None:
    """Write delta of a new position of the defender: the answers after which the attacker has no
    win by threats. If the answer of the least order is one, all are counted: nothing is threatened.
    """
    number, weakest, lowest = 0, 0, MAX_SOLVER_ORDER
    for move in game.non_losing_moves(position):
        order = game.solver_order(position, move)
        if order < lowest:
            weakest, lowest = move, order
        number += 1
    if number == 0:
        set_proven(slot, 0, True, 2, workspace)
        return
    longest = try_threats(game, game.play(position, weakest), left - 1, workspace)
    if longest == NO_WIN:
        workspace[slot + DELTA] = min(number, MAX_OPENED)
        return
    opened = number - 1
    for move in game.non_losing_moves(position):
        if move != weakest:
            plies = try_threats(game, game.play(position, move), left - 1, workspace)
            if plies != NO_WIN:
                opened, longest = opened - 1, max(longest, plies)
    workspace[slot + DELTA] = min(opened, MAX_OPENED)
    if opened == 0:
        set_proven(slot, 0, True, longest + 1, workspace)


@part
def try_threats(game: Any, position: Any, left: int, workspace: Any) -> int:
    """Within how many plies the mover wins by threats alone, or NO_WIN; the game may be over."""
    if workspace[STOP] or game.outcome(position) != ONGOING:
        return NO_WIN
    count_nodes(1, workspace)
    workspace[TRIES] = MAX_TRIES
    return wins_by_threats(game, position, left, workspace)


@part
def wins_by_force(game: Any, position: Any, left: int, slot: int, workspace: Any) -> bool:
    """Whether the mover wins at once or by threats alone; if so, the slot has the proof."""
    if wins(game, position, 1, slot, slot + SLOT, workspace):
        return True
    plies = try_threats(game, position, left, workspace)
    if plies == NO_WIN:
        return False
    set_proven(slot, 1, True, plies, workspace)
    workspace[slot + REPLY] = workspace[FIRST_THREAT]
    return True


@part
def store_slot(
    slot: int, left: int, attacking: int, nodes: int, workspace: Any, table: Any
) -> None:
    """Store a slot in the table."""
    phi, delta, plies = workspace[slot + PHI], workspace[slot + DELTA], workspace[slot + PLIES]
    won, not_won = NEVER, 0
    if phi == 0 or delta == 0:
        if (phi == 0) == (attacking == 1):
            won = plies
        else:
            not_won = plies
    data = entry(attacking, logarithm(nodes), won, not_won, left, phi, delta)
    store(table, bits(workspace[slot + KEY]), data)
