"""Pattern networks learn from games against themselves, in compiled code: TD(lambda) on afterstates
with temporal coherence (Beal and Smith; Bagheri, Thill, Koch and Konen).

Each side plays the move after which its opponent is worth least, or sometimes any. After the game
every position that a move led to is taught, from the last to the first, what followed it.
`pattern_reference.py` has the same as a textbook prints it.

An index changes by what a move changes: no position is looked at as a whole.
"""

from math import floor, tanh
from typing import Any, Final

from plyground.core.bits import bits, signed, squares
from plyground.core.compile import kernel, part
from plyground.core.game import wins_at_once
from plyground.core.numbers import scratch_ints
from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.repetition import outcome_after
from plyground.core.turns import has_lost, has_won, seat_of
from plyground.core.words import load
from plyground.evaluations.patterns.network import (
    CELL_OF,
    IMAGES,
    MAX_PLANES,
    ORDER,
    SIZE,
    UNIT,
    change_of,
    state_at,
    write_indices,
)
from plyground.search.playout import next_random

RATE, LAMBDA, EXPLORATION, OPENINGS = range(4)
"""The settings: the learning rate, the trace's decay, the chance of a random move, and the share of
games that begin with random moves."""
MAX_OPENING: Final = 12
"""Such a game has up to this many of them."""
WON: Final = 0.98
LATE: Final = 0.004
"""A win is worth WON, and so much less for every ply of the game,"""
LATEST: Final = 100
"""up to this one."""
FACTORS: Final = 1024
"""Into how many steps the coherence of a weight is divided."""
MAX_WEIGHT: Final = 100 * UNIT
FIRST_WINS, DRAWS, SECOND_WINS, PLIES, TAUGHT, ERROR = range(6)
"""What is counted; the last is the sum of all errors, in millionths."""
LOST: Final = -(1 << 60)
CUT, SEAT = 0, 1
"""What is noted of each position: whether a random move led there, and who is to move."""


@kernel
def self_play(
    game: Any,
    words: Any,
    network: Any,
    coherence: Any,
    factors: Any,
    indices: Any,
    tried: Any,
    values: Any,
    history: Any,
    notes: Any,
    moves: Any,
    path: Any,
    settings: Any,
    random: Any,
    careful: bool,
    games: int,
    tally: Any,
    stop: Any,
) -> int:
    """Play and learn from so many games at most; returns how many there were."""
    layout, start = network.layout, load(game, words)
    images, most = layout[IMAGES], len(notes)
    explore = int(settings[EXPLORATION] * 4294967296.0)
    open_at_random = int(settings[OPENINGS] * 4294967296.0)
    path[0] = signed(bits(game.key(start)))
    state = bits(random[0])
    for played in range(games):
        if stop[0]:
            random[0] = signed(state)
            return played
        write_indices(game, layout, start, indices)
        for image in range(1, images + 1):
            tried[image] = indices[image]
        position, ply, result, opening = start, 0, 0.0, 0
        state = next_random(state)
        if int(state >> 32) < open_at_random:
            state = next_random(state)
            opening = int(state >> 32) * (MAX_OPENING + 1) >> 32
        while ply < most:
            seat = seat_of(game, position)
            count = collect(game, position, careful, moves)
            if count <= 0:
                result = reward(seat, count < 0, ply)
                break
            state = next_random(state)
            explored = ply < opening or int(state >> 32) < explore
            if explored:
                state = next_random(state)
                move = int(moves[int(state >> 32) * count >> 32])
            else:
                move = best_move(game, network, position, moves, count, indices, tried, values)
            child = game.play(position, move)
            outcome = outcome_after(game, position, child, 0, ply + 1, path)
            if outcome != ONGOING:
                if outcome != DRAW:
                    result = reward(seat_of(game, child), outcome == WIN, ply + 1)
                break
            change_indices(game, layout, position, child, indices, tried)
            for image in range(1, images + 1):
                history[ply * images + image] = indices[image]
            notes[ply, CUT], notes[ply, SEAT] = explored, seat_of(game, child)
            position = child
            ply += 1
        learn(network, coherence, factors, history, notes, ply, result, settings, tally)
        tally[FIRST_WINS if result > 0 else SECOND_WINS if result < 0 else DRAWS] += 1
        tally[PLIES] += ply
    random[0] = signed(state)
    return games


@part
def reward(seat: int, wins: bool, ply: int) -> float:
    """What the end of a game is worth to seat 0, if `seat` wins or loses it."""
    value = WON - LATE * min(ply, LATEST)
    return value if wins == (seat == 0) else -value


@part
def collect(game: Any, position: Any, careful: bool, moves: Any) -> int:
    """Write down the moves to choose from; returns their number. If `careful`, none of them lets
    the other side win at once: 0 if there is no such move, -1 if a move wins."""
    count = 0
    if careful:
        if wins_at_once(game, position):
            return -1
        for move in game.non_losing_moves(position):
            moves[count] = int(move)
            count += 1
    else:
        for move in game.moves(position):
            moves[count] = int(move)
            count += 1
    return count


