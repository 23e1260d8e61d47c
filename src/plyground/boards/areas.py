"""Where the squares of a scene are in a picture."""

from itertools import accumulate
from typing import Final, NamedTuple

from plyground.core.scene import EDGES, HEXAGONS, Scene, numbered_rows, places

SIZE: Final = 40
"""The side of a square, and the width of a hexagon."""
THIN: Final = 12
"""The width of an edge between two boxes."""
HEXAGON: Final = ((0, -23), (20, -12), (20, 12), (0, 23), (-20, 12), (-20, -12))
"""The corners of a hexagon around its middle, clockwise from the top."""
_HEXAGON_ROW: Final = 35
"""From a row of hexagons to the next."""


class Area(NamedTuple):
    """A rectangle around a place: its middle, its width and its height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def left(self) -> int:
        return self.x - self.width // 2

    @property
    def top(self) -> int:
        return self.y - self.height // 2

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height


def areas(scene: Scene, is_turned: bool = False) -> dict[int, Area]:
    """The area of each square; the board begins at 0, 0. A board that is turned is seen from the
    other side."""
    found = _areas(scene)
    if not is_turned:
        return found
    board = around([*found.values()])
    right, bottom = board.left + board.right, board.top + board.bottom
    return {
        square: area._replace(x=right - area.x, y=bottom - area.y) for square, area in found.items()
    }


def _areas(scene: Scene) -> dict[int, Area]:
    if scene.layout == HEXAGONS:
        return {square: _hexagon(*place) for square, place in places(scene).items()}
    across = _tracks(scene, max(map(len, scene.rows)))
    down = _tracks(scene, len(scene.rows))
    return {
        first + column: Area(across[column][0], down[number][0], across[column][1], down[number][1])
        for number, row, first in numbered_rows(scene)
        for column in range(len(row))
    }


def _hexagon(row: int, column: int) -> Area:
    return Area(SIZE * column + SIZE // 2 * (row + 1), 23 + _HEXAGON_ROW * row, SIZE, 46)


def _tracks(scene: Scene, count: int) -> list[tuple[int, int]]:
    """The middle and the width of each row or column."""
    is_thin = scene.layout == EDGES
    widths = [THIN if is_thin and n % 2 == 0 else SIZE for n in range(count)]
    return [
        (end - width // 2, width) for end, width in zip(accumulate(widths), widths, strict=True)
    ]


def around(found: list[Area]) -> Area:
    """The area around several."""
    left, top = min(area.left for area in found), min(area.top for area in found)
    width = max(area.right for area in found) - left
    height = max(area.bottom for area in found) - top
    return Area(left + width // 2, top + height // 2, width, height)
