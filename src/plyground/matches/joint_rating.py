"""Ratings of many players at once, from all games between them.

Davidson's model with an advantage of the first move: for a game between players i and j, of whom i
moves first, d = r_i - r_j + advantage, and

    win : draw : loss  =  e^(d/2) : nu : e^(-d/2)

The ratings that make the games most likely are found by Newton's method. Intervals come from
resampling pairs of games (the bootstrap), because the two games from one opening depend on each
other. A weak prior keeps the rating of a player finite who has won or lost all games, and every
meeting counts one pair more, of unknown result: nothing is certain that was seen a few times.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""How much Elo a unit of rating is."""
PRIOR_DEVIATION: Final = 4.0
"""Of ratings, of the advantage and of log nu: some 700 Elo, which a few games outweigh."""
SAMPLES: Final = 400
CONFIDENCE: Final = 0.95
_STEPS: Final = 30
_CLOSE: Final = 1e-9
_WIN, _DRAW, _LOSS = 0, 1, 2
_UNPLAYED: Final = 3
_WHOLE: Final = [4 * first + second for first in range(3) for second in range(3)]
"""The kinds of pairs of which both games are played."""


class PairResult(NamedTuple):
    """The results of the two games of a pair; one of them may not be played."""

    one: int
    other: int
    as_first: float | None
    """The points of `one` in the game that it started."""
    as_second: float | None
    """The points of `one` in the other game."""


class JointRating(NamedTuple):
    """A player's Elo, relative to the mean of all, with its 95 % interval."""

    elo: float
    low: float
    high: float


class JointRatings(NamedTuple):
    """All players by their numbers, and what the first move and draws are worth."""

    players: list[JointRating]
    first_move: float
    """The advantage of moving first, in Elo."""
    draws: float
    """The share of draws between equals who take turns in moving first."""


Floats = NDArray[np.float64]


def joint_ratings(
    count: int, pairs: Sequence[PairResult], seed: int = 1, samples: int = SAMPLES
) -> JointRatings:
    """The ratings of `count` players."""
    meetings = _Meetings(count, pairs)
    best = _fitted(meetings.design, meetings.games(meetings.expected()))[0]
    drawn = _fitted(meetings.design, meetings.games(meetings.resampled(seed, samples)))
    elos, drawn_elos = ELO * best[:count], ELO * drawn[:, :count]
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(drawn_elos, [tail, 100 - tail], axis=0)
    nu = math.exp(best[count + 1])
    return JointRatings(
        players=[
            JointRating(float(elo), float(min(elo, least)), float(max(elo, most)))
            for elo, least, most in zip(elos, low, high, strict=True)
        ],
        first_move=float(ELO * best[count]),
        draws=nu / (nu + 2 * math.cosh(best[count] / 2)),
    )


class _Meetings:
    """Who met whom, and how often each pair went which way.

    A pair is one of 16 kinds: the game that the one player started was won, drawn, lost or not
    played, and so was the other one.
    """

    def __init__(self, count: int, pairs: Sequence[PairResult]) -> None:
        places = {
            meeting: n for n, meeting in enumerate(sorted({_meeting(pair) for pair in pairs}))
        }
        self.counts = np.zeros((len(places), 16))
        for pair in pairs:
            self.counts[places[_meeting(pair)], _kind(pair)] += 1
        self.design = np.zeros((2 * len(places), count + 2))
        """A row for each meeting and each first player: what d/2 is made of."""
        for (one, other), place in places.items():
            for swapped, (first, second) in enumerate([(one, other), (other, one)]):
                row = self.design[2 * place + swapped]
                row[first], row[second], row[count] = 0.5, -0.5, 0.5

    def games(self, counts: Floats) -> Floats:
        """The games of samples of pairs: won, drawn and lost by their first players."""
        kinds = counts.reshape(*counts.shape[:-1], 4, 4)
        as_first = kinds.sum(axis=-1)[..., :_UNPLAYED]
        as_second = kinds.sum(axis=-2)[..., :_UNPLAYED][..., ::-1]  # seen by the other one
        both = np.stack([as_first, as_second], axis=-2)
        return np.asarray(both.reshape(counts.shape[0], -1, 3), dtype=np.float64)

    def expected(self) -> Floats:
        """The pairs that were played, and one more of each meeting, of unknown result."""
        more = np.zeros(16)
        more[_WHOLE] = 1 / len(_WHOLE)
        return self.counts[None] + more

    def resampled(self, seed: int, samples: int) -> Floats:
        """Samples of them."""
        random = np.random.default_rng(seed)
        drawn = np.zeros((samples, *self.counts.shape))
        for place, counts in enumerate(self.counts):
            total = int(counts.sum())
            drawn[:, place] = random.multinomial(total, counts / total, samples)
            drawn[np.arange(samples), place, random.choice(_WHOLE, samples)] += 1
        return drawn


def _meeting(pair: PairResult) -> tuple[int, int]:
    return min(pair.one, pair.other), max(pair.one, pair.other)


def _kind(pair: PairResult) -> int:
    """The kind of a pair, as the player with the lower number sees it."""
    first, second = pair.as_first, pair.as_second
    if pair.one > pair.other:
        first, second = (None if x is None else 1 - x for x in (second, first))
    return 4 * _class(first) + _class(second)


def _class(points: float | None) -> int:
    return _UNPLAYED if points is None else {1.0: _WIN, 0.5: _DRAW, 0.0: _LOSS}[points]


def _curvature(design: Floats, weights: Floats) -> Floats:
    """For each sample, the sum over the rows of the design of weight * row * row^T. A row has but
    three entries: two players and the first move."""
    size = design.shape[1]
    first, second = design[:, :-2].argmax(axis=1), design[:, :-2].argmin(axis=1)
    places, advantage = np.arange(size), size - 2
    half = np.zeros((len(weights), size, size))
    half[:, first, second] = weights * design.min() * design.max()
    curve: Floats = half + half.transpose(0, 2, 1)
    curve[:, places, places] = weights @ design**2
    crossed = weights @ (design * design[:, advantage, None])
    curve[:, advantage] = curve[:, :, advantage] = crossed
    return curve


def _fitted(design: Floats, games: Floats) -> Floats:
    """The parameters that make the games of each sample most likely: ratings with mean zero, the
    advantage of the first move, and log nu."""
    samples, size = games.shape[0], design.shape[1]
    found = np.zeros((samples, size))
    draw_row = np.zeros(size)
    draw_row[-1] = 1.0
    outer_draw = np.outer(draw_row, draw_row)
    prior = np.eye(size) / PRIOR_DEVIATION**2
    for _ in range(_STEPS):
        x = found @ design.T
        logits = np.stack([x, np.broadcast_to(found[:, -1:], x.shape), -x], axis=-1)
        shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        total = games.sum(axis=-1)
        lead, draws = shares[..., 0] - shares[..., 2], shares[..., 1]
        by_x = games[..., 0] - games[..., 2] - total * lead
        by_draw = (games[..., 1] - total * draws).sum(axis=1)
        slope = by_x @ design + by_draw[:, None] * draw_row - found @ prior
        across = (total * lead * draws) @ design
        curve = _curvature(design, total * (1 - draws - lead**2))
        curve -= across[:, :, None] * draw_row + draw_row[:, None] * across[:, None, :]
        curve += (total * draws * (1 - draws)).sum(axis=1)[:, None, None] * outer_draw + prior
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        found += np.clip(step, -2, 2)
        if np.abs(step).max() < _CLOSE:
            break
    found[:, :-2] -= found[:, :-2].mean(axis=1, keepdims=True)
    return found
