"""A win that proof-number search found, played out against every answer.

Only the winner's moves are the search's. Which moves there are, where they lead and who has won is
told by the rules; no number, no fact of a table and no hint of a game is believed. Positions that
were played out are remembered whole, so that no two are taken for one.
"""

from typing import Any

import numpy as np

from plyground.core.bits import bits, mix, signed
from plyground.core.compile import kernel, part
from plyground.core.game import Game
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.turns import has_won, moves_again
from plyground.core.words import Words, load, store, word_count
from plyground.search.dfpn.kernel import solve_question
from plyground.search.dfpn.workspace import PHI, PLAYED, REPLY
from plyground.search.workspace import STOP


def new_notes(game: Game, size: int) -> Words:
    """A row for each position that was played out, after the plies it took; and a spare one."""
    width = 1 + word_count(game)
    return np.zeros((max(2, size // (8 * width)), width), dtype=np.uint64)


@kernel
def replay(
    game: Any,
    words: Any,
    left: int,
    attacking: int,
    limit: int,
    slot: int,
    workspace: Any,
    table: Any,
    notes: Any,
) -> bool:
    """Whether the attacker, who is to move or not, wins within `left` plies, whatever is answered.

    Nothing that `beats` gets is a constant, for which numba would compile it a second time.
    """
    return beats(game, load(game, words), left, attacking, limit, slot, workspace, table, notes)


@part
def beats(
    game: Any,
    position: Any,
    left: int,
    attacking: int,
    limit: int,
    slot: int,
    workspace: Any,
    table: Any,
    notes: Any,
) -> bool:
    """Whether the attacker wins within `left` plies; uses the slots from `slot` on."""
    # 1. The attacker needs one move.
    move = workspace[slot + REPLY]
    if attacking:
        if is_noted(game, position, left, notes):
            return True
        solve_question(game, position, left, attacking, limit, slot, workspace, table)
        move = workspace[slot + REPLY]
        if workspace[STOP] or workspace[slot + PHI] or not is_legal(game, position, move):
            return False
        workspace[PLAYED] += 1
    # 2. The defender may make any.
    for answer in game.moves(position):
        if attacking and answer != move:
            continue
        child = game.play(position, answer)
        outcome, again = game.outcome(child), moves_again(game, position, child)
        other = attacking if again else 1 - attacking
        if outcome != ONGOING:
            if outcome != (WIN if other else LOSS):
                return False
            continue
        if left == 1:
            return False
        if other and not attacking:
            move = winning(game, child, move)  # what was threatened wins against most answers
            if wins_by(game, child, move):
                continue
        if not beats(game, child, left - 1, other, limit, slot, workspace, table, notes):
            return False
    if attacking:
        note(game, position, left, notes)
    return True


@part
def is_legal(game: Any, position: Any, wanted: int) -> bool:
    found = False
    for move in game.moves(position):
        found = found or move == wanted
    return found


@part
def wins_by(game: Any, position: Any, move: int) -> bool:
    """Whether a move is one that wins at once."""
    if not is_legal(game, position, move):
        return False
    child = game.play(position, move)
    return has_won(game.outcome(child), moves_again(game, position, child))


@part
def winning(game: Any, position: Any, first: int) -> int:
    """A move that wins at once, if there is one; it is looked for there first."""
    if wins_by(game, position, first):
        return first
    for move in game.moves(position):
        child = game.play(position, move)
        if has_won(game.outcome(child), moves_again(game, position, child)):
            return int(move)
    return first


@part
def is_noted(game: Any, position: Any, left: int, notes: Any) -> bool:
    """Whether this very position was won within `left` plies, and nothing was written over it."""
    row, spare = row_of(game, position, notes), len(notes) - 1
    store(game, position, notes[spare, 1:])
    same = 0 < signed(notes[row, 0]) <= left
    for column in range(1, notes.shape[1]):
        same = same and notes[row, column] == notes[spare, column]
    return bool(same)


@part
def note(game: Any, position: Any, left: int, notes: Any) -> None:
    """Remember a position in place of whatever was there."""
    row = row_of(game, position, notes)
    notes[row, 0] = left
    store(game, position, notes[row, 1:])


@part
def row_of(game: Any, position: Any, notes: Any) -> int:
    return int(mix(bits(game.key(position)), 0) >> 1) % (len(notes) - 1)
