"""Who is to move, and what a position is worth to the one who moved there.

In most games the sides take turns. In some a side may move again, after closing a box for example:
then what is good for the mover of a position is good for the one who moved there, too. All rooms
ask here whether a sign turns. In a game that says `alternates`, compiled code knows the answer.
"""

from typing import Any

from plyground.core.outcome import LOSS, WIN


def turn_of(game: Any, position: Any, ply: int) -> int:
    """Who is to move, 0 or 1; in a game whose sides alternate, only whether `ply` is odd."""
    return ply & 1 if game.alternates else int(game.side(position))


def seat_of(game: Any, position: Any) -> int:
    """Who is to move, 0 or 1, as far as the position alone tells; else 0."""
    return int(game.side(position)) if hasattr(game, "side") else 0


def moves_again(game: Any, position: Any, child: Any) -> bool:
    """Whether the one who moved from a position to its child is to move there again."""
    return bool(not game.alternates and game.side(child) == game.side(position))


def value_before(value: int, again: bool) -> int:
    """What a child's value is to the one who moved there, who may be its mover `again`."""
    return value if again else -value


def window_below(alpha: int, beta: int, again: bool) -> tuple[int, int]:
    """A window as the mover of a child sees it."""
    return (alpha, beta) if again else (-beta, -alpha)


def has_won(outcome: int, again: bool) -> bool:
    """Whether the one who moved to a child with this outcome has won."""
    return outcome == (WIN if again else LOSS)


def has_lost(outcome: int, again: bool) -> bool:
    """Whether the one who moved to a child with this outcome has lost."""
    return outcome == (LOSS if again else WIN)