@part
def best_move(
    game: Any,
    network: Any,
    position: Any,
    moves: Any,
    count: int,
    indices: Any,
    tried: Any,
    values: Any,
) -> int:
    """The first move that wins, or else the one after which the mover is worth most."""
    layout, weights = network.layout, network.weights
    images, size = layout[IMAGES], layout[SIZE]
    seat, before = seat_of(game, position), game.planes(position)
    best, most, valued, base = 0, LOST - 1, -1, 0
    for number in range(count):
        move = int(moves[number])
        child = game.play(position, move)
        outcome, child_seat = game.outcome(child), seat_of(game, child)
        again = child_seat == seat and not game.alternates
        value = 0
        if has_won(outcome, again):
            return move
        if has_lost(outcome, again):
            value = LOST
        elif outcome == ONGOING:
            first = child_seat * size
            if child_seat != valued:
                base, valued = 0, child_seat
                for image in range(1, images + 1):
                    weight = weights[first + indices[image]]
                    values[image] = weight
                    base += weight
            value = base + difference(
                layout, weights, first, before, seat, game.planes(child), child_seat,
                indices, tried, values,
            )  # fmt: skip
            value = value if again else -value
        if value > most:
            best, most = move, value
    return best


@part
def difference(
    layout: Any,
    weights: Any,
    first: int,
    before: Any,
    seat: int,
    after: Any,
    child_seat: int,
    indices: Any,
    tried: Any,
    values: Any,
) -> int:
    """By how much a move changes the sum of weights. `tried` is equal to `indices` again when it
    is done, so that an image which two squares change is counted once."""
    lists = scratch_ints()
    end = list_changes(layout, before, seat, after, child_seat, lists)
    for number in range(1, end, 2):
        for place in range(lists[number], lists[number + 1], 2):
            tried[layout[place]] += layout[place + 1]
    total = 0
    for number in range(1, end, 2):
        for place in range(lists[number], lists[number + 1], 2):
            image = layout[place]
            total += weights[first + tried[image]] - values[image]
            tried[image] = indices[image]
    return total


@part
def list_changes(
    layout: Any, before: Any, seat: int, after: Any, child_seat: int, lists: Any
) -> int:
    """Where the list of each change begins and ends; returns the place after the last."""
    changed = before[0] & 0
    for number in range(len(before)):
        old = before[layout[ORDER + MAX_PLANES * seat + number]]
        changed |= old ^ after[layout[ORDER + MAX_PLANES * child_seat + number]]
    end = 1
    for square in squares(changed):
        cell = layout[CELL_OF + square]
        if cell >= 0:
            old_state = state_at(layout, before, seat, square)
            new_state = state_at(layout, after, child_seat, square)
            change = change_of(layout, cell, old_state, new_state)
            lists[end], lists[end + 1] = layout[change], layout[change + 1]
            end += 2
    return end


@part
def change_indices(
    game: Any, layout: Any, position: Any, child: Any, indices: Any, tried: Any
) -> None:
    """Bring the indices from a position to its child."""
    lists = scratch_ints()
    end = list_changes(
        layout, game.planes(position), seat_of(game, position), game.planes(child),
        seat_of(game, child), lists,
    )  # fmt: skip
    for number in range(1, end, 2):
        for place in range(lists[number], lists[number + 1], 2):
            image = layout[place]
            indices[image] += layout[place + 1]
            tried[image] = indices[image]


@part
def learn(
    network: Any,
    coherence: Any,
    factors: Any,
    history: Any,
    notes: Any,
    plies: int,
    result: float,
    settings: Any,
    tally: Any,
) -> None:
    """Teach every position of a game, the last first, what came of it; `result` is for seat 0.

    What comes after a random move tells nothing about the position before it.
    """
    layout, weights = network.layout, network.weights
    images, size = layout[IMAGES], layout[SIZE]
    target, cut, keep = result, False, settings[LAMBDA]
    step = settings[RATE] / images * UNIT
    for ply in range(plies - 1, -1, -1):
        place, first = ply * images, notes[ply, SEAT] * size
        sign = -1.0 if notes[ply, SEAT] else 1.0
        value = value_at(weights, first, history, place, images)
        if cut:
            target = sign * value
        else:
            error = sign * target - value
            slope = error * (1.0 - value * value)
            for image in range(1, images + 1):
                index = first + history[place + image]
                teach(weights, coherence, factors, index, slope, step)
            value = value_at(weights, first, history, place, images)
            target = (1.0 - keep) * sign * value + keep * target
            tally[TAUGHT] += 1
            tally[ERROR] += int(abs(error) * 1e6)
        cut = notes[ply, CUT] != 0


@part
def value_at(weights: Any, first: int, history: Any, place: int, images: int) -> float:
    """The value of a position whose indices are in the history."""
    total = 0
    for image in range(1, images + 1):
        total += weights[first + history[place + image]]
    return tanh(total / UNIT)


@part
def teach(
    weights: Any, coherence: Any, factors: Any, index: int, slope: float, step: float
) -> None:
    """Move one weight along its slope, less the more its errors have cancelled each other; what is
    remembered of them lies beside it. Threads that share weights may leave a sum larger than its
    bound."""
    turned, walked = coherence[index + 1], coherence[index + 2]
    grade = FACTORS
    if walked > 0.0:
        grade = min(FACTORS, 1 + int(abs(turned) / walked * (FACTORS - 1)))
    coherence[index + 1] = turned + slope
    coherence[index + 2] = walked + abs(slope)
    weight = weights[index] + floor(step * slope * factors[grade] + 0.5)
    weights[index] = min(max(weight, -MAX_WEIGHT), MAX_WEIGHT)
