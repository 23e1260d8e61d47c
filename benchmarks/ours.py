"""What Plyground does in a benchmark, each from one Python call."""

from pathlib import Path

from benchmarks.measure import Work
from plyground import Game, make_game
from plyground.search.perft import perft
from plyground.search.playout import Tally, playouts

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
    """Perft from the start, several times as one alone is too short to time."""
    return lambda seed: sum(count_nodes(text, depth) for _ in range(times))
