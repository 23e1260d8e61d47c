"""Random openings, which make the games of a match differ."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.game import Game, canonical_key
from plyground.core.outcome import DRAW, ONGOING
from plyground.core.plurals import counted
from plyground.evaluations.registry import make_evaluation
from plyground.search.limits import Limits

TRIES: Final = 1000
"""After this many random openings in a row without a new one, no more are looked for."""

TABLE_BYTES: Final = 1 << 22

Opening = tuple[int, ...]


def openings(
    game: Game, plies: int, seed: int, fair: int = 0, margin: int | None = None
) -> Iterator[Opening]:
    """An endless supply of openings of `plies` random moves, none of which ends the game.

    All lead to different positions, counting symmetric ones as the same. Once the game has no more,
    they repeat in the same order. None is decided within `fair` plies: any player would win from
    there, and the match would measure luck. If `margin` is given, a search of `fair` plies also
    scores each position within `margin` points of 0.
    """
    found = []
    for opening in _distinct(game, plies, Random(seed), _fairness(game, fair, margin)):
        found.append(opening)
        yield opening
    if not found:
        unfair = f", or decided within {counted(fair, 'ply', 'plies')}" if fair else ""
        apart = f", or further apart than {margin:,} points" if margin is not None else ""
        by_then = f"over by then{unfair}{apart}"
        raise BadOption(
            f"opening_plies={plies}: {TRIES:,} random games of {game.name} were all {by_then}"
        )
    yield from cycle(found)


def _distinct(
    game: Game, plies: int, random: Random, is_fair: Callable[[Any], bool]
) -> Iterator[Opening]:
    seen = set()
    tries = 0
    while tries < TRIES:
        tries += 1
        opening, position = _random_line(game, plies, random)
        if game.outcome(position) == ONGOING and (key := canonical_key(game, position)) not in seen:
            seen.add(key)
            if is_fair(position):
                tries = 0
                yield opening


def _fairness(game: Game, fair: int, margin: int | None) -> Callable[[Any], bool]:
    """The test that openings must pass."""
    if margin is not None and not fair:
        raise BadOption(f"margin={margin} needs fair, the depth of the search")
    if not fair:
        return lambda position: True
    return _undecided(game, fair) if margin is None else _level(game, fair, margin)


def _undecided(game: Game, plies: int) -> Callable[[Any], bool]:
    """A test: can neither side force a win within `plies` plies?"""
    from plyground.search.dfpn.driver import ProofSearch

    search, limits = ProofSearch(game, TABLE_BYTES), Limits(depth=plies)

    def is_fair(position: Any) -> bool:
        verdict = search.solve(position, limits).verdict
        return verdict is None or verdict.outcome == DRAW

    return is_fair


def _level(game: Game, plies: int, margin: int) -> Callable[[Any], bool]:
    """A test: does a search of `plies` plies score the position within `margin` points of 0?"""
    from plyground.search.alphabeta.driver import AlphaBetaEngine
    from plyground.search.alphabeta.kernel import Techniques

    evaluation, limits = make_evaluation(game, "default"), Limits(depth=plies)
    search = AlphaBetaEngine(game, evaluation, Techniques(), TABLE_BYTES)
    return lambda position: abs(search.think(position, limits).score) <= margin


def _random_line(game: Game, plies: int, random: Random) -> tuple[Opening, Any]:
    """`plies` random moves, or fewer if the game ends, and the position after them."""
    opening: list[int] = []
    position = game.start()
    while len(opening) < plies and game.outcome(position) == ONGOING:
        opening.append(random.choice([*game.moves(position)]))
        position = game.play(position, opening[-1])
    return tuple(opening), position
