"""Positions of random games, as a network sees them: what it finds out about a game's board."""

from itertools import pairwise, permutations
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.bits import WIDTHS
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.outcome import ONGOING
from plyground.core.turns import seat_of
from plyground.evaluations.patterns.network import MAX_PLANES

POSITIONS: Final = 6000
MAX_PLIES: Final = 400
"""A random game that is longer is left there."""
MAX_STATES: Final = 16
"""Rarer states than these count as state 0."""
FEW: Final = 600
"""How many positions are enough where each of them takes time."""

States = NDArray[np.uint8]
"""A row for each position, a column for each square or cell."""


class Sample(NamedTuple):
    """Random games, and what their positions have in common."""

    games: list[list[Any]]
    """The positions of each game that are not over."""
    order: tuple[int, ...]
    """The order in which seat 1 takes the planes."""
    raw_states: tuple[int, ...]
    """The combinations of bits that occur: the number of each is its state."""
    squares: tuple[int, ...]
    """The squares that change, which are the cells."""

    @property
    def positions(self) -> list[Any]:
        return [position for game in self.games for position in game]


def draw_sample(game: Game, seed: int, count: int = POSITIONS) -> Sample:
    """Play random games until there are `count` positions; raises BadOption where a game has no
    board that a network could learn."""
    check_planes(game)
    games = random_games(game, Random(seed), count)
    order = _order_of(game, games)
    positions = [position for each in games for position in each]
    raw = raw_states(game, positions, order)
    squares = np.flatnonzero((raw != raw[0]).any(axis=0))
    if not len(squares):
        raise BadOption(
            f"{game.name}: no square of its boards ever changes, so there are no patterns"
        )
    values, counts = np.unique(raw[:, squares], return_counts=True)
    common = {0, *values[np.argsort(-counts, kind="stable")][: MAX_STATES - 1].tolist()}
    return Sample(games, order, tuple(sorted(common)), tuple(squares.tolist()))


def check_planes(game: Game) -> None:
    """Refuse a game that a network cannot see; raises BadOption."""
    count = len(game.planes(game.start()))
    if not 0 < count <= MAX_PLANES:
        found = f"{game.name} has {count} boards for patterns to be learned on"
        raise BadOption(f"{found}: expected 1 to {MAX_PLANES}; write the rule planes(position)")


def random_games(game: Game, random: Random, count: int) -> list[list[Any]]:
    """The positions of random games that are not over, game by game, `count` of them or more."""
    games: list[list[Any]] = []
    found = 0
    while found < count:
        position = game.start()
        path: list[Any] = []
        while game.outcome(position) == ONGOING and len(path) < MAX_PLIES:
            path.append(position)
            position = game.play(position, game.sample(position, random.getrandbits(32)))
        if not path:
            raise BadOption(f"{game.name} is over before it begins")
        games.append(path)
        found += len(path)
    return games


def _order_of(game: Game, games: list[list[Any]]) -> tuple[int, ...]:
    """The order of planes for seat 1 in which a move changes fewest squares: where positions are
    kept from the mover's view, the two sides' pieces change places."""
    pairs = [pair for each in games for pair in pairwise(each)][:FEW]
    orders = [*permutations(range(len(game.planes(game.start()))))]
    if not pairs:
        return orders[0]
    before, after = ([pair[side] for pair in pairs] for side in (0, 1))

    def changed(order: tuple[int, ...]) -> int:
        return int((raw_states(game, before, order) != raw_states(game, after, order)).sum())

    return min(orders, key=changed)


def raw_states(game: Game, positions: list[Any], order: tuple[int, ...]) -> States:
    """The bits of all planes for every square, as the mover of each position sees them."""
    count = WIDTHS[-1]
    states = np.zeros((len(positions), count), dtype=np.uint8)
    for row, position in zip(states, positions, strict=True):
        planes = game.planes(position)
        seen = order if seat_of(game, position) else range(len(planes))
        for number, plane in enumerate(seen):
            board = planes[plane].to_bytes(count // 8, "little")
            row |= np.unpackbits(np.frombuffer(board, np.uint8), bitorder="little") << number
    return states


def cell_states(game: Game, sample: Sample, positions: list[Any]) -> States:
    """The state of every cell."""
    state_of = np.zeros(1 << MAX_PLANES, dtype=np.uint8)
    state_of[[*sample.raw_states]] = range(len(sample.raw_states))
    raw = raw_states(game, positions, sample.order)
    return state_of[raw[:, [*sample.squares]]]


def spread(items: list[Any], count: int) -> list[Any]:
    """At most `count` of these, evenly spaced."""
    return items[:: -(-len(items) // count)] if items else items
