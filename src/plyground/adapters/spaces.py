"""What a side sees of a game, as an array: the same for every framework and for any game.

The array has the rows and columns of the board (1 by 1 where a game shows none), and these planes:

- one for each symbol of the board that has a style: first the pieces of the side that looks, then
  those of the other side, then the rest, such as free squares;
- one for all other symbols: digits and letters as numbers from 0 to 1, anything else as 1;
- one for each field of the position that is no board, such as flips left: the same value
  everywhere, a whole number n as n / (abs(n) + 8). A field that becomes large in random games
  packs several numbers: it has eight planes, one for each of its bytes;
- whether the position stood there before, where that can end the game;
- whether the side that looks is the first, whether it is to move, and 1 everywhere.
"""

from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from plyground.core.actions import actions_of, random_games
from plyground.core.errors import BadGame, BadOption
from plyground.core.fields import Kind, declared
from plyground.core.game import UNBOUNDED, Game
from plyground.core.options import one_of
from plyground.core.repetition import repeats
from plyground.core.scene import numbered_rows
from plyground.core.style import style_table
from plyground.games.registry import AnyGame, make_game
from plyground.records.record import Record

Planes = NDArray[np.float32]
Mask = NDArray[np.int8]
FORMS: Final = ("planes", "dict")
"""How an observation comes: the planes alone, or with the mask of legal actions in a dictionary."""
DEFAULT_MAX_PLIES: Final = 1_000
"""After how many plies a game is cut off that knows no bound itself."""
_SMALL: Final = 8
"""Whole numbers around this one are told apart best."""
_LARGE: Final = 1 << 12
"""A field that reaches this in random games is shown byte by byte."""
_BYTES: Final = 8


class Spaces:
    """The actions and observations of a game."""

    def __init__(
        self, game: AnyGame, observation: str = "planes", max_plies: int | None = None
    ) -> None:
        one_of("observation", observation, FORMS)
        if max_plies is not None and max_plies < 1:
            raise BadOption(f"max_plies={max_plies}: expected a number from 1")
        self.game: Game = make_game(game)
        self.has_dict = observation == "dict"
        self.actions = actions_of(self.game)
        longest = self.game.plies_left(self.game.start())
        known = DEFAULT_MAX_PLIES if longest == UNBOUNDED else longest
        self.max_plies = max_plies or known
        """After how many plies a game is cut off."""

    # --- actions -------------------------------------------------------------------------------

    def mask(self, record: Record, side: int | None = None) -> Mask:
        """1 for each legal action of the side to move; all 0 for the other side."""
        mask = np.zeros(len(self.actions), np.int8)
        if side is None or side == record.turn:
            mask[self.actions.of(record.legal_moves)] = 1
        return mask

    def play(self, record: Record, action: Any) -> None:
        """Play an action; raises IllegalMove."""
        record.push(self.actions.move(int(action)))

    # --- observations --------------------------------------------------------------------------

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """Rows, columns and planes."""
        return *self._size, len(self.plane_names)

    @cached_property
    def _size(self) -> tuple[int, int]:
        scene = self.game.scene(self.game.start())
        return (len(scene.rows), max(map(len, scene.rows))) if scene else (1, 1)

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane shows, where the first player looks."""
        fields = (
            f"field {name}" + f", byte {n}" * (count > 1)
            for name, count in self._fields.items()
            for n in range(count)
        )
        again = ("stood before",) if repeats(self.game) else ()
        symbols = (*self._symbols(0), "other symbols")
        return *symbols, *fields, *again, "looks first", "is to move", "one"

    @property
    def _fields(self) -> dict[str, int]:
        game: Any = self.game
        return _field_planes(game)

    def _symbols(self, side: int) -> list[str]:
        """The symbols with a style: of the side that looks, of the other, and the rest."""
        table, sides = style_table(self.game.styles), self.game.sides
        owned = [[s for s, style in table.items() if style.name == name] for name in sides]
        if len(owned[0]) != len(owned[1]):
            side = 0  # then a plane could not be the same kind of piece for both
        rest = [s for s, style in table.items() if style.name not in sides and s != " "]
        return [*owned[side], *owned[1 - side], *rest]

    def observe(self, record: Record, side: int) -> Planes:
        """What a side sees of the position after the last move."""
        planes = np.zeros(self.shape, np.float32)
        symbols = self._symbols(side)
        self._draw(planes, record.position, {symbol: n for n, symbol in enumerate(symbols)})
        values = [
            _squashed(number)
            for name, count in self._fields.items()
            for number in _parts(int(getattr(record.position, name)), count)
        ]
        if repeats(self.game):
            values.append(float(record.position in record.positions[:-1]))
        values += [float(side == 0), float(side == record.turn), 1.0]
        planes[:, :, len(symbols) + 1 :] = values
        return planes

    def _draw(self, planes: Planes, position: Any, numbers: dict[str, int]) -> None:
        """Put the board's symbols on their planes."""
        scene = self.game.scene(position)
        if scene is None:
            return
        rows, columns = self._size
        if len(scene.rows) > rows or max(map(len, scene.rows)) > columns:
            what = f"{self.game.name}: the scene of {position} is larger than the first one"
            raise BadGame(f"{what}: expected {rows} by {columns} squares")
        for number, row, _ in numbered_rows(scene):
            for column, symbol in enumerate(row):
                if symbol in numbers:
                    planes[number, column, numbers[symbol]] = 1
                elif symbol != " ":
                    planes[number, column, len(numbers)] = _value(symbol)


@lru_cache(maxsize=64, typed=True)  # equal tuples of two classes are two games
def _field_planes(game: Any) -> dict[str, int]:
    """The fields of a position that are no boards, and how many planes each has."""
    kinds = declared(type(game.start()))
    fields = {name: 1 for name, (kind, _) in kinds.items() if kind is not Kind.BITS}
    for position, _ in random_games(game) if fields else ():
        for name in fields:
            if abs(getattr(position, name)) >= _LARGE:
                fields[name] = _BYTES
    return fields


def _parts(number: int, count: int) -> list[int]:
    """A whole number as it is, or its bytes, the lowest first."""
    return [number] if count == 1 else [number >> 8 * n & 255 for n in range(count)]


def _squashed(number: int) -> float:
    """A whole number between -1 and 1, all of them in their order."""
    return number / (abs(number) + _SMALL)


def _value(symbol: str) -> float:
    """A digit or letter as a number from 0 to 1; 1 for anything else."""
    return int(symbol, 36) / 35 if symbol.isascii() and symbol.isalnum() else 1.0
