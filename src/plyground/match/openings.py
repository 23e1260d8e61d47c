"""Random openings, so that games between the same two players differ."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.game import Game, folded_key
from plyground.core.outcome import ONGOING
from plyground.core.score import plies_to_end
from plyground.evaluations.registry import make_evaluation
from plyground.search.limits import Limits

TRIES: Final = 1000
"""After so many random openings in a row that bring nothing new, a game is said to have no more."""

TABLE_BYTES: Final = 1 << 22

Opening = tuple[int, ...]


def openings(game: Game, plies: int, seed: int, fair: int = 0) -> Iterator[Opening]:
    """Openings of so many random plies that leave the game going on, without end.

    No two lead to the same position, seen from any side, until the game has no others; from there
    on they come again in the same order. None is decided within `fair` plies: from such a one any
    player wins, and the match would measure luck.
    """
    found = []
    for opening in _distinct(game, plies, Random(seed), fair):
        found.append(opening)
        yield opening
    if not found:
        by_then = f"over by then{f', or decided within {fair} plies' if fair else ''}"
        raise BadOption(
            f"--opening-plies {plies}: {TRIES:,} random games of {game.name} were all {by_then}"
        )
    yield from cycle(found)


def _distinct(game: Game, plies: int, random: Random, fair: int) -> Iterator[Opening]:
    is_open = _judge_of(game, fair)
    seen = set()
    tries = 0
    while tries < TRIES:
        tries += 1
        opening, position = _random_line(game, plies, random)
        if game.outcome(position) == ONGOING and (key := folded_key(game, position)) not in seen:
            seen.add(key)
            if is_open(position):
                tries = 0
                yield opening


def _judge_of(game: Game, fair: int) -> Callable[[Any], bool]:
    """Tells whether neither side can force a win within so many plies."""
    if not fair:
        return lambda position: True
    from plyground.search.deepening import DepthFirst
    from plyground.search.tree import Techniques

    zero, limits = make_evaluation(game, "zero"), Limits(depth=fair)
    search = DepthFirst(game, zero, Techniques(), TABLE_BYTES)
    return lambda position: plies_to_end(search.think(position, limits).score) is None


def _random_line(game: Game, plies: int, random: Random) -> tuple[Opening, Any]:
    """Random moves and where they lead; fewer than asked for where the game ends."""
    opening: list[int] = []
    position = game.start()
    while len(opening) < plies and game.outcome(position) == ONGOING:
        opening.append(random.choice([*game.moves(position)]))
        position = game.play(position, opening[-1])
    return tuple(opening), position
