"""Writes down what a search found out about positions, for whoever learns from it: what the kernel
calls at each node whose moves were searched.

Only the workspace of a search for learning has room for it; with any other there is no code for it.
A lesson is a row of words:

    LESSON_VALUE     the node's value, to the side to move
    LESSON_BOUND     whether it is exact or a bound, as in the table
    LESSON_POSITION  the words of its position, as many as one takes

When there is no more room, the last row is written again: so the root is always there, as the last.
"""

from typing import Any

from plyground.core.compile import when_teaching
from plyground.core.words import store_at
from plyground.search.alphabeta.workspace import (
    LESSON,
    LESSON_BOUND,
    LESSON_POSITION,
    LESSON_VALUE,
    LESSONS,
    LESSONS_AT,
    TAUGHT,
)


@when_teaching
def forget_lessons(count: int, workspace: Any) -> int:
    """Another search begins; returns the count."""
    workspace[TAUGHT] = count
    return count


@when_teaching
def teach(value: int, bound: int, game: Any, position: Any, workspace: Any) -> int:
    """A node has this value, which is returned."""
    number = min(workspace[TAUGHT], workspace[LESSONS] - 1)
    place = LESSONS_AT + number * workspace[LESSON]
    workspace[place + LESSON_VALUE] = value
    workspace[place + LESSON_BOUND] = bound
    store_at(game, position, workspace, place + LESSON_POSITION)
    workspace[TAUGHT] = number + 1
    return value
