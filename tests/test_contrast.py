"""Sides differ in shape, and what is drawn can be read on light and on dark terminals."""

from collections.abc import Iterator

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from plyground.core.game import Game
from plyground.core.style import on_light_and_dark, style_table
from plyground.terminal import palette
from plyground.terminal.board import DECIDED, LAST, PICKED, rich_style
from tests.positions import BREAKTHROUGH, game_of

GAMES = [
    "connect-four",
    "conniption",
    "conniption:first=yellow",
    "dominoes",
    "paths",
    "paths:first=O",
    "watch-your-back",
    BREAKTHROUGH,
]
WHITE, BLACK = Color.parse("#ffffff"), Color.parse("#000000")
READABLE, SEEN = 4.5, 3.0
"""The contrast that the Web Content Accessibility Guidelines require for text and for symbols."""


def luminance(colour: Color) -> float:
    """Relative, from 0 for black to 1 for white."""
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def backgrounds(game: Game, style: Style) -> list[Color]:
    """The background of a symbol: its own, the board's, or the terminal's."""
    scene = game.scene(game.start())
    if style.bgcolor:
        return [style.bgcolor]
    given = on_light_and_dark(scene.background).light if scene and scene.background else ""
    return [Color.parse(given)] if given else [WHITE, BLACK]


def pieces(game: Game) -> Iterator[tuple[str, Style, str]]:
    for style in style_table(game.styles).values():
        if style.name:
            yield style.glyph, Style.parse(rich_style(style)), style.name


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", GAMES)
def test_sides_differ_in_shape(name: str) -> None:
    game = game_of(name)
    assert len({shown for shown, _, _ in pieces(game)}) == len([*pieces(game)])
    assert {*game.sides} <= {named for _, _, named in pieces(game)}
    styles = style_table(game.styles).values()
    free = {style.glyph for style in styles if not style.name}
    assert not {shown for shown, _, _ in pieces(game)} & free
    shapes = [style.drawn_shape for style in styles if style.name]
    assert len({*shapes}) == len(shapes)


@pytest.mark.parametrize("name", GAMES)
def test_pieces_stand_out_from_the_board(name: str) -> None:
    game = game_of(name)
    for _, style, named in pieces(game):
        for background in backgrounds(game, style):
            assert style.color is not None
            assert contrast(style.color, background) >= READABLE, (named, background)
            few = [Color.downgrade(one, ColorSystem.EIGHT_BIT) for one in (style.color, background)]
            assert contrast(*few) >= SEEN, (named, background)


@pytest.mark.parametrize("name", [name for name in vars(palette) if name.isupper()])
def test_coloured_text_can_be_read_on_every_terminal(name: str) -> None:
    colour = Color.parse(getattr(palette, name))
    for background in (WHITE, BLACK):
        assert contrast(colour, background) >= READABLE
        assert contrast(Color.downgrade(colour, ColorSystem.EIGHT_BIT), background) >= SEEN


@pytest.mark.parametrize("mark", [LAST, DECIDED, PICKED])
def test_marks_change_no_colour(mark: str) -> None:
    style = Style.parse(mark)
    assert style and style.color is None and style.bgcolor is None
