"""Threat-space search (Allis): the side to move threatens to win at once, the opponent has one
answer at most, and so on to the end. Such lines are long and few, so this finds wins that a search
of all moves would find late.
"""

from typing import Any, Final

from plyground.core.bits import bits, mix, signed
from plyground.core.compile import part
from plyground.core.outcome import ONGOING
from plyground.search.dfpn.workspace import FAILURES, FIRST_THREAT, MAX_FAILURES, TRIES
from plyground.search.node_count import count_nodes
from plyground.search.workspace import STOP

NO_WIN: Final = 0
SOONEST: Final = 3
"""A threat, the answer, and the win."""


@part
def wins_by_threats(game: Any, position: Any, left: int, workspace: Any) -> int:
    """The plies that a win by threats takes; NO_WIN if none is found within `left` plies, or before
    TRIES runs out. The mover has no win at once."""
    if left < SOONEST:
        return NO_WIN
    name = signed(mix(bits(game.key(position)), left))
    place = FAILURES + (name & MAX_FAILURES - 1)
    if workspace[place] == name:
        return NO_WIN
    for move in game.threats(position):
        if workspace[TRIES] <= 0 or workspace[STOP]:
            return NO_WIN
        count_nodes(1, workspace)
        workspace[TRIES] -= 1
        child = game.play(position, move)
        if game.outcome(child) != ONGOING:
            continue
        answers, answer = 0, move
        for reply in game.non_losing_moves(child):
            answers, answer = answers + 1, reply
        if answers == 0:
            workspace[FIRST_THREAT] = move
            return SOONEST
        if answers == 1:
            after = game.play(child, answer)
            if game.outcome(after) == ONGOING:
                plies = wins_by_threats(game, after, left - 2, workspace)
                if plies != NO_WIN:
                    workspace[FIRST_THREAT] = move
                    return plies + 2
                if workspace[TRIES] <= 0 or workspace[STOP]:
                    return NO_WIN
    workspace[place] = name
    return NO_WIN
