"""Boards in colour: squares in their styles, with the last move and the winning line marked."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from rich.text import Text

from plyground.boards.changes import large_pieces, last_squares
from plyground.core.plain import (
    BOX_PEN,
    board_width,
    column_labels,
    column_width,
    indent,
    narrowed,
    point_parts,
    stretched,
    strokes_below,
    too_wide,
)
from plyground.core.scene import EDGES, HEXAGONS, POINTS, Scene, numbered_rows, places, strokes
from plyground.core.style import (
    FAINT,
    PAGE,
    AnyColour,
    Style,
    ink_on,
    on_light_and_dark,
    style_of,
    style_table,
)
from plyground.records.record import Record

COLUMNS: Final = 80
LAST, DECIDED, PICKED = "underline", "reverse", "reverse"
"""Marks do not change colours, so that marked squares stay as readable as others."""
_CURSOR, _TARGET = "[]", "()"
"""The characters around a marked square, if it is at least three characters wide."""
_NEAR = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}
_SIDES = {
    frozenset({"left"}): "─)",
    frozenset({"right"}): "(─",
    frozenset({"left", "right"}): "──",
    frozenset({"above"}): "╰╯",
    frozenset({"below"}): "╭╮",
    frozenset({"above", "below"}): "││",
}
"""The characters left and right of a symbol whose piece extends into neighbouring squares."""


_OWN_COLOURS = ("black", "white", "red", "green", "yellow", "blue", "magenta", "cyan")
_TERMINAL_NAMES = {FAINT: "dim", PAGE: "default"} | {name: name for name in _OWN_COLOURS}
"""What the terminal library calls colours of which a terminal has its own shades."""


class Marks(NamedTuple):
    """Where a person points: the square under the cursor, the chosen squares, and the next ones
    that can be chosen."""

    cursor: int | None = None
    picked: Collection[int] = ()
    targets: Collection[int] = frozenset()


NO_MARKS: Final = Marks()


class Drawn(NamedTuple):
    """A board as text, and for each square its line, its first column and its width."""

    text: Text
    cells: Mapping[int, tuple[int, int, int]]

    def square_at(self, line: int, column: int) -> int | None:
        """The square drawn at a line and column."""
        for square, (row, first, width) in self.cells.items():
            if row == line and first <= column < first + width:
                return square
        return None


def board_text(record: Record, columns: int = COLUMNS) -> Text:
    """The current board, drawn as widely as the screen allows. The moves of the game show which
    squares belong to one piece."""
    return draw_board(record, columns).text


def draw_board(
    record: Record, columns: int = COLUMNS, coloured: bool = True, marks: Marks = NO_MARKS
) -> Drawn:
    """The same with a person's marks; without colour it uses the symbols of the plain picture."""
    scene = record.game.scene(record.position)
    if not scene:
        plain = Text(record.game.picture(record.position))
        return Drawn(picture(record) if coloured else plain, {})
    for shown, size in _layouts(scene):
        if board_width(shown, size, _gap(shown)) + _edge(shown) + _right(shown) <= columns:
            return _Drawing(record, shown, size, coloured, marks).drawn()
    return Drawn(Text("\n").join([Text(too_wide(scene, columns)), *_notes(scene)]), {})


def side_text(record: Record, side: int) -> Text:
    """A side's name in the colour of its pieces, on the board's background."""
    game, scene = record.game, record.game.scene(record.position)
    name = game.sides[side]
    styles = [style for style in style_table(game.styles).values() if style.name == name]
    style = styles[0] if styles else Style(name, name=name)
    return Text(name, f"{_behind(scene.background if scene else '')} {rich_style(style)}".strip())


# --- colours -----------------------------------------------------------------------------------


def rich_style(style: Style) -> str:
    """A style as the terminal library reads it: pieces are bold."""
    words = ["bold" if style.name else "", _ink(style.colour), _behind(style.square)]
    return " ".join(word for word in words if word)


def _ink(colour: AnyColour) -> str:
    """A terminal has its own shades of some colours."""
    if isinstance(colour, str) and colour in _TERMINAL_NAMES:
        return _TERMINAL_NAMES[colour]
    return on_light_and_dark(colour).light


def _behind(colour: AnyColour) -> str:
    return f"on {_ink(colour)}" if colour else ""


# --- boards of squares -------------------------------------------------------------------------


