"""A game in words, line by line, for screen readers."""

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from plyground.core.game import Game
from plyground.core.scene import Scene, numbered_rows
from plyground.records.record import Record

_COLUMNS: Final = 80
"""Longer lines are hard to read."""


def rules_words(game: Game, columns: int = _COLUMNS) -> str:
    """How a game is played: paragraphs wrapped to the screen, examples unchanged."""
    lines: list[str] = []
    for is_fixed, group in groupby(game.rules_text.split("\n"), _is_fixed):
        block = [*group]
        lines += block if is_fixed else [textwrap.fill(" ".join(block), min(columns, _COLUMNS))]
    return "\n".join(lines)


def _is_fixed(line: str) -> bool:
    return not line or line.startswith(" ")


def board_words(game: Game, scene: Scene) -> Iterator[str]:
    """The pieces of each row, equal rows together; rows without labels are counted from the top."""
    described = [
        (label, _row_words(game, scene, row, first)) for label, row, first in _labelled_rows(scene)
    ]
    for words, group in groupby(described, key=lambda row: row[1]):
        labels = [label for label, _ in group]
        rows = f"row {labels[0]}" if len(labels) == 1 else f"rows {labels[0]} to {labels[-1]}"
        yield f"{rows}: {words}"
    yield from scene.notes


def _labelled_rows(scene: Scene) -> Iterator[tuple[str, str, int]]:
    """Each row that is not a gap: its label, its symbols, and its first square."""
    rows = [(number, row, first) for number, row, first in numbered_rows(scene) if row]
    for place, (number, row, first) in enumerate(rows, 1):
        yield scene.labels[number] if scene.labels else str(place), row, first


def _row_words(game: Game, scene: Scene, row: str, first: int) -> str:
    places: dict[str, list[str]] = {}
    for column, symbol in enumerate(row):
        for name in game.styles.get(symbol, ("", ""))[2:]:
            places.setdefault(name, []).append(_square_name(scene, first + column, column))
    pieces = [f"{name} at {', '.join(found)}" for name, found in places.items()]
    return "; ".join(pieces) if pieces else "empty"


def _square_name(scene: Scene, square: int, column: int) -> str:
    if scene.names:
        return scene.names[square]
    return scene.columns[column] if scene.columns else str(column + 1)


def position_words(record: Record) -> Iterator[str]:
    """A position for a screen reader: the board row by row, or else its picture."""
    game, scene = record.game, record.game.scene(record.position)
    named = any(entry[2:] for entry in game.styles.values())
    yield from board_words(game, scene) if scene and named else [game.picture(record.position)]


def line_words(record: Record) -> str:
    """The squares of the winning line; empty if there is none."""
    scene = record.game.scene(record.position)
    if not (scene and scene.line):
        return ""
    if scene.names:
        return f"the line: {', '.join(scene.names[square] for square in sorted(scene.line))}"
    found = []
    for label, row, first in _labelled_rows(scene):
        columns = [n for n in range(len(row)) if first + n in scene.line]
        places = ", ".join(_square_name(scene, first + column, column) for column in columns)
        found += [f"row {label} at {places}"] if columns else []
    return f"the line: {'; '.join(found)}"
