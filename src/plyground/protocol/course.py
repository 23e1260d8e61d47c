"""What a course's class `Player` is told, and what it answers.

It is made with a colour, asked for an action with the number of turns so far, and told of the
opponent's actions. In Watch Your Back! all of that is as the course COMP30024 writes it. In any
other game an action is a move's text.
"""

from reprlib import repr as shown
from typing import Any

from plyground.core.errors import BadOption, EngineNonsense
from plyground.core.game import Game
from plyground.games.watch_your_back.rules import PLACING, WatchYourBack
from plyground.protocol import comp30024
from plyground.records.record import Record


def colours(game: Game) -> tuple[str, str]:
    """What the sides are called: `white` and `black`."""
    return game.sides[0].lower(), game.sides[1].lower()


def side_of(game: Game, colour: str) -> int:
    """The side that a colour names; raises BadOption."""
    known = colours(game)
    if colour not in known:
        raise BadOption(f"there is no colour {shown(colour)}: expected {' or '.join(known)}")
    return known.index(colour)


def turns(record: Record) -> int:
    """The number of turns so far; in Watch Your Back! each phase counts its own."""
    position = record.position
    if isinstance(record.game, WatchYourBack):
        return int(position.ply if position.ply < PLACING else position.ply - PLACING)
    return len(record.moves)


def format_action(game: Game, position: Any, move: int) -> Any:
    """A move as a player is told of it."""
    if isinstance(game, WatchYourBack):
        return comp30024.action_of(move)
    return game.move_text(position, move)


def parse_action(game: Game, action: Any) -> str:
    """The text of the move that an action means; raises BadAction or EngineNonsense."""
    if isinstance(game, WatchYourBack):
        return comp30024.text_of(action)
    if isinstance(action, bool) or not isinstance(action, str | int):
        raise EngineNonsense(f"the action {shown(action)}: expected the text of a move")
    return str(action)
