"""Weights fitted to the results of finished games (Texel's tuning method): logistic regression."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.threads import Stop
from plyground.core.words import to_rows
from plyground.learning.errors import CannotLearn
from plyground.learning.finished import Finished, finished_games
from plyground.learning.linear import Linear, Numbers
from plyground.learning.method import State, Tally, method

STEPS: Final = 50
CLOSE: Final = 1e-10
STEEP: Final = np.linspace(-3, 3, 61)
"""Powers of ten among which the steepness K is looked for first."""


@method("results")
@dataclass
class Results(Linear):
    """Fits weights to finished games: the sum of (z - tanh(K score))^2 becomes least."""

    start: str = "given"
    """The weights to begin with: those `given`, `random` or `zero`."""
    sources: tuple[str, ...] = ()
    """Files of finished games."""
    quiet: bool = True
    """Whether only positions without noisy moves count."""
    hold: float = 1.0
    """How strongly weights are held where they began, in positions: where games say nothing of a
    weight, it stays."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.hold <= 1e6:
            raise BadOption(f"hold={self.hold:g}: expected more than 0, to 1,000,000")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        super().begin(game, seed, threads)
        if not self.sources:
            raise CannotLearn("there are no games to learn from: expected --from FILE")
        self.first, self.steepness = self.weights.copy(), 1.0
        self.features, self.targets = np.zeros((0, len(self.names))), np.zeros(0)
        self.source = self.read()

    def read(self) -> Iterator[Finished]:
        return finished_games(self.sources, self.game)

    def learn(self, games: int, stop: Stop) -> Tally:
        tally = Tally()
        for game in islice(self.source, games):
            self.add(game)
            points = game.points
            tally += Tally(1, len(game.positions), points > 0, points == 0, points < 0)
            if stop[0]:
                break
        if tally.games:
            self.games += tally.games
            self.fit()
        elif not self.games:
            raise CannotLearn(f"{', '.join(self.sources)}: there is no finished game")
        return tally

    def add(self, game: Finished) -> None:
        """Take the quiet positions of a game; what it brought is a position's target."""
        chosen = [n for n, position in enumerate(game.positions) if self.is_quiet(position)]
        if not chosen:
            return
        rows = to_rows(self.game, [game.positions[n] for n in chosen])
        turns = np.array([game.turns[n] for n in chosen])
        self.features = np.concatenate([self.features, self.scaled(rows, turns)])
        self.targets = np.concatenate([self.targets, np.where(turns == 0, 1.0, -1.0) * game.points])

    def is_quiet(self, position: Any) -> bool:
        return not self.quiet or next(iter(self.game.noisy(position)), None) is None

    def fit(self) -> None:
        """First the steepness that suits the weights at the beginning, then the weights."""
        if not len(self.targets):
            return
        if self.first.any():
            self.steepness = steepness(self.features @ self.first, self.targets)
        held = self.hold, self.first
        self.weights = fitted(self.features, self.targets, self.weights, self.steepness, *held)
        self.mean = self.weights.copy()
        self.plies = float(len(self.targets))
        self.errors = float(
            squared_errors(self.features, self.targets, self.weights, self.steepness)
        )

    def restore(self, state: State) -> None:
        super().restore(state)
        self.source = self.read()
        for game in islice(self.source, int(self.games)):
            self.add(game)


def steepness(scores: Numbers, targets: Numbers) -> float:
    """The K for which tanh(K score) is nearest to the results."""
    powers = STEEP
    for _ in range(4):
        errors = [((targets - np.tanh(10**power * scores)) ** 2).sum() for power in powers]
        best, width = powers[int(np.argmin(errors))], powers[1] - powers[0]
        powers = np.linspace(best - width, best + width, 21)
    return float(10**best)


def squared_errors(features: Numbers, targets: Numbers, weights: Numbers, k: float) -> float:
    """The sum of (z - tanh(K score))^2."""
    return float(((targets - np.tanh(k * (features @ weights))) ** 2).sum())


def gradient(features: Numbers, targets: Numbers, weights: Numbers, k: float) -> Numbers:
    """How half of the squared errors changes with each weight."""
    values = np.tanh(k * (features @ weights))
    return -(k * (1 - values**2) * (targets - values)) @ features


def fitted(
    features: Numbers,
    targets: Numbers,
    weights: Numbers,
    k: float,
    hold: float,
    first: Numbers,
) -> Numbers:
    """The weights with the least squared errors, held near the first ones (Levenberg and
    Marquardt's way to take no step that makes it worse)."""

    def loss(some: Numbers) -> float:
        return squared_errors(features, targets, some, k) + hold * float(
            ((some - first) ** 2).sum()
        )

    damping, best = 1e-3, loss(weights)
    for _ in range(STEPS):
        slopes = k * (1 - np.tanh(k * (features @ weights)) ** 2)
        curved = (features * slopes[:, None] ** 2).T @ features
        curved += hold * np.eye(len(weights))
        down = -gradient(features, targets, weights, k) - hold * (weights - first)
        step = np.linalg.solve(curved + damping * np.diag(np.diag(curved)), down)
        now = loss(weights + step)
        if now < best:
            weights, damping = weights + step, damping / 3
            if best - now < CLOSE * best:
                break
            best = now
        elif damping > 1e9:
            break
        else:
            damping *= 10
    return weights
