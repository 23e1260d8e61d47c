"""Boards in colour: squares in their ink, the last move and what decided the game marked."""

from collections.abc import Iterator
from typing import Any, Final

from rich.text import Text

from plyground.core.game import Game, Ink
from plyground.core.record import Record
from plyground.core.scene import Scene, column_labels, narrowed, numbered_rows, too_wide

COLUMNS: Final = 80
LAST, DECIDED = "on #6f8f9f", "reverse"
_NEAR = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}
_SIDES = {
    frozenset({"left"}): "─)",
    frozenset({"right"}): "(─",
    frozenset({"left", "right"}): "──",
    frozenset({"above"}): "╰╯",
    frozenset({"below"}): "╭╮",
    frozenset({"above", "below"}): "││",
}
"""What stands left and right of a symbol whose piece reaches into the squares beside it."""


def board_text(record: Record, columns: int = COLUMNS) -> Text:
    """The board where the game stands, as roomy as the screen allows; all that was played tells
    which squares are one piece."""
    scene = record.game.scene(record.position)
    if not scene:
        return picture(record)
    for shown, size in _layouts(scene):
        if max(map(len, shown.rows)) * (size + shown.ruled) + _edge(shown) <= columns:
            return _Drawing(record, shown, size).text()
    return Text("\n").join([Text(too_wide(scene, columns)), *_notes(scene)])


def side_text(record: Record, side: int) -> Text:
    """A side's name in the colour of its pieces, on the ground on which they are seen."""
    game, scene = record.game, record.game.scene(record.position)
    name = game.sides[side]
    styles = [entry[1] for entry in game.ink.values() if entry[2:] == (name,)]
    return Text(name, f"{scene.ground if scene else ''} {styles[0] if styles else 'bold'}".strip())


# --- boards of squares -------------------------------------------------------------------------


class _Drawing:
    """One board that is being drawn."""

    def __init__(self, record: Record, scene: Scene, size: int) -> None:
        self.scene, self.size, self.ink = scene, size, record.game.ink
        self.marks = dict.fromkeys(last_squares(record), LAST)
        self.marks |= dict.fromkeys(scene.line, DECIDED)
        self.joins = _joins(record, scene)
        self.edge = _edge(scene)

    def text(self) -> Text:
        lines = [self._heading()] if self.scene.columns else []
        for number, row, first in numbered_rows(self.scene):
            if number and self.scene.ruled:
                lines.append(self._rule(len(row)))
            lines.append(self._row(number, row, first))
        return Text("\n").join([*lines, *_notes(self.scene)])

    def _heading(self) -> Text:
        shown = column_labels(self.scene, self.size)
        labels = "".join(label.center(self.size) for label in shown)
        return Text(" " * self.edge + labels.rstrip(), "dim")

    def _rule(self, squares: int) -> Text:
        return Text(" " * self.edge + "┼".join(["─" * self.size] * squares), "dim")

    def _row(self, number: int, row: str, first: int) -> Text:
        label = self.scene.labels[number] if self.scene.labels else ""
        cells = [self._cell(first + place, symbol) for place, symbol in enumerate(row)]
        rule = Text.assemble(("│" if self.scene.ruled else "", "dim"))
        return Text.assemble((label.rjust(self.edge - 1) + " ", "dim"), rule.join(cells))

    def _cell(self, square: int, symbol: str) -> Text:
        shown, style, *name = self.ink.get(symbol, (symbol, ""))
        if self.scene.names and not name and len(self.scene.names[square]) < self.size:
            shown = self.scene.names[square]
        sides = _SIDES.get(self.joins.get(square, frozenset()), "  ")
        around = max(0, self.size - len(shown))
        before = (sides[0] * around)[: (around + 1) // 2] if around > 1 else ""
        after = (sides[1] * around)[: around - len(before)]
        mark = self.marks.get(square, "")
        return Text(before + shown + after, f"{self.scene.ground} {style} {mark}".strip())


def _layouts(scene: Scene) -> Iterator[tuple[Scene, int]]:
    """The ways to draw a board, the roomiest first, and how many characters a square takes."""
    longest = max(map(len, [*scene.columns, *scene.names]), default=1)
    yield scene, max(3, longest + 2 * bool(scene.names))
    yield scene, longest + 1
    yield narrowed(scene), 2
    yield narrowed(scene), 1


def _edge(scene: Scene) -> int:
    """How many columns stand before the first square."""
    return max(map(len, scene.labels), default=0) + 1


def _notes(scene: Scene) -> list[Text]:
    return [Text(f" {note}") for note in scene.notes]


def last_squares(record: Record) -> set[int]:
    """The squares of the piece that was laid last, or else all that the last move changed."""
    if not record.moves:
        return set()
    game, before, move = record.game, record.positions[-2], record.moves[-1]
    return {*game.laid(before, move)} or _changed(game, before, record.position)


def _changed(game: Game, before: Any, now: Any) -> set[int]:
    """The squares on which something else stands than before, and something came or went."""
    old, new = game.scene(before), game.scene(now)
    if not (old and new) or [*map(len, old.rows)] != [*map(len, new.rows)]:
        return set()
    pairs = enumerate(zip("".join(old.rows), "".join(new.rows), strict=True))
    ink = game.ink
    return {n for n, pair in pairs if pair[0] != pair[1] and any(_names(ink, pair))}


def _names(ink: Ink, symbols: tuple[str, ...]) -> list[str]:
    return [name for symbol in symbols for name in ink.get(symbol, ("", ""))[2:]]


def _joins(record: Record, scene: Scene) -> dict[int, frozenset[str]]:
    """For each square the sides on which the same piece goes on."""
    across = max(map(len, scene.rows))
    joins = {}
    for position, move in zip(record.positions, record.moves, strict=False):
        piece = {*record.game.laid(position, move)}
        for square in piece if len(piece) > 1 else ():
            row, column = divmod(square, across)
            joins[square] = frozenset(
                way
                for way, (down, right) in _NEAR.items()
                if (row + down) * across + column + right in piece
            )
    return joins


# --- pictures of any other kind ----------------------------------------------------------------


def picture(record: Record) -> Text:
    """A picture with every symbol in its ink, and what the last move changed reversed."""
    game, plain, ink = record.game, record.game.picture(record.position), record.game.ink
    before = game.picture(record.positions[-2]) if record.moves else plain
    changed = {*_changes(ink, plain, before)}
    text = Text()
    for place, symbol in enumerate(plain):
        shown, style, *_ = ink.get(symbol, (symbol, ""))
        text.append(shown, f"{style} reverse" if place in changed else style)
    return text


def _changes(ink: Ink, now: str, before: str) -> Iterator[int]:
    """The places of symbols that changed, in lines that are as long as they were.

    Where a game has ink only its symbols count: a turn's number changes with every move.
    """
    place = 0
    for line, old in zip(now.split("\n"), before.split("\n"), strict=False):
        if len(line) == len(old):
            for n, (new, was) in enumerate(zip(line, old, strict=True), place):
                if new != was and (not ink or new in ink or was in ink):
                    yield n
        place += len(line) + 1
