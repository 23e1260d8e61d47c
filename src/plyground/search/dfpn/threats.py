"""Threat-space search: the side to move threatens to win at once, the opponent has one answer at
most, and so on to the end. Such lines are long and few, so this finds wins that a search of all
moves would find late.
"""

from typing import Any, Final

from plyground.core.bits import bits, mix, signed
from plyground.core.compile import part
from plyground.core.outcome import ONGOING
from plyground.search.workspace import FAILURES, MAX_FAILURES, NODE_LIMIT, NODES, STOP

TRIES: Final = 10
"""In the workspace: how many more threats may be looked at."""
FIRST_THREAT: Final = 12
"""In the workspace: the move by which the win that was found last begins."""
NO_WIN: Final = 0
SOONEST: Final = 3
"""A threat, the answer, and the win."""


@part
def wins_by_threats(game: Any, position: Any, left: int, work: Any) -> int:
    """The plies that a win by threats takes, or NO_WIN: not found within `left` plies and TRIES.

    The mover has no win at once."""
    if left < SOONEST:
        return NO_WIN
    name = signed(mix(bits(game.key(position)), left))
    place = FAILURES + (name & MAX_FAILURES - 1)
    if work[place] == name:
        return NO_WIN
    for move in game.threats(position):
        if work[TRIES] <= 0 or work[STOP]:
            return NO_WIN
        count(work)
        work[TRIES] -= 1
        child = game.play(position, move)
        if game.outcome(child) != ONGOING:
            continue
        answers, answer = 0, move
        for candidate in game.non_losing_moves(child):
            answers, answer = answers + 1, candidate
        if answers == 0:
            work[FIRST_THREAT] = move
            return SOONEST
        if answers == 1:
            after = game.play(child, answer)
            if game.outcome(after) == ONGOING:
                plies = wins_by_threats(game, after, left - 2, work)
                if plies != NO_WIN:
                    work[FIRST_THREAT] = move
                    return plies + 2
                if work[TRIES] <= 0 or work[STOP]:
                    return NO_WIN
    work[place] = name
    return NO_WIN


@part
def count(work: Any) -> None:
    """One more position was reached."""
    work[NODES] += 1
    if work[NODES] >= work[NODE_LIMIT]:
        work[STOP] = 1
