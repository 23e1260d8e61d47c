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
"""The player's move in a position, given the plies left; None where none needs to be told, since
looking a few plies ahead finds it."""


class Flaw(Exception):
    """Why a strategy does not do what it should, in one sentence with the position."""


def walk(game: Game, position: Any, task: Task, choose: Choose) -> int:
    """Follow a player's strategy; returns how many positions were looked at, or raises Flaw."""
    layer: dict[Any, None] = {position: None}
    mine, looked = task.moves_first, 0
    for left in range(task.longest, 0, -1):
        following: dict[Any, None] = {}
        for place in layer:
            looked += 1
            for child in _children(game, place, task, mine, choose, left):
                following[child] = None
        layer, mine = following, not mine
    if layer and (task.wins or task.plies is None):
        raise flaw(game, next(iter(layer)), task, f"the game goes on after {task.longest} plies")
    return looked


def flaw(game: Game, position: Any, task: Task, why: str) -> Flaw:
    """What is wrong with a player's strategy at a position."""
    return Flaw(f"{task}: at {game.position_text(position)!r}: {why}")


def _children(
    game: Game, position: Any, task: Task, mine: bool, choose: Choose, left: int
) -> list[Any]:
    """The positions that come about in one ply and are not over."""
    children = []
    for move in _moves(game, position, task, mine, choose, left):
        child = game.play(position, move)
        outcome = game.outcome(child)
        if outcome == ONGOING:
            children.append(child)
        elif not task.is_done(not mine, outcome):
            end = f"ends the game with a {NAMES[outcome]} for the other side"
            raise flaw(game, position, task, f"the move {game.move_text(position, move)} {end}")
    return children


def _moves(
    game: Game, position: Any, task: Task, mine: bool, choose: Choose, left: int
) -> list[int]:
    """The player's own move, or all of the opponent's."""
    if not mine:
        return [*game.moves(position)]
    text = choose(position, left)
    try:
        return [] if text is None else [game.parse_move(position, text)]
    except IllegalMove as error:
        raise flaw(game, position, task, str(error)) from None
