"""How an environment shows its board: as text, or as pixels for videos."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from plyground.boards.areas import areas, around
from plyground.core.options import one_of
from plyground.core.scene import real_squares
from plyground.core.style import on_light_and_dark, style_of, style_table
from plyground.records.record import Record

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
_PAPER, _INK = (247, 244, 236), (23, 24, 28)
_SHARE: Final = 0.36
"""The radius of a piece, as a share of its square."""


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that does not exist."""
    if mode is not None:
        one_of("render_mode", mode, RENDER_MODES)


def rendered(record: Record, mode: str | None) -> Any:
    """The board as text (ansi), printed (human), or as pixels (rgb_array)."""
    if mode == "rgb_array":
        return board_pixels(record)
    if mode == "human":
        print(record)
    return str(record) if mode == "ansi" else None


def board_pixels(record: Record) -> NDArray[np.uint8]:
    """The board as red, green and blue: each piece a disc of its colour. A game without a scene
    is an empty page."""
    scene = record.game.scene(record.position)
    if scene is None:
        return np.full((40, 40, 3), _PAPER, np.uint8)
    table, symbols, places = style_table(record.game.styles), "".join(scene.rows), areas(scene)
    board = around([*places.values()])
    pixels = np.full((board.height, board.width, 3), _PAPER, np.uint8)
    for square in real_squares(scene, table):
        area, style = places[square], style_of(table, symbols[square])
        left, top = area.left - board.left, area.top - board.top
        part = pixels[top + 1 : top + area.height - 1, left + 1 : left + area.width - 1]
        part[:] = _rgb(style.square or scene.background, _PAPER)
        if style.name or symbols[square] not in table:
            part[_disc(*part.shape[:2])] = _rgb(style.colour, _INK)
    return pixels


def _disc(height: int, width: int) -> NDArray[np.bool_]:
    """The pixels of a disc in the middle of a rectangle."""
    down, across = np.ogrid[:height, :width]
    radius = max(1.0, _SHARE * max(height, width))
    inside: NDArray[np.bool_] = (down - height / 2 + 0.5) ** 2 + (
        across - width / 2 + 0.5
    ) ** 2 <= radius**2
    return inside


def _rgb(colour: Any, otherwise: tuple[int, int, int]) -> tuple[int, int, int]:
    """A colour on a light page as three numbers."""
    light = on_light_and_dark(colour).light
    if not light.startswith("#"):
        return otherwise
    return int(light[1:3], 16), int(light[3:5], 16), int(light[5:7], 16)
