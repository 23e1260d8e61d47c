"""Games played for learning, in compiled code: each side searches with its own evaluation, and the
leaf of every principal variation is written down.

A note is a row of words for each searched ply, beside the words of its leaf:

    MOVE       the move that was played
    SCORE      what the search said, to the side to move
    TURN       who is to move
    LEAF_TURN  who is to move at the leaf
    KIND       SEARCHED or EXPLORED (the move was random), and whether the leaf ends the game
"""

from typing import Any, Final

from plyground.core.bits import bits, signed
from plyground.core.compile import kernel, part
from plyground.core.compile.features import write_features
from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.repetition import outcome_after, write_entry
from plyground.core.score import BAND, INFINITE
from plyground.core.turns import turn_of
from plyground.core.words import load, store
from plyground.search.alphabeta.kernel import search
from plyground.search.alphabeta.ordering import generate, score_moves
from plyground.search.alphabeta.table import AGE, AGES, NO_MOVE
from plyground.search.alphabeta.teacher import forget_lessons
from plyground.search.alphabeta.workspace import (
    EARLIER,
    HISTORY,
    KILLERS,
    MOVES,
    NO_KILLER,
    PATH,
    PV,
    PV_LENGTH,
    ROOT_MOVES,
)
from plyground.search.playout import next_random
from plyground.search.workspace import STOP

MOVE, SCORE, TURN, LEAF_TURN, KIND = range(5)
NOTE: Final = 5
SEARCHED, EXPLORED = 0, 1
LEAF_OVER: Final = 2
"""Added to the kind of a note whose leaf ends the game, or whose result is proven."""

PLY, NOTES, OUTCOME, DEPTH, OPENING, EXPLORATION, MAX_PLIES, RANDOM, LAST_MOVE = range(9)
HEAD: Final = 9
"""What a game and its caller tell each other: how far it is, its result, and how it is played. The
exploration is a chance in parts of 2 to the 32nd."""


@kernel
def play_plies(
    game: Any,
    first: Any,
    second: Any,
    words: Any,
    head: Any,
    notes: Any,
    leaves: Any,
    plies: int,
    root: int,
    workspace: Any,
    first_table: Any,
    second_table: Any,
    stop: Any,
) -> None:
    """Play on from the position in `words`, at most so many plies; it ends there. `root` is 0: from
    constants written here numba would compile the search twice, and code of that kind is not kept.
    """
    position = load(game, words)
    state = bits(head[RANDOM])
    while head[OUTCOME] == ONGOING and plies > 0 and not stop[0]:
        plies -= 1
        ply = head[PLY]
        turn = turn_of(game, position, ply)
        move, number = 0, head[NOTES]
        if ply >= head[OPENING]:
            evaluation = first if turn == 0 else second
            table = first_table if turn == 0 else second_table
            score = think(game, evaluation, position, head[DEPTH], ply, root, workspace, table)
            if workspace[STOP]:
                break
            move = workspace[PV]
            write_note(game, position, score, turn, ply, notes[number], leaves[number], workspace)
            head[NOTES] = number + 1
        state = next_random(state)
        if ply < head[OPENING] or int(state >> 32) < head[EXPLORATION]:
            state = next_random(state)
            move = game.sample(position, int(state >> 32))
            if ply >= head[OPENING]:
                notes[number][KIND] |= EXPLORED
        if ply >= head[OPENING]:
            notes[number][MOVE] = move
        position = play_move(game, position, move, head, workspace)
    head[RANDOM] = signed(state)
    store(game, position, words)


@part
def play_move(game: Any, position: Any, move: int, head: Any, workspace: Any) -> Any:
    """Play a move of the game itself; returns the position after it."""
    child, ply = game.play(position, move), head[PLY] + 1
    outcome = outcome_after(game, position, child, PATH, ply, workspace)
    head[PLY], head[LAST_MOVE] = ply, move
    head[OUTCOME] = outcome if outcome != ONGOING or ply < head[MAX_PLIES] else DRAW
    return child


@kernel
def make_move(game: Any, words: Any, move: int, head: Any, workspace: Any) -> None:
    """Play a move that somebody else chose."""
    store(game, play_move(game, load(game, words), move, head, workspace), words)


@kernel
def begin_path(game: Any, words: Any, workspace: Any) -> None:
    """Write the first position of a game to its path."""
    if game.repetition[0] > 0:
        write_entry(game, signed(bits(game.key(load(game, words)))), PATH, 0, workspace)


@part
def think(
    game: Any,
    evaluation: Any,
    position: Any,
    depth: int,
    ply: int,
    root: int,
    workspace: Any,
    table: Any,
) -> int:
    """Iterative deepening to a depth; the principal variation is in the workspace."""
    workspace[EARLIER] = ply if game.repetition[0] > 0 else 0
    table[AGE] = (table[AGE] + 1) % AGES
    for place in range(KILLERS, HISTORY):
        workspace[place] = NO_KILLER
    for place in range(HISTORY, MOVES):
        workspace[place] = 0
    turn, top, infinite = turn_of(game, position, ply), MOVES + root, INFINITE + root
    end = generate(game, position, top, workspace)
    workspace[ROOT_MOVES] = end - top
    score, best = 0, NO_MOVE
    for shallow in range(1, depth + 1):
        forget_lessons(0, workspace)
        score_moves(game, evaluation, position, best, root, turn, top, end, workspace)
        score = search(
            game, evaluation, position, shallow, -infinite, infinite, root, top, workspace, table
        )
        if workspace[STOP] or abs(score) >= BAND:
            break
        best = 0
        while workspace[top + best] != workspace[PV]:
            best += 1
    return score


@part
def write_note(
    game: Any, position: Any, score: int, turn: int, ply: int, note: Any, row: Any, workspace: Any
) -> None:
    """Follow the principal variation to its leaf and write down both."""
    leaf, outcome, below = position, ONGOING, ply
    for index in range(workspace[PV_LENGTH]):
        child = game.play(leaf, workspace[PV + index])
        below += 1
        outcome = outcome_after(game, leaf, child, PATH, below, workspace)
        leaf = child
    note[SCORE], note[TURN] = score, turn
    note[LEAF_TURN] = turn_of(game, leaf, below)
    note[KIND] = LEAF_OVER if outcome != ONGOING or abs(score) >= BAND else SEARCHED
    store(game, leaf, row)


@kernel
def feature_rows(
    game: Any, first: Any, second: Any, rows: Any, turns: Any, count: int, features: Any
) -> None:
    """The features of positions, each as the evaluation of the side in `turns` sees it."""
    for number in range(count):
        evaluation = first if turns[number] == 0 else second
        position = load(game, rows[number])
        write_features(evaluation, evaluation.features(game, position), features[number])


@kernel
def random_positions(
    game: Any, words: Any, random: int, max_plies: int, rows: Any, turns: Any
) -> None:
    """Positions of random games that are not over, as many as there are rows."""
    state, number, start = bits(random), 0, load(game, words)
    position, ply = start, 0
    while number < len(rows):
        if game.outcome(position) != ONGOING or ply == max_plies:
            position, ply = start, 0
        store(game, position, rows[number])
        turns[number] = turn_of(game, position, ply)
        number += 1
        state = next_random(state)
        position = game.play(position, game.sample(position, int(state >> 32)))
        ply += 1


def first_points(outcome: int, turn: int) -> int:
    """1, 0 or -1: what the end of a game is to the side that began, if `turn` is to move there."""
    if outcome == DRAW:
        return 0
    return 1 if (outcome == WIN) == (turn == 0) else -1