class _Drawing:
    """Draws one board."""

    def __init__(
        self, record: Record, scene: Scene, size: int, coloured: bool, marks: Marks
    ) -> None:
        self.scene, self.size = scene, size
        self.styles = style_table(record.game.styles)
        self.coloured, self.marks = coloured, marks
        self.mark_styles = dict.fromkeys(last_squares(record), LAST)
        self.mark_styles |= dict.fromkeys([*scene.line], DECIDED) | dict.fromkeys(
            marks.picked, PICKED
        )
        if size < 3:
            self.mark_styles |= dict.fromkeys(marks.targets, "underline")
        if marks.cursor is not None:
            self.mark_styles[marks.cursor] = "reverse"
        self.joins = _joins(record, scene)
        self.edge, self.gap = _edge(scene), _gap(scene)
        self.places, self.strokes = places(scene), strokes(scene)

    def drawn(self) -> Drawn:
        lines = [self._heading(0)] if self.scene.columns else []
        cells = {}
        for number, row, first in numbered_rows(self.scene):
            if number and self.scene.gridlines:
                lines.append(self._rule(len(row)))
            if number and self.scene.links:
                lines.append(self._lines_above(number, len(row)))
            column = self.edge + self._indent(number)
            for place in range(len(row)):
                width = column_width(self.scene, place, self.size)
                cells[first + place] = (len(lines), column, width)
                column += width + self.gap
            lines.append(self._row(number, row, first))
        if self.scene.columns and self.scene.borders:
            lines.append(self._heading(len(self.scene.rows) - 1))
        return Drawn(Text("\n").join([*lines, *_notes(self.scene)]), cells)

    def _heading(self, row: int) -> Text:
        """What stands over the columns, or under them where sides own the borders."""
        shown = column_labels(self.scene, self.size)
        widths = [column_width(self.scene, n, self.size) for n in range(len(shown))]
        gap = " " * (self.gap and not self.scene.gridlines)
        labels = gap.join(map(str.center, shown, widths))
        room = " " * (self.edge + self._indent(row))
        return Text(room + labels.rstrip(), self._border(0))

    def _indent(self, row: int) -> int:
        return indent(self.scene, row, self.size + self.gap)

    def _border(self, which: int) -> str:
        """The style of labels above and below the board, or beside it."""
        if not self.scene.borders or not self.coloured:
            return "dim"
        return rich_style(style_of(self.styles, self.scene.borders[which]))

    def _rule(self, squares: int) -> Text:
        return Text(" " * self.edge + "┼".join(["─" * self.size] * squares), "dim")

    def _lines_above(self, number: int, squares: int) -> Text:
        """The lines between two rows of points."""
        drawn = strokes_below(self.strokes, number - 1, squares, BOX_PEN)[1:]
        width = board_width(self.scene, self.size, self.gap) - 1
        return Text.assemble(" " * self.edge, (drawn.ljust(width), self._line_style()))

    def _line_style(self) -> str:
        """The style of lines on the board itself."""
        if not (self.scene.background and self.coloured):
            return "dim"
        ink = ink_on(on_light_and_dark(self.scene.background).light)
        return f"{_behind(self.scene.background)} {ink}"

    def _row(self, number: int, row: str, first: int) -> Text:
        label = self.scene.labels[number] if self.scene.labels else ""
        cells = Text()
        for place, symbol in enumerate(row):
            if place:
                cells.append_text(self._between(number, place))
            cells.append_text(self._cell(first + place, symbol))
        room = " " * self._indent(number)
        after = f" {label}" if self.scene.borders else ""
        style = self._border(1)
        before = (room + label.rjust(self.edge - 1) + " ", style)
        return Text.assemble(before, cells, (after, style))

    def _between(self, row: int, column: int) -> Text:
        """What stands between two squares of a row."""
        if self.scene.layout == POINTS:
            before, _, _ = point_parts(self.strokes[row, column], BOX_PEN)
            return Text(before, self._line_style())
        if self.scene.layout == HEXAGONS:
            return Text(" ", self._line_style())
        return Text("│" if self.scene.gridlines else "", "dim")

    def _cell(self, square: int, symbol: str) -> Text:
        style = style_of(self.styles, symbol)
        if self.scene.layout == POINTS:
            return self._point(square, symbol, style)
        shown = style.glyph if self.coloured else symbol
        if self.scene.layout == EDGES:
            width = column_width(self.scene, self.places[square][1], self.size)
            return self._styled(square, stretched(shown, width), style)
        if self.scene.names and not style.name and len(self.scene.names[square]) < self.size:
            shown = self.scene.names[square]
        before, after = self._around(square, max(0, self.size - len(shown)))
        return self._styled(square, before + shown + after, style)

    def _styled(self, square: int, text: str, style: Style) -> Text:
        """The text of a square in the colours of what stands there, with its mark."""
        colours = f"{_behind(self.scene.background)} {rich_style(style)}" if self.coloured else ""
        return Text(text, f"{colours} {self.mark_styles.get(square, '')}".strip())

    def _point(self, square: int, symbol: str, style: Style) -> Text:
        """A point with the line on both sides of it; a free one is where the lines meet."""
        before, junction, after = point_parts(self.strokes[self.places[square]], BOX_PEN)
        is_free = symbol == " " or (self.coloured and not style.name)
        sides = self._marked_sides(square) or before + after
        glyph = style.glyph if self.coloured else symbol
        lines = self._line_style()
        shown = Text(junction, lines) if is_free else self._styled(square, glyph, style)
        point = Text.assemble((sides[0], lines), shown, (sides[1], lines))
        point.stylize(self.mark_styles.get(square, ""))
        return point

    def _around(self, square: int, room: int) -> tuple[str, str]:
        """The text left and right of a square's symbol, `room` characters together."""
        left = (room + 1) // 2 if room > 1 else 0
        marked = self._marked_sides(square)
        if marked and room > 1:
            return marked[0].ljust(left), marked[1].rjust(room - left)
        sides = _SIDES.get(self.joins.get(square, frozenset()), "  ")
        return sides[0] * left, sides[1] * (room - left)

    def _marked_sides(self, square: int) -> str:
        """The two characters around a square under the cursor, or one that can be chosen next."""
        if square == self.marks.cursor:
            return _CURSOR
        return _TARGET if square in self.marks.targets else ""


