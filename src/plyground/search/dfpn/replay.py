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
    """Whether the mover wins within `left` plies, whatever is answered.

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
    """Whether the mover of a position wins within `left` plies; uses the slots from `slot` on."""
    if is_noted(game, position, left, notes):
        return True
    solve_question(game, position, left, attacking, limit, slot, workspace, table)
    move = workspace[slot + REPLY]
    if workspace[STOP] or workspace[slot + PHI] or not is_legal(game, position, move):
        return False
    workspace[PLAYED] += 1
    child = game.play(position, move)
    outcome = game.outcome(child)
    if outcome != ONGOING or left < 3:
        return bool(outcome == LOSS)
    for answer in game.moves(child):
        after = game.play(child, answer)
        outcome = game.outcome(after)
        if outcome == ONGOING:
            move = winning(game, after, move)  # what was threatened wins against most answers
            if not wins_by(game, after, move) and not beats(
                game, after, left - 2, attacking, limit, slot, workspace, table, notes
            ):
                return False
        elif outcome != WIN:
            return False
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
    legal = is_legal(game, position, move)
    return bool(legal and game.outcome(game.play(position, move)) == LOSS)


@part
def winning(game: Any, position: Any, first: int) -> int:
    """A move that wins at once, if there is one; it is looked for there first."""
    if wins_by(game, position, first):
        return first
    for move in game.moves(position):
        if game.outcome(game.play(position, move)) == LOSS:
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
