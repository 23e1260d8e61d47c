"""Networks to try laws on: small, with any weights."""

from functools import cache

import numpy as np

from plyground.evaluations.patterns.network import UNIT, Network
from plyground.evaluations.patterns.plan import Plan, make_plan, new_network
from tests.positions import EXAMPLES, NIM, ROOT, game_of

KALAH = str(ROOT / "examples" / "kalah.py")
OTHELLO = str(ROOT / "examples" / "othello.py")
FIVE_GAMES = ("connect-four", "conniption", "paths", "dominoes", "watch-your-back")
BOARD_GAMES = (*FIVE_GAMES, *(name for name in EXAMPLES if name not in (NIM, KALAH)))
"""Every game that a network can see."""


@cache
def plan_of(name: str) -> Plan:
    return make_plan(game_of(name), count=6, length=5)


def random_network(name: str, seed: int = 1) -> Network:
    network = new_network(plan_of(name))
    weights = network.weights.array[1:]
    weights[:] = np.random.default_rng(seed).integers(-UNIT, UNIT, len(weights))
    return network
