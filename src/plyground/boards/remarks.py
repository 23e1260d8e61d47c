"""What is said of moves on a picture of their board: numbers, arrows, scores."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from plyground.boards.changes import Standing, squares_after
from plyground.boards.clicks import ways_of
from plyground.core.outcome import DRAW, LOSS, WIN

COLOURS: Final = {WIN: "#18793a", LOSS: "#b3261e", DRAW: "#4a5560"}
"""What is good, bad and neither; white letters can be read on each."""


class Trip(NamedTuple):
    """Where a move begins and ends on the board; what it places begins nowhere."""

    start: frozenset[int]
    end: frozenset[int]


class Remark(NamedTuple):
    """What is said of a move: a few letters."""

    trip: Trip
    text: str
    colour: str


class Remarks(NamedTuple):
    """What is drawn over a board."""

    line: tuple[Trip, ...] = ()
    """Moves one after another."""
    moves: tuple[Remark, ...] = ()
    arrows: tuple[Trip, ...] = ()
    """Moves from square to square."""


NO_REMARKS: Final = Remarks()


def trips(standing: Standing, moves: Iterable[int]) -> dict[int, Trip]:
    """Where each of these legal moves begins and ends; moves that no squares show are left out."""
    ways, found = ways_of(standing), {}
    for move in moves:
        way = ways[move]
        if len(way) > 1 and not way[0] & way[-1]:
            found[move] = Trip(way[0], way[-1])
        elif way:
            changed = frozenset(squares_after(standing.game, standing.position, move))
            found[move] = Trip(frozenset(), changed & way[0] or changed or way[0])
    return found
