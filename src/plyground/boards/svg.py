"""A board as a picture: SVG that suits light and dark pages, for any game with a scene.

Every square has the attribute `data-square`, so that a page can tell which one was clicked.
"""

from collections.abc import Collection, Iterator
from hashlib import blake2s
from html import escape
from math import atan2, degrees, hypot
from textwrap import wrap
from typing import Final, NamedTuple

from plyground.boards.areas import HEXAGON, SIZE, Area, areas, around
from plyground.boards.changes import Played, large_pieces, last_squares
from plyground.boards.remarks import NO_REMARKS, Remarks, Trip
from plyground.boards.speech import position_words
from plyground.core.scene import (
    EDGES,
    HEXAGONS,
    POINTS,
    Scene,
    joined_points,
    numbered_rows,
    real_squares,
)
from plyground.core.style import (
    FAINT,
    NAMED,
    PAGE,
    Colour,
    ink_on,
    on_light_and_dark,
    style_of,
    style_table,
)

_EDGE: Final = 7
"""The wood around the squares."""
_NOTE, _LETTER = 17, 6.3
"""The height of a line of notes, and the width of a letter."""
_PAPER: Final = Colour("#f7f4ec", "#23262d")
_NAME: Final = Colour("#5b6970", "#a3b1b8")
"""The names of squares."""
THEMES: Final = ("auto", "light", "dark")
_PREFIX: Final = "§"
"""What every class and id begins with until the picture is complete; then a hash of the picture,
so that pictures on one page do not share names."""
_ROUND: Final = (
    '<circle r="15.5" cy="1.2" fill="#000" opacity=".3"/><circle r="15.5" class="{ink}"/>'
    '<circle r="15.5" fill="url(#§g)" stroke="#000" stroke-opacity=".6"/>'
)
_SHAPES: Final = {
    "disc": _ROUND + '<circle r="10.5" fill="none" stroke="#000" stroke-opacity=".2" '
    'stroke-width="1.5"/>',
    "ring": _ROUND + '<circle r="7.5" fill="none" stroke="#000" stroke-opacity=".55" '
    'stroke-width="2.5"/>',
    "diamond": '<path d="M0-16 14 0 0 16-14 0Z" class="{ink}" stroke="#000" stroke-opacity=".35" '
    'stroke-linejoin="round"/>',
    "cross": '<path d="M-9-9 9 9M9-9-9 9" class="{ink} §s"/>',
    "nought": '<circle r="10" class="{ink} §s"/>',
    "dot": '<circle r="2.2" class="{ink}"/>',
    "hole": '<circle r="15.5" fill="#000" fill-opacity=".42"/>',
    "block": '<rect x="-20" y="-20" width="40" height="40" fill="#000" fill-opacity=".5"/>'
    '<path d="M-8-8 8 8M8-8-8 8" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>',
    "across": '<rect x="-23" y="-3" width="46" height="6" rx="3" class="{ink}"/>',
    "upright": '<rect x="-3" y="-23" width="6" height="46" rx="3" class="{ink}"/>',
    "nothing": "",
    "tile": "",
    "frame": "",
}
"""Each shape around the middle of its square; tiles are drawn by piece."""
_PIPS: Final = {
    "tile": '<circle cx="{x}" cy="{y}" r="4.5" fill="#fff" fill-opacity=".92"/>',
    "frame": '<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="#fff" stroke-opacity=".92" '
    'stroke-width="3"/>',
}
_HEXAGON_PATH: Final = "M" + " ".join(f"{x},{y}" for x, y in HEXAGON) + "Z"


class Frame(NamedTuple):
    """The edges of a picture: its left and its top, its width and its height."""

    left: int
    top: int
    width: int
    height: int


def board_svg(
    played: Played, theme: str = "auto", remarks: Remarks = NO_REMARKS, is_turned: bool = False
) -> str:
    """The current board with its last move and winning line, for people who see it (`theme` auto,
    light or dark) and in words for those who do not; empty if the game has no scene. `is_turned`
    shows it from the other side; a board of hexagons cannot be turned."""
    scene = played.game.scene(played.position)
    return _Drawing(played, scene, theme, remarks, is_turned).svg() if scene else ""