def _layouts(scene: Scene) -> Iterator[tuple[Scene, int]]:
    """The ways to draw a board, the widest first, and how many characters a square takes."""
    label = max(map(len, [*scene.columns, *scene.names]), default=1)
    yield scene, 3 if scene.layout == POINTS else max(3, label + 2 * bool(scene.names))
    if scene.layout == HEXAGONS:
        return (yield narrowed(scene), 1)
    if scene.layout != POINTS:
        yield scene, label + 1
    yield narrowed(scene), 2
    yield narrowed(scene), 1


def _gap(scene: Scene) -> int:
    """The number of characters between two squares of a row."""
    return int(scene.gridlines or scene.layout in (HEXAGONS, POINTS))


def _right(scene: Scene) -> int:
    """The number of characters after the last square of a row."""
    return _edge(scene) if scene.borders else 0


def _edge(scene: Scene) -> int:
    """The number of characters before the first square of a row."""
    return max(map(len, scene.labels), default=0) + 1


def _notes(scene: Scene) -> list[Text]:
    return [Text(f" {note}") for note in scene.notes]


def _joins(record: Record, scene: Scene) -> dict[int, frozenset[str]]:
    """For each square of a larger piece, the sides on which that piece continues."""
    across = max(map(len, scene.rows))
    joins = {}
    for piece in large_pieces(record):
        for square in piece:
            row, column = divmod(square, across)
            joins[square] = frozenset(
                way
                for way, (down, right) in _NEAR.items()
                if (row + down) * across + column + right in piece
            )
    return joins


# --- pictures that are not boards of squares ---------------------------------------------------


def picture(record: Record) -> Text:
    """A picture with every symbol in its style; what the last move changed is in reverse video."""
    game, plain = record.game, record.game.picture(record.position)
    styles = style_table(game.styles)
    before = game.picture(record.positions[-2]) if record.moves else plain
    changed = {*_changes(styles, plain, before)}
    text = Text()
    for place, symbol in enumerate(plain):
        style = styles.get(symbol, Style(symbol))
        inked = rich_style(style)
        text.append(style.glyph, f"{inked} reverse" if place in changed else inked)
    return text


def _changes(styles: Mapping[str, Style], now: str, before: str) -> Iterator[int]:
    """The places of symbols that changed, in lines that kept their length.

    If a game has styles, only symbols with a style count: a turn number changes with every move.
    """
    place = 0
    for line, old in zip(now.split("\n"), before.split("\n"), strict=False):
        if len(line) == len(old):
            for n, (new, was) in enumerate(zip(line, old, strict=True), place):
                if new != was and (not styles or new in styles or was in styles):
                    yield n
        place += len(line) + 1
