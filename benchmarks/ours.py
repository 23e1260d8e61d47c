"""Plyground's side of a benchmark, each work one Python call."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Work
from plyground import Game, make_game
from plyground.evaluations.registry import make_evaluation
from plyground.records.record import Record
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.bench import SEARCHES
from plyground.search.limits import Limits
from plyground.search.mcts import kernel
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import MctsOptions
from plyground.search.perft import perft
from plyground.search.playout import Tally, playouts
from plyground.search.thought import Thought

MEMORY = 256 << 20
"""The memory of a Monte Carlo tree, the default of players."""

ROOT = Path(__file__).resolve().parents[1]


def load(text: str) -> Game:
    """A game by its name; a file's name is taken from the project's root."""
    return make_game(str(ROOT / text) if ".py" in text else text)


def random_games(text: str, count: int, seed: int) -> Tally:
    game = load(text)
    return playouts(game, game.start(), count, seed)


def count_nodes(text: str, depth: int) -> int:
    game = load(text)
    return perft(game, game.start(), depth).nodes


def playing(text: str, count: int) -> Work:
    """Random games from the start."""
    return lambda seed: random_games(text, count, seed).games


def counting(text: str, depth: int, times: int) -> Work:
    """Perft from the start, several times, since one alone is too short to time."""
    return lambda seed: sum(count_nodes(text, depth) for _ in range(times))


def growing(text: str, simulations: int) -> Work:
    """Monte Carlo tree search from the start, each time with a new tree."""
    game = load(text)
    return lambda seed: grow(game, simulations, seed)[0]


def grow(game: Game, simulations: int, seed: int) -> tuple[int, Thought]:
    """How many simulations a new Monte Carlo search made from the start, and what it thinks."""
    search = monte_carlo(game, seed)
    thought = search.think(game.start(), Limits(simulations=simulations))
    return simulations_of(search), thought


def monte_carlo(game: Game, seed: int = 1) -> MctsEngine:
    """A new search with random games and no evaluation."""
    return MctsEngine(game, make_evaluation(game, "zero"), MctsOptions(seed=seed), MEMORY)


def simulations_of(search: MctsEngine) -> int:
    """How many simulations its last thought took."""
    return sum(int(tree[kernel.SIMULATIONS]) for tree in search.trees)


def alpha_beta(game: Game, evaluation: str, order: bool = True) -> AlphaBetaEngine:
    """A search without table, null windows or quiescence."""
    techniques = SEARCHES["alphabeta"]._replace(order=order)
    return AlphaBetaEngine(game, make_evaluation(game, evaluation), techniques)


def searching(text: str, depth: int, times: int, order: bool) -> Work:
    """Alpha-beta from the start, several times, since one alone is too short to time."""
    search = alpha_beta(load(text), "default", order)

    def work(seed: int) -> int:
        for _ in range(times):
            search.think(search.game.start(), Limits(depth=depth))
        return times

    return work


def searched_nodes(text: str, depth: int, order: bool) -> int:
    """The nodes below the start that alpha-beta looks at."""
    search = alpha_beta(load(text), "default", order)
    return search.think(search.game.start(), Limits(depth=depth)).nodes


def random_game(game: Game, seed: int) -> Record:
    """A game of random moves from the start to its end."""
    random, record = Random(seed), Record(game)
    while not record.is_over:
        record.push(random.choice([*game.moves(record.position)]))
    return record


def random_positions(
    game: Game, plies: range, wanted: Callable[[Any], bool] = lambda position: True
) -> Iterator[Any]:
    """Positions that are not over, each from a random game of its own, without end."""
    return (record.position for record in random_starts(game, plies, wanted))


def random_starts(
    game: Game, plies: range, wanted: Callable[[Any], bool] = lambda position: True
) -> Iterator[Record]:
    """Random games that are not over after one of these numbers of plies, without end."""
    random = Random(1)
    while True:
        record = Record(game)
        for _ in range(random.choice(plies)):
            if not record.is_over:
                record.push(random.choice([*game.moves(record.position)]))
        if not record.is_over and wanted(record.position):
            yield record
