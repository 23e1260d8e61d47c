"""What the tests of searches share: games that can be searched plain, and a judgement of any."""

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
"""Every game, as few sets of options as possible because each is compiled apart, and a depth that
plain Python searches in no time."""
STRIDE = 29


@evaluation("noise", game="any")
class Noise(NamedTuple):
    """A number made of the position's key alone, so that no mistake in a search goes unseen.

    There are few numbers, so that equals are common. Where `folded`, images get the same one.
    """

    spread: int = 101
    folded: int = 0

    def score(self, game: Any, position: Any) -> int:
        key = bits(game.key(position))
        if self.folded:
            for image in game.symmetries(position):
                other = bits(game.key(image))
                if other < key:
                    key = other
        return int(mix(key, 0) >> 32) % self.spread - self.spread // 2


NOISE: Any = Noise()
FOLDED_NOISE: Any = Noise(folded=1)


@cache
def sampled(name: str, size: int) -> list[Any]:
    """Ongoing positions of random games."""
    game = game_of(name)
    lines = chain.from_iterable(random_line(game, seed)[:-1] for seed in count())
    return [*islice(lines, 0, size * STRIDE, STRIDE)]


def leaf_score(game: Game, evaluation: Any, line: Line) -> int:
    """What the end of a line is worth to the side to move at its beginning."""
    outcome, plies = game.outcome(line.leaf), len(line.moves)
    if outcome == ONGOING:
        score = static_eval(evaluation, game, line.leaf)
    else:
        score = final_score(outcome, plies)
    return -score if plies % 2 else score


def follow(game: Game, position: Any, moves: tuple[int, ...]) -> Any:
    """The position after moves, each of which has to be legal."""
    for move in moves:
        assert game.outcome(position) == ONGOING
        assert move in [*game.moves(position)]
        position = game.play(position, move)
    return position