def board_frame(played: Played) -> Frame | None:
    """The edges of that picture, in the units of `areas`; None if the game has no scene."""
    scene = played.game.scene(played.position)
    return _Drawing(played, scene, "auto", NO_REMARKS).frame if scene else None


def can_be_turned(scene: Scene) -> bool:
    """Whether a board can be shown from the other side."""
    return bool(scene.layout != HEXAGONS)


class _Drawing:
    """Draws one board."""

    def __init__(
        self, played: Played, scene: Scene, theme: str, remarks: Remarks, is_turned: bool = False
    ) -> None:
        self.played, self.scene, self.theme, self.remarks = played, scene, theme, remarks
        self.symbols = "".join(scene.rows)
        table = style_table(played.game.styles)
        self.styles = {s: style_of(table, s) for s in sorted({*self.symbols, *scene.borders})}
        self.numbers = {symbol: n for n, symbol in enumerate(self.styles)}
        self.real = real_squares(scene, table)
        self.areas = areas(scene, is_turned and can_be_turned(scene))
        self.board = around([*self.areas.values()])
        room = max(20, int((self.board.width + 2 * _EDGE) / _LETTER))
        self.notes = [line for note in scene.notes for line in wrap(note, room)]
        self.defs: dict[tuple[str, int, int], str] = {}
        """The name of what is drawn for a symbol on a square of some width and height."""

    @property
    def frame(self) -> Frame:
        scene, board = self.scene, self.board
        left = 12 * max(map(len, scene.labels), default=0) + _EDGE + 3
        top = (22 if scene.columns else 3) + _EDGE
        right, bottom = _EDGE + 3, _EDGE + 3 + _NOTE * len(self.notes)
        return Frame(-left, -top, left + board.width + right, top + board.height + bottom)

    def svg(self) -> str:
        left, top, width, height = self.frame
        squares = [*self._squares()]
        title = f"{self.played.game.name}: {self.played.status}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-weight="600" '
            'style="max-width:100%;height:auto">',
            f"<title>{_text(title)}</title>",
            f"<desc>{_text('; '.join(position_words(self.played)))}</desc>",
            f"<style>{self._css()}</style>",
            f"<defs>{self._defs()}</defs>",
            *self._board(),
            *self._labels(),
            *squares,
            '<g pointer-events="none">',
            *self._tiles(),
            *self._marks(),
            *self._remarks(),
            "</g>",
        ]
        drawn = "\n".join([*lines, "</svg>", ""])
        return drawn.replace(_PREFIX, _name_of(drawn))

    # --- colours -------------------------------------------------------------------------------

    def _background(self) -> Colour:
        return on_light_and_dark(self.scene.background) if self.scene.background else _PAPER

    def _colours(self) -> dict[str, Colour]:
        background = self._background()
        colours = {
            "g": background,
            "t": NAMED["grey"],
            "n": _NAME,
            "l": Colour(ink_on(background.light), ink_on(background.dark)),
        }
        for n, style in enumerate(self.styles.values()):
            colours[f"c{n}"] = on_light_and_dark(style.colour or FAINT)
            if style.square and style.square != PAGE:
                colours[f"q{n}"] = on_light_and_dark(style.square)
        return colours

    def _css(self) -> str:
        chosen = {"auto": 0, "light": 0, "dark": 1}[self.theme]
        rules = [_rule(name, colour[chosen]) for name, colour in self._colours().items()]
        if self.theme == "auto":
            rules.append(f"@media(prefers-color-scheme:dark){{{self._dark_rules()}}}")
        rules.append(
            ".§s{fill:none;stroke:currentColor;stroke-width:5.5;"
            "stroke-linecap:round;stroke-linejoin:round}"
            ".§t,.§f{font-family:system-ui,sans-serif;font-size:12px;text-anchor:middle}"
        )
        return "".join(rules)

    def _dark_rules(self) -> str:
        return "".join(
            _rule(name, colour.dark)
            for name, colour in self._colours().items()
            if colour.dark != colour.light
        )

    # --- squares -------------------------------------------------------------------------------

    def _squares(self) -> Iterator[str]:
        for _, row, first in numbered_rows(self.scene):
            if row:
                yield f'<g transform="translate(0 {self.areas[first].y})">'
                yield "".join(self._row(range(first, first + len(row))))
                yield "</g>"

    def _row(self, squares: range) -> Iterator[str]:
        for square in squares:
            symbol, area = self.symbols[square], self.areas[square]
            if square not in self.real and self.styles[symbol].drawn_shape == "nothing":
                continue
            key = (symbol, area.width, area.height)
            name = self.defs.setdefault(key, f"§{len(self.defs)}")
            data = f' data-square="{square}"' if square in self.real else ""
            yield f'<use{data} href="#{name}" x="{area.x}"/>'
        if self.scene.names:
            names = (self._name(n) for n in squares if not self.styles[self.symbols[n]].name)
            yield '<g class="§n §f" pointer-events="none" transform="translate(0 4)">'
            yield f"{''.join(names)}</g>"

    def _name(self, square: int) -> str:
        name = _text(self.scene.names[square])
        return f'<text x="{self.areas[square].x}">{name}</text>'

    def _defs(self) -> str:
        parts = [
            '<radialGradient id="§g" cx=".35" cy=".3" r=".8">'
            '<stop stop-color="#fff" stop-opacity=".35"/>'
            '<stop offset=".6" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        ]
        for (symbol, width, height), name in self.defs.items():
            shape = self._shape(symbol)
            parts.append(f'<g id="{name}">{self._ground(symbol, width, height)}{shape}</g>')
        return "".join(parts)

    def _ground(self, symbol: str, width: int, height: int) -> str:
        """What lies under a piece, which can be clicked as a whole."""
        style, n = self.styles[symbol], self.numbers[symbol]
        if style.square == PAGE:
            return ""
        if self.scene.layout == HEXAGONS:
            fill = f"§q{n}" if style.square else "§g"
            return f'<path d="{_HEXAGON_PATH}" class="{fill}" stroke="#000" stroke-opacity=".45"/>'
        fill = f'class="§q{n}"' if style.square else 'fill="none" pointer-events="all"'
        return f'<path d="M{-width // 2} {-height // 2}h{width}v{height}h{-width}z" {fill}/>'

    def _shape(self, symbol: str) -> str:
        style = self.styles[symbol]
        if self.scene.layout == POINTS and not style.name:
            return '<circle r="4" class="§l"/>'
        if self.scene.names and not style.name:
            return ""
        drawn = _SHAPES.get(style.drawn_shape)
        if drawn is None:
            glyph = _text(style.glyph)
            drawn = f'<text y="8" style="font-size:24px" class="{{ink}} §f">{glyph}</text>'
        return drawn.replace("{ink}", f"§c{self.numbers[symbol]}")

    def _tiles(self) -> Iterator[str]:
        """One body for all squares of a piece, and a pip on each of them."""
        lying = {
            square
            for square, symbol in enumerate(self.symbols)
            if self.styles[symbol].drawn_shape in _PIPS
        }
        for piece in self._pieces(lying):
            area = around([self.areas[square] for square in piece])
            number = self.numbers[self.symbols[min(piece)]]
            yield (
                f'<rect x="{area.left + 3}" y="{area.top + 3}" width="{area.width - 6}" '
                f'height="{area.height - 6}" rx="6" class="§c{number}"/>'
            )
            for square in sorted(piece):
                x, y, _, _ = self.areas[square]
                pip = _PIPS[self.styles[self.symbols[square]].drawn_shape]
                yield pip.replace("{x}", str(x)).replace("{y}", str(y))

    def _pieces(self, squares: Collection[int]) -> list[frozenset[int]]:
        """The pieces that lie on these squares."""
        large = [piece for piece in large_pieces(self.played) if piece <= {*squares}]
        alone = {*squares}.difference(*large)
        return [*large, *(frozenset({square}) for square in sorted(alone))]

    # --- the board -----------------------------------------------------------------------------

    def _board(self) -> Iterator[str]:
        if self.scene.layout == HEXAGONS:
            yield from self._borders()
            return
        kept = [
            self.areas[square]
            for square, symbol in enumerate(self.symbols)
            if self.styles[symbol].square != PAGE
        ]
        if not kept:
            return
        area = around(kept)
        yield (
            f'<rect x="{area.left - _EDGE}" y="{area.top - _EDGE}" '
            f'width="{area.width + 2 * _EDGE}" height="{area.height + 2 * _EDGE}" '
            'rx="9" class="§g"/>'
        )
        if self.scene.layout == POINTS:
            yield self._links()
        elif self.scene.layout != EDGES:
            yield from self._grid(kept)

    def _grid(self, kept: list[Area]) -> Iterator[str]:
        """The sides of all squares; those in one line are drawn at once."""
        if "hole" in {style.drawn_shape for style in self.styles.values()}:
            return
        across = {(y, area.left) for area in kept for y in (area.top, area.bottom)}
        down = {(x, area.top) for area in kept for x in (area.left, area.right)}
        lines = [f"M{x} {y}h{size}" for y, x, size in _runs(across)]
        lines += [f"M{x} {y}v{size}" for x, y, size in _runs(down)]
        yield f'<path d="{"".join(lines)}" fill="none" stroke="#888" stroke-opacity=".55"/>'

    def _links(self) -> str:
        path = ""
        for one, other in joined_points(self.scene):
            start, end = self.areas[one], self.areas[other]
            path += f"M{start.x} {start.y}L{end.x} {end.y}"
        return f'<path d="{path}" class="§l §s" style="stroke-width:2"/>'

    def _borders(self) -> Iterator[str]:
        """The outer sides of a board of hexagons in the colours of those who own them."""
        if not self.scene.borders:
            return
        rows = [
            [self.areas[first + n] for n in range(len(row))]
            for _, row, first in numbered_rows(self.scene)
            if row
        ]
        edges = (
            (_outline(rows[0], (5, 0, 1)), 0),
            (_outline(rows[-1], (4, 3, 2)), 0),
            (_outline([row[0] for row in rows], (5, 4, 3)), 1),
            (_outline([row[-1] for row in rows], (0, 1, 2)), 1),
        )
        for path, side in edges:
            ink = f"§c{self.numbers[self.scene.borders[side]]}"
            yield f'<path d="{path}" class="{ink} §s" style="stroke-width:11"/>'

    def _labels(self) -> Iterator[str]:
        first_row = [*self.areas.values()]
        for n, label in enumerate(self.scene.columns):
            yield f'<text x="{first_row[n].x}" y="{-_EDGE - 5}" class="§t">{_text(label)}</text>'
        if self.scene.labels:
            yield f'<g class="§t" style="text-anchor:end">{"".join(self._row_labels())}</g>'
        for n, note in enumerate(self.notes, 1):
            x, y = self.board.x, self.board.bottom + _EDGE + _NOTE * n
            yield f'<text x="{x}" y="{y}" class="§t" font-weight="400">{_text(note)}</text>'

    def _row_labels(self) -> Iterator[str]:
        for number, row, first in numbered_rows(self.scene):
            if row:
                area = min(self.areas[first], self.areas[first + len(row) - 1])
                label = _text(self.scene.labels[number])
                yield f'<text x="{area.left - _EDGE - 2}" y="{area.y + 4}">{label}</text>'

    # --- marks ---------------------------------------------------------------------------------

    def _marks(self) -> Iterator[str]:
        """Light on dark, so that they are seen on every piece and board."""
        for squares, colour in ((last_squares(self.played), "#fff"), (self.scene.line, "#3df58a")):
            rings = "".join(map(self._ring, self._pieces({*squares})))
            if rings:
                yield f'<g fill="none" stroke="#000" stroke-width="5">{rings}</g>'
                yield f'<g fill="none" stroke="{colour}" stroke-width="2.5">{rings}</g>'

    def _ring(self, piece: frozenset[int]) -> str:
        """A ring round a piece: a circle where squares or what stands on them are round, and a
        dashed one where a piece has left."""
        left = not any(self.styles[self.symbols[square]].name for square in piece)
        dash = ' stroke-dasharray="4 5"' if left else ""
        area = around([self.areas[square] for square in piece])
        shapes = {self.styles[self.symbols[square]].drawn_shape for square in piece}
        is_round = self.scene.layout in (HEXAGONS, POINTS) or shapes <= {"disc", "ring", "diamond"}
        if is_round and len(piece) == 1:
            return f'<circle cx="{area.x}" cy="{area.y}" r="17"{dash}/>'
        width, height = max(area.width - 4, 8), max(area.height - 4, 8)
        return (
            f'<rect x="{area.x - width // 2}" y="{area.y - height // 2}" width="{width}" '
            f'height="{height}" rx="{min(9, width // 2, height // 2)}"{dash}/>'
        )

    # --- remarks -------------------------------------------------------------------------------

    def _remarks(self) -> Iterator[str]:
        """Arrows and numbers of a line of moves, and what is said of moves on their squares."""
        for trip in (*self.remarks.line, *self.remarks.arrows):
            if trip.start:
                yield self._arrow(trip)
        numbers: dict[frozenset[int], list[str]] = {}
        for number, trip in enumerate(self.remarks.line, 1):
            numbers.setdefault(trip.end, []).append(str(number))
        for squares, found in numbers.items():
            area = self._around(squares)
            yield _label(",".join(found), area.left + 10, area.top + 10, "#17181c")
        for trip, text, colour in self.remarks.moves:
            area = self._around(trip.end)
            yield _label(text, area.x, area.y if self.scene.names else area.bottom - 9, colour)

    def _around(self, squares: Collection[int]) -> Area:
        return around([self.areas[square] for square in squares])

    def _arrow(self, trip: Trip) -> str:
        start, end = self._around(trip.start), self._around(trip.end)
        across, down = end.x - start.x, end.y - start.y
        length, angle = hypot(across, down), degrees(atan2(down, across))
        shaft = f"M0-3H{length - 20:.0f}V-9L{length - 4:.0f} 0 {length - 20:.0f} 9V3H0Z"
        return (
            f'<path d="{shaft}" transform="translate({start.x} {start.y})rotate({angle:.1f})" '
            'fill="#ffb000" fill-opacity=".85" stroke="#17181c" stroke-linejoin="round"/>'
        )


def _rule(name: str, colour: str) -> str:
    """What a class looks like; what can be drawn with strokes has a current colour too."""
    current = f";color:{colour}" if name[0] in "cl" else ""
    return f".§{name}{{fill:{colour}{current}}}"


def _name_of(drawn: str) -> str:
    """Six letters that hardly any other picture has."""
    number = int.from_bytes(blake2s(drawn.encode(), digest_size=8).digest())
    return "".join(chr(97 + number // 26**place % 26) for place in range(6))


def _runs(sides: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Sides of squares, each given by its line and where it begins, joined to longer ones: line,
    beginning and length."""
    for line, start in sorted(sides):
        if (line, start - SIZE) not in sides:
            end = start
            while (line, end) in sides:
                end += SIZE
            yield line, start, end - start


def _label(text: str, x: int, y: int, colour: str) -> str:
    """White letters on a colour, with a white rim that is seen on every board."""
    width = max(16, round(7 * len(text)) + 7)
    return (
        f'<rect x="{x - width // 2}" y="{y - 8}" width="{width}" height="16" rx="8" '
        f'fill="{colour}" stroke="#fff"/>'
        f'<text x="{x}" y="{y + 4}" class="§f" style="font-size:11px" fill="#fff">'
        f"{_text(text)}</text>"
    )


def _outline(hexagons: list[Area], corners: Collection[int]) -> str:
    """A line through some corners of each of a row of hexagons."""
    points = [(area, HEXAGON[n]) for area in hexagons for n in corners]
    return "M" + " ".join(f"{area.x + x},{area.y + y}" for area, (x, y) in points)


def _text(text: str) -> str:
    """A text that cannot be taken for markup, without characters that no XML may have."""
    return escape("".join(c if c.isprintable() else " " for c in text)).replace(_PREFIX, "&#167;")
