"""How the symbols of a board look: shapes and colours that every renderer understands."""

import re
from collections.abc import Mapping
from reprlib import repr as shown
from typing import Any, Final, NamedTuple


class Colour(NamedTuple):
    """A colour on a light page and on a dark one, as `#rrggbb`. A terminal, which does not tell
    which of the two it is, shows the first."""

    light: str
    dark: str


AnyColour = Colour | str
"""A `Colour`, `#rrggbb` for both, or a name from `NAMED`; an empty text: whatever suits."""

FAINT, PAGE = "faint", "page"
"""The colour of what hardly matters, and of what the board lies on."""
NAMED: Final[Mapping[str, Colour]] = {
    "black": Colour("#17181c", "#0b0c0f"),
    "white": Colour("#ffffff", "#f4f4f2"),
    "grey": Colour("#68787f", "#8b9aa1"),
    "red": Colour("#d3212d", "#ff6b61"),
    "orange": Colour("#b85c00", "#ff9d3c"),
    "yellow": Colour("#8a6d00", "#f2c230"),
    "green": Colour("#18793a", "#56c271"),
    "cyan": Colour("#0b7285", "#4cc9d8"),
    "blue": Colour("#1f5fc4", "#6ea8ff"),
    "magenta": Colour("#a12aa5", "#e58be8"),
    "purple": Colour("#6b3fc0", "#b197fc"),
    "brown": Colour("#7a4a1e", "#c68f5b"),
    FAINT: Colour("#68787f", "#8b9aa1"),
}
SHAPES: Final[Mapping[str, str]] = {
    "disc": "●",
    "ring": "○",
    "diamond": "◆",
    "tile": "■█",
    "frame": "□",
    "cross": "×X",
    "nought": "O",
    "dot": "·.",
    "hole": "",
    "block": "",
    "across": "─-",
    "upright": "│|",
    "nothing": " _",
    "text": "",
}
"""The shapes that a picture can draw, each with the characters that stand for it by themselves."""
_SHAPE_OF: Final = {glyph: shape for shape, glyphs in SHAPES.items() for glyph in glyphs}
_HEX: Final = re.compile("#[0-9a-fA-F]{6}")


class Style(NamedTuple):
    """How one symbol looks, and what it is called. A plain tuple of the first two or three will
    do."""

    glyph: str
    """The character that a colour screen shows."""
    colour: AnyColour = ""
    name: str = ""
    """What a piece is called: a side's pieces like the side. What is worth no word, such as a free
    square, has no name."""
    shape: str = ""
    """What a picture draws, one of `SHAPES`; by itself what the character stands for."""
    square: AnyColour = ""
    """The colour of the square under it, where it is not the board's; `page` where the board has no
    square there, as for a blank that has no style."""

    @property
    def drawn_shape(self) -> str:
        """The shape in a picture: as given, or what the character stands for, or else the
        character itself."""
        return self.shape or _SHAPE_OF.get(self.glyph, "text")


Styles = Mapping[str, Style | tuple[str, AnyColour] | tuple[str, AnyColour, str]]
"""The style of each symbol of a board."""


def style_table(styles: Styles) -> dict[str, Style]:
    """Every style in full."""
    return {symbol: Style(*entry) for symbol, entry in styles.items()}


def style_of(table: Mapping[str, Style], symbol: str) -> Style:
    """The style of a symbol in full; one without a style is shown as it is."""
    return table.get(symbol) or Style(symbol, square=PAGE if symbol == " " else "")


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def on_light_and_dark(colour: AnyColour) -> Colour:
    """A colour's two values."""
    if isinstance(colour, Colour):
        return colour
    return NAMED.get(colour) or Colour(colour, colour)


def colour_mistake(colour: Any, *more: str) -> str:
    """What keeps a colour from being shown, as part of a sentence; nothing where it can be."""
    if isinstance(colour, Colour):
        wrong = [part for part in colour if colour_mistake(part) or part in NAMED]
        return f"the colour {shown(wrong[0])}: expected such as '#ff8000'" if wrong else ""
    if isinstance(colour, str) and (not colour or colour in (*NAMED, *more)):
        return ""
    if isinstance(colour, str) and _HEX.fullmatch(colour):
        return ""
    return f"the colour {shown(colour)}: expected such as 'red' or '#ff8000'"


def style_mistake(entry: Any) -> str:
    """What keeps a style from being shown; nothing where it can be."""
    is_right = isinstance(entry, tuple) and 2 <= len(entry) <= len(Style._fields)
    if not (is_right and isinstance(entry[0], str) and all(isinstance(e, str) for e in entry[2:4])):
        return f'{shown(entry)}: expected a character, its colour and its name: ("●", "red", "Red")'
    style = Style(*entry)
    if style.shape and style.shape not in SHAPES:
        return f"the shape {style.shape!r}: expected one of {', '.join(SHAPES)}"
    return colour_mistake(style.colour) or colour_mistake(style.square, PAGE)
