"""The update rules as they are printed, in plain Python: what the compiled ones are tested against.

A game is a list of features, one row for each position, all from the view of one side. Weights are
the numbers that features are multiplied by.
"""

import math
from collections.abc import Sequence

Numbers = Sequence[float]


def value(weights: Numbers, features: Numbers) -> float:
    """J: what a position is worth, between -1 (lost) and 1 (won)."""
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    return math.tanh(total)


def gradient(weights: Numbers, features: Numbers) -> list[float]:
    """How the value changes with each weight."""
    slope = 1.0 - value(weights, features) ** 2
    return [slope * feature for feature in features]


def td_leaf(
    weights: Numbers,
    leaves: Sequence[Numbers],
    result: float,
    lambda_: float,
    known: Sequence[float | None],
    explored: Sequence[bool],
) -> list[float]:
    """TD-Leaf(lambda) (Baxter, Tridgell and Weaver): the change of the weights after a game, before
    the rate. `leaves` are the features of the principal variations' leaves; `known` has the values
    of those where the game is decided; `explored` tells after which positions a random move came.
    """
    values = [
        value(weights, leaf) if sure is None else sure
        for leaf, sure in zip(leaves, known, strict=True)
    ]
    values.append(result)
    change = [0.0] * len(weights)
    trace = [0.0] * len(weights)
    for time, leaf in enumerate(leaves):
        slopes = gradient(weights, leaf) if known[time] is None else [0.0] * len(weights)
        trace = [lambda_ * old + slope for old, slope in zip(trace, slopes, strict=True)]
        error = values[time + 1] - values[time]
        if explored[time] and time + 1 < len(leaves):
            trace = [0.0] * len(weights)
        else:
            change = [old + error * one for old, one in zip(change, trace, strict=True)]
    return change


def treestrap(
    weights: Numbers, positions: Sequence[Numbers], bounds: Sequence[tuple[float, float]]
) -> list[float]:
    """TreeStrap (Veness, Silver, Uther and Blair): the change of the weights after a search, before
    the rate. `positions` are the features of its nodes, and `bounds` the least and the greatest
    value that each can have, equal where it is exact. RootStrap is the same for the root alone."""
    change = [0.0] * len(weights)
    for features, (least, most) in zip(positions, bounds, strict=True):
        score = 0.0
        for weight, feature in zip(weights, features, strict=True):
            score += weight * feature
        error = least - score if score < least else most - score if score > most else 0.0
        change = [old + error * feature for old, feature in zip(change, features, strict=True)]
    return change


def results_gradient(
    weights: Numbers, positions: Sequence[Numbers], results: Numbers, k: float
) -> list[float]:
    """Texel's tuning method: how half of the sum of (z - tanh(K score))^2 changes with each weight.
    `results` are what the games brought to the side to move, from -1 to 1."""
    change = [0.0] * len(weights)
    for features, result in zip(positions, results, strict=True):
        score = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
        found = math.tanh(k * score)
        slope = k * (1 - found**2)
        change = [
            old - (result - found) * slope * feature
            for old, feature in zip(change, features, strict=True)
        ]
    return change
