"""`--any-win`: all wins count the same, however late they come, and so do all losses.

The documents' searches work like this: they stop at the first win. Ours prefer the soonest win and
the latest loss unless this option is given.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.core.score import BAND

if TYPE_CHECKING:
    from plyground.players.engine import EnginePlayer
    from plyground.records.record import Record
    from plyground.search.thought import Thought

AnyWin = Annotated[
    bool,
    typer.Option("--any-win", help="Take the first win found, as described, not the shortest."),
]


def first_of_best(game: Any, position: Any, thought: "Thought") -> int:
    """The first of the best moves if all wins count the same; `thought` has a line for each move.

    Clamping the scores afterwards is enough: it keeps their order, so a search that counts all
    wins the same has the same values.
    """
    scores = {line.moves[0]: max(-BAND, min(line.score, BAND)) for line in thought.lines}
    best = max(scores.values())
    moves: Iterable[int] = game.moves(position)
    return next(move for move in moves if scores.get(move) == best)


def choose_any_win(engine_player: "EnginePlayer", record: "Record") -> "tuple[int, Thought]":
    """A player's move if all wins count the same, and its thought; its search is shown."""
    from plyground.terminal.thinking import show_thinking

    moves = [*record.game.moves(record.position)]
    with show_thinking(engine_player, record, plain=False):
        thought = engine_player.think(record, len(moves))
    return first_of_best(record.game, record.position, thought), thought


class AnyWinPlayer:
    """A player to whom all wins count the same."""

    name = "any-win"

    def __init__(self, engine_player: "EnginePlayer") -> None:
        self.engine_player = engine_player

    def choose(self, record: "Record") -> int:
        return choose_any_win(self.engine_player, record)[0]
