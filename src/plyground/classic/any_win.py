"""`--any-win`: a win is a win, however late it comes, and a loss is a loss.

So the documents' searches take it, which stop comparing where a win is found. Ours go for the
soonest win and the latest loss unless they are asked for this.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.core.score import BAND

if TYPE_CHECKING:
    from plyground.core.record import Record
    from plyground.players.engine import EnginePlayer
    from plyground.search.thought import Thought

AnyWin = Annotated[
    bool,
    typer.Option("--any-win", help="Do not seek the shortest win, as described: take the first."),
]


def first_of_best(game: Any, position: Any, thought: "Thought") -> int:
    """The first move that is worth as much as the best, by a search that told of all moves.

    Wins that are worth the same change no order of scores, so that a search to which they are
    comes to the same values.
    """
    worth = {line.moves[0]: max(-BAND, min(line.score, BAND)) for line in thought.lines}
    best = max(worth.values())
    moves: Iterable[int] = game.moves(position)
    return next(move for move in moves if worth.get(move) == best)


def choose_any_win(thinker: "EnginePlayer", record: "Record") -> "tuple[int, Thought]":
    """A player's move where a win is a win, and what it thought of all; one sees it think."""
    from plyground.terminal.thinking import show_thinking

    moves = [*record.game.moves(record.position)]
    with show_thinking(thinker, record, plain=False):
        thought = thinker.think(record, len(moves))
    return first_of_best(record.game, record.position, thought), thought
