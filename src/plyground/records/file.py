"""Games in files: what is played, by whom, and what happened so far."""

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
    """A game with all that a file keeps of it."""

    players: tuple[str, str]
    record: Record
    other_tags: dict[str, str]

    def content(self) -> bytes:
        """What stands in a file."""
        return format_record(self.record, self.players, self.other_tags).encode()


def save(saved_game: SavedGame, file: str) -> Path:
    """Write a game into a new file."""
    return create(file, saved_game.content())


def save_again(saved_game: SavedGame, path: Path) -> None:
    """Write a game that has gone on into its file."""
    with about(path, BadOption, "written"):
        write_whole(path, saved_game.content())


def load(file: str) -> "Loaded":
    """The game of a file, with the players that it names; an empty text where it names none."""
    parsed = _parsed(file)
    if parsed.record is None:
        last = parsed.mistakes[-1]
        raise BadGameFile(file, last.message, last.line)
    notes = [f"{file}, {mistake}" for mistake in parsed.mistakes]
    players = (parsed.tags.get("First", ""), parsed.tags.get("Second", ""))
    return Loaded(SavedGame(players, parsed.record, parsed.other_tags), notes)


def load_record(file: str) -> Record:
    """The game in a file; what cannot be read after some move is left out, with a warning."""
    saved_game, notes = load(file)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return saved_game.record


def save_record(record: Record, file: str, players: tuple[str, str] = ("", "")) -> Path:
    """Write a game to a new file, with the names of its players."""
    return save(SavedGame(players, record, {}), file)


class Loaded(NamedTuple):
    """What could be read of a file, and what could not."""

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
