"""Positions that no move leads to: set up square by square, or with the other side to move.

Both work for any game whose texts allow it, and are found out from examples: which character of a
text tells what stands on a square, and which words tell who is to move.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, Final

from plyground.core.errors import PlygroundError
from plyground.core.game import Game, legal_moves
from plyground.core.wire import Part
from plyground.records.record import Record

SAMPLE_GAMES, SAMPLE_PLIES, MAX_POSITIONS = 24, 300, 240
"""The random games that show how texts go with boards."""
_SEPARATOR: Final = re.compile(r"([ ,]+)")
_SHORT: Final = 3
"""Words that tell who is to move have at most this many characters."""

Sample = tuple[str, str]
"""The text of a position, and what stands on its squares."""


class CellEditor(Part, frozen=True):
    """How a text is changed to change what stands on a square."""

    places: dict[str, int]
    """By the number of the square: which character of the text it is."""
    symbols: str
    """The characters that may stand there, the most frequent first."""


# --- squares -----------------------------------------------------------------------------------


def cell_editor(game: Game) -> CellEditor | None:
    """How positions of a game are set up square by square; None where texts do not show it."""
    made: Any = game
    return _cell_editor(type(game), made)  # tuples of different classes can be equal


@lru_cache(maxsize=32)
def _cell_editor(cls: type, game: Any) -> CellEditor | None:
    games = [*_sample_games(game)]
    for begin in (0.0, 0.5):  # what stands in the opening may look otherwise, such as zones
        samples = [one for played in games for one in played[int(begin * len(played)) :]]
        found = _places(samples[:: max(1, len(samples) // MAX_POSITIONS)])
        if found:
            return found
    return None


def _sample_games(game: Game) -> Iterator[list[Sample]]:
    random = Random(1)
    for _ in range(SAMPLE_GAMES):
        position, seen = game.start(), list[Sample]()
        for _ in range(SAMPLE_PLIES):
            scene = game.scene(position)
            if scene is None:
                return
            seen.append((game.position_text(position), "".join(scene.rows)))
            moves = legal_moves(game, position)
            if not moves:
                break
            position = game.play(position, random.choice(moves))
        yield seen


def _places(samples: Sequence[Sample]) -> CellEditor | None:
    """Pair squares with characters that change in the same way, both in their order."""
    texts, boards = [text for text, _ in samples], [symbols for _, symbols in samples]
    places, squares = _alike(texts), _alike(boards)
    if not squares or any(
        len(places.get(pattern, [])) != len(squares[pattern]) for pattern in squares
    ):
        return None
    pairs = sorted(pair for how in squares for pair in zip(squares[how], places[how], strict=True))
    found = {str(square): place for square, place in pairs}
    if [*found.values()] != sorted(found.values()):
        return None
    seen = "".join(text[place] for text in texts for place in found.values())
    symbols = sorted({*seen}, key=lambda symbol: (-seen.count(symbol), symbol))
    return CellEditor(found, "".join(symbols))


def _alike(rows: Sequence[str]) -> dict[tuple[int, ...], list[int]]:
    """The columns that change, by the way they do."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number in range(min(map(len, rows), default=0)):
        column = [row[number] for row in rows]
        if len({*column}) > 1:
            found.setdefault(_pattern(column), []).append(number)
    return found


def _pattern(column: Sequence[str]) -> tuple[int, ...]:
    """Which entries are the same, whatever they are."""
    numbers: dict[str, int] = {}
    return tuple(numbers.setdefault(symbol, len(numbers)) for symbol in column)


# --- turns -------------------------------------------------------------------------------------


def passed_turn(record: Record) -> Record | None:
    """The same board with the other side to move; None where the rules know no such position."""
    if record.is_over:
        return None
    for move in record.legal_moves:  # a pass
        after = record.copy()
        after.push(move)
        if _is_passed(record, after):
            return after
    for text in _texts_nearby(record):
        try:
            after = Record(record.game, text, game_text=record.game_text)
        except PlygroundError:
            continue
        if _is_passed(record, after):
            return after
    return None


def _is_passed(before: Record, after: Record) -> bool:
    rows = [_rows(record.game, record.position) for record in (before, after)]
    return rows[0] is not None and rows[0] == rows[1] and _is_other(before, after)


def _is_other(before: Record, after: Record) -> bool:
    """Whether the other side is to move."""
    has_side = hasattr(before.game, "side")
    return has_side and before.turn != after.turn and not after.is_over


def _rows(game: Game, position: Any) -> tuple[str, ...] | None:
    scene = game.scene(position)
    return scene.rows if scene else None


def _texts_nearby(record: Record) -> Iterator[str]:
    """The text of the position with one word or two changed to what stands there before or after a
    move, or to the next number."""
    words = _SEPARATOR.split(record.position_text)
    seen = [_SEPARATOR.split(text) for text in _neighbours(record)]
    choices = {
        place: {*_numbers_beside(word), *(one[place] for one in seen if len(one) == len(words))}
        - {word}
        for place, word in enumerate(words)
        if len(word) <= _SHORT and not _SEPARATOR.fullmatch(word)
    }
    for order in _orders(words):
        for count in (1, 2):
            for places in combinations(choices, count):
                for values in product(*(sorted(choices[place]) for place in places)):
                    changed = dict(zip(places, values, strict=True))
                    yield "".join(changed.get(n, words[m]) for n, m in enumerate(order))


def _orders(words: Sequence[str]) -> Iterator[list[int]]:
    """The words as they are, and with two long ones exchanged: the boards of both sides."""
    yield [*range(len(words))]
    boards = [n for n, word in enumerate(words) if word.isdecimal()]
    for one, other in combinations(boards, 2):
        swap = {one: other, other: one}
        yield [swap.get(n, n) for n in range(len(words))]


def _neighbours(record: Record) -> Iterator[str]:
    game = record.game
    for move in record.legal_moves[:4]:
        yield game.position_text(game.play(record.position, move))
    for position in record.positions[-3:-1]:
        yield game.position_text(position)


def _numbers_beside(word: str) -> set[str]:
    if not re.fullmatch(r"[0-9]+", word):
        return set()
    return {str(int(word) + 1), str(max(0, int(word) - 1))}
