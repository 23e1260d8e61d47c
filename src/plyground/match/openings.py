"""Random openings, so that games between the same two players differ."""

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.game import Game, folded_key
from plyground.core.outcome import ONGOING

TRIES: Final = 1000
"""After so many random openings in a row that bring nothing new, a game is said to have no more."""

Opening = tuple[int, ...]


def openings(game: Game, plies: int, seed: int) -> Iterator[Opening]:
    """Openings of so many random plies that leave the game going on, without end.

    No two lead to the same position, seen from any side, until the game has no others; from there
    on they come again in the same order.
    """
    found = []
    for opening in _distinct(game, plies, Random(seed)):
        found.append(opening)
        yield opening
    if not found:
        raise BadOption(
            f"--opening-plies {plies}: {TRIES:,} random games of {game.name} were all over by then"
        )
    yield from cycle(found)


def _distinct(game: Game, plies: int, random: Random) -> Iterator[Opening]:
    seen = set()
    tries = 0
    while tries < TRIES:
        tries += 1
        opening, position = _random_line(game, plies, random)
        if game.outcome(position) == ONGOING and (key := folded_key(game, position)) not in seen:
            seen.add(key)
            tries = 0
            yield opening


def _random_line(game: Game, plies: int, random: Random) -> tuple[Opening, Any]:
    """Random moves and where they lead; fewer than asked for where the game ends."""
    opening: list[int] = []
    position = game.start()
    while len(opening) < plies and game.outcome(position) == ONGOING:
        opening.append(random.choice([*game.moves(position)]))
        position = game.play(position, opening[-1])
    return tuple(opening), position
