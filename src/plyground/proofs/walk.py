"""Follow a strategy through all answers of the opponent, in plain Python.

All positions at the same ply form a layer, so that each is visited once.
"""

from collections.abc import Callable
from typing import Any

from plyground.core.errors import IllegalMove
from plyground.core.game import Game
from plyground.core.outcome import NAMES, ONGOING
from plyground.core.turns import moves_again
from plyground.proofs.claim import Task

Choose = Callable[[Any, int], str | None]
"""The player's move in a position, given the plies left; None if none is needed because a search of
a few plies finds it."""


Layer = dict[Any, bool]
"""The different positions at a ply, and whether the player is to move there."""


class Flaw(Exception):
    """Why a strategy fails, in one sentence with the position."""


def walk(game: Game, position: Any, task: Task, choose: Choose) -> int:
    """Follow a player's strategy; returns how many positions were visited, or raises Flaw."""
    layer: Layer = {position: task.moves_first}
    visited = 0
    for left in range(task.max_plies, 0, -1):
        following: Layer = {}
        for place, mine in layer.items():
            visited += 1
            following.update(_children(game, place, task, mine, choose, left))
        layer = following
    if layer and (task.wins or task.plies is None):
        raise flaw(game, next(iter(layer)), task, f"the game goes on after {task.max_plies} plies")
    return visited


def flaw(game: Game, position: Any, task: Task, why: str) -> Flaw:
    """The error for a strategy that fails at a position."""
    return Flaw(f"{task}: at {game.position_text(position)!r}: {why}")


def _children(
    game: Game, position: Any, task: Task, mine: bool, choose: Choose, left: int
) -> Layer:
    """The positions one ply later that are not over."""
    children = {}
    for move in _moves(game, position, task, mine, choose, left):
        child = game.play(position, move)
        outcome, again = game.outcome(child), moves_again(game, position, child)
        if outcome == ONGOING:
            children[child] = mine == again
        elif not task.is_done(mine == again, outcome):
            whom = "same" if again else "other"
            end = f"ends the game with a {NAMES[outcome]} for the {whom} side"
            raise flaw(game, position, task, f"the move {game.move_text(position, move)} {end}")
    return children


def _moves(
    game: Game, position: Any, task: Task, mine: bool, choose: Choose, left: int
) -> list[int]:
    """The player's chosen move, or all moves of the opponent."""
    if not mine:
        return [*game.moves(position)]
    text = choose(position, left)
    try:
        return [] if text is None else [game.parse_move(position, text)]
    except IllegalMove as error:
        raise flaw(game, position, task, str(error)) from None
