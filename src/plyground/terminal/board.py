"""Boards in colour: squares in their styles, with the last move and the winning line marked."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from rich.text import Text

from plyground.core.game import Game, Styles
from plyground.core.scene import Scene, column_labels, narrowed, numbered_rows, too_wide
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
        if max(map(len, shown.rows)) * (size + shown.gridlines) + _edge(shown) <= columns:
            return _Drawing(record, shown, size, coloured, marks).drawn()
    return Drawn(Text("\n").join([Text(too_wide(scene, columns)), *_notes(scene)]), {})


def side_text(record: Record, side: int) -> Text:
    """A side's name in the colour of its pieces, on the board's background."""
    game, scene = record.game, record.game.scene(record.position)
    name = game.sides[side]
    styles = [entry[1] for entry in game.styles.values() if entry[2:] == (name,)]
    return Text(
        name, f"{scene.background if scene else ''} {styles[0] if styles else 'bold'}".strip()
    )


# --- boards of squares -------------------------------------------------------------------------


class _Drawing:
    """Draws one board."""

    def __init__(
        self, record: Record, scene: Scene, size: int, coloured: bool, marks: Marks
    ) -> None:
        self.scene, self.size, self.styles = scene, size, record.game.styles
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
        self.edge = _edge(scene)

    def drawn(self) -> Drawn:
        lines = [self._heading()] if self.scene.columns else []
        cells = {}
        for number, row, first in numbered_rows(self.scene):
            if number and self.scene.gridlines:
                lines.append(self._rule(len(row)))
            for place in range(len(row)):
                column = self.edge + place * (self.size + self.scene.gridlines)
                cells[first + place] = (len(lines), column, self.size)
            lines.append(self._row(number, row, first))
        return Drawn(Text("\n").join([*lines, *_notes(self.scene)]), cells)

    def _heading(self) -> Text:
        shown = column_labels(self.scene, self.size)
        labels = "".join(label.center(self.size) for label in shown)
        return Text(" " * self.edge + labels.rstrip(), "dim")

    def _rule(self, squares: int) -> Text:
        return Text(" " * self.edge + "┼".join(["─" * self.size] * squares), "dim")

    def _row(self, number: int, row: str, first: int) -> Text:
        label = self.scene.labels[number] if self.scene.labels else ""
        cells = [self._cell(first + place, symbol) for place, symbol in enumerate(row)]
        rule = Text.assemble(("│" if self.scene.gridlines else "", "dim"))
        return Text.assemble((label.rjust(self.edge - 1) + " ", "dim"), rule.join(cells))

    def _cell(self, square: int, symbol: str) -> Text:
        shown, style, *name = self.styles.get(symbol, (symbol, ""))
        if not self.coloured:
            shown, style = symbol, ""
        if self.scene.names and not name and len(self.scene.names[square]) < self.size:
            shown = self.scene.names[square]
        before, after = self._around(square, max(0, self.size - len(shown)))
        background = self.scene.background if self.coloured else ""
        mark = self.mark_styles.get(square, "")
        return Text(before + shown + after, f"{background} {style} {mark}".strip())

    def _around(self, square: int, room: int) -> tuple[str, str]:
        """The text left and right of a square's symbol, `room` characters together."""
        left = (room + 1) // 2 if room > 1 else 0
        for sides, squares in ((_CURSOR, (self.marks.cursor,)), (_TARGET, self.marks.targets)):
            if room > 1 and square in squares:
                return sides[0].ljust(left), sides[1].rjust(room - left)
        sides = _SIDES.get(self.joins.get(square, frozenset()), "  ")
        return sides[0] * left, sides[1] * (room - left)


def _layouts(scene: Scene) -> Iterator[tuple[Scene, int]]:
    """The ways to draw a board, the widest first, and how many characters a square takes."""
    label = max(map(len, [*scene.columns, *scene.names]), default=1)
    yield scene, max(3, label + 2 * bool(scene.names))
    yield scene, label + 1
    yield narrowed(scene), 2
    yield narrowed(scene), 1


def _edge(scene: Scene) -> int:
    """The number of characters before the first square of a row."""
    return max(map(len, scene.labels), default=0) + 1


def _notes(scene: Scene) -> list[Text]:
    return [Text(f" {note}") for note in scene.notes]


def last_squares(record: Record) -> set[int]:
    """The squares of the piece that was placed last, or else all that the last move changed."""
    if not record.moves:
        return set()
    game, before, move = record.game, record.positions[-2], record.moves[-1]
    return {*game.placed_squares(before, move)} or changed_squares(game, before, record.position)


def changed_squares(game: Game, before: Any, now: Any) -> set[int]:
    """The squares whose symbol changed from or to a piece."""
    old, new = game.scene(before), game.scene(now)
    if not (old and new) or [*map(len, old.rows)] != [*map(len, new.rows)]:
        return set()
    pairs = enumerate(zip("".join(old.rows), "".join(new.rows), strict=True))
    styles = game.styles
    return {n for n, pair in pairs if pair[0] != pair[1] and any(_names(styles, pair))}


def _names(styles: Styles, symbols: tuple[str, ...]) -> list[str]:
    return [name for symbol in symbols for name in styles.get(symbol, ("", ""))[2:]]


def _joins(record: Record, scene: Scene) -> dict[int, frozenset[str]]:
    """For each square of a larger piece, the sides on which that piece continues."""
    across = max(map(len, scene.rows))
    joins = {}
    for position, move in zip(record.positions, record.moves, strict=False):
        piece = {*record.game.placed_squares(position, move)}
        for square in piece if len(piece) > 1 else ():
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
    game, plain, styles = record.game, record.game.picture(record.position), record.game.styles
    before = game.picture(record.positions[-2]) if record.moves else plain
    changed = {*_changes(styles, plain, before)}
    text = Text()
    for place, symbol in enumerate(plain):
        shown, style, *_ = styles.get(symbol, (symbol, ""))
        text.append(shown, f"{style} reverse" if place in changed else style)
    return text


def _changes(styles: Styles, now: str, before: str) -> Iterator[int]:
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
