"""What the functions take as a game: a record, or a game at its start."""

from plyground.games.registry import AnyGame
from plyground.records.record import Record

AnyRecord = Record | AnyGame
"""A record, or a game (as a text, a class or an object) at its start."""


def as_record(given: AnyRecord) -> Record:
    """The record that is given, or a new one of the game that is given."""
    return given if isinstance(given, Record) else Record(given)
