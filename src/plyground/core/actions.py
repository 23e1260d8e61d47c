"""The moves of a game as numbers from 0, for whoever needs to know beforehand how many there are.

A move may be any whole number; who learns to play wants the numbers from 0 to some count. Action n
is the n-th of all moves. Which these are, a game says by `all_moves` (a value, a property or a
method), or the module `actions.py` beside its rules does. Where neither does, some random games are
played, always the same ones, and all numbers up to the largest move seen are moves. A move that was
not foreseen is refused in a sentence, never taken for another.
"""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, Final

from plyground.core.errors import BadGame, IllegalMove
from plyground.core.game import legal_moves, played

MAX_ACTIONS: Final = 1 << 16
PLIES: Final = 2_000
"""How many plies are played where a game does not tell its moves."""
MAX_GAME_PLIES: Final = 500


class Actions:
    """All moves of a game, each with a number from 0."""

    def __init__(self, game: Any) -> None:
        self.game_name: str = game.name
        self.moves = _all_moves(game)
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def move(self, action: int) -> int:
        """The move of an action, legal or not."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"{action} is no action: expected 0 to {len(self.moves) - 1}")
        return self.moves[action]

    def action(self, move: int) -> int:
        """The action of a move."""
        if move not in self._numbers:
            told = f"{self.game_name}: {move} is a move, but none of the {len(self.moves)} foreseen"
            raise BadGame(f"{told}: write `all_moves` in the game's class")
        return self._numbers[move]

    def of(self, moves: Iterable[int]) -> list[int]:
        """The actions of some moves, in ascending order."""
        return sorted(map(self.action, moves))


def actions_of(game: Any) -> Actions:
    """The moves of a game as numbers from 0; raises BadGame where there are too many."""
    return _actions_of(game)


_actions_of = lru_cache(maxsize=64, typed=True)(Actions)  # equal tuples of two classes: two games


def declared_moves(game: Any) -> Any:
    """All moves that a game says it has; None if it does not say."""
    found = getattr(game, "all_moves", None)
    if found is not None:
        return found() if callable(found) else found
    beside = f"{type(game).__module__.rpartition('.')[0]}.actions"
    if beside.startswith("plyground.games.") and importlib.util.find_spec(beside):
        return importlib.import_module(beside).all_moves(game)
    return None


def _all_moves(game: Any) -> tuple[int, ...]:
    given = declared_moves(game)
    if given is None:
        return (*_found_moves(game),)
    is_some = isinstance(given, Iterable)
    moves = tuple(islice(given, MAX_ACTIONS + 1)) if is_some else ()
    if not moves or not all(isinstance(move, int) for move in moves):
        raise BadGame(f"{game.name}: all_moves is {given!r}: expected whole numbers")
    if len({*moves}) != len(moves):
        raise BadGame(f"{game.name}: all_moves has a move more than once")
    _check_count(game, len(moves))
    return moves


def _found_moves(game: Any) -> range:
    """All numbers up to the largest move of random games; from the least if one is below 0."""
    seen = {move for _, moves in random_games(game) for move in moves}
    moves = range(min({0} | seen), max({0} | seen) + 1)
    _check_count(game, len(moves))
    return moves


def random_games(game: Any) -> Iterator[tuple[Any, list[int]]]:
    """Positions that are not over and their moves, from random games: the same ones each time."""
    random, left = Random(1), PLIES
    while left and legal_moves(game, game.start()):
        position = game.start()
        for _ in range(min(left, MAX_GAME_PLIES)):
            moves = legal_moves(game, position)
            if not moves:
                break
            yield position, moves
            position = played(game, position, random.choice(moves))
            left -= 1


def _check_count(game: Any, count: int) -> None:
    if count > MAX_ACTIONS:
        told = f"{game.name} has moves of {count:,} different numbers or more"
        raise BadGame(f"{told}: expected up to {MAX_ACTIONS:,}; write `all_moves` in its class")
