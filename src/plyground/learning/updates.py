"""The update rules over features, compiled; `reference.py` shows each as it is printed, and both
give the same numbers to the last bit. Features are rows, all from the view of one side; weights are
the numbers that they are multiplied by."""

import math
from typing import Any

from plyground.core.compile import kernel, part
from plyground.search.alphabeta.table import LOWER, UPPER


@kernel
def td_leaf_change(
    features: Any,
    is_known: Any,
    known: Any,
    explored: Any,
    result: float,
    weights: Any,
    lambda_: float,
    change: Any,
    trace: Any,
) -> float:
    """TD-Leaf(lambda): adds a game's change of the weights, before the rate, to `change`; returns
    the sum of squared errors. Where a leaf's value `is_known`, it is no matter of the weights."""
    errors, count, width = 0.0, len(features), len(weights)
    value = leaf_value(features, is_known, known, 0, weights) if count else 0.0
    for index in range(width):
        trace[index] = 0.0
    for time in range(count):
        slope = 0.0 if is_known[time] else 1.0 - value * value
        for index in range(width):
            trace[index] = lambda_ * trace[index] + slope * features[time, index]
        following = result
        if time + 1 < count:
            following = leaf_value(features, is_known, known, time + 1, weights)
        error = following - value
        value = following
        if explored[time] and time + 1 < count:  # a random move: what follows says nothing of this
            for index in range(width):
                trace[index] = 0.0
            continue
        errors += error * error
        for index in range(width):
            change[index] += error * trace[index]
    return errors


@kernel
def strap_change(features: Any, values: Any, bounds: Any, weights: Any, change: Any) -> float:
    """TreeStrap: adds the change that a search calls for, before the rate, to `change`; returns the
    sum of squared errors. Each position's score moves towards its value, or into its bounds."""
    errors = 0.0
    for number in range(len(features)):
        score = 0.0
        for index in range(len(weights)):
            score += weights[index] * features[number, index]
        error = outside(values[number] - score, bounds[number])
        errors += error * error
        for index in range(len(weights)):
            change[index] += error * features[number, index]
    return errors


@part
def outside(error: float, bound: int) -> float:
    """A score's error; none where its value is a bound that it keeps."""
    kept = (error < 0.0 and bound == LOWER) or (error > 0.0 and bound == UPPER)
    return 0.0 if kept else error


@kernel
def leaf_value(features: Any, is_known: Any, known: Any, time: int, weights: Any) -> float:
    """What a leaf is worth: the tanh of the sum of weight times feature, or what is known of it."""
    if is_known[time]:
        return float(known[time])
    total = 0.0
    for index in range(len(weights)):
        total += weights[index] * features[time, index]
    return math.tanh(total)
