"""How pattern networks learn, as a textbook prints it: every position is looked at from nothing.

The compiled kernel has to come to the same weights after the same games, bit for bit.
"""

from collections.abc import Iterable, Iterator
from math import exp, floor, tanh
from typing import Any

import numpy as np

from plyground.core.bits import bits
from plyground.core.game import Game, declares, wins_at_once
from plyground.core.numbers import scratch_ints
from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.turns import has_won, moves_again, seat_of
from plyground.evaluations.patterns.network import IMAGES, SIZE, UNIT, Network, write_indices
from plyground.learning.pattern_kernel import (
    FACTORS,
    LATE,
    LATEST,
    LOST,
    MAX_OPENING,
    MAX_WEIGHT,
    WON,
)
from plyground.learning.pattern_learner import Settings
from plyground.search.playout import next_random, random_state

Lesson = tuple[Any, float, float]
"""A position, and the least and the greatest value that it can have."""


class Weight:
    """One weight of a network, with what temporal coherence remembers of it."""

    def __init__(self) -> None:
        self.turned = self.walked = np.float32(0)

    def factor(self) -> float:
        """1 while all errors have the same sign, less if they cancel each other."""
        part = abs(float(self.turned)) / float(self.walked) if self.walked > 0 else 1.0
        step = min(FACTORS - 1, int(part * (FACTORS - 1)))
        return float(np.float32(exp(2.7 * (step / (FACTORS - 1) - 1))))


class Learner:
    """A network that is taught."""

    def __init__(self, game: Game, network: Network) -> None:
        self.game, self.network = game, network
        self.coherence: dict[int, Weight] = {}

    @property
    def is_careful(self) -> bool:
        return declares(self.game, "non_losing_moves")

    def indices(self, position: Any) -> list[int]:
        """Where in the weights those of a position are."""
        layout, found = self.network.layout, scratch_ints()
        write_indices(self.game, layout, position, found)
        first = seat_of(self.game, position) * layout[SIZE]
        return [first + found[image] for image in range(1, layout[IMAGES] + 1)]

    def sum_of(self, indices: list[int]) -> int:
        return sum(self.network.weights[index] for index in indices)

    def teach(self, index: int, slope: float, step: float) -> None:
        """w += alpha / m * g * r; then N += r, A += |r|, g = exp(2.7 (|N| / A - 1))."""
        weight = self.coherence.setdefault(index, Weight())
        new = self.network.weights[index] + floor(step * slope * weight.factor() + 0.5)
        self.network.weights[index] = min(max(new, -MAX_WEIGHT), MAX_WEIGHT)
        weight.turned = np.float32(float(weight.turned) + slope)
        weight.walked = np.float32(float(weight.walked) + abs(slope))


class TreeStrap(Learner):
    """A network that learns from searches."""

    def learn(self, lessons: Iterable[Lesson], rate: float, limit: float) -> None:
        """The scores of a search's nodes, one after another, move into the bounds [a, b] that it
        found: d = a - H if H < a, b - H if H > b, else 0. No score counts more than `limit`, and
        where the mover wins at once nobody asks for one."""
        for position, least, most in lessons:
            if self.is_careful and wins_at_once(self.game, position):
                continue
            indices = self.indices(position)
            score = min(max(self.sum_of(indices) / UNIT, -limit), limit)
            error = least - score if score < least else most - score if score > most else 0.0
            for index in indices:
                self.teach(index, error, rate / len(indices) * UNIT)


class SelfPlay(Learner):
    """A network that plays against itself."""

    def __init__(self, game: Game, network: Network, settings: Settings, seed: int) -> None:
        super().__init__(game, network)
        self.settings, self.numbers = settings, _random_numbers(seed)

    def play_and_learn(self, max_plies: int) -> None:
        """One game, and what is learned from it."""
        game, position, result, opening = self.game, self.game.start(), 0.0, 0
        afterstates: list[tuple[Any, bool]] = []
        if self.happens(self.settings.openings):
            opening = next(self.numbers) * (MAX_OPENING + 1) >> 32
        while len(afterstates) < max_plies:
            ply = len(afterstates)
            if self.is_careful and wins_at_once(game, position):
                result = reward(seat_of(game, position), True, ply)
                break
            moves = [*(game.non_losing_moves if self.is_careful else game.moves)(position)]
            if not moves:
                result = reward(seat_of(game, position), False, ply)
                break
            explores = self.happens(self.settings.exploration) or ply < opening
            choose = self.random_move if explores else self.best_move
            position = game.play(position, choose(position, moves))
            outcome = game.outcome(position)
            if outcome != ONGOING:
                if outcome != DRAW:
                    result = reward(seat_of(game, position), outcome == WIN, ply + 1)
                break
            afterstates.append((position, explores))
        self.learn(afterstates, result)

    def happens(self, chance: float) -> bool:
        return next(self.numbers) < int(chance * 2**32)

    def random_move(self, position: Any, moves: list[int]) -> int:
        return moves[next(self.numbers) * len(moves) >> 32]

    def best_move(self, position: Any, moves: list[int]) -> int:
        """The first move after which the mover is worth most."""
        return max(moves, key=lambda move: self.value_of(position, move))

    def value_of(self, position: Any, move: int) -> int:
        child = self.game.play(position, move)
        outcome, again = self.game.outcome(child), moves_again(self.game, position, child)
        if outcome == DRAW:
            return 0
        if outcome != ONGOING:
            return -LOST if has_won(outcome, again) else LOST
        total = self.sum_of(self.indices(child))
        return total if again else -total

    def learn(self, afterstates: list[tuple[Any, bool]], result: float) -> None:
        """TD(lambda), backwards: G_t = (1 - lambda) V_{t+1} + lambda G_{t+1}, from seat 0's view;
        V is the value that has just been learned. A position before a random move keeps its own."""
        target, cut = result, False
        for position, explores in reversed(afterstates):
            indices = self.indices(position)
            sign = -1.0 if seat_of(self.game, position) else 1.0
            value = tanh(self.sum_of(indices) / UNIT)
            if cut:
                target = sign * value
            else:
                slope = (sign * target - value) * (1.0 - value * value)
                for index in indices:
                    self.teach(index, slope, self.settings.rate / len(indices) * UNIT)
                value = tanh(self.sum_of(indices) / UNIT)
                keep = self.settings.lambda_
                target = (1.0 - keep) * sign * value + keep * target
            cut = explores


def reward(seat: int, wins: bool, ply: int) -> float:
    """What the end of a game is worth to seat 0: a win a little less the later it comes."""
    value = WON - LATE * min(ply, LATEST)
    return value if wins == (seat == 0) else -value


def _random_numbers(seed: int) -> Iterator[int]:
    state = random_state(seed)
    while True:
        state = _next(state)
        yield int(state >> 32)


def _next(state: int) -> int:
    plain = getattr(next_random, "py_func", next_random)
    found: int = plain(bits(state))
    return found
