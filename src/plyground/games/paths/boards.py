"""Ready-made boards by name: `3x3`, `5x5` with lines of four, `4x4x4`."""

from math import prod

from plyground.core.errors import BadOption
from plyground.core.lines import cube_symmetries, straight_lines, symmetries
from plyground.games.paths.file import MAX_PATHS, MAX_SPACES

MAX_TURNED, MAX_SIDE = 4, 5
"""Only squares and cubes up to these limits get all their symmetries: larger ones have too many."""


def parse_sides(text: str) -> tuple[int, ...]:
    """`4x4x4` as (4, 4, 4)."""
    words = text.lower().split("x")
    if not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        raise BadOption(f"board={text}: expected sides such as 3x3 or 4x4x4")
    sides = tuple(map(int, words))
    if min(sides) < 1:
        raise BadOption(f"board={text}: each side is at least 1")
    if prod(sides) > MAX_SPACES or len(sides) > 8:
        raise BadOption(f"board={text}: at most {MAX_SPACES} spaces in 8 dimensions are allowed")
    return sides


def board_paths(sides: tuple[int, ...], line: int) -> list[tuple[int, ...]]:
    """The straight lines of a board; `line` 0 means as long as its shortest side."""
    length = line or min(sides)
    if not 1 <= length <= max(sides):
        raise BadOption(f"line={line}: a line is from 1 to {max(sides)} long here")
    paths = straight_lines(sides, length)
    if len(paths) > MAX_PATHS:
        raise BadOption(f"the board has {len(paths)} lines: at most {MAX_PATHS} are allowed")
    return paths


def board_images(sides: tuple[int, ...], line: int) -> list[tuple[int, ...]]:
    """The symmetries of a board; a cube with lines as long as its sides has extra ones."""
    side = max(sides)
    if 1 < len(sides) < MAX_TURNED and min(sides) == side <= MAX_SIDE and line in (0, side):
        return cube_symmetries(side, len(sides))
    return symmetries(sides)
