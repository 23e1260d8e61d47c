"""Random games: both sides play any legal move with equal chance, to the end."""

import time
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import WORD_MASK, bits, mix, signed
from plyground.core.compile import kernel, native, part
from plyground.core.game import Game
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.repetition import ENTRY, MAX_PAST, outcome_after, repeats
from plyground.core.threads import run, stop_flag
from plyground.core.turns import turn_of
from plyground.core.words import load, to_words

MAX_PLIES = 100_000
"""A game that is still going on then is stopped and counted apart."""


class Tally(NamedTuple):
    """The results of random games for the side to move at the root, and how long they were."""

    wins: int
    losses: int
    draws: int
    unfinished: int
    plies: int
    longest: int
    seconds: float

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws + self.unfinished


@part
def next_random(state: Any) -> Any:
    """Marsaglia's xorshift of 64 bits; the state is the number."""
    state = bits(state ^ state << 13)
    state ^= state >> 7
    return bits(state ^ state << 17)


@kernel
def _play_out(
    game: Any, words: Any, count: int, seed: int, tally: Any, path: Any, stop: Any
) -> None:
    root = load(game, words)
    state = bits(seed)
    longest = MAX_PAST - 1 if game.repetition[0] else MAX_PLIES
    path[0] = signed(bits(game.key(root)))
    for _ in range(count):
        position, plies = root, 0
        outcome = game.outcome(position)
        while outcome == ONGOING and plies < longest:
            state = next_random(state)
            child = game.play(position, game.sample(position, int(state >> 32)))
            plies += 1
            outcome = outcome_after(game, position, child, 0, plies, path)
            position = child
        if outcome == WIN or outcome == LOSS:
            mine = turn_of(game, position, plies) == turn_of(game, root, 0)
            tally[0 if (outcome == WIN) == mine else 1] += 1
        else:
            tally[3 if outcome == ONGOING else 2] += 1
        tally[4] += plies
        tally[5] = max(tally[5], plies)
        if stop[0]:
            break


def random_state(seed: int) -> int:
    """The state with which the random numbers of a seed begin."""
    return (mix(seed & WORD_MASK, 0) | 1) >> 1


def playouts(game: Game, position: Any, count: int, seed: int = 1) -> Tally:
    """Play random games from a position. Same seed, same games."""
    tally = np.zeros(6, dtype=np.int64)
    start = random_state(seed)
    path = np.zeros(ENTRY * (MAX_PAST if repeats(game) else 1), dtype=np.int64)
    compiled, words = native(game), to_words(game, position)
    run(
        _play_out, compiled, words, 0, start, tally, path, stop=stop_flag()
    )  # so as not to time compiling
    began = time.process_time()
    run(_play_out, compiled, words, count, start, tally, path, stop=stop_flag())
    seconds = time.process_time() - began
    wins, losses, draws, unfinished, plies, longest = map(int, tally)
    return Tally(wins, losses, draws, unfinished, plies, longest, seconds)


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    playouts(game, game.start(), 1)
