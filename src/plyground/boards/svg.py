"""A board as a picture: SVG that suits light and dark pages, for any game with a scene."""

from collections.abc import Iterator
from hashlib import blake2s
from html import escape
from typing import Final

from plyground.boards.changes import Played, large_pieces, last_squares
from plyground.boards.speech import position_words
from plyground.core.scene import Scene, numbered_rows
from plyground.core.style import FAINT, NAMED, PAGE, Colour, Style, on_light_and_dark, style_table

SIZE: Final = 40
"""The side of a square."""
_EDGE: Final = 7
_PAPER: Final = Colour("#f7f4ec", "#23262d")
THEMES: Final = ("auto", "light", "dark")
_ROUND: Final = (
    '<circle r="15.5" cy="1.2" fill="#000" opacity=".3"/><circle r="15.5" class="{ink}"/>'
    '<circle r="15.5" fill="url(#{gloss})" stroke="#000" stroke-opacity=".35"/>'
)
_SHAPES: Final = {
    "disc": _ROUND + '<circle r="10.5" fill="none" stroke="#000" stroke-opacity=".2" '
    'stroke-width="1.5"/>',
    "ring": _ROUND + '<circle r="7.5" fill="none" stroke="#000" stroke-opacity=".55" '
    'stroke-width="2.5"/>',
    "tile": '<circle r="4.5" fill="#fff" fill-opacity=".92"/>',
    "frame": '<circle r="5" fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="3"/>',
    "cross": '<path d="M-9-9 9 9M9-9-9 9" class="{ink} s"/>',
    "nought": '<circle r="10" class="{ink} s"/>',
    "dot": '<circle r="2.2" class="{ink}"/>',
    "hole": '<circle r="15.5" fill="#000" fill-opacity=".42"/>',
    "block": '<rect x="-20" y="-20" width="40" height="40" fill="#000" fill-opacity=".5"/>'
    '<path d="M-8-8 8 8M8-8-8 8" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>',
    "across": '<rect x="-18" y="-3.5" width="36" height="7" rx="3.5" class="{ink}"/>',
    "upright": '<rect x="-3.5" y="-18" width="7" height="36" rx="3.5" class="{ink}"/>',
    "nothing": "",
}
"""Each shape around the middle of its square."""


def board_svg(played: Played, theme: str = "auto") -> str:
    """The current board with its last move and winning line, for people who see it (`theme` auto,
    light or dark) and in words for those who do not; empty if the game has no scene."""
    scene = played.game.scene(played.position)
    return _Drawing(played, scene, theme).svg() if scene else ""


