"""Random games: both sides play any legal move with equal chance, to the end."""

import time
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import WORD_MASK, bits, mix
from plyground.core.compile import kernel, native, part
from plyground.core.game import Game
from plyground.core.outcome import LOSS, ONGOING, WIN
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
def _play_out(game: Any, words: Any, count: int, seed: int, tally: Any, stop: Any) -> None:
    root = load(game, words)
    state = bits(seed)
    for _ in range(count):
        position, plies = root, 0
        outcome = game.outcome(position)
        while outcome == ONGOING and plies < MAX_PLIES:
            state = next_random(state)
            position = game.play(position, game.sample(position, int(state >> 32)))
            outcome = game.outcome(position)
            plies += 1
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
    compiled, words = native(game), to_words(game, position)
    run(
        _play_out, compiled, words, 0, start, tally, stop=stop_flag()
    )  # so as not to time compiling
    began = time.process_time()
    run(_play_out, compiled, words, count, start, tally, stop=stop_flag())
    seconds = time.process_time() - began
    wins, losses, draws, unfinished, plies, longest = map(int, tally)
    return Tally(wins, losses, draws, unfinished, plies, longest, seconds)


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    playouts(game, game.start(), 1)
