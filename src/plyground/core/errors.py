"""What can be wrong with what a person gave us, each told in one sentence."""

import sys
import traceback
from pathlib import Path
from types import CodeType
from typing import Final

_HOME: Final = str(Path(__file__).parents[1])


class PlygroundError(Exception):
    """Something a person can put right; the message is all they need.

    Errors that mean a bad value are also a `ValueError`.
    """


class InvalidText(PlygroundError, ValueError):
    """A text that cannot be read: as a move, a position or a file."""


class IllegalMove(PlygroundError, ValueError):
    """A move that the rules do not allow now."""


class InvalidMove(IllegalMove, InvalidText):
    """A text that is no move in any position of the game."""


class AmbiguousMove(IllegalMove):
    """A text that several legal moves answer to."""


class BadPosition(InvalidText):
    """A position text that cannot be read, or a position that no game reaches."""


class GameOver(PlygroundError, ValueError):
    """The game has ended, so there is nothing to play, search or solve."""


class BadOption(PlygroundError, ValueError):
    """An option that a game, player or command does not have, or a value it cannot take."""


class UnknownGame(BadOption):
    """No game has this name."""


class BadGame(PlygroundError):
    """A game whose class cannot be used: it breaks the protocol of games."""


class AmbiguousClicks(BadGame):
    """Two moves of a game that are made by the same squares of its board."""


class BadRule(BadGame):
    """A rule that cannot be compiled."""


class BadGameFile(BadGame, InvalidText):
    """A file that cannot be read as a game, a player or a record; says where."""

    def __init__(self, path: Path | str, message: str, line: int = 0, column: int = 0) -> None:
        self.path, self.line, self.column = Path(path), line, column
        place = f", line {line}" if line else ""
        place += f", column {column}" if column else ""
        super().__init__(f"{path}{place}: {message}")


class BadWeights(InvalidText):
    """Weights that cannot be read, written or counted with."""


class BadBook(InvalidText):
    """An opening book that cannot be read, written or used."""


class BookOfAnotherGame(BadBook):
    """A sound opening book, but not of the game at hand."""


class BadTable(InvalidText):
    """A solver's table that cannot be read, written or used."""


class BadProof(InvalidText):
    """A proof that cannot be read, or that cannot be made."""


def place_of(code: CodeType | None) -> str:
    """`FILE, line N: `, with which a sentence about an author's function begins."""
    return f"{code.co_filename}, line {code.co_firstlineno}: " if code else ""


def authors_place(error: Exception) -> str:
    """`FILE, line N: ` where an error was made in an author's file, or by what that called; nothing
    where the mistake is our own."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(_HOME):
            return ""
        if not frame.filename.startswith((sys.prefix, sys.base_prefix)):
            return f"{frame.filename}, line {frame.lineno}: "
    return ""


def told_of(error: Exception) -> str:
    """An error that nobody foresaw in one sentence, with the author's line if it was made there."""
    what = f"{authors_place(error)}{type(error).__name__}: {error}"
    is_change = isinstance(error, AttributeError) and str(error) == "can't set attribute"
    return f"{what}: a position never changes: return position._replace(...)" if is_change else what
