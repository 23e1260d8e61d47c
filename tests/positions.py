"""Games and positions to try laws on: positions come from random games, so they are reachable."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from plyground import DRAW, LOSS, ONGOING, WIN, Game, make_game
from plyground.core.bits import WORD_MASK, mix
from plyground.core.game import play_text
from plyground.search.playout import Tally

ROOT = Path(__file__).resolve().parents[1]
NIM = str(ROOT / "examples" / "nim.py")
BREAKTHROUGH = str(ROOT / "examples" / "breakthrough.py")
EXAMPLES = sorted(map(str, (ROOT / "examples").glob("*.py")))
"""Every game of the gallery."""
HEX = str(ROOT / "examples" / "hex.py")
POINTS = str(ROOT / "tests" / "data" / "points.py")
EDGES = str(ROOT / "tests" / "data" / "edges.py")
"""A board of points and lines, and one whose edges are drawn."""
ODD_PATHS = str(ROOT / "tests" / "data" / "odd_paths.txt")

SEVEN_GAMES = (
    "connect-four",
    "conniption",
    "paths",
    "dominoes",
    "watch-your-back",
    NIM,
    BREAKTHROUGH,
)
MAX_PLIES = 1000
"""Watch Your Back! without its turn limit may never end."""


@cache
def game_of(name: str) -> Game:
    """The game that a text names, made once."""
    return make_game(name)


def label(name: str) -> str:
    """A game's text without the folders that differ from machine to machine."""
    return name.replace(f"{ROOT}/", "")


def side_of(game: Any, position: Any) -> int:
    """0 or 1 for the player to move; every game here has the rule `side`."""
    return int(game.side(position))


def played(game: Game, texts: str, position: Any = None) -> Any:
    """The position after moves written with blanks between them."""
    position = game.start() if position is None else position
    for text in texts.split():
        position = play_text(game, position, text)
    return position


def random_line(game: Game, seed: int) -> list[Any]:
    """Every position of one random game, from the start to the end."""
    random = Random(seed)
    line = [game.start()]
    while game.outcome(line[-1]) == ONGOING and len(line) <= MAX_PLIES:
        line.append(game.play(line[-1], random.choice([*game.moves(line[-1])])))
    return line


def random_positions(game: Game, size: int) -> list[Any]:
    """The positions of as many random games as it takes to have at least `size`."""
    found: list[Any] = []
    seed = 0
    while len(found) < size:
        found += random_line(game, seed)
        seed += 1
    return found


seeds = st.integers(0, (1 << 32) - 1)


class Place(NamedTuple):
    """A game and a position of it; a failing example is shown by its text."""

    game: Game
    position: Any

    def __repr__(self) -> str:
        return f"{self.game.name}: {self.game.position_text(self.position)!r}"


@st.composite
def places(draw: st.DrawFn, name: str, ongoing: bool = False) -> Place:
    """A position of a random game; the finished one too unless only ongoing ones are wanted."""
    game = game_of(name)
    line = random_line(game, draw(seeds))
    return Place(game, line[draw(st.integers(0, len(line) - 1 - ongoing))])


class Numbers:
    """The random numbers of playouts in plain Python (Marsaglia's xorshift)."""

    def __init__(self, seed: int) -> None:
        self.state = (mix(seed, 0) | 1) >> 1

    def next(self) -> int:
        self.state ^= self.state << 13 & WORD_MASK
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & WORD_MASK
        return self.state >> 32


def plain_playouts(game: Game, root: Any, count: int, seed: int) -> Tally:
    """What `playouts` should count, played by the plain rules."""
    numbers = Numbers(seed)
    results, lengths = [], []
    for _ in range(count):
        position, plies = root, 0
        while game.outcome(position) == ONGOING:
            position = game.play(position, game.sample(position, numbers.next()))
            plies += 1
        outcome = game.outcome(position)
        results.append(-outcome if outcome != DRAW and plies % 2 else outcome)
        lengths.append(plies)
    ends = (results.count(WIN), results.count(LOSS), results.count(DRAW))
    return Tally(*ends, 0, sum(lengths), max(lengths), 0.0)
