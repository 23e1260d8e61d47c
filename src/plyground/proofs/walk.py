"""Follow a strategy through all that the opponent may answer, in plain Python.

All positions that come about after equally many plies make a layer, so that each is looked at once.
"""

from collections.abc import Callable
from typing import Any

from plyground.core.errors import IllegalMove
from plyground.core.game import Game
from plyground.core.outcome import NAMES, ONGOING
from plyground.proofs.claim import Task

Choose = Callable[[Any, int], str | None]
"""The player's move in a position with so many plies left; None where none needs to be told."""


class Flaw(Exception):
    """Why a strategy does not do what it should, in one sentence with the position."""


def walk(game: Game, position: Any, task: Task, choose: Choose, look: int) -> int:
    """Follow a player's strategy; returns how many positions were looked at, or raises Flaw.

    Where it tells no move, looking `look` plies ahead has to show that none is needed.
    """
    layer: dict[Any, None] = {position: None}
    mine, looked = task.moves_first, 0
    for left in range(task.longest, 0, -1):
        following: dict[Any, None] = {}
        for place in layer:
            looked += 1
            for child in _children(game, place, task, mine, choose, left, look):
                following[child] = None
        layer, mine = following, not mine
    if layer and (task.wins or task.plies is None):
        _fail(game, next(iter(layer)), task, f"the game goes on after {task.longest} plies")
    return looked


def _children(
    game: Game, position: Any, task: Task, mine: bool, choose: Choose, left: int, look: int
) -> list[Any]:
    """The positions that come about in one ply and are not over."""
    moves = [*game.moves(position)]
    if mine:
        text = choose(position, left)
        if text is None:
            if not task.is_plain(game, position, left, look):
                _fail(game, position, task, "the proof has no move here")
            return []
        moves = [_parsed(game, position, task, text)]
    children = []
    for move in moves:
        child = game.play(position, move)
        outcome = game.outcome(child)
        if outcome == ONGOING:
            children.append(child)
        elif not task.is_done(not mine, outcome):
            end = f"it ends in a {NAMES[outcome]} for the side to move then"
            _fail(game, position, task, f"after {game.move_text(position, move)} {end}")
    return children


def _parsed(game: Game, position: Any, task: Task, text: str) -> int:
    try:
        return game.parse_move(position, text)
    except IllegalMove as error:
        return _fail(game, position, task, str(error))


def _fail(game: Game, position: Any, task: Task, why: str) -> int:
    raise Flaw(f"{task}: at {game.position_text(position)!r}: {why}")