class _Drawing:
    """Draws one board."""

    def __init__(self, played: Played, scene: Scene, theme: str) -> None:
        self.played, self.scene, self.theme = played, scene, theme
        self.symbols = "".join(scene.rows)
        table = style_table(played.game.styles)
        self.styles = {s: table.get(s, Style(s)) for s in sorted({*self.symbols})}
        self.left = 12 * max(map(len, scene.labels), default=0) + _EDGE + 3
        self.top = 22 if scene.columns else _EDGE + 3
        self.places = {
            first + n: (self.left + SIZE * n + SIZE // 2, self.top + SIZE * number + SIZE // 2)
            for number, row, first in numbered_rows(scene)
            for n in range(len(row))
        }
        self.width = SIZE * max(map(len, scene.rows))
        self.height = SIZE * len(scene.rows)
        words = [played.game.name, repr(self.styles), repr(scene.background), theme]
        self.prefix = "b" + blake2s("\n".join(words).encode(), digest_size=4).hexdigest()
        """Several pictures on one page share its classes and names."""

    def svg(self) -> str:
        height = self.top + self.height + _EDGE + 3 + 18 * len(self.scene.notes)
        size = f"{self.left + self.width + _EDGE + 3} {height}"
        title = f"{self.played.game.name}: {self.played.status}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" '
            f'class="{self.prefix}" style="max-width:{2 * self.width}px">',
            f"<title>{_text(title)}</title>",
            f"<desc>{_text('; '.join(position_words(self.played)))}</desc>",
            f"<style>{self._css()}</style>",
            f"<defs>{self._defs()}</defs>",
            *self._board(),
            *self._labels(),
            *self._tiles(),
            *self._squares(),
            *self._marks(),
        ]
        return "\n".join([*lines, "</svg>", ""])

    # --- colours -------------------------------------------------------------------------------

    def _colours(self) -> dict[str, Colour]:
        background = self.scene.background
        colours = {"g": on_light_and_dark(background) if background else _PAPER, "t": NAMED["grey"]}
        for n, style in enumerate(self.styles.values()):
            colours[f"c{n}"] = on_light_and_dark(style.colour or FAINT)
            if style.square and style.square != PAGE:
                colours[f"q{n}"] = on_light_and_dark(style.square)
        return colours

    def _css(self) -> str:
        chosen = {"auto": 0, "light": 0, "dark": 1}[self.theme]
        rules = [
            f"{self._rule(name)}{{fill:{colour[chosen]};color:{colour[chosen]}}}"
            for name, colour in self._colours().items()
        ]
        rules.append(
            f".{self.prefix} .s{{fill:none;stroke:currentColor;stroke-width:5.5;"
            "stroke-linecap:round}"
            f".{self.prefix} text{{font:600 12px system-ui,sans-serif;text-anchor:middle}}"
        )
        if self.theme == "auto":
            rules.append(f"@media(prefers-color-scheme:dark){{{self._dark_rules()}}}")
        return "".join(rules)

    def _dark_rules(self) -> str:
        rules = [
            f"{self._rule(name)}{{fill:{colour.dark};color:{colour.dark}}}"
            for name, colour in self._colours().items()
            if colour.dark != colour.light
        ]
        return "".join([*rules, f"{self._rule('s')}{{fill:none}}"])

    def _rule(self, name: str) -> str:
        return f".{self.prefix} .{name}"

    def _defs(self) -> str:
        gloss = f"{self.prefix}-gloss"
        parts = [
            f'<radialGradient id="{gloss}" cx=".35" cy=".3" r=".8">'
            '<stop stop-color="#fff" stop-opacity=".35"/>'
            '<stop offset=".6" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        ]
        for n, style in enumerate(self.styles.values()):
            drawn = _SHAPES.get(style.drawn_shape)
            if drawn is None:
                glyph = _text(style.glyph)
                drawn = f'<text y="8" style="font-size:24px" class="{{ink}}">{glyph}</text>'
            drawn = drawn.replace("{ink}", f"c{n}").replace("{gloss}", gloss)
            parts.append(f'<g id="{self.prefix}-{n}">{drawn}</g>')
        return "".join(parts)

    # --- parts ---------------------------------------------------------------------------------

    def _board(self) -> Iterator[str]:
        gone = {s for s, style in self.styles.items() if style.square == PAGE}
        kept = [square for square, symbol in enumerate(self.symbols) if symbol not in gone]
        if not kept:
            return
        across, down = zip(*(self.places[square] for square in kept), strict=True)
        x, y = min(across) - SIZE // 2, min(down) - SIZE // 2
        w, h = max(across) + SIZE // 2 - x, max(down) + SIZE // 2 - y
        yield (
            f'<rect x="{x - _EDGE}" y="{y - _EDGE}" width="{w + 2 * _EDGE}" '
            f'height="{h + 2 * _EDGE}" rx="9" class="g"/>'
        )
        shapes = {style.drawn_shape for style in self.styles.values()}
        if "hole" in shapes:
            return
        lines = [f"M{x} {n}h{w}" for n in range(y, y + h + 1, SIZE)]
        lines += [f"M{n} {y}v{h}" for n in range(x, x + w + 1, SIZE)]
        yield f'<path d="{"".join(lines)}" fill="none" stroke="#888" stroke-opacity=".55"/>'

    def _labels(self) -> Iterator[str]:
        for n, label in enumerate(self.scene.columns):
            x = self.left + SIZE * n + SIZE // 2
            yield f'<text x="{x}" y="11" class="t">{_text(label)}</text>'
        for n, label in enumerate(self.scene.labels):
            y = self.top + SIZE * n + SIZE // 2 + 4
            x = (self.left - _EDGE) // 2
            yield f'<text x="{x}" y="{y}" class="t">{_text(label)}</text>'
        for n, note in enumerate(self.scene.notes, 1):
            x, y = self.left + self.width // 2, self.top + self.height + _EDGE + 18 * n - 2
            size = min(12.0, round(self.width / (0.62 * max(len(note), 1)), 1))
            style = f'class="t" style="font-size:{size}px"'
            yield f'<text x="{x}" y="{y}" {style}>{_text(note)}</text>'

    def _tiles(self) -> Iterator[str]:
        """The bodies of tiles, one for all squares of a piece."""
        tiles = ("tile", "frame")
        single = {
            frozenset({square})
            for square, symbol in enumerate(self.symbols)
            if self.styles[symbol].drawn_shape in tiles
        }
        lying = {square for piece in single for square in piece}
        large = [piece for piece in large_pieces(self.played) if piece <= lying]
        alone = lying.difference(*large)
        for piece in [*large, *(frozenset({square}) for square in sorted(alone))]:
            xs, ys = zip(*(self.places[square] for square in piece), strict=True)
            number = [*self.styles].index(self.symbols[min(piece)])
            yield (
                f'<rect x="{min(xs) - 17}" y="{min(ys) - 17}" width="{max(xs) - min(xs) + 34}" '
                f'height="{max(ys) - min(ys) + 34}" rx="6" class="c{number}"/>'
            )

    def _squares(self) -> Iterator[str]:
        numbers = {symbol: n for n, symbol in enumerate(self.styles)}
        for square, (x, y) in self.places.items():
            style = self.styles[self.symbols[square]]
            n = numbers[self.symbols[square]]
            if style.square and style.square != PAGE:
                half = SIZE // 2
                yield f'<rect x="{x - half}" y="{y - half}" width="40" height="40" class="q{n}"/>'
            if self.scene.names and not style.name:
                name = _text(self.scene.names[square])
                yield f'<text x="{x}" y="{y + 4}" class="t">{name}</text>'
            elif style.drawn_shape != "nothing":
                yield f'<use href="#{self.prefix}-{n}" x="{x}" y="{y}"/>'

    def _marks(self) -> Iterator[str]:
        """Light on dark, so that they are seen on every piece and board."""
        for squares, dash in ((last_squares(self.played), ""), ({*self.scene.line}, "w")):
            for square in sorted(squares):
                x, y = self.places[square]
                for colour, wide in (("#000", 5), ("#fff" if not dash else "#3df58a", 2.5)):
                    yield (
                        f'<rect x="{x - 18}" y="{y - 18}" width="36" height="36" rx="9" '
                        f'fill="none" stroke="{colour}" style="stroke-width:{wide}"/>'
                    )


def _text(text: str) -> str:
    """A text that cannot be taken for markup, without characters that no XML may have."""
    return escape("".join(c if c.isprintable() else " " for c in text))
