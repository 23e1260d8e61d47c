"""Games in files: the moves so far, the players, and other tags."""

import os
import warnings
from pathlib import Path
from typing import NamedTuple

from plyground.core.errors import BadGameFile, BadOption
from plyground.core.files import about, create, read_whole, why, write_whole
from plyground.games.registry import make_game
from plyground.records.notation import ParsedRecord, format_record, parse_record
from plyground.records.record import Record

_MAX_BYTES = 1 << 24


class SavedGame(NamedTuple):
    """A game as a file holds it: its record, its players and other tags."""

    players: tuple[str, str]
    record: Record
    other_tags: dict[str, str]

    def content(self) -> bytes:
        """The text of the file, encoded."""
        return format_record(self.record, self.players, self.other_tags).encode()


def save(saved_game: SavedGame, file: str) -> Path:
    """Write a game to a new file."""
    return create(file, saved_game.content())


def save_again(saved_game: SavedGame, path: Path) -> None:
    """Write a game to its file again, with its newer moves."""
    with about(path, BadOption, "written"):
        write_whole(path, saved_game.content())


def load(file: str) -> "Loaded":
    """Read a game with its players; a player that the file does not name is an empty text."""
    parsed = _parsed(file)
    if parsed.record is None:
        last = parsed.mistakes[-1]
        raise BadGameFile(file, last.message, last.line)
    notes = [f"{file}, {mistake}" for mistake in parsed.mistakes]
    players = (parsed.tags.get("First", ""), parsed.tags.get("Second", ""))
    return Loaded(SavedGame(players, parsed.record, parsed.other_tags), notes)


def load_record(file: str) -> Record:
    """Read a game from a file. Moves from the first unreadable one on are left out, with a
    warning."""
    saved_game, notes = load(file)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return saved_game.record


def save_record(record: Record, file: str, players: tuple[str, str] = ("", "")) -> Path:
    """Write a game to a new file, with the names of its players."""
    return save(SavedGame(players, record, {}), file)


class Loaded(NamedTuple):
    """A game read from a file, with notes on what could not be read."""

    saved_game: SavedGame
    notes: list[str]


def _parsed(file: str) -> ParsedRecord:
    try:
        text = read_whole(os.path.expanduser(file), _MAX_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise BadGameFile(file, f"cannot be read: {why(error)}") from None
    except UnicodeDecodeError:
        raise BadGameFile(file, "cannot be read: it is not text in UTF-8") from None
    return parse_record(text, make_game)
