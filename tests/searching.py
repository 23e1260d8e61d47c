"""What the tests of searches share: games that plain Python can search, and an evaluation of any
game."""

from functools import cache
from itertools import chain, count, islice
from typing import Any, NamedTuple

from plyground import ONGOING, Game
from plyground.core.bits import bits, mix
from plyground.core.evaluation import evaluation
from plyground.core.score import final_score, static_eval
from plyground.search.thought import Line
from tests.positions import BREAKTHROUGH, NIM, game_of, random_line

CONNECT_FOUR = "connect-four:width=5,height=4"
PATHS = "paths:board=4x4,line=3"
WATCH_YOUR_BACK = "watch-your-back"
DEPTHS = {
    CONNECT_FOUR: 4,
    "conniption:width=4,height=4,connect=3": 3,
    PATHS: 3,
    "dominoes:rows=4,columns=4,line=3": 3,
    WATCH_YOUR_BACK: 2,
    NIM: 5,
    f"{BREAKTHROUGH}:rows=5,columns=4": 3,
}
"""Every game, with a depth that plain Python searches quickly. Few sets of options are used, since
each is compiled separately."""
STRIDE = 29


@evaluation("noise", game="any")
class Noise(NamedTuple):
    """A pseudo-random score from the position's key, so that no mistake in a search is hidden.

    There are few different scores, so that ties are common. If `symmetric`, images score the same.
    """

    spread: int = 101
    symmetric: int = 0

    def score(self, game: Any, position: Any) -> int:
        key = bits(game.key(position))
        if self.symmetric:
            for image in game.symmetries(position):
                other = bits(game.key(image))
                if other < key:
                    key = other
        return int(mix(key, 0) >> 32) % self.spread - self.spread // 2


NOISE: Any = Noise()
SYMMETRIC_NOISE: Any = Noise(symmetric=1)


@cache
def sampled(name: str, size: int) -> list[Any]:
    """Ongoing positions of random games."""
    game = game_of(name)
    lines = chain.from_iterable(random_line(game, seed)[:-1] for seed in count())
    return [*islice(lines, 0, size * STRIDE, STRIDE)]


def leaf_score(game: Game, evaluation: Any, line: Line) -> int:
    """The score of the end of a line for the side to move at its beginning."""
    outcome, plies = game.outcome(line.leaf), len(line.moves)
    if outcome == ONGOING:
        score = static_eval(evaluation, game, line.leaf)
    else:
        score = final_score(outcome, plies)
    return -score if plies % 2 else score


def follow(game: Game, position: Any, moves: tuple[int, ...]) -> Any:
    """The position after moves, each of which must be legal."""
    for move in moves:
        assert game.outcome(position) == ONGOING
        assert move in [*game.moves(position)]
        position = game.play(position, move)
    return position
