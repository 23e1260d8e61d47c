"""All moves of Watch Your Back!, which are few of the numbers that they are written with."""

from plyground.games.watch_your_back.rules import FORFEIT, PLACEMENT, WatchYourBack


def all_moves(game: WatchYourBack) -> list[int]:
    """Steps and jumps along rows and columns, placements, and to forfeit a turn."""
    steps = [(x, y, x, other) for x in range(8) for y in range(8) for other in range(8)]
    steps += [(y, x, other, x) for x, y, _, other in steps]
    along = sorted(
        (8 * y + x) << 6 | 8 * to_y + to_x
        for x, y, to_x, to_y in steps
        if 1 <= abs(x - to_x) + abs(y - to_y) <= 2
    )
    return [*along, *(PLACEMENT | square for square in range(64)), FORFEIT]
