"""Errors in what a person gave us; each message is one sentence."""

import sys
import traceback
from pathlib import Path
from types import CodeType
from typing import Final

_HOME: Final = str(Path(__file__).parents[1])


class PlygroundError(Exception):
    """An error that a person can correct; the message is all they need.

    Errors that mean a bad value are also `ValueError`.
    """


class InvalidText(PlygroundError, ValueError):
    """A text that cannot be read as a move, a position or a file."""


class IllegalMove(PlygroundError, ValueError):
    """A move that is not legal in the position."""


class InvalidMove(IllegalMove, InvalidText):
    """A text that is no move in any position of the game."""


class AmbiguousMove(IllegalMove):
    """A text that means several legal moves."""


class BadPosition(InvalidText):
    """A position text that cannot be read, or a position that no game reaches."""


class GameOver(PlygroundError, ValueError):
    """The game has ended, so there is nothing to play, search or solve."""


class NotNow(PlygroundError):
    """Something that the game does not allow at the moment, such as to undo before any move."""


class OutOfTurn(NotNow):
    """A move of a side whose turn it is not."""


class BadOption(PlygroundError, ValueError):
    """An unknown option of a game, player or command, or a bad value of one."""


class UnknownGame(BadOption):
    """No game has this name."""


class BadGame(PlygroundError):
    """A class that cannot be used as a game: it breaks the protocol."""


class AmbiguousClicks(BadGame):
    """Two moves of a game that are made by the same squares of its board."""


class BadRule(BadGame):
    """A rule that cannot be compiled."""


class BadGameFile(BadGame, InvalidText):
    """A file that cannot be read as a game, a player or a record, with line and column."""

    def __init__(self, path: Path | str, message: str, line: int = 0, column: int = 0) -> None:
        self.path, self.line, self.column = Path(path), line, column
        place = f", line {line}" if line else ""
        place += f", column {column}" if column else ""
        super().__init__(f"{path}{place}: {message}")


class BadWeights(InvalidText):
    """Weights that cannot be read, written or used."""


class BadBook(InvalidText):
    """An opening book that cannot be read, written or used."""


class BookOfAnotherGame(BadBook):
    """An opening book of another game."""


class BadTable(InvalidText):
    """A solver's table that cannot be read, written or used."""


class BadProof(InvalidText):
    """A proof that cannot be read or made."""


class BadTournament(InvalidText):
    """A tournament's file that cannot be read, written or used."""


class BadMessage(InvalidText):
    """A JSON text that is not the message that was expected."""


# --- engines that run elsewhere: in a process of their own, or programs of others -----------------


class EngineFailed(PlygroundError):
    """An engine did not do what it was asked for."""


class EngineRaised(EngineFailed):
    """An error was raised in the engine; its process goes on."""


class EngineDied(EngineFailed):
    """The process of an engine ended."""


class EngineStalled(EngineFailed):
    """An engine did not answer in time, or not to a stop."""


class EngineOverMemory(EngineFailed):
    """An engine took more memory than it may."""


class EngineIllegalMove(EngineFailed, IllegalMove):
    """An engine chose a move that is not legal."""


class EngineNonsense(EngineFailed):
    """An engine sent something that is no answer, or far too much."""


def place_of(code: CodeType | None) -> str:
    """`FILE, line N: `, the beginning of a message about an author's function."""
    return f"{code.co_filename}, line {code.co_firstlineno}: " if code else ""


def authors_place(error: Exception) -> str:
    """`FILE, line N: ` if an error was raised in an author's file, or in a library called from
    there; empty if it was raised in Plyground."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(_HOME):
            return ""
        if not frame.filename.startswith((sys.prefix, sys.base_prefix)):
            return f"{frame.filename}, line {frame.lineno}: "
    return ""


def told_of(error: Exception) -> str:
    """An unexpected error in one sentence, with the author's line if it was raised there."""
    what = f"{authors_place(error)}{type(error).__name__}: {error}"
    is_change = isinstance(error, AttributeError) and str(error) == "can't set attribute"
    return f"{what}: a position never changes: return position._replace(...)" if is_change else what
